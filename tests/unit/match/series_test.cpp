#include "match/series.h"

#include <atomic>

#include <gtest/gtest.h>

#include "gdl/load.h"
#include "machine/position.h"
#include "support/agent_spec.h"
#include "support/builtin_game.h"

namespace palamedes::match {
namespace {

using agent::spec;
using machine::builtin_game;

struct Outcome {
  std::vector<std::vector<std::vector<Move>>> games;  // moves by number
  std::vector<Assignment> assignments;
  std::vector<double> points;
  std::uint64_t counted = 0;
};

Outcome play(std::size_t jobs, const std::vector<agent::Spec>& agents, const SeriesOptions& options,
             const std::function<bool()>& stop = {}) {
  std::vector<std::unique_ptr<machine::Game>> games;
  for (std::size_t i = 0; i < jobs; ++i) games.push_back(machine::builtin_game("tictactoe"));
  Outcome outcome;
  const Tally tally =
      play_series(games, agents, options, stop, [&](const GameRecord& record, const Tally& so_far) {
        EXPECT_EQ(record.number, outcome.games.size());
        EXPECT_EQ(so_far.games(), record.number + 1);
        outcome.games.push_back(record.moves);
        outcome.assignments.push_back(record.assignment);
      });
  for (const AgentTally& agent : tally.agents()) outcome.points.push_back(agent.win_rate().value);
  outcome.counted = tally.games();
  return outcome;
}

SeriesOptions options_of(std::uint64_t games) {
  SeriesOptions options;
  options.games = games;
  options.play.simulations = 50;
  return options;
}

TEST(Series, DoesNotDependOnTheNumberOfJobs) {
  const std::vector<agent::Spec> agents = {spec("uct"), spec("random")};
  const Outcome alone = play(1, agents, options_of(12));
  const Outcome together = play(3, agents, options_of(12));
  EXPECT_EQ(alone.games, together.games);
  EXPECT_EQ(alone.points, together.points);
  EXPECT_EQ(alone.counted, 12U);
  EXPECT_DOUBLE_EQ(alone.points[0] + alone.points[1], 1);
  EXPECT_GT(alone.points[0], 0.6);
  SeriesOptions other_seed = options_of(12);
  other_seed.seed = 2;
  EXPECT_NE(play(1, agents, other_seed).games, alone.games);
}

TEST(Series, TakesAssignmentsInTurn) {
  const Outcome outcome = play(1, {spec("random"), spec("random")}, options_of(4));
  const std::vector<Assignment> expected = {{1, 0}, {0, 1}, {1, 0}, {0, 1}};
  EXPECT_EQ(outcome.assignments, expected);
}

// At least twenty games; one among equals is within 0.3 then.
TEST(Series, EndsOnceItIsSure) {
  for (const std::size_t jobs : {1U, 2U}) {
    SeriesOptions options = options_of(1000);
    options.until = 0.3;
    const Outcome outcome = play(jobs, {spec("random"), spec("random")}, options);
    EXPECT_EQ(outcome.counted, 20U);
    EXPECT_EQ(outcome.games.size(), 20U);
  }
  SeriesOptions options = options_of(30);
  options.until = 0;
  EXPECT_EQ(play(1, {spec("random"), spec("random")}, options).counted, 30U);
}

TEST(Series, CountsNothingAfterAnInterruption) {
  std::atomic<int> asked = 0;
  const Outcome outcome =
      play(1, {spec("random"), spec("random")}, options_of(1000), [&] { return ++asked > 200; });
  EXPECT_GT(outcome.counted, 2U);
  EXPECT_LT(outcome.counted, 60U);
  EXPECT_EQ(outcome.games.size(), outcome.counted);
}

TEST(PlayGame, TellsWhyItEnded) {
  const auto game = machine::builtin_game("tictactoe");
  const std::vector<agent::Spec> agents = {spec("random")};
  PlayOptions options;
  GameRecord record = play_game(*game, agents, {0, 0}, options, 1);
  EXPECT_EQ(record.end, GameEnd::terminal);
  EXPECT_GE(record.moves.size(), 5U);
  EXPECT_EQ(record.goals[0] + record.goals[1], 100);
  options.max_length = 2;
  record = play_game(*game, agents, {0, 0}, options, 1);
  EXPECT_EQ(record.end, GameEnd::too_long);
  EXPECT_EQ(record.moves.size(), 2U);
  record = play_game(*game, agents, {0, 0}, {}, 1, [] { return true; });
  EXPECT_EQ(record.end, GameEnd::interrupted);
  EXPECT_TRUE(record.moves.empty());
}

std::unique_ptr<machine::Game> game_of(const char* rules, const char* machine) {
  auto loaded = gdl::load(rules, "rules");
  EXPECT_TRUE(loaded.has_value());
  auto game = machine::Game::make(std::make_shared<const gdl::Loaded>(std::move(*loaded)),
                                  {.machine = machine, .details = {}});
  EXPECT_TRUE(game.has_value());
  return std::move(*game);
}

// At the end a has two goals and b has none.
constexpr const char* without_goals =
    "(role a) (role b) (init (at 1)) (legal a go) (legal b wait) (<= (next (at 2)) (does a go))"
    "(<= terminal (true (at 2))) (<= (goal a 30) (true (at 2))) (<= (goal a 70) (true (at 2)))"
    "(<= (goal b 100) (true (at 1)))";

TEST(PlayGame, GoalsThatAreNotThereAreToldWithTheState) {
  for (const char* machine : {"prover", "propnet", "scalar"}) {
    const auto game = game_of(without_goals, machine);
    const std::vector<agent::Spec> agents = {spec("random"), spec("random")};
    const GameRecord record = play_game(*game, agents, {0, 1}, {}, 1);
    EXPECT_EQ(record.end, GameEnd::bad_goals);
    EXPECT_EQ(record.goals, (std::vector<int>{-1, -1}));
    EXPECT_EQ(record.problem,
              "the rules give 'a' the goals 30 and 70 and 'b' no goal after 1 step, in the state "
              "(at 2)");
  }
  // the same where a game is too long
  const auto game = game_of(without_goals, "scalar");
  const GameRecord record =
      play_game(*game, std::vector{spec("random")}, {0, 0}, {.max_length = 0}, 1);
  EXPECT_EQ(record.end, GameEnd::bad_goals);
  EXPECT_EQ(record.problem, "the rules give 'a' no goal after 0 steps, in the state (at 1)");
}

// Whoever plays alone has the same seeds as the others, so that equal agents play equal games.
TEST(Series, OfOneRoleHasTheSameSeedsForAll) {
  std::vector<std::unique_ptr<machine::Game>> games;
  games.push_back(machine::builtin_game("eight_puzzle"));
  std::vector<std::vector<std::vector<Move>>> moves;
  const Tally tally =
      play_series(games, {spec("random"), spec("random")}, options_of(4), {},
                  [&](const GameRecord& record, const Tally&) { moves.push_back(record.moves); });
  ASSERT_EQ(moves.size(), 4U);
  EXPECT_EQ(moves[0], moves[1]);
  EXPECT_EQ(moves[2], moves[3]);
  EXPECT_NE(moves[0], moves[2]);
  EXPECT_EQ(tally.agents()[0].goal().value, tally.agents()[1].goal().value);
}

// Machines number the moves each in its own way; what is played is the same game.
TEST(PlayGame, AgentsMayThinkOnMachinesOfTheirOwn) {
  const auto referee = machine::builtin_game("tictactoe");
  const auto prover = machine::builtin_game("tictactoe", "prover");
  const auto network = machine::builtin_game("tictactoe", "propnet", true);
  const std::vector<agent::Spec> agents = {spec("uct"), spec("random"), spec("uct")};
  const std::vector<machine::Game*> own = {prover.get(), nullptr, network.get()};
  int won = 0;
  for (const std::uint32_t strong : {0U, 2U}) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      const Assignment assignment = {strong, 1};
      const GameRecord record =
          play_game(*referee, agents, assignment, {.simulations = 200}, seed, {}, own);
      ASSERT_EQ(record.end, GameEnd::terminal) << record.problem;
      won += record.goals[0] == 100 ? 1 : 0;
      // the referee's own moves, so it can play them again
      machine::Position position(*referee);
      for (const std::vector<Move>& joint_move : record.moves) {
        ASSERT_FALSE(position.terminal());
        position.advance(joint_move);
      }
      EXPECT_TRUE(position.terminal());
      EXPECT_EQ(position.goal(Role(0)), record.goals[0]);
    }
  }
  EXPECT_GE(won, 10);
}

TEST(PlayGame, TheirMachinesMustKnowTheSameGame) {
  const auto referee = machine::builtin_game("tictactoe");
  const auto other = machine::builtin_game("connect_four");
  const std::vector<agent::Spec> agents = {spec("random"), spec("random")};
  const std::vector<machine::Game*> own = {nullptr, other.get()};
  const GameRecord record = play_game(*referee, agents, {0, 1}, {}, 1, {}, own);
  EXPECT_EQ(record.end, GameEnd::fault);
  EXPECT_NE(record.problem.find("does not know the move"), std::string::npos) << record.problem;
}

TEST(Tally, LeavesInterruptedAndBrokenGamesOut) {
  Tally tally(2, PointRule::roles);
  GameRecord record;
  record.assignment = {0, 1};
  record.goals = {100, 0};
  record.efforts.resize(2);
  record.efforts[0].simulations = 7;
  tally.add(record);
  record.end = GameEnd::interrupted;
  tally.add(record);
  record.end = GameEnd::fault;
  tally.add(record);
  EXPECT_EQ(tally.games(), 1U);
  EXPECT_EQ(tally.broken(), 1U);
  EXPECT_EQ(tally.faults(), 1U);
  EXPECT_DOUBLE_EQ(tally.agents()[0].win_rate().value, 1);
  EXPECT_DOUBLE_EQ(tally.agents()[0].goals.mean, 100);
  EXPECT_EQ(tally.agents()[0].effort.simulations, 7U);
  record.end = GameEnd::too_long;  // counts as it stands
  record.goals = {0, 50};
  tally.add(record);
  EXPECT_EQ(tally.games(), 2U);
  EXPECT_DOUBLE_EQ(tally.agents()[0].win_rate().value, 0.5);
}

// Also where the record does not say so itself, as in older stores; never half a point for both.
TEST(Tally, WithoutAGoalThereIsNoResult) {
  Tally tally(2, PointRule::roles);
  GameRecord record;
  record.assignment = {0, 1};
  record.efforts.resize(2);
  for (const GameEnd end : {GameEnd::terminal, GameEnd::too_long, GameEnd::bad_goals}) {
    record.end = end;
    record.goals = {-1, -1};
    tally.add(record);
  }
  EXPECT_EQ(tally.games(), 0U);
  EXPECT_EQ(tally.faults(), 3U);
  EXPECT_EQ(tally.broken(), 0U);
  EXPECT_EQ(tally.agents()[0].points.count, 0U);
}

// 40 and 80 are 0.6 on average. z^2 / 2 = 1.920729, so the centre is (0.6 + 0.960365) / 2.920729 =
// 0.534238 and the half 1.959964 * sqrt(0.12 + 0.240091) / 2.920729 = 0.402683; in goals.
TEST(Tally, AloneTheMeanGoalIsTheResult) {
  Tally tally(1, PointRule::agents);
  GameRecord record;
  record.assignment = {0};
  record.efforts.resize(1);
  for (const int goal : {40, 80}) {
    record.goals = {goal};
    tally.add(record);
  }
  EXPECT_DOUBLE_EQ(tally.agents()[0].win_rate().value, 0.6);
  EXPECT_DOUBLE_EQ(tally.agents()[0].goal().value, 60);
  EXPECT_NEAR(tally.agents()[0].goal().low, 100 * tally.agents()[0].win_rate().low, 1e-9);
  EXPECT_NEAR(tally.agents()[0].goal().low, 13.1555, 0.001);
  EXPECT_NEAR(tally.agents()[0].goal().high, 93.6921, 0.001);
}

}  // namespace
}  // namespace palamedes::match
