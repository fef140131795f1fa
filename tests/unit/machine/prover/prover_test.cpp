// The prover as a machine: small games whose answers were worked out by hand.

#include "machine/prover/prover.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/machine/prover/prover_testing.h"

namespace palamedes::machine::prover {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view two_lamps =
    "(role ann) (role bob) (init (lamp a)) (init (clock 0)) (after 0 1) (after 1 2)"
    "(<= (legal ann (press ?x)) (lamps ?x)) (lamps a) (lamps b)"
    "(legal bob wait) (<= (legal bob (press ?x)) (true (lamp ?x)))"
    "(<= (pressed ?x) (does ?r (press ?x)))"
    "(<= (both ?x) (does ann (press ?x)) (does bob (press ?x)))"
    "(<= (next (lamp ?x)) (true (lamp ?x)) (not (pressed ?x)))"
    "(<= (next (lamp ?x)) (pressed ?x) (not (true (lamp ?x))))"
    "(<= (next (lamp ?x)) (both ?x) (true (lamp ?x)))"
    "(<= (next (clock ?n)) (true (clock ?m)) (after ?m ?n))"
    "(<= terminal (true (clock 2)))"
    "(<= (goal ann 100) (true (lamp a)) (true (lamp b)))"
    "(<= (goal ann 50) (or (true (lamp a)) (true (lamp b))) (not (goal ann 100)))"
    "(<= (goal ann 0) (not (true (lamp a))) (not (true (lamp b))))"
    "(goal bob 7)";

TEST(Prover, PlaysSimultaneousMoves) {
  Game game(two_lamps);
  ASSERT_TRUE(game) << game.error();
  EXPECT_EQ(game->role_count(), 2U);
  EXPECT_EQ(game->role_name(Role(0)), "ann");
  EXPECT_EQ(game->role_name(Role(1)), "bob");
  EXPECT_THAT(game.facts(), ElementsAre("(clock 0)", "(lamp a)"));
  EXPECT_THAT(game.legal(0), ElementsAre("(press a)", "(press b)"));
  EXPECT_THAT(game.legal(1), ElementsAre("(press a)", "wait"));
  EXPECT_FALSE(game.terminal());
  EXPECT_EQ(game.goal(0), 50);
  EXPECT_EQ(game.goal(1), 7);

  EXPECT_THAT(game.play({"(press b)", "wait"}), ElementsAre("(clock 1)", "(lamp a)", "(lamp b)"));
  EXPECT_THAT(game.legal(1), ElementsAre("(press a)", "(press b)", "wait"));
  EXPECT_FALSE(game.terminal());
  EXPECT_EQ(game.goal(0), 100);

  Game other(two_lamps);
  EXPECT_THAT(game.play({"(press a)", "(press b)"}), ElementsAre("(clock 2)"));
  EXPECT_TRUE(game.terminal());
  EXPECT_EQ(game.goal(0), 0);
  // Two presses at once are none.
  EXPECT_THAT(other.play({"(press a)", "(press a)"}), ElementsAre("(clock 1)", "(lamp a)"));
  EXPECT_EQ(game->fault(), "");
}

TEST(Prover, CopiesOfStatesAreIndependent) {
  Game game(two_lamps);
  const Prover::State start = game.state;
  game.play({"(press b)", "wait"});
  const Prover::State middle = game.state;
  EXPECT_THAT(game->facts(start), ElementsAre("(clock 0)", "(lamp a)"));
  EXPECT_EQ(start, game->initial());
  game.play({"(press b)", "wait"});
  EXPECT_THAT(game->facts(middle), ElementsAre("(clock 1)", "(lamp a)", "(lamp b)"));
  // Questions about states in any order.
  EXPECT_TRUE(game.terminal());
  EXPECT_FALSE(game->terminal(middle));
  EXPECT_EQ(game->goal(middle, Role(0)), 100);
  EXPECT_EQ(game->goal(start, Role(0)), 50);
  EXPECT_FALSE(game->terminal(start));
  EXPECT_EQ(game->goal(game.state, Role(0)), 50);
}

TEST(Prover, EqualStatesHaveEqualHashes) {
  Game game(two_lamps);
  const Prover::State start = game.state;
  game.play({"(press b)", "wait"});
  Prover::State one = game.state;
  const std::vector<std::string> facts = {"(lamp b)", "(clock 1)", "(lamp a)", "(lamp b)"};
  const auto two = game->state_of(facts);
  ASSERT_TRUE(two);
  EXPECT_EQ(one, *two);
  EXPECT_EQ(game->hash(one), game->hash(*two));
  EXPECT_NE(one, start);
  EXPECT_NE(game->hash(one), game->hash(start));
}

TEST(Prover, TextsGoRoundTrip) {
  Game game(two_lamps);
  for (const std::size_t role : {0U, 1U}) {
    for (const std::string& text : game.legal(role)) {
      const auto move = game->find_move(Role(role), text);
      ASSERT_TRUE(move) << text;
      EXPECT_EQ(game->move_text(Role(role), *move), text);
    }
  }
  const auto again = game->state_of(game.facts());
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, game.state);
  EXPECT_EQ(game->state_of(std::vector<std::string>{}).value(), Prover::State{});
  for (const char* bad : {"(lamp ?x)", "(lamp", "", ")", "(lamp a) b"}) {
    EXPECT_FALSE(game->state_of(std::vector<std::string>{bad})) << bad;
    EXPECT_FALSE(game->find_move(Role(0), bad)) << bad;
  }
}

TEST(Prover, KnowsStatesThatPlayNeverReaches) {
  Game game(two_lamps);
  game.state = game->state_of(std::vector<std::string>{"(clock 2)", "(lamp b)"}).value();
  EXPECT_TRUE(game.terminal());
  EXPECT_EQ(game.goal(0), 50);
  EXPECT_THAT(game.legal(1), ElementsAre("(press b)", "wait"));
}

TEST(Prover, ListsBaseAndInput) {
  Game game(std::string(two_lamps) +
            "(<= (base (lamp ?x)) (lamps ?x)) (base (clock 0)) (<= (base (clock ?n)) (after ?m ?n))"
            "(input bob wait) (<= (input ?r (press ?x)) (role ?r) (lamps ?x))");
  EXPECT_THAT(game->base_facts(),
              ElementsAre("(clock 0)", "(clock 1)", "(clock 2)", "(lamp a)", "(lamp b)"));
  EXPECT_THAT(game->input_moves(Role(0)), ElementsAre("(press a)", "(press b)"));
  EXPECT_THAT(game->input_moves(Role(1)), ElementsAre("(press a)", "(press b)", "wait"));
  Game without(two_lamps);
  EXPECT_THAT(without->base_facts(), IsEmpty());
  EXPECT_THAT(without->input_moves(Role(0)), IsEmpty());
}

TEST(Prover, ARoleWithoutAMoveHasAnEmptyList) {
  Game game(
      "(role r) (role s) (init p) (legal r go) (<= (legal s go) (true q)) (goal r 0)"
      "(<= terminal (true over))");
  EXPECT_THAT(game.legal(0), ElementsAre("go"));
  EXPECT_THAT(game.legal(1), IsEmpty());
  EXPECT_FALSE(game.terminal());
  EXPECT_EQ(game.goal(1), model::undefined_goal);
  EXPECT_EQ(game->fault(), "");
}

TEST(Prover, GoalsAreDefinedOnlyIfThereIsOneGoodValue) {
  const auto goal = [](const std::string& rules) {
    Game game("(role r) (legal r go) (init p) (<= terminal (true p)) " + rules);
    return std::pair(game.goal(), game->goal_values(game.state, Role(0)));
  };
  constexpr int undefined = model::undefined_goal;
  EXPECT_EQ(goal("(goal r 0)"), std::pair(0, std::vector{0}));
  EXPECT_EQ(goal("(goal r 100)"), std::pair(100, std::vector{100}));
  EXPECT_EQ(goal("(goal r 100) (<= (goal r 100) (true p))"), std::pair(100, std::vector{100}));
  EXPECT_EQ(goal("(<= (goal r 1) (true q))"), std::pair(undefined, std::vector<int>{}));
  EXPECT_EQ(goal("(goal r 101)"), std::pair(undefined, std::vector{101}));
  EXPECT_EQ(goal("(goal r much)").first, undefined);
  EXPECT_EQ(goal("(goal r (f 1))").first, undefined);
  EXPECT_EQ(goal("(goal r 5x)").first, undefined);
  EXPECT_EQ(goal("(goal r -1)").first, undefined);
  EXPECT_EQ(goal("(goal r 99999999999999999999)").first, undefined);
  const auto two = goal("(goal r 0) (<= (goal r 50) (true p))");
  EXPECT_EQ(two.first, model::contradictory_goal(50));
  EXPECT_THAT(two.second, testing::UnorderedElementsAre(0, 50));
  // A second value spoils the first, even if it is none.
  EXPECT_EQ(goal("(goal r 0) (goal r much)").first, model::contradictory_goal(0));
}

TEST(Prover, NothingIsDoneWhenTheEndIsJudged) {
  Game game(
      "(role r) (init p) (legal r a) (legal r b) (goal r 0) (<= (next p) (true p))"
      "(<= terminal (does r a))");
  EXPECT_FALSE(game.terminal());
  game.play({"a"});
  EXPECT_FALSE(game.terminal());
  game.play({"b"});
  EXPECT_FALSE(game.terminal());
}

TEST(Prover, LegalMovesAndGoalsMayBeConditions) {
  Game game(
      "(role r) (init (n 1)) (<= (legal r (take ?x)) (true (n ?x)))"
      "(<= (next (n 2)) (legal r (take 1)) (does r (take 1))) (<= (next seen) (legal r ?m))"
      "(<= terminal (not (legal r (take 1)))) (<= (goal r 100) terminal)"
      "(<= (goal r 0) (not terminal))");
  EXPECT_FALSE(game.terminal());
  EXPECT_EQ(game.goal(), 0);
  EXPECT_THAT(game.play({"(take 1)"}), ElementsAre("(n 2)", "seen"));
  EXPECT_TRUE(game.terminal());
  EXPECT_EQ(game.goal(), 100);
}

TEST(Prover, AGameWithoutTerminalOrNextGoesOn) {
  Game game("(role r) (init p) (legal r go) (goal r 0)");
  EXPECT_FALSE(game.terminal());
  EXPECT_THAT(game.play({"go"}), IsEmpty());
  EXPECT_FALSE(game.terminal());
}

// --- rules that cannot be evaluated

constexpr std::string_view endless =
    "(role r) (init p) (legal r go) (goal r 0) (<= (next p) (true p)) (<= (next q) (does r go))"
    "(number 0) (<= (number (s ?n)) (number ?n)) (<= terminal (true q) (number ?n) (not (number "
    "?n)))";

TEST(Prover, RulesThatNeverEndBecomeAFault) {
  const std::atomic<bool> cancelled{true};
  const std::string steps =
      "evaluation did not end within 10000 steps (a larger --prover-max-steps allows more)";
  for (const auto& [limits, reason] : std::vector<std::pair<ProverOptions, std::string>>{
           {{.max_terms = 2'000},
            "the rules make more than 2000 terms (a larger --prover-max-terms allows more)"},
           {{.max_steps = 10'000}, steps},
           {{.max_seconds = 0.05},
            "evaluation did not end within 0.05 seconds (a larger --prover-max-seconds allows "
            "more)"},
           {{.max_answers = 300},
            "one state has more than 300 conclusions (a larger --prover-max-answers allows more)"},
           {{.max_steps = 10'000, .cache = true}, steps},
           {{.cancelled = &cancelled},
            "evaluation ended because nobody wants its answer any more"}}) {
    SCOPED_TRACE(reason);
    Game game(endless, limits);
    ASSERT_TRUE(game) << game.error();
    EXPECT_EQ(game->fault(), "");
    EXPECT_FALSE(game.terminal());
    game.play({"go"});
    EXPECT_TRUE(game.terminal());
    EXPECT_EQ(game->fault(), reason);
    // From now on every state is over, also one that could be judged before.
    EXPECT_TRUE(game->terminal(game->initial()));
    EXPECT_EQ(game->goal(game->initial(), Role(0)), model::undefined_goal);
    EXPECT_THAT(game.legal(), IsEmpty());
    const Texts before = game.facts();
    const Prover::State state = game.state;
    game->advance(game.state, std::vector<Move>{Move{}});
    EXPECT_EQ(game.state, state);
    EXPECT_EQ(game.facts(), before);
    EXPECT_EQ(game->fault(), reason);
  }
}

TEST(Prover, DeepRulesBecomeAFault) {
  std::string rules(bare_game);
  for (int i = 1; i < 100; ++i) {
    rules += "(<= (c" + std::to_string(i) + " ?x) (c" + std::to_string(i - 1) + " ?x))";
  }
  rules += "(<= (c0 ?x) (true ?x)) (init p) (<= (legal r deep) (c99 ?x))";
  Game enough(rules, {.max_depth = 150});
  EXPECT_THAT(enough.legal(), ElementsAre("deep", "go"));
  Game game(rules, {.max_depth = 50});
  EXPECT_THAT(game.legal(), IsEmpty());
  EXPECT_EQ(game->fault(),
            "conditions are nested deeper than 50 (a larger --prover-max-depth allows more)");
  EXPECT_TRUE(game.terminal());
}

TEST(Prover, AnEndlessStartIsAnError) {
  Game game(std::string(bare_game) +
                "(number 0) (<= (number (s ?n)) (number ?n))"
                "(<= (init (at ?n)) (number ?n))",
            {.max_terms = 2'000});
  EXPECT_FALSE(game);
  EXPECT_THAT(game.error(), HasSubstr("the rules make more than 2000 terms"));
}

}  // namespace
}  // namespace palamedes::machine::prover
