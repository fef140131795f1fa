#include "circuit/circuit.h"

#include <fmt/format.h>

namespace palamedes::circuit {
namespace {

class Inspection {
 public:
  explicit Inspection(const Circuit& circuit) : circuit_(circuit) {}

  std::string run() {
    check_sizes();
    if (problem_.empty()) check_loops();
    if (problem_.empty()) check_gates();
    if (problem_.empty()) check_outputs();
    return std::move(problem_);
  }

 private:
  void expect(bool holds, std::string problem) {
    if (!holds && problem_.empty()) problem_ = std::move(problem);
  }

  void check_sizes() {
    expect(circuit_.next.size() == circuit_.bases.size(), "not one next literal for each base");
    expect(
        circuit_.first_move_gate >= circuit_.first_gate() &&
            circuit_.first_move_gate <= circuit_.node_count(),
        fmt::format("the move part begins at {}, outside of the gates", circuit_.first_move_gate));
  }

  void check_loops() {
    CircuitNode gate = circuit_.first_gate();
    CircuitNode feedback = circuit_.first_feedback();
    for (std::size_t i = 0; i < circuit_.loops.size(); ++i) {
      const CircuitLoop& loop = circuit_.loops[i];
      expect(loop.first_gate >= gate && loop.first_gate <= loop.end_gate &&
                 loop.end_gate <= circuit_.node_count(),
             fmt::format("loop {} has gates {} to {}", i, loop.first_gate, loop.end_gate));
      expect(
          loop.first_gate >= circuit_.first_move_gate || loop.end_gate <= circuit_.first_move_gate,
          fmt::format("loop {} is in both parts", i));
      expect(loop.first_feedback == feedback && !loop.values.empty(),
             fmt::format("loop {} has feedback from {} on", i, loop.first_feedback));
      for (const Literal value : loop.values) {
        expect(value.node() < loop.end_gate, fmt::format("loop {} is fed from behind it", i));
      }
      gate = loop.end_gate;
      feedback += static_cast<CircuitNode>(loop.values.size());
    }
    expect(feedback == circuit_.first_gate(), "not all feedback belongs to a loop");
  }

  void check_gates() {
    reads_moves_.assign(circuit_.node_count(), false);
    for (CircuitNode node = circuit_.first_input(); node < circuit_.first_feedback(); ++node) {
      reads_moves_[node] = true;
    }
    std::size_t loop = 0;
    for (CircuitNode node = circuit_.first_gate(); node < circuit_.node_count(); ++node) {
      while (loop < circuit_.loops.size() && circuit_.loops[loop].end_gate <= node) ++loop;
      for (const Literal literal : {circuit_.gate(node).a, circuit_.gate(node).b}) {
        check_input(node, literal, loop);
      }
    }
  }

  [[nodiscard]] bool is_for_goals(CircuitNode node) const {
    return node >= circuit_.first_goal_gate && node < circuit_.first_move_gate;
  }

  void check_input(CircuitNode node, Literal literal, std::size_t loop) {
    const CircuitNode input = literal.node();
    expect(input < node, fmt::format("gate {} reads {}, which comes later", node, input));
    if (input >= node) return;
    expect(!literal.is_constant(), fmt::format("gate {} reads a constant", node));
    expect(!is_for_goals(input) || is_for_goals(node),
           fmt::format("gate {} reads {}, which is for goals alone", node, input));
    if (reads_moves_[input]) {
      expect(node >= circuit_.first_move_gate,
             fmt::format("gate {} of the state part depends on moves", node));
      reads_moves_[node] = true;
    }
    if (input < circuit_.first_feedback() || circuit_.is_gate(input)) return;
    const bool own =
        loop < circuit_.loops.size() && node >= circuit_.loops[loop].first_gate &&
        input >= circuit_.loops[loop].first_feedback &&
        input < circuit_.loops[loop].first_feedback + circuit_.loops[loop].values.size();
    expect(own,
           fmt::format("gate {} reads the feedback {} of a loop that it is not in", node, input));
  }

  void check_outputs() {
    const auto check = [&](Literal literal, bool of_the_state, std::string_view what) {
      expect(literal.node() < circuit_.node_count(), fmt::format("{}: no such node", what));
      if (!problem_.empty()) return;
      expect(!of_the_state || !reads_moves_[literal.node()],
             fmt::format("{} depends on moves", what));
      expect(literal.node() < circuit_.first_feedback() || circuit_.is_gate(literal.node()),
             fmt::format("{} is feedback", what));
      expect(what == "a goal" || !is_for_goals(literal.node()),
             fmt::format("{} reads a gate that is for goals alone", what));
    };
    check(circuit_.terminal, true, "the end");
    for (const CircuitRole& role : circuit_.roles) {
      for (const CircuitMove& move : role.moves) {
        check(move.legal, true, "a legal move");
        expect(move.input == CircuitMove::no_input ||
                   (move.input >= circuit_.first_input() && move.input < circuit_.first_feedback()),
               fmt::format("{} is no input", move.input));
      }
      for (const CircuitGoal& goal : role.goals) check(goal.literal, true, "a goal");
    }
    for (const Literal literal : circuit_.next) check(literal, false, "a next fact");
  }

  const Circuit& circuit_;
  std::vector<bool> reads_moves_;
  std::string problem_;
};

}  // namespace

std::vector<std::uint64_t> Circuit::initial_state() const {
  std::vector<std::uint64_t> state(state_words(), 0);
  for (std::size_t i = 0; i < bases.size(); ++i) {
    if (bases[i].initially) state[i / 64] |= std::uint64_t{1} << (i % 64);
  }
  return state;
}

std::size_t Circuit::memory_bytes() const {
  std::size_t bytes = sizeof(Circuit) + bases.capacity() * sizeof(CircuitBase) +
                      always.capacity() * sizeof(gdl::TermId) + gates.capacity() * sizeof(Gate) +
                      next.capacity() * sizeof(Literal);
  for (const CircuitLoop& loop : loops) {
    bytes += sizeof(CircuitLoop) + loop.values.capacity() * sizeof(Literal);
  }
  for (const CircuitRole& role : roles) {
    bytes += sizeof(CircuitRole) + role.moves.capacity() * sizeof(CircuitMove) +
             role.goals.capacity() * sizeof(CircuitGoal);
  }
  return bytes;
}

std::string Circuit::broken_invariant() const { return Inspection(*this).run(); }

}  // namespace palamedes::circuit
