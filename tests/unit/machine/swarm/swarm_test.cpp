#include "machine/swarm/swarm.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "games/builtin.h"
#include "model/forward_model.h"
#include "unit/machine/swarm/swarm_testing.h"

namespace palamedes::machine::swarm {
namespace {

using testing::ElementsAre;

std::string_view tictactoe() { return games::find("tictactoe")->text; }

// One role counts to the end; which of its moves it makes does not matter. Its goal tells whether
// the last one was b.
constexpr std::string_view count_to_three =
    "(role r) (init (at 0)) (<= (legal r a)) (legal r b)"
    "(succ 0 1) (succ 1 2) (succ 2 3)"
    "(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y)) (<= (next last) (does r b))"
    "(<= terminal (true (at 3))) (<= (goal r 100) (true last)) (<= (goal r 0) (not (true last)))";

// --- uniform draws

// Pearson's statistic for equal chances, against its mean plus five standard deviations.
void expect_uniform(const std::map<std::uint32_t, std::uint64_t>& counts, std::size_t kinds) {
  ASSERT_EQ(counts.size(), kinds);
  std::uint64_t total = 0;
  for (const auto& [kind, count] : counts) total += count;
  const double expected = static_cast<double>(total) / static_cast<double>(kinds);
  double statistic = 0;
  for (const auto& [kind, count] : counts) {
    const double difference = static_cast<double>(count) - expected;
    statistic += difference * difference / expected;
  }
  const auto freedom = static_cast<double>(kinds - 1);
  EXPECT_LE(statistic, freedom + 5 * std::sqrt(2 * freedom)) << "of " << total << " draws";
}

// A role with so many legal moves in the first state, one of them more than in the second.
std::string choices(int count) {
  std::string text =
      "(role r) (init s0) (<= terminal (true s2)) (goal r 50) (<= (next s1) (true s0))"
      "(<= (next s2) (true s1)) (<= (legal r extra) (true s0))"
      "(<= (next (did ?m)) (does r ?m))";
  for (int i = 1; i < count; ++i) text += "(legal r m" + std::to_string(i) + ")";
  return text;
}

TEST(UniformDraws, AreUniformWhateverTheCount) {
  for (const int count : {2, 3, 5, 7, 8, 9, 33}) {
    for (const SwarmWidth width : all_widths) {
      SCOPED_TRACE(std::to_string(count) + " moves");
      Swarm swarm(circuit_of(choices(count)), {.width = width, .seed = 11, .history = true});
      std::map<std::uint32_t, std::uint64_t> first;
      std::map<std::uint32_t, std::uint64_t> second;
      std::map<std::uint32_t, std::uint64_t> pairs;
      const auto initial = swarm.circuit().initial_state();
      const std::array<SwarmStart, 1> starts = {SwarmStart{initial, 300'000}};
      swarm.play(starts, [&](const SwarmPlayout& playout) {
        ASSERT_EQ(playout.moves.size(), 2U);
        const auto a = static_cast<std::uint32_t>(playout.moves[0]);
        const auto b = static_cast<std::uint32_t>(playout.moves[1]);
        ++first[a];
        ++second[b];
        ++pairs[a * 64 + b];
      });
      const auto kinds = static_cast<std::size_t>(count);
      expect_uniform(first, kinds);
      expect_uniform(second, kinds - 1);
      expect_uniform(pairs, kinds * (kinds - 1));
    }
  }
}

TEST(UniformDraws, OpenTicTacToeInNineEqualWays) {
  for (const SwarmGates gates : all_gates) {
    Swarm swarm(circuit_of(tictactoe()), {.gates = gates, .seed = 5, .history = true});
    std::map<std::uint32_t, std::uint64_t> first;
    std::map<std::uint32_t, std::uint64_t> both;
    const auto initial = swarm.circuit().initial_state();
    const std::array<SwarmStart, 1> starts = {SwarmStart{initial, 1'000'000}};
    swarm.play(starts, [&](const SwarmPlayout& playout) {
      const auto a = static_cast<std::uint32_t>(playout.moves[0]);
      ++first[a];
      ++both[a * 64 + static_cast<std::uint32_t>(playout.moves[3])];
    });
    expect_uniform(first, 9);
    expect_uniform(both, 72);
  }
}

// The known numbers of games that end after so many moves, over the numbers of ways to make them:
// the first player wins 1440 / 15120 + 47952 / 181440 + 81792 / 362880 = 737 / 1260 of random
// games, the second 5328 / 60480 + 72576 / 362880 = 121 / 420, and 46080 / 362880 = 8 / 63 are
// drawn.
TEST(UniformDraws, WinTicTacToeAsOftenAsTheyShould) {
  Swarm swarm(circuit_of(tictactoe()), {.seed = 9});
  const auto initial = swarm.circuit().initial_state();
  const std::array<SwarmStart, 1> starts = {SwarmStart{initial, 1'000'000}};
  std::map<int, double> share;
  swarm.play(starts, [&](const SwarmPlayout& one) { share[one.goals[0]] += 1e-6; });
  EXPECT_NEAR(share[100], 737.0 / 1260, 0.0025);
  EXPECT_NEAR(share[50], 8.0 / 63, 0.0018);
  EXPECT_NEAR(share[0], 121.0 / 420, 0.0023);
}

// --- results

TEST(Swarm, ReportsEveryPlayoutOfEveryStart) {
  const auto circuit = circuit_of(count_to_three);
  for (const SwarmWidth width : all_widths) {
    for (const SwarmGates gates : all_gates) {
      Swarm swarm(circuit, {.width = width, .gates = gates, .history = true});
      // The second start stands one step further.
      const auto initial = circuit->initial_state();
      std::vector<std::uint64_t> later;
      {
        Swarm scout(circuit, {.width = width, .gates = gates});
        scout.begin_endless();
        scout.run_steps(1);
        later = scout.lane_state(0);
      }
      ASSERT_NE(later, initial);
      const std::vector<SwarmStart> starts = {
          {initial, 1000}, {later, 3}, {initial, 0}, {later, 777}};
      std::vector<std::uint32_t> seen(starts.size(), 0);
      swarm.play(starts, [&](const SwarmPlayout& playout) {
        ++seen[playout.start];
        EXPECT_EQ(playout.end, SwarmEnd::terminal);
        EXPECT_EQ(playout.length, playout.start == 0 ? 3U : 2U);
        ASSERT_EQ(playout.moves.size(), playout.length);
        EXPECT_EQ(playout.goals[0], playout.moves.back() == Move{1} ? 100 : 0);
      });
      EXPECT_THAT(seen, ElementsAre(1000, 3, 0, 777));
      EXPECT_EQ(swarm.totals().finished, 1780U);
      EXPECT_EQ(swarm.totals().states, 3 * 1000U + 2 * 780U);
    }
  }
}

TEST(Swarm, WithoutStartsPlaysNothing) {
  Swarm swarm(circuit_of(count_to_three), {});
  swarm.play({}, [](const SwarmPlayout&) { ADD_FAILURE(); });
  EXPECT_EQ(swarm.totals().steps, 0U);
}

TEST(Swarm, GivesUpAfterTheMostMovesAllowed) {
  for (const std::uint32_t most : {1U, 2U, 3U, 4U}) {
    Swarm swarm(circuit_of(count_to_three), {.max_length = most});
    for (const SwarmRecord& record : play_from_start(swarm, 600)) {
      EXPECT_EQ(record.length, std::min(most, 3U));
      EXPECT_EQ(record.end, most < 3 ? SwarmEnd::truncated : SwarmEnd::terminal);
    }
    const SwarmTotals totals = swarm.totals();
    EXPECT_EQ(totals.truncated, most < 3 ? 600U : 0U);
    EXPECT_EQ(totals.finished_states, most < 3 ? 0U : 1800U);
  }
}

// After the move b nobody can move, and after a the game is over.
constexpr std::string_view half_dead =
    "(role r) (role s) (init start) (<= (legal r a) (true start)) (<= (legal r b) (true start))"
    "(<= (legal r a) (true over)) (legal s c) (<= (next over) (does r a)) (<= (next stuck) (does r "
    "b))"
    "(<= terminal (true over)) (<= (goal r 70) (true over)) (<= (goal r 5) (true stuck)) (goal s 1)"
    "(goal s 2)";

TEST(Swarm, EndsAndCountsDeadEnds) {
  for (const SwarmWidth width : all_widths) {
    Swarm swarm(circuit_of(half_dead), {.width = width, .history = true});
    std::uint64_t dead = 0;
    for (const SwarmRecord& record : play_from_start(swarm, 2000)) {
      EXPECT_EQ(record.length, 1U);
      const bool made_b = record.moves[0] == Move{1};
      EXPECT_EQ(record.end, made_b ? SwarmEnd::dead_end : SwarmEnd::terminal);
      // Two goals of s at once: the higher one is told.
      EXPECT_THAT(record.goals, ElementsAre(made_b ? 5 : 70, model::contradictory_goal(2)));
      dead += made_b ? 1 : 0;
    }
    EXPECT_GT(dead, 850U);
    EXPECT_LT(dead, 1150U);
    EXPECT_EQ(swarm.totals().dead_ends, dead);
    EXPECT_THAT(swarm.totals().goal_sums,
                ElementsAre(static_cast<std::int64_t>(70 * (2000 - dead)), 0));
  }
}

TEST(Swarm, TotalsOfEndlessPlayAddUp) {
  Swarm swarm(circuit_of(tictactoe()), {.seed = 2});
  swarm.begin_endless();
  swarm.run_steps(5000);
  const SwarmTotals totals = swarm.totals();
  EXPECT_EQ(totals.steps, 5000U);
  EXPECT_EQ(totals.truncated + totals.dead_ends, 0U);
  std::uint64_t running = 0;
  for (std::uint32_t lane = 0; lane < swarm.lanes(); ++lane) {
    EXPECT_TRUE(swarm.lane_active(lane));
    running += swarm.lane_length(lane);
  }
  EXPECT_EQ(totals.finished_states + running, totals.states);
  // A game of Tic Tac Toe has 5 to 9 moves, a draw or a win shares out 100.
  EXPECT_GT(totals.finished_states, 5 * totals.finished);
  EXPECT_LT(totals.finished_states, 9 * totals.finished);
  EXPECT_EQ(totals.goal_sums[0] + totals.goal_sums[1],
            static_cast<std::int64_t>(100 * totals.finished));
}

// --- same seed, same playouts

TEST(Swarm, RepeatsItselfWithTheSameSeedOnly) {
  const auto circuit = circuit_of(tictactoe());
  for (const SwarmWidth width : all_widths) {
    std::set<std::vector<std::vector<Move>>> different;
    for (const std::uint64_t seed : {1U, 2U}) {
      std::vector<SwarmRecord> first;
      for (const SwarmGates gates :
           {SwarmGates::interpreted, SwarmGates::native, SwarmGates::automatic}) {
        Swarm swarm(circuit, {.width = width, .gates = gates, .seed = seed, .history = true});
        const auto records = play_from_start(swarm, 3000);
        if (first.empty()) first = records;
        EXPECT_EQ(records, first);
      }
      std::vector<std::vector<Move>> moves;
      for (const SwarmRecord& record : first) moves.push_back(record.moves);
      different.insert(std::move(moves));
    }
    EXPECT_EQ(different.size(), 2U);
  }
}

// What one lane does between two ends does not depend on when the others end: with starts of other
// lengths beside it, playouts from the first start have the same law, and no state is mixed up.
TEST(Swarm, RefillingLeavesTheOtherLanesAlone) {
  const auto circuit = circuit_of(count_to_three);
  Swarm swarm(circuit, {.width = SwarmWidth::lanes_64, .history = true});
  swarm.begin_endless();
  std::vector<std::uint32_t> lengths(swarm.lanes(), 0);
  std::vector<std::vector<std::uint64_t>> states(swarm.lanes(), circuit->initial_state());
  std::size_t refills = 0;
  for (int step = 0; step < 200; ++step) {
    swarm.run_steps(1);
    for (std::uint32_t lane = 0; lane < swarm.lanes(); ++lane) {
      const std::uint32_t now = swarm.lane_length(lane);
      if (now == lengths[lane]) {
        EXPECT_EQ(swarm.lane_state(lane), states[lane]);  // it waited
      } else if (now == 0) {
        EXPECT_EQ(lengths[lane], 3U);
        EXPECT_EQ(swarm.lane_state(lane), circuit->initial_state());
        ++refills;
      } else {
        EXPECT_EQ(now, lengths[lane] + 1);
      }
      lengths[lane] = now;
      states[lane] = swarm.lane_state(lane);
    }
  }
  EXPECT_GT(refills, 64U * 30);
}

// --- epsilon-greedy

TEST(GreedyDraws, TakeTheBestLegalMove) {
  const auto circuit = circuit_of(choices(7));
  std::vector<std::vector<float>> values(1);
  std::uint32_t extra = 0;
  for (std::uint32_t i = 0; i < 7; ++i) {
    const auto& move = circuit->roles[0].moves[i];
    if (circuit->source->pool.text(move.move, circuit->source->symbols) == "extra") extra = i;
    values[0].push_back(static_cast<float>(i % 3));
  }
  values[0][extra] = 10;  // legal in the first state only
  const std::uint32_t second = extra == 2 ? 5 : 2;
  values[0][second] = 5;
  for (const SwarmWidth width : all_widths) {
    Swarm swarm(circuit, {.width = width, .history = true});
    swarm.draw_greedily(values, 0);
    for (const SwarmRecord& record : play_from_start(swarm, 1000)) {
      EXPECT_THAT(record.moves, ElementsAre(Move{extra}, Move{second}));
    }
  }
}

TEST(GreedyDraws, ExploreAsOftenAsEpsilonSays) {
  const auto circuit = circuit_of(choices(7));
  std::vector<std::vector<float>> values(1, std::vector<float>(7, 0));
  values[0][3] = 1;
  for (const double epsilon : {0.0, 0.1, 0.5, 0.9, 1.0}) {
    Swarm swarm(circuit, {.seed = 4, .history = true});
    swarm.draw_greedily(values, epsilon);
    std::map<std::uint32_t, double> share;
    constexpr int games = 300'000;
    for (const SwarmRecord& record : play_from_start(swarm, games)) {
      share[static_cast<std::uint32_t>(record.moves[0])] += 1.0 / games;
    }
    for (std::uint32_t move = 0; move < 7; ++move) {
      EXPECT_NEAR(share[move], epsilon / 7 + (move == 3 ? 1 - epsilon : 0), 0.0045) << epsilon;
    }
  }
}

// Lanes take each of seven equal moves with a chance of 1/4, and the last if they took none: 1/4,
// 3/16, 9/64, 27/256, ... in the order of this update. The next one has another order.
TEST(GreedyDraws, ShareEqualMovesOut) {
  const auto circuit = circuit_of(choices(7));
  const std::vector<std::vector<float>> values(1, std::vector<float>(7, 0.5F));
  for (const SwarmWidth width : all_widths) {
    Swarm swarm(circuit, {.width = width, .history = true});
    std::set<Move> favourites;
    constexpr int updates = 60;
    constexpr int games = 2000;
    for (int i = 0; i < updates; ++i) {
      swarm.draw_greedily(values, 0);
      std::map<Move, int> here;
      for (const SwarmRecord& record : play_from_start(swarm, games)) ++here[record.moves[0]];
      EXPECT_EQ(here.size(), 7U);
      const auto most = std::max_element(
          here.begin(), here.end(),
          [](const auto& one, const auto& other) { return one.second < other.second; });
      EXPECT_NEAR(most->second / double{games}, 0.26, 0.06);
      favourites.insert(most->first);
    }
    EXPECT_EQ(favourites.size(), 7U);
  }
}

TEST(GreedyDraws, ShareTwoEqualMovesInHalves) {
  const auto circuit = circuit_of(choices(7));
  std::vector<std::vector<float>> values(1, {0.1F, 0.2F, 0.9F, 0.3F, 0.4F, 0.9F, 0.5F});
  Swarm swarm(circuit, {.history = true});
  swarm.draw_greedily(values, 0);
  std::map<std::uint32_t, double> share;
  constexpr int games = 100'000;
  for (const SwarmRecord& record : play_from_start(swarm, games)) {
    share[static_cast<std::uint32_t>(record.moves[0])] += 1.0 / games;
  }
  EXPECT_NEAR(share[2], 0.5, 0.01);
  EXPECT_NEAR(share[5], 0.5, 0.01);
}

// --- moves without a choice

TEST(ForcedMoves, AreKnownInGamesWithTurns) {
  const auto circuit = circuit_of(tictactoe());
  Swarm swarm(circuit, {});
  EXPECT_EQ(swarm.forced_move(Role{0}), std::nullopt) << "nothing was played";
  play_from_start(swarm, 1000);
  for (const Role role : {Role{0}, Role{1}}) {
    const auto move = swarm.forced_move(role);
    ASSERT_TRUE(move);
    const auto& named = circuit->roles[index_of(role)].moves[index_of(*move)];
    EXPECT_EQ(circuit->source->pool.text(named.move, circuit->source->symbols), "noop");
  }
}

TEST(ForcedMoves, AreNotKnownWhereOneRoleAlwaysChooses) {
  Swarm swarm(circuit_of(choices(7)), {});
  play_from_start(swarm, 1000);
  EXPECT_EQ(swarm.forced_move(Role{0}), std::nullopt);
}

// --- policies by rows

TEST(RowPolicies, SeeLegalMovesAndHistory) {
  const auto circuit = circuit_of(tictactoe());
  const auto initial = circuit->initial_state();
  for (const SwarmWidth width : all_widths) {
    Swarm swarm(circuit, {.width = width, .history = true});
    std::uint64_t asked = 0;
    // The last legal move; in Tic Tac Toe a cell that was marked is never legal again.
    const auto policy = [&](const SwarmChoice& choice) {
      ++asked;
      std::uint32_t best = 0;
      std::size_t legal = 0;
      for (std::uint32_t i = 0; i < circuit->roles[0].moves.size(); ++i) {
        if (!choice.is_legal(Move{i})) continue;
        best = i;
        ++legal;
      }
      EXPECT_EQ(choice.words(), 1U);
      EXPECT_EQ(legal, 9 - choice.moves().size() / 2);
      return Move{best};
    };
    const std::array<SwarmStart, 1> starts = {SwarmStart{initial, 700}};
    std::set<std::vector<Move>> games;
    std::uint64_t playouts = 0;
    std::uint32_t length = 0;
    swarm.play_by_rows(starts, policy, [&](const SwarmPlayout& playout) {
      ++playouts;
      games.insert({playout.moves.begin(), playout.moves.end()});
      length = playout.length;
    });
    EXPECT_EQ(playouts, 700U);
    EXPECT_EQ(games.size(), 1U);
    EXPECT_EQ(asked, 700U * std::min(length, 8U));  // the ninth move is the only one left
  }
}

TEST(RowPolicies, DecideManyMoves) {
  const auto circuit = circuit_of(choices(200));
  const auto initial = circuit->initial_state();
  for (const SwarmWidth width : all_widths) {
    Swarm swarm(circuit, {.width = width, .history = true});
    const std::array<SwarmStart, 1> starts = {SwarmStart{initial, 500}};
    const auto wanted = [](std::uint32_t lane, std::size_t step) {
      return Move{static_cast<std::uint32_t>((lane * 7 + step * 13) % 199)};
    };
    std::map<std::vector<Move>, int> games;
    swarm.play_by_rows(
        starts,
        [&](const SwarmChoice& choice) {
          const Move move = wanted(choice.lane(), choice.moves().size());
          return choice.is_legal(move) ? move : Move{199};
        },
        [&](const SwarmPlayout& playout) {
          ++games[{playout.moves.begin(), playout.moves.end()}];
        });
    std::size_t known = 0;
    for (std::uint32_t lane = 0; lane < swarm.lanes(); ++lane) {
      known += games.contains({wanted(lane, 0), wanted(lane, 1)}) ? 1 : 0;
    }
    // All lanes but those that drew the move that is legal only once.
    EXPECT_GE(known, std::min<std::size_t>(swarm.lanes(), 500) - 4);
  }
}

}  // namespace
}  // namespace palamedes::machine::swarm
