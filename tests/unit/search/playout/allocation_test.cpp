#include <gtest/gtest.h>

#include "search/playout/strategy.h"
#include "unit/search/allocation_count.h"
#include "unit/search/playout/playout_testing.h"

namespace palamedes::search::playout {
namespace {

struct Round {
  std::vector<Move> moves;
  std::vector<MoveCode> codes;
  std::vector<Simulation> simulations;
};

Round make_round() {
  Round round;
  Rng rng(1);
  for (std::uint32_t i = 0; i < 25; ++i) {
    round.moves.push_back(Move{i});
    round.codes.push_back(i);
  }
  for (int i = 0; i < 40; ++i) {
    std::vector<Chosen> choices;
    for (int place = 0; place < 80; ++place) choices.push_back({round.codes, rng.below(25)});
    round.simulations.push_back(simulation_of(choices, {i % 2 * 1.0, 1 - i % 2 * 1.0}));
  }
  return round;
}

// All choices along the simulations, then what they teach.
void play(Strategy& strategy, const Round& round, Rng& rng) {
  for (const Simulation& played : round.simulations) {
    for (std::size_t step = 0; step < played.steps(); ++step) {
      const auto past = std::span(played.moves).first(step * played.roles);
      for (const Role role : {Role{0}, Role{1}}) {
        const std::size_t chosen = strategy.choose(role, round.moves, round.codes, past, rng);
        ASSERT_LT(chosen, round.moves.size());
      }
    }
    strategy.learn(played);
  }
}

TEST(PlayoutAllocation, CounterCounts) {
  const std::size_t before = allocation_count();
  const auto some = std::make_unique<int>(1);
  EXPECT_EQ(allocation_count(), before + 1);
}

TEST(PlayoutAllocation, NoneAfterWarmUp) {
  const Round round = make_round();
  for (const Draw draw : {Draw::greedy, Draw::gibbs}) {
    for (const Technique kind :
         {Technique::uniform, Technique::mast, Technique::nst, Technique::ppa}) {
      const DecayParameters decay{.move = 0.8, .batch = 0.99, .batch_size = 10, .simulation = 0.97};
      Strategy strategy({.strategy = kind,
                         .replies = true,
                         .draw = {.by = draw},
                         .nst = {.length = 4},
                         .decay = decay},
                        2);
      Rng rng(1);
      play(strategy, round, rng);
      strategy.next_turn();
      play(strategy, round, rng);
      const std::size_t before = allocation_count();
      play(strategy, round, rng);
      strategy.next_turn();
      EXPECT_EQ(allocation_count(), before) << static_cast<int>(kind);
    }
  }
}

}  // namespace
}  // namespace palamedes::search::playout
