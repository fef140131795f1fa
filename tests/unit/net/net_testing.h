#pragma once
// Networks made by hand, and a slow and plain way to evaluate any of them.

#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/graph.h"
#include "net/propnet.h"

namespace palamedes::net {

class NetMaker {
 public:
  NetMaker() {
    net.add(ComponentType::constant);
    net.add(ComponentType::constant);
  }

  ComponentId gate(ComponentType type, std::initializer_list<ComponentId> inputs) {
    const ComponentId id = net.add(type);
    net.components[id].inputs.assign(inputs.begin(), inputs.end());
    return id;
  }
  ComponentId both(std::initializer_list<ComponentId> inputs) {
    return gate(ComponentType::and_gate, inputs);
  }
  ComponentId either(std::initializer_list<ComponentId> inputs) {
    return gate(ComponentType::or_gate, inputs);
  }
  ComponentId negate(ComponentId input) { return gate(ComponentType::not_gate, {input}); }

  // One more input, to close a circle.
  void feed(ComponentId component, ComponentId input) {
    net.components[component].inputs.push_back(input);
  }

  ComponentId proposition(PropositionType type, ComponentId input) {
    const ComponentId id = net.add(ComponentType::proposition, type);
    if (input != no_component) net.components[id].inputs.push_back(input);
    return id;
  }
  ComponentId other(ComponentId input) { return proposition(PropositionType::other, input); }

  // A base whose transition reads FALSE until set_next() says more.
  ComponentId base(bool initially) {
    const ComponentId transition = gate(ComponentType::transition, {false_component});
    const ComponentId id = proposition(PropositionType::base, transition);
    net.bases.push_back({name("f", net.bases.size()), initially, id, transition});
    return id;
  }
  void set_next(ComponentId base, ComponentId source) {
    net.components[transition_of(base)].inputs.assign(1, source);
  }
  [[nodiscard]] ComponentId transition_of(ComponentId base) const {
    return net.components[base].inputs.front();
  }
  // A base that can be false and true, whatever happens: initially false, then true.
  ComponentId changing_base() {
    const ComponentId id = base(false);
    set_next(id, negate(id));
    return id;
  }

  void role() { net.roles.push_back({name("r", net.roles.size()), {}, {}}); }
  // Legal when `source` is; returns the input.
  ComponentId move(ComponentId source) {
    if (net.roles.empty()) role();
    auto& moves = net.roles.back().moves;
    const ComponentId legal = proposition(PropositionType::legal, source);
    const ComponentId input = proposition(PropositionType::input, no_component);
    moves.push_back({name("m", moves.size()), legal, input});
    return input;
  }
  ComponentId goal(int value, ComponentId source) {
    if (net.roles.empty()) role();
    const ComponentId id = proposition(PropositionType::goal, source);
    net.roles.back().goals.push_back({value, id});
    return id;
  }
  ComponentId terminal(ComponentId source) {
    return net.terminal = proposition(PropositionType::terminal, source);
  }

  PropNet net;

 private:
  gdl::TermId name(const std::string& letter, std::size_t number) {
    return net.pool.intern(net.symbols.intern(letter + std::to_string(number)), {});
  }
};

inline bool is_removed(const PropNet& net, ComponentId id) {
  return net.components[id].type == ComponentType::removed;
}
inline std::vector<ComponentId> inputs_of(const PropNet& net, ComponentId id) {
  return {net.components[id].inputs.begin(), net.components[id].inputs.end()};
}

// Everything that a pass may change, for comparisons.
inline std::string dump(const PropNet& net) {
  std::string text;
  for (ComponentId id = 0; id < net.components.size(); ++id) {
    const Component& component = net.components[id];
    if (component.type == ComponentType::removed) continue;
    text += std::to_string(id) + " " + std::string(name_of(component.type)) + " " +
            std::string(name_of(component.proposition)) + ":";
    for (const ComponentId input : component.inputs) text += " " + std::to_string(input);
    text += "\n";
  }
  for (const BaseEntry& base : net.bases) text += "base " + std::to_string(base.proposition) + "\n";
  for (const RoleEntry& role : net.roles) {
    for (const MoveEntry& move : role.moves) {
      text += "move " + std::to_string(move.legal) + " " + std::to_string(move.input) + "\n";
    }
    for (const GoalEntry& goal : role.goals)
      text += "goal " + std::to_string(goal.proposition) + "\n";
  }
  return text;
}

// Truth values by definition: strong components in order, each from false to its least fixpoint.
class PlainEvaluator {
 public:
  explicit PlainEvaluator(const PropNet& net) : net_(net), value_(net.components.size(), false) {
    Edges needs(net.components.size());
    for (ComponentId id = 0; id < net.components.size(); ++id) {
      if (is_base(id)) continue;
      needs[id].assign(net.components[id].inputs.begin(), net.components[id].inputs.end());
    }
    order_ = strong_components(needs);
  }

  using State = std::vector<bool>;  // by base entry, constant ones included

  [[nodiscard]] State initial() const {
    State state;
    for (const BaseEntry& base : net_.bases) {
      state.push_back(base.transition == no_component ? base.proposition == true_component
                                                      : base.initially);
    }
    return state;
  }

  void evaluate(const State& state, const std::vector<ComponentId>& inputs) {
    std::fill(value_.begin(), value_.end(), false);
    value_[true_component] = true;
    for (std::size_t i = 0; i < state.size(); ++i) {
      if (net_.bases[i].transition != no_component) value_[net_.bases[i].proposition] = state[i];
    }
    for (const ComponentId input : inputs) {
      if (input != no_component) value_[input] = true;
    }
    for (const auto& members : order_) {
      bool changed = true;
      while (changed) {
        changed = false;
        for (const ComponentId id : members) changed = update(id) || changed;
      }
    }
  }
  [[nodiscard]] bool value(ComponentId id) const { return id != no_component && value_[id]; }

  [[nodiscard]] State next(const State& state) const {
    State result = state;
    for (std::size_t i = 0; i < state.size(); ++i) {
      if (net_.bases[i].transition != no_component) result[i] = value_[net_.bases[i].transition];
    }
    return result;
  }

 private:
  [[nodiscard]] bool is_base(ComponentId id) const {
    return net_.components[id].type == ComponentType::proposition &&
           net_.components[id].proposition == PropositionType::base;
  }
  bool update(ComponentId id) {
    const Component& component = net_.components[id];
    const auto holds = [&](ComponentId input) { return bool{value_[input]}; };
    const auto& inputs = component.inputs;
    bool now = false;
    switch (component.type) {
      case ComponentType::constant:
      case ComponentType::removed:
        return false;
      case ComponentType::and_gate:
        now = std::all_of(inputs.begin(), inputs.end(), holds);
        break;
      case ComponentType::not_gate:
        now = !holds(inputs.front());
        break;
      case ComponentType::proposition:
        if (is_base(id) || component.proposition == PropositionType::input) return false;
        [[fallthrough]];
      case ComponentType::transition:
      case ComponentType::or_gate:
        now = std::any_of(inputs.begin(), inputs.end(), holds);
        break;
    }
    const bool changed = now != value_[id];
    value_[id] = now;
    return changed;
  }

  const PropNet& net_;
  std::vector<bool> value_;
  std::vector<std::vector<std::uint32_t>> order_;
};

// Whether a game goes on where it is at an end.
enum class AtTheEnd : std::uint8_t { go_on, stop };

// Calls visit(names) for every combination of one choice per role, while `inputs` holds what
// belongs to its moves.
template <typename Input, typename Visit>
void for_each_joint_move(const std::vector<std::vector<std::pair<std::string, Input>>>& choices,
                         std::vector<Input>& inputs, Visit&& visit,
                         const std::string& so_far = {}) {
  if (inputs.size() == choices.size()) {
    visit(so_far);
    return;
  }
  for (const auto& [name, input] : choices[inputs.size()]) {
    inputs.push_back(input);
    for_each_joint_move(choices, inputs, visit, so_far + name + " ");
    inputs.pop_back();
  }
}

// All reachable states with what can be said about each, as lines of text: equal for networks that
// play the same game.
class Behaviour {
 public:
  explicit Behaviour(const PropNet& net, AtTheEnd at_the_end = AtTheEnd::go_on)
      : net_(net), evaluator_(net) {
    std::vector<PlainEvaluator::State> open{evaluator_.initial()};
    std::set<PlainEvaluator::State> seen(open.begin(), open.end());
    while (!open.empty()) {
      const auto state = open.back();
      open.pop_back();
      const auto choices = describe(state);
      if (at_the_end == AtTheEnd::stop && evaluator_.value(net_.terminal)) continue;
      std::vector<ComponentId> inputs;
      for_each_joint_move(choices, inputs, [&](const std::string& moves) {
        evaluator_.evaluate(state, inputs);
        const auto next = evaluator_.next(state);
        lines_[text(state)] += "; " + moves + "-> " + text(next);
        if (seen.insert(next).second) open.push_back(next);
      });
    }
  }
  [[nodiscard]] const std::map<std::string, std::string>& lines() const { return lines_; }

 private:
  using Choice = std::pair<std::string, ComponentId>;

  static std::string text(const PlainEvaluator::State& state) {
    std::string result;
    for (const bool bit : state) result += bit ? '1' : '0';
    return result;
  }

  std::vector<std::vector<Choice>> describe(const PlainEvaluator::State& state) {
    evaluator_.evaluate(state, {});
    std::string& line = lines_[text(state)];
    line = evaluator_.value(net_.terminal) ? "terminal" : "open";
    std::vector<std::vector<Choice>> choices;
    for (const RoleEntry& role : net_.roles) {
      auto& list = choices.emplace_back();
      for (const MoveEntry& move : role.moves) {
        if (!evaluator_.value(move.legal)) continue;
        list.emplace_back(net_.pool.text(move.move, net_.symbols), move.input);
      }
      for (const GoalEntry& goal : role.goals) {
        if (evaluator_.value(goal.proposition)) line += " goal " + std::to_string(goal.value);
      }
      std::sort(list.begin(), list.end());
    }
    return choices;
  }

  const PropNet& net_;
  PlainEvaluator evaluator_;
  std::map<std::string, std::string> lines_;
};

}  // namespace palamedes::net
