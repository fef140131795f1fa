#include "machine/swarm/turns.h"

#include <array>
#include <bit>

#include "base/rng.h"
#include "circuit/evaluate.h"

namespace palamedes::machine::swarm {
namespace {

constexpr std::size_t games = 64;
constexpr std::size_t steps = 24;

using Word = circuit::CircuitValues::Word;

struct MoveRecord {
  std::uint32_t alone = 0;  // states in which it was the only move
  bool with_others = false;
};

// Each game's move, drawn while its legal moves pass by.
void make_random_moves(circuit::CircuitValues& values, const circuit::CircuitRole& role, Rng& rng) {
  std::array<std::uint32_t, games> seen{};
  std::array<std::uint32_t, games> chosen{};
  for (std::uint32_t move = 0; move < role.moves.size(); ++move) {
    for (Word bits = values.value(role.moves[move].legal); bits != 0; bits &= bits - 1) {
      const auto game = static_cast<std::size_t>(std::countr_zero(bits));
      if (rng.below(++seen[game]) == 0) chosen[game] = move;
    }
  }
  std::vector<Word> words(role.moves.size(), 0);
  for (std::size_t game = 0; game < games; ++game) {
    if (seen[game] > 0) words[chosen[game]] |= Word{1} << game;
  }
  for (std::size_t move = 0; move < words.size(); ++move) {
    values.set_input(role.moves[move].input, words[move]);
  }
}

void watch(const circuit::CircuitValues& values, const circuit::CircuitRole& role, Word playing,
           std::vector<MoveRecord>& records) {
  Word one = 0;
  Word two = 0;
  for (const circuit::CircuitMove& move : role.moves) {
    const Word legal = values.value(move.legal);
    two |= one & legal;
    one |= legal;
  }
  for (std::size_t move = 0; move < role.moves.size(); ++move) {
    const Word legal = values.value(role.moves[move].legal) & playing;
    if ((legal & two) != 0) records[move].with_others = true;
    records[move].alone += static_cast<std::uint32_t>(std::popcount(legal & ~two));
  }
}

}  // namespace

std::optional<std::vector<std::uint32_t>> guess_forced_moves(const circuit::Circuit& circuit) {
  if (circuit.roles.size() < 2) return std::nullopt;
  std::vector<std::vector<MoveRecord>> records;
  for (const circuit::CircuitRole& role : circuit.roles) records.emplace_back(role.moves.size());
  circuit::CircuitValues values(circuit);
  values.set_state(circuit.initial_state());
  Rng rng(1);
  Word playing = ~Word{0};
  for (std::size_t step = 0; step < steps && playing != 0; ++step) {
    values.clear_inputs();
    values.evaluate_state();
    playing &= ~values.value(circuit.terminal);
    for (std::size_t role = 0; role < circuit.roles.size(); ++role) {
      watch(values, circuit.roles[role], playing, records[role]);
      make_random_moves(values, circuit.roles[role], rng);
    }
    values.evaluate_moves();
    values.step();
  }
  std::vector<std::uint32_t> forced;
  for (const auto& moves : records) {
    std::uint32_t best = 0;
    for (std::uint32_t move = 1; move < moves.size(); ++move) {
      const bool better = !moves[move].with_others &&
                          (moves[best].with_others || moves[move].alone > moves[best].alone);
      if (better) best = move;
    }
    if (moves.empty() || moves[best].with_others || moves[best].alone == 0) return std::nullopt;
    forced.push_back(best);
  }
  return forced;
}

}  // namespace palamedes::machine::swarm
