#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/library/sheets.h"

namespace palamedes::library {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<std::string> texts_of(const std::vector<LegalMove>& moves) {
  std::vector<std::string> texts;
  for (const LegalMove& move : moves) texts.push_back(move.text);
  return texts;
}

TEST(LibraryGame, RefusesWhatItCannotMake) {
  const Rules rules = read_rules(callers, "sheet").value();
  EXPECT_EQ(problem_of(Game::make(rules, {.machine = "scalr"})),
            "error: there is no machine 'scalr' (did you mean 'scalar'?)");
  EXPECT_THAT(problem_of(Game::make(rules, {.ready_seconds = 0})), HasSubstr("ready_seconds"));
  EXPECT_THAT(problem_of(Game::make(rules, {.question_seconds = -1})),
              HasSubstr("question_seconds"));
  EXPECT_FALSE(Game::make(rules, {.cancelled = std::make_shared<std::atomic<bool>>(true)}));
}

TEST(LibraryGame, TellsItsRolesAndMachine) {
  for (const std::string machine : {"prover", "propnet", "scalar"}) {
    const Game game = game_of(callers, machine);
    EXPECT_THAT(game.roles(), ElementsAre("left", "right"));
    EXPECT_EQ(game.role("right"), 1U);
    EXPECT_EQ(game.role("middle"), std::nullopt);
    EXPECT_EQ(game.machine(), machine);
    EXPECT_EQ(game.notice(), "");
    EXPECT_EQ(game.rules().name(), "sheet");
  }
  EXPECT_EQ(game_of(callers, "swarm").machine(), "scalar");
}

TEST(LibraryGame, TooLargeToGroundSaysWhyItGotTheProver) {
  const Game game =
      Game::make(builtin_rules("amazons").value(), {.machine = "scalar", .grounding_seconds = 1e-6})
          .value();
  EXPECT_EQ(game.machine(), "prover");
  EXPECT_THAT(game.notice(), HasSubstr("GameOptions::grounding_seconds"));
}

class LibraryState : public testing::TestWithParam<const char*> {
 protected:
  State initial_ = game_of(callers, GetParam()).initial();
};

TEST_P(LibraryState, KnowsMovesFactsAndGoals) {
  EXPECT_FALSE(initial_.terminal());
  EXPECT_THAT(initial_.goals(), IsEmpty());
  EXPECT_THAT(initial_.facts(), ElementsAre("(lead 0)", "(step 0)"));
  EXPECT_THAT(texts_of(initial_.legal(0)), testing::UnorderedElementsAre("high", "low"));

  const State next = initial_.after("high low").value();
  EXPECT_THAT(next.facts(), ElementsAre("(lead plus1)", "(step 1)"));
  const State end = next.after("HIGH , high").value();
  EXPECT_TRUE(end.terminal());
  EXPECT_THAT(end.goals(), ElementsAre(100, 0));
  EXPECT_THAT(end.legal(0), IsEmpty());
  EXPECT_THAT(end.legal_numbers(1), IsEmpty());
  EXPECT_EQ(end.steps(), 2U);
  EXPECT_THAT(end.history(), SizeIs(2));
}

TEST_P(LibraryState, NumbersMeanWhatTextsMean) {
  for (const LegalMove& left : initial_.legal(0)) {
    for (const LegalMove& right : initial_.legal(1)) {
      const State by_text = initial_.after(left.text + " " + right.text).value();
      const State by_number = initial_.after_numbers({left.number, right.number}).value();
      EXPECT_EQ(by_text, by_number);
      EXPECT_THAT(by_number.history(), ElementsAre(ElementsAre(left.number, right.number)));
    }
  }
}

TEST_P(LibraryState, BadMovesAreRefused) {
  EXPECT_EQ(problem_of(initial_.after("low hihg")),
            "sheet: error: 'hihg' is not a legal move of right (did you mean 'high'?)");
  EXPECT_THAT(problem_of(initial_.after("high")), HasSubstr("1 moves were given"));
  EXPECT_THAT(problem_of(initial_.after("high low low")), HasSubstr("3 moves were given"));
  EXPECT_THAT(problem_of(initial_.after("")), HasSubstr("0 moves were given"));
  EXPECT_FALSE(initial_.after("high (low"));
  const MoveNumber fine = initial_.legal_numbers(0).front();
  EXPECT_THAT(problem_of(initial_.after_numbers({fine})), HasSubstr("there are 2 roles"));
  EXPECT_THAT(problem_of(initial_.after_numbers({fine, 4'000'000'000U})),
              HasSubstr("4000000000 is not the number of a legal move of right"));
}

TEST_P(LibraryState, MovesOfAnotherGameAreRefused) {
  const State other = builtin("tictactoe").initial();
  EXPECT_THAT(problem_of(initial_.after("(mark 1 1) noop")), HasSubstr("'(mark 1 1)'"));
  EXPECT_THAT(problem_of(other.after("high low")), HasSubstr("'high'"));
}

TEST_P(LibraryState, NobodyMovesAfterTheEnd) {
  const State end = initial_.after("high high")->after("low low").value();
  EXPECT_THAT(end.goals(), ElementsAre(50, 50));
  EXPECT_THAT(problem_of(end.after("high high")), HasSubstr("the game is over"));
  EXPECT_THAT(problem_of(end.after_numbers({0, 0})), HasSubstr("the game is over"));
}

TEST_P(LibraryState, RolesThatAreNotThereThrow) {
  EXPECT_THROW((void)initial_.legal(2), std::out_of_range);
  EXPECT_THROW((void)initial_.legal_numbers(2), std::out_of_range);
}

TEST_P(LibraryState, CopiesAreIndependent) {
  State state = initial_;
  state = state.after("high low").value();
  EXPECT_EQ(initial_.steps(), 0U);
  EXPECT_THAT(initial_.facts(), Contains("(step 0)"));
  const State moved = std::move(state);
  EXPECT_EQ(state, moved);  // a moved handle still means its state
}

TEST_P(LibraryState, IsEqualByFactsWhateverTheWay) {
  const State one = initial_.after("high low")->after("low high").value();
  const State other = initial_.after("low low")->after("high high").value();
  EXPECT_EQ(one, other);
  EXPECT_EQ(one.hash(), other.hash());
  EXPECT_NE(one, initial_.after("high low").value());
  EXPECT_NE(one.hash(), initial_.hash());
  const State proven = game_of(callers, "prover").initial();
  EXPECT_EQ(initial_, proven);
  EXPECT_EQ(initial_.hash(), proven.hash());
}

TEST_P(LibraryState, OutlivesTheHandlesOfItsGame) {
  const State end = [] {
    const Game game = game_of(callers, GetParam());
    return game.initial().after("low high").value();
  }();
  EXPECT_THAT(end.facts(), Contains("(lead minus1)"));
  EXPECT_TRUE(end.after("low low")->terminal());
  EXPECT_EQ(end.game().rules().name(), "sheet");
}

INSTANTIATE_TEST_SUITE_P(Machines, LibraryState, testing::Values("prover", "propnet", "scalar"));

TEST(LibraryMoves, RolesWithoutAChoiceMayBeLeftOut) {
  const State initial = builtin("tictactoe").initial();
  EXPECT_EQ(initial.after("(mark 2 2)").value(), initial.after("(mark 2 2) noop").value());
}

TEST(LibraryMoves, DeadEndsAreStatesWithoutMoves) {
  const State stuck = game_of(dead_end).initial().after("in").value();
  EXPECT_FALSE(stuck.terminal());
  EXPECT_THAT(stuck.legal(0), IsEmpty());
  EXPECT_FALSE(stuck.after("in"));
  EXPECT_THAT(problem_of(stuck.after("")), HasSubstr("r has no legal move here"));
}

TEST(LibraryMoves, LongGamesEndWithoutDeepRecursion) {
  State state = game_of(endless, "propnet").initial();
  const std::vector<MoveNumber> move = {state.legal_numbers(0).front()};
  for (int i = 0; i < 200'000; ++i) state = state.after_numbers(move).value();
  EXPECT_EQ(state.steps(), 200'000U);
}

TEST(LibraryFaults, AMachineThatGivesUpIsAnErrorAndNoEnd) {
  const auto cancelled = std::make_shared<std::atomic<bool>>(false);
  const Game game =
      Game::make(read_rules(maze(), "sheet").value(), {.machine = "prover", .cancelled = cancelled})
          .value();
  const State state = game.initial();
  cancelled->store(true);
  const auto next = state.after("in");
  ASSERT_FALSE(next);
  EXPECT_THAT(problem_of(next), HasSubstr("sheet: error: "));
  EXPECT_FALSE(state.terminal());  // what was known stays known
  EXPECT_FALSE(state.playouts());
}

}  // namespace
}  // namespace palamedes::library
