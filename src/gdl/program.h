#pragma once
// What the clauses say about each other: relations, which of them depend on the state or on moves,
// recursion, and an order in which they can be evaluated.
//
//   relations    by number; (name, arity) is the identity
//   components   strongly connected components of "needs", needed ones first
//   live         per clause: can it ever fire? (a positive condition without clauses kills it)

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "gdl/rules.h"

namespace palamedes::gdl {

enum class RelationId : std::uint32_t {};
constexpr std::size_t index_of(RelationId id) { return static_cast<std::size_t>(id); }

// On what a relation's extension depends, directly or through others.
enum class Scope : std::uint8_t { fixed, state, moves };

struct Relation {
  Symbol name{};
  std::uint32_t arity = 0;
  std::vector<std::uint32_t> clauses;  // live ones with this head
  Scope scope = Scope::fixed;
  std::uint32_t component = 0;
  bool recursive = false;  // needs itself, directly or through others
};

// A relation that the clauses read and do not define.
struct GivenRelation {
  Symbol name{};
  Scope scope = Scope::state;
};
inline constexpr std::array state_and_moves = {GivenRelation{keyword::truth, Scope::state},
                                               GivenRelation{keyword::does, Scope::moves}};

struct Program {
  std::vector<Relation> relations;
  std::vector<std::vector<RelationId>> components;
  std::vector<bool> live;

  [[nodiscard]] std::optional<RelationId> find(Symbol name, std::size_t arity) const;
  [[nodiscard]] const Relation& operator[](RelationId id) const { return relations[index_of(id)]; }
  [[nodiscard]] RelationId relation_of(const Atom& atom) const;

 private:
  friend Program analyse(const Rules& rules, std::span<const GivenRelation> given);
  RelationId intern(const Atom& atom);
  boost::unordered_flat_map<std::uint64_t, RelationId> ids_;
};

// `given` relations have no clauses: what they hold comes from outside. What `next` says about the
// following state is no dependency of `true`.
[[nodiscard]] Program analyse(const Rules& rules,
                              std::span<const GivenRelation> given = state_and_moves);

}  // namespace palamedes::gdl
