// A prover that is told to stop: no fault, no answer, and the next one is right again.

#include <functional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/machine/prover/prover_testing.h"

namespace palamedes::machine::prover {
namespace {

using testing::ElementsAre;

// A counter that takes more than a thousand steps to go on.
std::string slow_counter() {
  std::string rules = "(role r)(init (at 0))(legal r go)(legal r stay)(goal r 100)";
  for (int i = 0; i < 50; ++i) {
    rules += "(succ " + std::to_string(i) + " " + std::to_string(i + 1) + ")";
  }
  for (int i = 0; i < 20; ++i) rules += "(d " + std::to_string(i) + ")";
  return rules +
         "(<= (fine ?x ?a ?b) (true (at ?x)) (d ?a) (d ?b))"
         "(<= stuck (true (at ?x)) (d ?a) (d ?b) (not (fine ?x ?a ?b)))"
         "(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y) (not stuck))"
         "(<= terminal (true (at 50)))";
}

TEST(ProverStop, BetweenTheStatesOfAPlayout) {
  Game game(slow_counter());
  ASSERT_TRUE(game);
  int asked = 0;
  const std::function<bool()> wanted = [&] { return ++asked < 5; };
  game->keep_going_while(&wanted);
  int steps = 0;
  while (!game.terminal() && steps < 50) {
    game.play({"go"});
    ++steps;
  }
  EXPECT_TRUE(game->was_stopped());
  EXPECT_EQ(game->fault(), "");
  EXPECT_EQ(asked, 5);
  EXPECT_LT(steps, 30);
  EXPECT_TRUE(game.terminal());
  EXPECT_TRUE(game.legal().empty());
  const Texts before = game.facts();
  EXPECT_EQ(game.play({"go"}), before);

  game->keep_going_while(nullptr);
  EXPECT_FALSE(game->was_stopped());
  EXPECT_FALSE(game.terminal());
  EXPECT_THAT(game.legal(), ElementsAre("go", "stay"));
  EXPECT_NE(game.play({"go"}), before);
}

TEST(ProverStop, InTheMiddleOfAQuestion) {
  std::string rules = "(role r)(init (at 1))(goal r 100)(<= terminal (true (at 2)))";
  for (int i = 0; i < 60; ++i) rules += "(d " + std::to_string(i) + ")";
  Game game(rules + "(<= (legal r (pick ?a ?b ?c)) (d ?a)(d ?b)(d ?c))");
  ASSERT_TRUE(game);
  int asked = 0;
  const std::function<bool()> wanted = [&] { return ++asked < 2; };
  game->keep_going_while(&wanted);
  model::MoveList moves;
  game->legal(game.state, Role{0}, moves);
  EXPECT_TRUE(moves.empty());
  EXPECT_TRUE(game->was_stopped());
  EXPECT_EQ(game->fault(), "");
  EXPECT_EQ(asked, 2);
  game->keep_going_while(nullptr);
  game->legal(game.state, Role{0}, moves);
  EXPECT_EQ(moves.size(), 60U * 60 * 60);
}

// What was put into the cache by a question that was stopped is not answered from there.
TEST(ProverStop, WithACache) {
  Game game(slow_counter(), {.cache = true});
  ASSERT_TRUE(game);
  const std::function<bool()> never = [] { return false; };
  for (int i = 0; i < 45; ++i) {
    const Prover::State before = game.state;
    game->keep_going_while(&never);
    for (int k = 0; k < 50 && !game->was_stopped(); ++k) game.play({"go"});
    EXPECT_TRUE(game->was_stopped());
    game->keep_going_while(nullptr);
    game.state = before;
    ASSERT_FALSE(game.terminal());
    ASSERT_THAT(game.legal(), ElementsAre("go", "stay"));
    EXPECT_EQ(game.goal(), 100);
    ASSERT_THAT(game.play({"go"}), ElementsAre("(at " + std::to_string(i + 1) + ")"));
  }
}

}  // namespace
}  // namespace palamedes::machine::prover
