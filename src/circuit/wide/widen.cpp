// PropNets and circuits as WideCircuit.

#include <algorithm>

#include "circuit/wide/wide_circuit.h"

namespace palamedes::circuit::wide {
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
      : net_(net), builder_(wide_), literal_(net.components.size()) {}

  std::optional<WideCircuit> run() {
    const auto components = order(net_);
    if (!components) return std::nullopt;
    name_sources();
    for (const ComponentId id : *components) translate(id);
    name_outputs();
    return std::move(wide_);
  }

 private:
  void name_sources() {
    literal_[net::true_component] = true_literal;
    literal_[net::false_component] = false_literal;
    for (const net::BaseEntry& base : net_.bases) {
      if (base.transition == net::no_component) continue;
      const std::size_t bit = wide_.base_count++;
      literal_[base.proposition] = {wide_.base(bit), false};
    }
    wide_.initial = net_.initial_state();
    for (const net::RoleEntry& role : net_.roles) {
      WideCircuit::Role& entry = wide_.roles.emplace_back();
      for (const net::MoveEntry& move : role.moves) {
        entry.input.push_back(WideCircuit::no_input);
        if (move.input == net::no_component) continue;
        entry.input.back() = wide_.first_input() + static_cast<CircuitNode>(wide_.input_count++);
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
      if (base.transition != net::no_component) wide_.next.push_back(literal_[base.transition]);
    }
    for (std::size_t role = 0; role < net_.roles.size(); ++role) {
      for (const net::MoveEntry& move : net_.roles[role].moves) {
        wide_.roles[role].legal.push_back(literal_of(move.legal));
      }
      for (const net::GoalEntry& goal : net_.roles[role].goals) {
        wide_.roles[role].goals.emplace_back(goal.value, literal_of(goal.proposition));
      }
    }
    wide_.terminal = literal_of(net_.terminal);
  }

  const PropNet& net_;
  WideCircuit wide_;
  WideBuilder builder_;
  std::vector<Literal> literal_;  // by component
  std::vector<Literal> literals_;
};

}  // namespace

std::optional<WideCircuit> widen(const PropNet& net) {
  std::optional<WideCircuit> wide = FromPropNet(net).run();
  if (wide) {
    cut_moves_from_answers(*wide);
    collapse(*wide);
    factor(*wide);
    collapse(*wide);
  }
  return wide;
}

std::optional<WideCircuit> widen(const Circuit& circuit) {
  if (!circuit.loops.empty()) return std::nullopt;
  WideCircuit wide;
  wide.base_count = circuit.bases.size();
  wide.input_count = circuit.input_count;
  wide.initial = circuit.initial_state();
  wide.next = circuit.next;
  wide.terminal = circuit.terminal;
  wide.literals.reserve(2 * circuit.gates.size());
  for (const circuit::Gate& gate : circuit.gates) {
    wide.literals.push_back(std::min(gate.a, gate.b));
    wide.literals.push_back(std::max(gate.a, gate.b));
    wide.first.push_back(static_cast<std::uint32_t>(wide.literals.size()));
  }
  for (const CircuitRole& role : circuit.roles) {
    WideCircuit::Role& entry = wide.roles.emplace_back();
    for (const CircuitMove& move : role.moves) {
      entry.legal.push_back(move.legal);
      entry.input.push_back(move.input);
    }
    for (const CircuitGoal& goal : role.goals) {
      entry.goals.emplace_back(goal.value, goal.literal);
    }
  }
  collapse(wide);
  factor(wide);
  collapse(wide);
  return wide;
}

}  // namespace palamedes::circuit::wide
