// PropNets and circuits as Logic.

#include <algorithm>

#include "machine/scalar/logic.h"

namespace palamedes::machine::scalar {
namespace {

using net::Component;
using net::ComponentId;
using net::ComponentType;
using net::PropNet;
using net::PropositionType;

bool is_source(const Component& component) {
  return component.type == ComponentType::constant ||
         (component.type == ComponentType::proposition &&
          (component.proposition == PropositionType::base ||
           component.proposition == PropositionType::input));
}

// Inputs before readers; nothing if there is a circle. A base reads its transition a step later, so
// that is no dependency.
std::optional<std::vector<ComponentId>> order(const PropNet& net) {
  enum class Mark : std::uint8_t { fresh, open, done };
  std::vector<Mark> marks(net.components.size(), Mark::fresh);
  std::vector<ComponentId> result;
  std::vector<std::pair<ComponentId, std::uint32_t>> stack;
  for (ComponentId root = 0; root < net.components.size(); ++root) {
    if (marks[root] != Mark::fresh || net.components[root].type == ComponentType::removed) continue;
    stack.emplace_back(root, 0);
    marks[root] = Mark::open;
    while (!stack.empty()) {
      auto& [id, next] = stack.back();
      const Component& component = net.components[id];
      if (is_source(component) || next == component.inputs.size()) {
        marks[id] = Mark::done;
        result.push_back(id);
        stack.pop_back();
        continue;
      }
      const ComponentId input = component.inputs[next++];
      if (marks[input] == Mark::open) return std::nullopt;
      if (marks[input] == Mark::done) continue;
      marks[input] = Mark::open;
      stack.emplace_back(input, 0);
    }
  }
  return result;
}

class FromPropNet {
 public:
  explicit FromPropNet(const PropNet& net)
      : net_(net), builder_(logic_), literal_(net.components.size()) {}

  std::optional<Logic> run() {
    const auto components = order(net_);
    if (!components) return std::nullopt;
    name_sources();
    for (const ComponentId id : *components) translate(id);
    name_outputs();
    return std::move(logic_);
  }

 private:
  void name_sources() {
    literal_[net::true_component] = true_literal;
    literal_[net::false_component] = false_literal;
    for (const net::BaseEntry& base : net_.bases) {
      if (base.transition == net::no_component) continue;
      const std::size_t bit = logic_.base_count++;
      literal_[base.proposition] = {logic_.base(bit), false};
    }
    logic_.initial = net_.initial_state();
    for (const net::RoleEntry& role : net_.roles) {
      Logic::Role& entry = logic_.roles.emplace_back();
      for (const net::MoveEntry& move : role.moves) {
        entry.input.push_back(Logic::no_input);
        if (move.input == net::no_component) continue;
        entry.input.back() = logic_.first_input() + static_cast<LogicNode>(logic_.input_count++);
        literal_[move.input] = {entry.input.back(), false};
      }
    }
  }

  void translate(ComponentId id) {
    const Component& component = net_.components[id];
    if (is_source(component)) return;
    const bool is_or = component.type == ComponentType::or_gate;
    literals_.clear();
    for (const ComponentId input : component.inputs) {
      literals_.push_back(is_or ? !literal_[input] : literal_[input]);
    }
    if (component.type == ComponentType::not_gate) {
      literal_[id] = !literals_.front();
    } else {
      const Literal both = builder_.conjunction(literals_);
      literal_[id] = is_or ? !both : both;
    }
  }

  void name_outputs() {
    const auto literal_of = [&](ComponentId id) {
      return id == net::no_component ? false_literal : literal_[id];
    };
    for (const net::BaseEntry& base : net_.bases) {
      if (base.transition != net::no_component) logic_.next.push_back(literal_[base.transition]);
    }
    for (std::size_t role = 0; role < net_.roles.size(); ++role) {
      for (const net::MoveEntry& move : net_.roles[role].moves) {
        logic_.roles[role].legal.push_back(literal_of(move.legal));
      }
      for (const net::GoalEntry& goal : net_.roles[role].goals) {
        logic_.roles[role].goals.emplace_back(goal.value, literal_of(goal.proposition));
      }
    }
    logic_.terminal = literal_of(net_.terminal);
  }

  const PropNet& net_;
  Logic logic_;
  LogicBuilder builder_;
  std::vector<Literal> literal_;  // by component
  std::vector<Literal> literals_;
};

}  // namespace

std::optional<Logic> logic_of(const PropNet& net) {
  std::optional<Logic> logic = FromPropNet(net).run();
  if (logic) {
    cut_moves_from_answers(*logic);
    collapse(*logic);
    factor(*logic);
    collapse(*logic);
  }
  return logic;
}

std::optional<Logic> logic_of(const circuit::Circuit& circuit) {
  if (!circuit.loops.empty()) return std::nullopt;
  Logic logic;
  logic.base_count = circuit.bases.size();
  logic.input_count = circuit.input_count;
  logic.initial = circuit.initial_state();
  logic.next = circuit.next;
  logic.terminal = circuit.terminal;
  logic.literals.reserve(2 * circuit.gates.size());
  for (const circuit::Gate& gate : circuit.gates) {
    logic.literals.push_back(std::min(gate.a, gate.b));
    logic.literals.push_back(std::max(gate.a, gate.b));
    logic.first.push_back(static_cast<std::uint32_t>(logic.literals.size()));
  }
  for (const circuit::CircuitRole& role : circuit.roles) {
    Logic::Role& entry = logic.roles.emplace_back();
    for (const circuit::CircuitMove& move : role.moves) {
      entry.legal.push_back(move.legal);
      entry.input.push_back(move.input);
    }
    for (const circuit::CircuitGoal& goal : role.goals) {
      entry.goals.emplace_back(goal.value, goal.literal);
    }
  }
  collapse(logic);
  factor(logic);
  collapse(logic);
  return logic;
}

}  // namespace palamedes::machine::scalar
