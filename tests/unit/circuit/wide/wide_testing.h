#pragma once
// Wide circuits made by hand or by chance, and plain ways to say what they do.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "circuit/wide/wide_circuit.h"
#include "unit/net/net_testing.h"

namespace palamedes::circuit::wide {

// Bases and inputs without gates.
inline WideCircuit sources(std::size_t bases, std::size_t inputs = 0) {
  WideCircuit wide;
  wide.base_count = bases;
  wide.input_count = inputs;
  wide.initial.assign(wide.state_words(), 0);
  return wide;
}

inline Literal base(const WideCircuit& wide, std::size_t i) { return {wide.base(i), false}; }
inline Literal input(const WideCircuit& wide, std::size_t i) {
  return {wide.first_input() + static_cast<CircuitNode>(i), false};
}

inline Literal all_of(WideCircuit& wide, std::vector<Literal> literals) {
  return WideBuilder(wide).conjunction(literals);
}

inline Literal any_of(WideCircuit& wide, std::vector<Literal> literals) {
  for (Literal& literal : literals) literal = !literal;
  return !all_of(wide, std::move(literals));
}

inline std::vector<Literal> inputs_of(const WideCircuit& wide, Literal literal) {
  const auto inputs = wide.inputs(literal.node());
  return {inputs.begin(), inputs.end()};
}

inline std::size_t gate_count(const WideCircuit& wide) {
  return wide.node_count() - wide.first_gate();
}

// The value of every node, from those of bases and inputs; loops one after the other, each by going
// through its rules until nothing changes.
class WideValues {
 public:
  WideValues(const WideCircuit& wide, const std::function<bool(CircuitNode)>& source)
      : wide_(wide), values_(wide.node_count(), false) {
    for (CircuitNode node = 1; node < wide.first_feedback(); ++node) values_[node] = source(node);
    evaluate_gates();
    const std::uint32_t loops = wide.loop_of.empty() ? 0 : wide.loop_of.back() + 1;
    for (std::uint32_t loop = 0; loop < loops; ++loop) {
      while (derive(loop)) evaluate_gates();
    }
  }
  [[nodiscard]] bool value(Literal literal) const {
    return values_.at(literal.node()) != literal.is_complemented();
  }

 private:
  void evaluate_gates() {
    for (CircuitNode gate = wide_.first_gate(); gate < wide_.node_count(); ++gate) {
      const auto inputs = wide_.inputs(gate);
      values_[gate] =
          std::all_of(inputs.begin(), inputs.end(), [&](Literal one) { return value(one); });
    }
  }
  bool derive(std::uint32_t loop) {
    bool changed = false;
    for (const WideCircuit::FeedbackRule& rule : wide_.rules) {
      if (wide_.loop_of[rule.head - wide_.first_feedback()] != loop || values_[rule.head]) continue;
      if (!value(rule.condition)) continue;
      if (!std::ranges::all_of(rule.needs, [&](CircuitNode node) { return bool{values_[node]}; })) {
        continue;
      }
      values_[rule.head] = true;
      changed = true;
    }
    return changed;
  }

  const WideCircuit& wide_;
  std::vector<bool> values_;
};

// By output, in the order of for_each_output(): its value for all values of bases and inputs.
using Tables = std::vector<std::vector<bool>>;

inline Tables tables_of(WideCircuit wide) {
  Tables tables;
  const std::size_t sources = wide.base_count + wide.input_count;
  for (std::uint32_t row = 0; row < 1U << sources; ++row) {
    const WideValues values(wide, [&](CircuitNode node) { return (row >> (node - 1) & 1U) != 0; });
    std::size_t output = 0;
    wide.for_each_output([&](Literal& literal) {
      if (output == tables.size()) tables.emplace_back();
      tables[output++].push_back(values.value(literal));
    });
  }
  return tables;
}

// Empty, or the first thing that is wrong: gates read what comes before them, sorted, no constant,
// nothing twice, and at least two literals; no two gates are the same.
inline std::string broken_invariant(const WideCircuit& wide) {
  std::set<std::vector<Literal>> seen;
  for (CircuitNode gate = wide.first_gate(); gate < wide.node_count(); ++gate) {
    const std::vector<Literal> own = inputs_of(wide, {gate, false});
    const std::string here = "gate " + std::to_string(gate);
    if (own.size() < 2) return here + " has fewer than two literals";
    if (!seen.insert(own).second) return here + " is there twice";
    for (std::size_t i = 0; i < own.size(); ++i) {
      if (own[i].is_constant()) return here + " reads a constant";
      if (own[i].node() >= gate) return here + " reads what comes later";
      if (i > 0 && own[i - 1].node() >= own[i].node()) return here + " is not sorted";
    }
  }
  return "";
}

// Gates of any width over four bases and three inputs, with ORs of many terms that share a literal.
inline WideCircuit random_wide(std::uint32_t seed) {
  constexpr std::size_t bases = 4;
  constexpr std::size_t inputs = 3;
  std::mt19937 random(seed);
  WideCircuit wide = sources(bases, inputs);
  std::vector<Literal> known;
  for (std::size_t i = 0; i < bases; ++i) known.push_back(base(wide, i));
  for (std::size_t i = 0; i < inputs; ++i) known.push_back(input(wide, i));
  const auto any = [&] {
    const Literal one = known[random() % known.size()];
    return one ^ (random() % 2 == 0);
  };
  const auto some = [&](std::size_t count) {
    std::vector<Literal> list;
    for (std::size_t i = 0; i < count; ++i) list.push_back(any());
    return list;
  };
  for (int i = 0; i < 12; ++i) known.push_back(all_of(wide, some(2 + random() % 3)));
  for (int i = 0; i < 3; ++i) {
    const Literal shared = any();
    std::vector<Literal> terms;
    for (std::size_t term = 0; term < 14; ++term) {
      std::vector<Literal> own = some(2);
      if (random() % 5 != 0) own.push_back(shared);
      terms.push_back(all_of(wide, own));
    }
    known.push_back(any_of(wide, terms));
  }
  for (int i = 0; i < 6; ++i) known.push_back(all_of(wide, some(2)));
  for (std::size_t i = 0; i < bases; ++i) wide.next.push_back(any());
  WideCircuit::Role& role = wide.roles.emplace_back();
  for (std::size_t i = 0; i < inputs; ++i) {
    role.legal.push_back(any());
    role.input.push_back(input(wide, i).node());
  }
  role.goals = {{0, any()}, {100, known.back()}};
  wide.terminal = any();
  return wide;
}

// What a wide circuit does, in the words of net::Behaviour.
class WideBehaviour {
 public:
  using State = std::vector<bool>;

  // A text for a state, and names of moves from the network.
  WideBehaviour(const WideCircuit& wide, const net::PropNet& net,
                std::function<std::string(const State&)> text)
      : wide_(wide), net_(net), text_(std::move(text)) {
    State initial;
    for (std::size_t i = 0; i < wide.base_count; ++i) {
      initial.push_back((wide.initial[i / 64] >> (i % 64) & 1U) != 0);
    }
    std::vector<State> open{initial};
    std::set<State> seen(open.begin(), open.end());
    while (!open.empty()) {
      const State state = open.back();
      open.pop_back();
      const auto choices = describe(state);
      std::vector<CircuitNode> inputs;
      net::for_each_joint_move(choices, inputs, [&](const std::string& moves) {
        const WideValues values = evaluate(state, inputs);
        State next;
        for (const Literal literal : wide_.next) next.push_back(values.value(literal));
        lines_[text_(state)] += "; " + moves + "-> " + text_(next);
        if (seen.insert(next).second) open.push_back(next);
      });
    }
  }
  [[nodiscard]] const std::map<std::string, std::string>& lines() const { return lines_; }

 private:
  [[nodiscard]] WideValues evaluate(const State& state,
                                    const std::vector<CircuitNode>& inputs) const {
    return {wide_, [&](CircuitNode node) {
              if (wide_.is_base(node)) return bool{state[node - 1]};
              return std::find(inputs.begin(), inputs.end(), node) != inputs.end();
            }};
  }

  std::vector<std::vector<std::pair<std::string, CircuitNode>>> describe(const State& state) {
    const WideValues values = evaluate(state, {});
    std::string& line = lines_[text_(state)];
    line = values.value(wide_.terminal) ? "terminal" : "open";
    std::vector<std::vector<std::pair<std::string, CircuitNode>>> choices;
    for (std::size_t role = 0; role < wide_.roles.size(); ++role) {
      auto& list = choices.emplace_back();
      for (std::size_t move = 0; move < wide_.roles[role].legal.size(); ++move) {
        if (!values.value(wide_.roles[role].legal[move])) continue;
        list.emplace_back(net_.pool.text(net_.roles[role].moves[move].move, net_.symbols),
                          wide_.roles[role].input[move]);
      }
      for (const auto& [value, literal] : wide_.roles[role].goals) {
        if (values.value(literal)) line += " goal " + std::to_string(value);
      }
      std::sort(list.begin(), list.end());
    }
    return choices;
  }

  const WideCircuit& wide_;
  const net::PropNet& net_;
  std::function<std::string(const State&)> text_;
  std::map<std::string, std::string> lines_;
};

}  // namespace palamedes::circuit::wide
