#pragma once
// What a circuit does, in the words of Behaviour (net_testing.h).

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "circuit/circuit.h"
#include "circuit/evaluate.h"
#include "unit/net/net_testing.h"

namespace palamedes::circuit {

class CircuitBehaviour {
 public:
  explicit CircuitBehaviour(const Circuit& circuit, net::AtTheEnd at_the_end = net::AtTheEnd::go_on)
      : circuit_(circuit), values_(circuit) {
    State initial;
    for (const CircuitBase& base : circuit.bases) initial.push_back(base.initially);
    std::vector<State> open{initial};
    std::set<State> seen(open.begin(), open.end());
    while (!open.empty()) {
      const State state = open.back();
      open.pop_back();
      enter(state);
      const std::string here = text(state);
      const auto choices = describe(here);
      if (at_the_end == net::AtTheEnd::stop && holds(circuit_.terminal)) continue;
      std::vector<CircuitNode> inputs;
      net::for_each_joint_move(choices, inputs, [&](const std::string& moves) {
        enter(state);
        for (const CircuitNode input : inputs) values_.set_input(input, ~CircuitValues::Word{0});
        values_.evaluate_moves();
        State next;
        for (const Literal literal : circuit_.next)
          next.push_back((values_.value(literal) & 1U) != 0);
        lines_[here] += "; " + moves + "-> " + text(next);
        if (seen.insert(next).second) open.push_back(next);
      });
    }
  }
  [[nodiscard]] const std::map<std::string, std::string>& lines() const { return lines_; }

 private:
  using State = std::vector<bool>;
  using Choice = std::pair<std::string, CircuitNode>;

  void enter(const State& state) {
    values_.clear_inputs();
    for (std::size_t i = 0; i < state.size(); ++i) {
      values_.set_base(i, state[i] ? ~CircuitValues::Word{0} : 0);
    }
    values_.evaluate_state();
  }
  [[nodiscard]] bool holds(Literal literal) const { return (values_.value(literal) & 1U) != 0; }

  // All fluents of the network, those that never change included.
  [[nodiscard]] std::string text(const State& state) const {
    std::map<gdl::TermId, bool> known;
    for (std::size_t i = 0; i < state.size(); ++i) known[circuit_.bases[i].fluent] = state[i];
    for (const gdl::TermId fluent : circuit_.always) known[fluent] = true;
    std::string result;
    for (const net::BaseEntry& base : circuit_.source->bases)
      result += known[base.fluent] ? '1' : '0';
    return result;
  }

  std::vector<std::vector<Choice>> describe(const std::string& here) {
    std::string& line = lines_[here];
    line = holds(circuit_.terminal) ? "terminal" : "open";
    std::vector<std::vector<Choice>> choices;
    for (const CircuitRole& role : circuit_.roles) {
      auto& list = choices.emplace_back();
      for (const CircuitMove& move : role.moves) {
        if (!holds(move.legal)) continue;
        list.emplace_back(circuit_.source->pool.text(move.move, circuit_.source->symbols),
                          move.input);
      }
      for (const CircuitGoal& goal : role.goals) {
        if (holds(goal.literal)) line += " goal " + std::to_string(goal.value);
      }
      std::sort(list.begin(), list.end());
    }
    return choices;
  }

  const Circuit& circuit_;
  CircuitValues values_;
  std::map<std::string, std::string> lines_;
};

}  // namespace palamedes::circuit
