#include "circuit/playouts.h"

#include <array>
#include <bit>

namespace palamedes::circuit {

CircuitPlayouts::CircuitPlayouts(const Circuit& circuit, std::uint64_t seed)
    : circuit_(circuit), values_(circuit), rng_(seed) {
  values_.set_state(circuit.initial_state());
}

void CircuitPlayouts::step() {
  if (started_) {
    values_.step();
    for (std::size_t i = 0; i < circuit_.bases.size(); ++i) {
      const Word fresh = circuit_.bases[i].initially ? ~Word{0} : 0;
      values_.set_base(i, (values_.base(i) & going_on_) | (fresh & ~going_on_));
    }
  }
  started_ = true;
  values_.evaluate_state();
  draw_moves();
  values_.evaluate_moves();
}

// In each game and for each role one of its legal moves, all equally likely: the n-th that is seen
// takes the place of the one before with probability 1 / n.
void CircuitPlayouts::draw_moves() {
  constexpr std::size_t games = 64;
  values_.clear_inputs();
  going_on_ = ~values_.value(circuit_.terminal);
  for (const CircuitRole& role : circuit_.roles) {
    std::array<std::uint32_t, games> seen{};
    std::array<CircuitNode, games> chosen{};
    for (const CircuitMove& move : role.moves) {
      for (Word legal = values_.value(move.legal); legal != 0; legal &= legal - 1) {
        const auto game = static_cast<std::size_t>(std::countr_zero(legal));
        if (rng_.below(++seen[game]) == 0) chosen[game] = move.input;
      }
    }
    for (std::size_t game = 0; game < games; ++game) {
      const Word bit = Word{1} << game;
      if (seen[game] == 0) {
        going_on_ &= ~bit;
      } else {
        values_.set_input(chosen[game], values_.value({chosen[game], false}) | bit);
      }
    }
  }
}

}  // namespace palamedes::circuit
