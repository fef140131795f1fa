#include "machine/scalar/switches.h"

#include <algorithm>
#include <array>

#include <boost/unordered/unordered_flat_map.hpp>

namespace palamedes::machine::scalar {
namespace {

// More groups make reading the legal moves slow; smaller ones save too little.
constexpr std::size_t most_groups = 4;
constexpr std::size_t fewest_moves = 3;

class SwitchTaker {
 public:
  explicit SwitchTaker(Logic& logic)
      : logic_(logic), builder_(logic), readers_(logic.node_count()) {
    for (LogicNode gate = logic.first_gate(); gate < logic.node_count(); ++gate) {
      for (const Literal literal : logic.inputs(gate)) ++readers_[literal.node()];
    }
    logic.for_each_output([&](const Literal& literal) { ++readers_[literal.node()]; });
  }

  SwitchedRole take(const Logic::Role& role) {
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
    const LogicNode node = move.condition.node();
    return move.group == 0 && !move.condition.is_complemented() && node < readers_.size() &&
           logic_.is_gate(node) && readers_[node] == 1;
  }

  [[nodiscard]] bool needs(const SwitchedMove& move, Literal candidate) const {
    if (move.condition == candidate) return move.group == 0;
    if (!is_open(move)) return false;
    const auto inputs = logic_.inputs(move.condition.node());
    return std::find(inputs.begin(), inputs.end(), candidate) != inputs.end();
  }

  [[nodiscard]] Literal most_common(const SwitchedRole& role) const {
    boost::unordered_flat_map<std::uint32_t, std::size_t> uses;
    for (const SwitchedMove& move : role.moves) {
      if (!is_open(move)) continue;
      for (const Literal literal : logic_.inputs(move.condition.node())) ++uses[literal.code()];
    }
    std::pair<std::size_t, std::uint32_t> best{fewest_moves - 1, true_literal.code()};
    for (const auto& [code, count] : uses) {
      if (count > best.first ||
          (count == best.first && count >= fewest_moves && code < best.second)) {
        best = {count, code};
      }
    }
    return Literal::from_code(best.second);
  }

  Literal without(Literal condition, Literal candidate) {
    if (condition == candidate) return true_literal;
    const auto inputs = logic_.inputs(condition.node());
    std::vector<Literal> rest(inputs.begin(), inputs.end());
    std::erase(rest, candidate);
    return builder_.conjunction(rest);
  }

  Logic& logic_;
  LogicBuilder builder_;
  std::vector<std::uint32_t> readers_;
};

}  // namespace

std::vector<SwitchedRole> take_switches(Logic& logic) {
  SwitchTaker taker(logic);
  std::vector<SwitchedRole> result;
  for (const Logic::Role& role : logic.roles) result.push_back(taker.take(role));
  return result;
}

}  // namespace palamedes::machine::scalar
