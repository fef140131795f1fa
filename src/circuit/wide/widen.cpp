// PropNets and circuits as WideCircuit.

#include <algorithm>
#include <map>
#include <set>

#include "base/graph.h"
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

class FromPropNet {
 public:
  explicit FromPropNet(const PropNet& net)
      : net_(net),
        builder_(wide_),
        literal_(net.components.size()),
        loop_of_(net.components.size(), no_loop) {}

  std::optional<WideCircuit> run() {
    find_loops();
    name_sources();
    std::size_t end = 0;
    for (std::uint32_t loop = 0; loop < loops_.size(); ++loop) {
      for (; end < loops_[loop].first; ++end) translate(order_[end]);
      if (!translate_loop(loop)) return std::nullopt;
      end = loops_[loop].end;
    }
    for (; end < order_.size(); ++end) translate(order_[end]);
    name_outputs();
    return std::move(wide_);
  }

 private:
  static constexpr std::uint32_t no_loop = 0xffffffffU;
  struct Loop {
    std::size_t first = 0;  // of order_
    std::size_t end = 0;
  };

  // A base reads its transition a step later, so that is no dependency.
  [[nodiscard]] std::span<const ComponentId> inputs_of(ComponentId id) const {
    const Component& component = net_.components[id];
    if (is_source(component) || component.type == ComponentType::removed) return {};
    return {component.inputs.data(), component.inputs.size()};
  }

  // Inputs before readers, where members of a loop stand together.
  void find_loops() {
    for_each_strong_component(
        net_.components.size(), [&](ComponentId id) { return inputs_of(id); },
        [&](std::span<const ComponentId> members) {
          const std::size_t first = order_.size();
          order_.insert(order_.end(), members.begin(), members.end());
          if (members.size() == 1 && !std::ranges::count(inputs_of(members[0]), members[0])) return;
          for (const ComponentId id : members) {
            loop_of_[id] = static_cast<std::uint32_t>(loops_.size());
            if (net_.components[id].type == ComponentType::or_gate) {
              wide_.loop_of.push_back(loop_of_[id]);
            }
          }
          loops_.push_back({first, order_.size()});
        });
  }

  // Every OR of a loop is a feedback node, so that only ANDs are left between them.
  bool translate_loop(std::uint32_t loop) {
    const std::span<const ComponentId> members(order_.data() + loops_[loop].first,
                                               loops_[loop].end - loops_[loop].first);
    std::vector<ComponentId> heads;
    std::vector<ComponentId> others;
    for (const ComponentId id : members) {
      const ComponentType type = net_.components[id].type;
      if (type == ComponentType::not_gate) return false;
      (type == ComponentType::or_gate ? heads : others).push_back(id);
    }
    for (const ComponentId head : heads) {
      literal_[head] = {wide_.first_feedback() + feedback_named_++, false};
    }
    if (!translate_between(others)) return false;
    for (const ComponentId head : heads) add_rules(head, loop);
    return true;
  }

  // What of a loop is no OR; false if it has a circle of its own.
  bool translate_between(const std::vector<ComponentId>& members) {
    std::map<ComponentId, std::vector<ComponentId>> readers;
    std::map<ComponentId, std::size_t> open;
    for (const ComponentId id : members) open[id] = 0;
    for (const ComponentId id : members) {
      for (const ComponentId input : inputs_of(id)) {
        if (!open.contains(input)) continue;
        readers[input].push_back(id);
        ++open[id];
      }
    }
    std::vector<ComponentId> ready;
    for (const ComponentId id : members) {
      if (open[id] == 0) ready.push_back(id);
    }
    for (std::size_t i = 0; i < ready.size(); ++i) {
      translate(ready[i]);
      for (const ComponentId reader : readers[ready[i]]) {
        if (--open[reader] == 0) ready.push_back(reader);
      }
    }
    return ready.size() == members.size();
  }

  // One rule for each set of feedback nodes that an alternative of the OR needs.
  void add_rules(ComponentId head, std::uint32_t loop) {
    const CircuitNode node = literal_[head].node();
    std::map<std::vector<CircuitNode>, std::vector<Literal>> conditions;
    for (const ComponentId alternative : inputs_of(head)) {
      WideCircuit::FeedbackRule rule = rule_of(alternative, loop);
      // Nothing is true because it is true.
      if (std::ranges::binary_search(rule.needs, node)) continue;
      conditions[std::move(rule.needs)].push_back(!rule.condition);
    }
    for (auto& [needs, literals] : conditions) {
      const Literal condition = !builder_.conjunction(literals);
      if (condition != false_literal) wide_.rules.push_back({node, condition, needs});
    }
  }

  // The feedback nodes behind a component, and everything else that it needs as a condition.
  WideCircuit::FeedbackRule rule_of(ComponentId component, std::uint32_t loop) {
    WideCircuit::FeedbackRule rule;
    std::set<ComponentId> seen{component};
    std::vector<ComponentId> open{component};
    literals_.clear();
    while (!open.empty()) {
      const ComponentId id = open.back();
      open.pop_back();
      if (loop_of_[id] != loop) {
        literals_.push_back(literal_[id]);
      } else if (net_.components[id].type == ComponentType::or_gate) {
        rule.needs.push_back(literal_[id].node());
      } else {
        for (const ComponentId input : inputs_of(id)) {
          if (seen.insert(input).second) open.push_back(input);
        }
      }
    }
    rule.condition = builder_.conjunction(literals_);
    std::ranges::sort(rule.needs);
    return rule;
  }

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
    if (is_source(component) || component.type == ComponentType::removed) return;
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
  std::vector<ComponentId> order_;
  std::vector<Loop> loops_;
  std::vector<std::uint32_t> loop_of_;  // by component
  CircuitNode feedback_named_ = 0;
};

}  // namespace

std::optional<WideCircuit> widen(const PropNet& net) {
  std::optional<WideCircuit> wide = FromPropNet(net).run();
  if (!wide || !cut_moves_from_answers(*wide)) return std::nullopt;
  collapse(*wide);
  factor(*wide);
  collapse(*wide);
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
