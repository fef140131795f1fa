#include "machine/scalar/switches.h"

#include <algorithm>

#include "base/most_frequent.h"

namespace palamedes::machine::scalar {
namespace {

// More groups make reading the legal moves slow; smaller ones save too little.
constexpr std::size_t most_groups = 4;
constexpr std::size_t fewest_moves = 3;

class SwitchTaker {
 public:
  explicit SwitchTaker(WideCircuit& wide)
      : circuit_(wide), builder_(wide), readers_(wide.node_count()) {
    for (CircuitNode gate = wide.first_gate(); gate < wide.node_count(); ++gate) {
      for (const Literal literal : wide.inputs(gate)) ++readers_[literal.node()];
    }
    wide.for_each_output([&](const Literal& literal) { ++readers_[literal.node()]; });
  }

  SwitchedRole take(const WideCircuit::Role& role) {
    SwitchedRole result{.switches = {true_literal}, .moves = {}};
    for (const Literal legal : role.legal) result.moves.push_back({0, legal});
    while (result.switches.size() < most_groups) {
      const Literal candidate = most_common(result);
      if (candidate == true_literal) break;
      const auto group = static_cast<std::uint32_t>(result.switches.size());
      result.switches.push_back(candidate);
      for (SwitchedMove& move : result.moves) {
        if (needs(move, candidate)) move = {group, without(move.condition, candidate)};
      }
    }
    return result;
  }

 private:
  // A condition that others read too is there anyway, and gains nothing.
  [[nodiscard]] bool is_open(const SwitchedMove& move) const {
    const CircuitNode node = move.condition.node();
    return move.group == 0 && !move.condition.is_complemented() && node < readers_.size() &&
           circuit_.is_gate(node) && readers_[node] == 1;
  }

  [[nodiscard]] bool needs(const SwitchedMove& move, Literal candidate) const {
    if (move.condition == candidate) return move.group == 0;
    if (!is_open(move)) return false;
    const auto inputs = circuit_.inputs(move.condition.node());
    return std::find(inputs.begin(), inputs.end(), candidate) != inputs.end();
  }

  [[nodiscard]] Literal most_common(const SwitchedRole& role) const {
    std::vector<std::uint32_t> codes;
    for (const SwitchedMove& move : role.moves) {
      if (!is_open(move)) continue;
      for (const Literal literal : circuit_.inputs(move.condition.node())) {
        codes.push_back(literal.code());
      }
    }
    return Literal::from_code(most_frequent(codes, fewest_moves).value_or(true_literal.code()));
  }

  Literal without(Literal condition, Literal candidate) {
    if (condition == candidate) return true_literal;
    const auto inputs = circuit_.inputs(condition.node());
    std::vector<Literal> rest(inputs.begin(), inputs.end());
    std::erase(rest, candidate);
    return builder_.conjunction(rest);
  }

  WideCircuit& circuit_;
  WideBuilder builder_;
  std::vector<std::uint32_t> readers_;
};

}  // namespace

std::vector<SwitchedRole> take_switches(WideCircuit& wide) {
  SwitchTaker taker(wide);
  std::vector<SwitchedRole> result;
  for (const WideCircuit::Role& role : wide.roles) result.push_back(taker.take(role));
  return result;
}

}  // namespace palamedes::machine::scalar
