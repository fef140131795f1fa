#pragma once
// The propositional network of the thesis (chapter 4): propositions, gates and transitions.
//
//   components   by number; 0 is TRUE, 1 is FALSE; inputs are the truth, outputs are derived
//   bases        fluents: proposition and its transition
//   moves        per role: the legal proposition and the input proposition, one to one
//   goals        per role: value and proposition
//
// A pass may take a component away. What it stood for is then constant: the entry keeps which.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/container/small_vector.hpp>

#include "gdl/symbols.h"
#include "gdl/term_pool.h"

namespace palamedes::net {

using ComponentId = std::uint32_t;
inline constexpr ComponentId true_component = 0;
inline constexpr ComponentId false_component = 1;
inline constexpr ComponentId no_component = 0xffffffffU;

enum class ComponentType : std::uint8_t {
  constant,
  proposition,
  transition,
  and_gate,
  or_gate,
  not_gate,
  removed,
};

enum class PropositionType : std::uint8_t { none, base, input, legal, goal, terminal, other };

struct Component {
  ComponentType type = ComponentType::proposition;
  PropositionType proposition = PropositionType::none;
  std::uint32_t atom = no_component;  // of a proposition: its ground atom, for its name
  boost::container::small_vector<ComponentId, 2> inputs;
};

struct BaseEntry {
  gdl::TermId fluent{};
  bool initially = false;
  ComponentId proposition = no_component;  // true_component, false_component if it is constant
  ComponentId transition = no_component;   // none if it is constant
};

struct MoveEntry {
  gdl::TermId move{};
  ComponentId legal = no_component;  // no_component: never legal
  ComponentId input = no_component;  // no_component: nothing depends on the move
};

struct GoalEntry {
  int value = 0;
  ComponentId proposition = no_component;
};

struct RoleEntry {
  gdl::TermId name{};
  std::vector<MoveEntry> moves;
  std::vector<GoalEntry> goals;
};

// Who reads a component. Made from the inputs when needed; goes stale when they change.
class Outputs {
 public:
  explicit Outputs(const std::vector<Component>& components);
  [[nodiscard]] std::span<const ComponentId> of(ComponentId component) const {
    return {readers_.data() + first_[component], first_[component + 1] - first_[component]};
  }

 private:
  std::vector<std::uint32_t> first_;
  std::vector<ComponentId> readers_;
};

struct Census {
  std::size_t constants = 0;
  std::size_t base = 0;
  std::size_t input = 0;
  std::size_t legal = 0;
  std::size_t goal = 0;
  std::size_t terminal = 0;
  std::size_t other = 0;
  std::size_t transitions = 0;
  std::size_t ands = 0;
  std::size_t ors = 0;
  std::size_t nots = 0;
  std::size_t links = 0;

  [[nodiscard]] std::size_t total() const {
    return constants + base + input + legal + goal + terminal + other + transitions + ands + ors +
           nots;
  }
};

struct PropNet {
  gdl::SymbolTable symbols;
  gdl::TermPool pool;
  std::vector<Component> components;
  std::vector<std::string> names;  // of the ground atoms, if they were asked for
  std::vector<BaseEntry> bases;
  std::vector<RoleEntry> roles;
  ComponentId terminal = no_component;  // no_component: never

  [[nodiscard]] Census census() const;
  [[nodiscard]] std::size_t memory_bytes() const;
  // Bit i of word i / 64 is the i-th fact that can change.
  [[nodiscard]] std::vector<std::uint64_t> initial_state() const;
  // By component: the input that belongs to a legal proposition, no_component for all others.
  [[nodiscard]] std::vector<ComponentId> inputs_of_legal() const;

  ComponentId add(ComponentType type, PropositionType proposition = PropositionType::none,
                  std::uint32_t atom = no_component) {
    components.push_back({type, proposition, atom, {}});
    return static_cast<ComponentId>(components.size() - 1);
  }
};

[[nodiscard]] std::string_view name_of(ComponentType type);
[[nodiscard]] std::string_view name_of(PropositionType type);

}  // namespace palamedes::net
