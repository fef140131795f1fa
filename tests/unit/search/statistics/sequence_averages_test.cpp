#include "search/statistics/sequence_averages.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/search/playout/playout_testing.h"

namespace palamedes::search::statistics {
namespace {

using testing::ElementsAre;
using testing::FloatEq;

constexpr std::size_t plenty = std::size_t{1} << 26U;

double visits(const SequenceAverages& averages, Role role, std::initializer_list<Move> previous,
              Move move) {
  const std::vector<Move> before(previous);
  const auto context = averages.find(role, before);
  if (context == SequenceAverages::nowhere) return 0;
  const auto* entry = averages.find(context, move);
  return entry == nullptr ? 0 : averages.visits(*entry);
}

double all_visits(const SequenceAverages& averages) {
  double sum = 0;
  for (std::uint32_t id = 0; id < averages.context_count(); ++id) {
    for (const auto& entry : averages.row(id)) sum += averages.visits(entry);
  }
  return sum;
}

// As in the papers' Fig. 2: two players take turns, and who waits makes a noop. The move before is
// the opponent's, the one before that one's own. Previous moves stand last first.
TEST(SequenceAverages, ExtractsSequencesOfTurnTakers) {
  SequenceAverages averages(2, 3, 1, plenty);
  averages.add(simulation({{a, noop}, {noop, b}, {c, noop}, {noop, d}}, {1, 0}));
  EXPECT_EQ(visits(averages, Role{0}, {noop}, noop), 2);
  EXPECT_EQ(visits(averages, Role{0}, {b}, c), 1);
  EXPECT_EQ(visits(averages, Role{0}, {b, a}, c), 1);
  EXPECT_EQ(visits(averages, Role{0}, {noop, noop}, noop), 1);
  EXPECT_EQ(visits(averages, Role{1}, {a}, b), 1);
  EXPECT_EQ(visits(averages, Role{1}, {noop}, noop), 1);
  EXPECT_EQ(visits(averages, Role{1}, {c}, d), 1);
  EXPECT_EQ(visits(averages, Role{1}, {noop, noop}, noop), 1);
  EXPECT_EQ(visits(averages, Role{1}, {c, b}, d), 1);
  EXPECT_EQ(all_visits(averages), 10);  // and nothing else
}

TEST(SequenceAverages, ThreePlayersFollowEachOther) {
  const Move p{10};
  const Move q{11};
  const Move r{12};
  SequenceAverages averages(3, 3, 1, plenty);
  averages.add(simulation({{a, b, c}, {d, e, p}, {q, r, noop}}, {1, 0, 0}));
  // role 0: last is role 2's, before it role 1's
  EXPECT_EQ(visits(averages, Role{0}, {c}, d), 1);
  EXPECT_EQ(visits(averages, Role{0}, {p, b}, q), 1);
  // role 1: role 0's, then role 2's
  EXPECT_EQ(visits(averages, Role{1}, {a}, e), 1);
  EXPECT_EQ(visits(averages, Role{1}, {d, c}, r), 1);
  // role 2: role 1's, then role 0's
  EXPECT_EQ(visits(averages, Role{2}, {b}, p), 1);
  EXPECT_EQ(visits(averages, Role{2}, {e, a}, noop), 1);
  EXPECT_EQ(all_visits(averages), 9);
}

TEST(SequenceAverages, APlayerAloneFollowsItself) {
  SequenceAverages averages(1, 4, 1, plenty);
  averages.add(simulation({{a}, {b}, {a}, {b}}, {1}));
  EXPECT_EQ(visits(averages, Role{0}, {a}, b), 2);
  EXPECT_EQ(visits(averages, Role{0}, {b}, a), 1);
  EXPECT_EQ(visits(averages, Role{0}, {b, a}, a), 1);
  EXPECT_EQ(visits(averages, Role{0}, {a, b}, b), 1);
  EXPECT_EQ(visits(averages, Role{0}, {a, b, a}, b), 1);
  EXPECT_EQ(all_visits(averages), 6);
}

TEST(SequenceAverages, LengthOneKeepsNothing) {
  SequenceAverages averages(1, 1, 1, plenty);
  averages.add(simulation({{a}, {b}}, {1}));
  EXPECT_EQ(averages.context_count(), 1U);
  std::vector<float> scores = {0.5};
  const auto past = joint({{a}});
  averages.average_in(Role{0}, std::vector{b}, past, scores);
  EXPECT_THAT(scores, ElementsAre(0.5));
}

std::vector<float> averaged(SequenceAverages& averages, const std::vector<Move>& moves,
                            const JointMoves& past, std::vector<float> scores) {
  averages.average_in(Role{0}, moves, joint(past), scores);
  return scores;
}

TEST(SequenceAverages, AveragesThoseWithEnoughVisits) {
  SequenceAverages averages(1, 3, 3, plenty);
  averages.add(simulation({{a}, {b}}, {1}));
  averages.add(simulation({{a}, {b}}, {0}));
  EXPECT_THAT(averaged(averages, {b, c}, {{a}}, {0.5, 0.25}), ElementsAre(0.5, 0.25));
  averages.add(simulation({{a}, {b}}, {1}));
  // R(ab) = 2/3 with three visits; nothing ends with c
  EXPECT_THAT(averaged(averages, {b, c}, {{a}}, {0.5, 0.25}),
              ElementsAre(FloatEq((0.5F + 2.0F / 3) / 2), 0.25));
  // the length that has no statistics does not count, the others do
  EXPECT_THAT(averaged(averages, {b}, {{d}, {a}}, {0.5}),
              ElementsAre(FloatEq((0.5F + 2.0F / 3) / 2)));
  for (int i = 0; i < 3; ++i) averages.add(simulation({{d}, {a}, {b}}, {0}));
  // R(ab) = 2/6, R(dab) = 0
  EXPECT_THAT(averaged(averages, {b}, {{d}, {a}}, {0.5}),
              ElementsAre(FloatEq((0.5F + 2.0F / 6 + 0) / 3)));
  EXPECT_THAT(averaged(averages, {b}, {}, {0.5}), ElementsAre(0.5));
  EXPECT_THAT(averaged(averages, {Move{1000}}, {{a}}, {0.5}), ElementsAre(0.5));
}

TEST(SequenceAverages, DecayedVisitsMayBeTooFew) {
  SequenceAverages averages(1, 2, 7, plenty);
  for (int i = 0; i < 10; ++i) averages.add(simulation({{a}, {b}}, {1}));
  EXPECT_THAT(averaged(averages, {b}, {{a}}, {0}), ElementsAre(0.5));
  averages.decay_all(0.6);  // 6 visits
  EXPECT_NEAR(visits(averages, Role{0}, {a}, b), 6, 1e-5);
  EXPECT_THAT(averaged(averages, {b}, {{a}}, {0}), ElementsAre(0));
  averages.add(simulation({{a}, {b}}, {0}));  // 7 visits, R = 6/7
  EXPECT_THAT(averaged(averages, {b}, {{a}}, {0}), ElementsAre(FloatEq(3.0F / 7)));
}

TEST(SequenceAverages, OccurrencesDecayOnceEach) {
  SequenceAverages averages(1, 2, 1, plenty);
  const Simulation played = simulation({{a}, {a}, {a}, {b}}, {1});
  averages.add(played);
  averages.add(simulation({{a}, {c}}, {1}));
  averages.decay_occurrences(played, 0.5);
  EXPECT_EQ(visits(averages, Role{0}, {a}, a), 0.5);  // 2 * 0.5^2
  EXPECT_EQ(visits(averages, Role{0}, {a}, b), 0.5);
  EXPECT_EQ(visits(averages, Role{0}, {a}, c), 1);
}

TEST(SequenceAverages, DecayByZeroForgetsAll) {
  SequenceAverages averages(1, 3, 1, plenty);
  averages.add(simulation({{a}, {b}, {c}}, {1}));
  averages.decay_all(0);
  EXPECT_EQ(averages.context_count(), 1U);
  EXPECT_THAT(averaged(averages, {b}, {{a}}, {0}), ElementsAre(0));
  averages.add(simulation({{a}, {b}, {c}}, {1}));
  EXPECT_EQ(visits(averages, Role{0}, {b, a}, c), 1);
}

TEST(SequenceAverages, ForgetsWhatHasDecayedToNothing) {
  SequenceAverages averages(1, 3, 0, plenty);
  averages.add(simulation({{a}, {b}, {c}}, {1}));
  for (int i = 0; i < 30; ++i) averages.decay_all(0.5);
  averages.add(simulation({{a}, {b}}, {0}));
  EXPECT_EQ(visits(averages, Role{0}, {b}, c), 0);
  EXPECT_EQ(averages.context_count(), 2U);
  EXPECT_NEAR(visits(averages, Role{0}, {a}, b), 1, 1e-5);
  EXPECT_THAT(averaged(averages, {b}, {{a}}, {1}), ElementsAre(0.5));
}

// Nothing is learned about an idle move, but it is what came before others.
TEST(SequenceAverages, IdleMovesAreContexts) {
  IdleMoves idle(1);
  for (int i = 0; i < IdleMoves::often; ++i) idle.made(0, noop, 1);
  SequenceAverages averages(1, 4, 1, plenty);
  Simulation played = simulation({{a}, {noop}, {noop}, {b}, {noop}}, {1});
  played.idle = &idle;
  averages.add(played);
  EXPECT_EQ(visits(averages, Role{0}, {noop}, b), 1);
  EXPECT_EQ(visits(averages, Role{0}, {noop, noop}, b), 1);
  EXPECT_EQ(visits(averages, Role{0}, {noop, noop, a}, b), 1);
  EXPECT_EQ(all_visits(averages), 3);
  EXPECT_THAT(averaged(averages, {b}, {{a}, {noop}, {noop}}, {0}), ElementsAre(FloatEq(3.0F / 4)));
  // they still are when all is rebuilt
  for (int i = 0; i < 30; ++i) {
    averages.decay_all(0.5);
    averages.add(played);
  }
  EXPECT_NEAR(visits(averages, Role{0}, {noop, noop, a}, b), 2, 1e-5);
  EXPECT_NEAR(all_visits(averages), 6, 1e-4);
}

// The same statistics in the plainest way.
struct PlainAverages {
  struct Value {
    double sum = 0;
    double visits = 0;
  };
  std::map<std::pair<std::size_t, std::vector<Move>>, Value> values;  // role; moves, the last last
  std::size_t length = 0;

  template <typename Visit>
  void visit(const Simulation& played, const Visit& visit) {
    const std::size_t n = played.roles;
    for (std::size_t role = 0; role < n; ++role) {
      for (std::size_t step = 0; step < played.steps(); ++step) {
        std::vector<Move> sequence = {played.move(step, role)};
        for (std::size_t back = 1; back < length && back <= step; ++back) {
          const std::size_t who = (role + n * back - back) % n;
          sequence.insert(sequence.begin(), played.move(step - back, who));
          visit(role, values[{role, sequence}]);
        }
      }
    }
  }
};

Simulation random_simulation(std::size_t roles, std::uint32_t moves, Rng& rng) {
  Simulation played;
  played.roles = roles;
  const std::size_t steps = 1 + rng.below(12);
  for (std::size_t i = 0; i < steps * roles; ++i) played.moves.push_back(Move{rng.below(moves)});
  for (std::size_t i = 0; i < roles; ++i) played.payoffs.push_back(rng.below(101) / 100.0);
  return played;
}

void compare(const SequenceAverages& averages, const PlainAverages& plain) {
  for (const auto& [key, value] : plain.values) {
    if (value.visits < 1e-3) continue;
    std::vector<Move> previous(key.second.rbegin() + 1, key.second.rend());
    const auto context = averages.find(Role(key.first), previous);
    ASSERT_NE(context, SequenceAverages::nowhere);
    const auto* entry = averages.find(context, key.second.back());
    ASSERT_NE(entry, nullptr);
    ASSERT_NEAR(averages.visits(*entry) / value.visits, 1, 1e-3);
    ASSERT_NEAR(static_cast<double>(entry->average.mean), value.sum / value.visits, 1e-3);
  }
}

// Scores of all moves after what came last, where visits are not so close to 2 that rounding
// decides.
void compare_scores(SequenceAverages& averages, const PlainAverages& plain, std::size_t role,
                    const Simulation& last) {
  const std::size_t n = last.roles;
  for (std::uint32_t number = 0; number < 6; ++number) {
    std::vector<Move> sequence = {Move{number}};
    double sum = 0.3;
    double count = 1;
    bool is_clear = true;
    for (std::size_t back = 1; back < plain.length && back <= last.steps(); ++back) {
      const std::size_t who = (role + n * back - back) % n;
      sequence.insert(sequence.begin(), last.move(last.steps() - back, who));
      const auto found = plain.values.find({role, sequence});
      if (found == plain.values.end()) continue;
      const PlainAverages::Value& value = found->second;
      is_clear = is_clear && std::abs(value.visits - 2) > 1e-2;
      if (value.visits < 2) continue;
      sum += value.sum / value.visits;
      count += 1;
    }
    std::vector<float> scores = {0.3F};
    averages.average_in(Role(role), std::vector{Move{number}}, last.moves, scores);
    if (!is_clear) continue;
    ASSERT_NEAR(static_cast<double>(scores[0]), sum / count, 1e-3);
  }
}

TEST(SequenceAverages, AgreesWithPlainSumsUnderAllKindsOfDecay) {
  for (std::size_t roles = 1; roles <= 3; ++roles) {
    Rng rng(roles);
    SequenceAverages averages(roles, 4, 2, plenty);
    PlainAverages plain{.length = 4};
    for (int i = 0; i < 1500; ++i) {
      const Simulation played = random_simulation(roles, 6, rng);
      averages.add(played);
      plain.visit(played, [&](std::size_t role, PlainAverages::Value& value) {
        value.sum += played.payoffs[role];
        value.visits += 1;
      });
      if (rng.chance(0.3)) {
        averages.decay_occurrences(played, 0.9);
        plain.visit(played, [&](std::size_t, PlainAverages::Value& value) {
          value.sum *= 0.9;
          value.visits *= 0.9;
        });
      }
      if (rng.chance(0.1)) {
        averages.decay_all(0.8);
        for (auto& [key, value] : plain.values) value = {value.sum * 0.8, value.visits * 0.8};
      }
      if (i % 100 == 99) compare(averages, plain);
      for (std::size_t role = 0; role < roles; ++role) {
        compare_scores(averages, plain, role, played);
      }
    }
  }
}

TEST(SequenceAverages, StaysWithinItsMemoryAndKeepsWhatIsFrequent) {
  constexpr std::size_t bytes = 400'000;
  constexpr std::size_t bytes_of_moves = 1024 * 2 * sizeof(float);  // beside the sequences
  SequenceAverages averages(1, 3, 7, bytes);
  Rng rng(1);
  const Simulation frequent = simulation({{a}, {b}, {c}}, {1});
  std::size_t most = 0;
  for (int i = 0; i < 3000; ++i) {
    averages.add(frequent);
    averages.add(random_simulation(1, 1000, rng));
    most = std::max(most, averages.memory_bytes());
    ASSERT_LE(averages.memory_bytes(), bytes + bytes_of_moves);
  }
  EXPECT_GT(most, bytes / 4);
  EXPECT_EQ(visits(averages, Role{0}, {b, a}, c), 3000);
}

}  // namespace
}  // namespace palamedes::search::statistics
