#include "exercise/perft.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/exercise/toy_machine.h"

namespace palamedes::exercise {
namespace {

struct Row {
  std::string sequences;
  std::uint64_t states;
  std::uint64_t terminal;
  std::string ended;
  std::uint64_t dead_ends;
  bool operator==(const Row&) const = default;
  friend std::ostream& operator<<(std::ostream& out, const Row& row) {
    return out << row.sequences << ' ' << row.states << ' ' << row.terminal << ' ' << row.ended
               << ' ' << row.dead_ends;
  }
};

std::vector<Row> rows(ToyGame game, std::size_t depth) {
  ToyMachine machine(std::move(game));
  const auto levels = perft(machine, {.depth = depth});
  std::vector<Row> result;
  if (!levels) return result;
  for (const PerftLevel& level : *levels) {
    EXPECT_EQ(level.depth, result.size());
    result.push_back({level.sequences.digits(), level.states, level.terminal, level.ended.digits(),
                      level.dead_ends});
  }
  return result;
}

TEST(Perft, CountsPathsAndStatesOfTheDiamond) {
  // depth 1: a, b             -> left, right
  // depth 2: ac, bc, bd       -> meet (twice), pit (terminal)
  // depth 3: ace, bce         -> end (twice)
  const std::vector<Row> expected = {
      {"1", 1, 0, "0", 0}, {"2", 2, 0, "0", 0}, {"3", 2, 1, "1", 0}, {"2", 1, 1, "2", 0}};
  EXPECT_EQ(rows(diamond(), 3), expected);
}

TEST(Perft, StopsWhereNoGameGoesOn) { EXPECT_EQ(rows(diamond(), 50).size(), 4U); }

TEST(Perft, DepthZeroIsTheInitialState) {
  EXPECT_EQ(rows(diamond(), 0), (std::vector<Row>{{"1", 1, 0, "0", 0}}));
}

TEST(Perft, CombinesTheMovesOfAllRoles) {
  // 2 x 3 joint moves lead to four states: same (2 ways), other (2), equal (1), odd (1).
  const std::vector<Row> expected = {{"1", 1, 0, "0", 0}, {"6", 4, 4, "6", 0}};
  EXPECT_EQ(rows(pennies(), 1), expected);
}

TEST(Perft, GivesUpWhereAStateHasTooManyJointMoves) {
  ToyMachine machine(pennies());
  EXPECT_TRUE(perft(machine, {.depth = 1, .max_joint_moves = 6}));
  const auto given_up = perft(machine, {.depth = 1, .max_joint_moves = 5});
  ASSERT_FALSE(given_up);
  EXPECT_EQ(given_up.error().list().front().message,
            "a state at depth 0 has more than 5 joint moves");
  EXPECT_TRUE(perft(machine, {.depth = 0, .max_joint_moves = 5}));
}

TEST(JointMoves, AreCountedWithoutOverflow) {
  const model::MoveList seven(7, Move{0});
  EXPECT_EQ(JointMoves::count({}), 1U);
  EXPECT_EQ(JointMoves::count({seven, seven, seven}), 343U);
  EXPECT_EQ(JointMoves::count({seven, {}}), 0U);
  EXPECT_EQ(JointMoves::count(std::vector(255, seven)), std::numeric_limits<std::uint64_t>::max());
}

TEST(Perft, CountsDeadEndsBeforeTheDeepestLevel) {
  EXPECT_EQ(rows(broken(), 2), (std::vector<Row>{{"1", 1, 0, "0", 0}, {"1", 1, 0, "0", 1}}));
}

TEST(Perft, CountsWithoutBoundAndSaysWhenItSaturates) {
  // The circle has 2^depth sequences and a single state.
  const std::vector<Row> levels = rows(circle(), 130);
  ASSERT_EQ(levels.size(), 131U);
  EXPECT_EQ(levels[100].sequences, "1267650600228229401496703205376");
  EXPECT_EQ(levels[130].states, 1U);
  ToyMachine machine(circle());
  const auto result = perft(machine, {.depth = 130});
  EXPECT_FALSE((*result)[127].sequences.saturated());
  EXPECT_TRUE((*result)[128].sequences.saturated());
}

TEST(Perft, DoesNotDependOnTheOrderOfMoves) {
  ToyGame game = diamond();
  for (auto& [unused, position] : game.positions) {
    for (auto& moves : position.legal) std::reverse(moves.begin(), moves.end());
  }
  EXPECT_EQ(rows(game, 3), rows(diamond(), 3));
}

TEST(Perft, RefusesMoreStatesThanAllowed) {
  ToyMachine machine(pennies());
  const auto result = perft(machine, {.depth = 1, .max_states = 4});
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().list().front().message,
              testing::HasSubstr("more than 4 different states"));
  EXPECT_TRUE(perft(machine, {.depth = 1, .max_states = 5}));
}

TEST(Perft, KeepsTheLevelsThatAreDoneWhenItIsStopped) {
  for (const int asked : {1, 2, 3, 5, 100}) {
    ToyMachine machine(diamond());
    int left = asked;
    PerftOptions options{.depth = 100};
    options.stop = [&] { return --left == 0; };
    Perft<ToyMachine> stopped(machine, options);
    const auto levels = stopped.run();
    ASSERT_TRUE(levels);
    const auto all = perft(machine, {.depth = 100});
    ASSERT_TRUE(all);
    EXPECT_EQ(stopped.was_stopped(), left <= 0) << asked;
    EXPECT_EQ(levels->size() < all->size(), stopped.was_stopped());
    for (std::size_t i = 0; i < levels->size(); ++i) {
      EXPECT_EQ((*levels)[i].states, (*all)[i].states);
      EXPECT_EQ((*levels)[i].sequences, (*all)[i].sequences);
      EXPECT_EQ((*levels)[i].terminal, (*all)[i].terminal);
    }
  }
}

TEST(Perft, ReportsAMachineThatGivesUp) {
  ToyMachine machine(diamond());
  machine.fault_after = 2;
  const auto result = perft(machine, {.depth = 3});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().list().front().message, "the toy broke");
}

TEST(JointMoves, EachCombinationOnce) {
  const std::vector<model::MoveList> moves = {
      {Move(1), Move(2)}, {Move(3)}, {Move(4), Move(5), Move(6)}};
  std::set<std::vector<Move>> seen;
  std::size_t count = 0;
  for (JointMoves joint(moves); !joint.done(); joint.advance()) {
    seen.insert(joint.current());
    ++count;
  }
  EXPECT_EQ(count, 6U);
  EXPECT_EQ(seen.size(), 6U);
}

TEST(JointMoves, NoneIfARoleHasNone) {
  const std::vector<model::MoveList> moves = {{Move(1)}, {}};
  EXPECT_TRUE(JointMoves(moves).done());
}

}  // namespace
}  // namespace palamedes::exercise
