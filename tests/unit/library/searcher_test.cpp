#include <cmath>
#include <thread>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/library/sheets.h"

namespace palamedes::library {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// Crosses have two in the middle column and are to move: (mark 3 2) wins at once.
State almost_won() {
  State state = builtin("tictactoe").initial();
  for (const char* const move : {"(mark 2 2)", "(mark 1 1)", "(mark 1 2)", "(mark 3 3)"}) {
    state = state.after(move).value();
  }
  return state;
}

TEST(LibrarySearcher, FindsTheWinAndProvesIt) {
  Searcher searcher = Searcher::make(almost_won(), {.agent = "palamedes"}).value();
  EXPECT_EQ(searcher.role(), 0U);
  ASSERT_TRUE(searcher.think({.simulations = 3000}));
  EXPECT_EQ(searcher.best()->text, "(mark 3 2)");
  const Snapshot snapshot = searcher.snapshot();
  ASSERT_THAT(snapshot.roles, SizeIs(2));
  EXPECT_EQ(snapshot.roles[0].role, "xplayer");
  ASSERT_THAT(snapshot.roles[0].moves, SizeIs(5));
  EXPECT_EQ(snapshot.roles[0].moves.front().text, "(mark 3 2)");
  EXPECT_EQ(snapshot.roles[0].moves.front().number, searcher.best()->number);
  EXPECT_EQ(snapshot.roles[0].moves.front().proven, 100);
  EXPECT_TRUE(snapshot.proven);
  EXPECT_EQ(snapshot.roles[1].value, 0);
  EXPECT_GT(snapshot.simulations, 0U);
  EXPECT_GT(snapshot.memory_bytes, 0U);
  ASSERT_FALSE(snapshot.line.empty());
  EXPECT_EQ(snapshot.line.front(), (std::vector<std::string>{"(mark 3 2)", "noop"}));
  EXPECT_TRUE(searcher.sure());
}

TEST(LibrarySearcher, FollowsTheGameToItsEnd) {
  Searcher searcher = Searcher::make(almost_won(), {.agent = "uct"}).value();
  EXPECT_THAT(problem_of(searcher.follow("(mark 2 2)")), HasSubstr("is not a legal move"));
  EXPECT_THAT(problem_of(searcher.follow_numbers({1})), HasSubstr("there are 2 roles"));
  EXPECT_EQ(searcher.state().steps(), 4U);
  ASSERT_TRUE(searcher.follow("(mark 3 2)"));
  EXPECT_TRUE(searcher.state().terminal());
  EXPECT_TRUE(searcher.sure());
  EXPECT_THAT(problem_of(searcher.think({.simulations = 1})), HasSubstr("the game is over"));
  EXPECT_THAT(problem_of(searcher.best()), HasSubstr("the game is over"));
  EXPECT_THAT(problem_of(searcher.follow("(mark 3 1)")), HasSubstr("the game is over"));
  EXPECT_FALSE(Searcher::make(searcher.state()));
}

TEST(LibrarySearcher, FollowsByNumber) {
  Searcher searcher = Searcher::make(almost_won(), {.agent = "uct", .role = 1}).value();
  EXPECT_EQ(searcher.best()->text, "noop");
  const State before = searcher.state();
  const std::vector<MoveNumber> joint_move = {before.legal_numbers(0).back(),
                                              before.legal_numbers(1).front()};
  ASSERT_TRUE(searcher.follow_numbers(joint_move));
  EXPECT_EQ(searcher.state(), before.after_numbers(joint_move).value());
}

TEST(LibrarySearcher, RefusesWhatMakesNoSense) {
  const State state = almost_won();
  EXPECT_THAT(problem_of(Searcher::make(state, {.agent = "palamedez"})),
              HasSubstr("did you mean 'palamedes'?"));
  EXPECT_THAT(problem_of(Searcher::make(state, {.role = 2})), HasSubstr("there is no role 2"));
  Searcher searcher = Searcher::make(state).value();
  EXPECT_THAT(problem_of(searcher.think({})), HasSubstr("thinking needs a limit"));
  EXPECT_THAT(problem_of(searcher.think({.seconds = std::nan("")})), HasSubstr("seconds"));
}

TEST(LibrarySearcher, StopsWhenItIsTold) {
  Searcher searcher = Searcher::make(builtin("connect_four").initial(), {.agent = "uct"}).value();
  int asked = 0;
  ASSERT_TRUE(searcher.think({.stop = [&] { return ++asked > 10; }}));
  EXPECT_GT(asked, 10);
  ASSERT_TRUE(searcher.think({.seconds = 0}));
}

TEST(LibrarySearcher, TheSameSeedThinksTheSame) {
  const auto visits = [](std::uint64_t seed) {
    Searcher searcher =
        Searcher::make(builtin("connect_four").initial(), {.agent = "uct", .seed = seed}).value();
    searcher.think({.simulations = 400}).value();
    std::vector<std::pair<std::string, double>> result;
    const Snapshot snapshot = searcher.snapshot();
    for (const MoveReport& move : snapshot.roles[0].moves) {
      result.emplace_back(move.text, move.visits);
    }
    return result;
  };
  EXPECT_EQ(visits(3), visits(3));
  EXPECT_NE(visits(3), visits(4));
}

TEST(LibrarySearcher, OneThatDoesNotSearchHasNothingToShow) {
  Searcher searcher = Searcher::make(almost_won(), {.agent = "random"}).value();
  searcher.think({.simulations = 10}).value();
  EXPECT_TRUE(searcher.best());
  EXPECT_THAT(searcher.snapshot().roles[0].moves, IsEmpty());
}

TEST(LibrarySearcher, OutlivesTheHandlesOfItsGameAndCanBeMoved) {
  std::vector<Searcher> searchers;
  for (const char* const agent : {"uct", "grave+nst"}) {
    searchers.push_back(Searcher::make(almost_won(), {.agent = agent}).value());
  }
  for (Searcher& searcher : searchers) {
    searcher.think({.simulations = 2000}).value();
    EXPECT_EQ(searcher.best()->text, "(mark 3 2)");
  }
}

TEST(LibraryThreads, EachThreadHasAGameOfItsOwn) {
  for (const std::string machine : {"prover", "scalar"}) {
    const Game first = builtin("tictactoe", machine);
    const Game second = first.another().value();
    EXPECT_NE(first, second);
    EXPECT_EQ(second.machine(), machine);
    const auto work = [](const Game& game, PlayoutResults& results, std::string& best) {
      results = game.initial().playouts({.count = 200, .seed = 9}).value();
      Searcher searcher = Searcher::make(game.initial(), {.agent = "uct"}).value();
      searcher.think({.simulations = 200}).value();
      best = searcher.best()->text;
    };
    PlayoutResults results[2];
    std::string best[2];
    std::thread other([&] { work(second, results[1], best[1]); });
    work(first, results[0], best[0]);
    other.join();
    EXPECT_EQ(results[0].states, results[1].states);
    EXPECT_EQ(results[0].roles[0].wins, results[1].roles[0].wins);
    EXPECT_EQ(best[0], best[1]);
  }
}

}  // namespace
}  // namespace palamedes::library
