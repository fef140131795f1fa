// Greedy draws that depend on what a lane did before, against a policy that is asked lane by lane.

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <span>
#include <tuple>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "games/builtin.h"
#include "machine/swarm/swarm_machine.h"
#include "model/move_context.h"
#include "unit/machine/swarm/swarm_testing.h"

namespace palamedes::machine::swarm {
namespace {

using model::ContextRevision;
using model::MoveContext;
using Made = model::MadeMove;
using Playouts = std::map<std::uint32_t, std::vector<Move>>;  // by start

// Values for some contexts of one and of two moves, and for the rest.
class Strategy {
 public:
  // Alike: the contexts of a role ask for moves of the same roles, as those of NST do.
  Strategy(const circuit::Circuit& circuit, bool alike, std::uint64_t seed)
      : alike_(alike), rng_(seed) {
    for (const circuit::CircuitRole& role : circuit.roles) {
      auto& row = values.emplace_back();
      for (std::size_t i = 0; i < role.moves.size(); ++i) {
        row.push_back(static_cast<float>(first_shared + i));
      }
      shuffle(row);
      for (std::uint32_t i = 0; i < role.moves.size(); ++i) {
        all_.push_back({Role(values.size() - 1), Move{i}});
      }
    }
    own_values_.reserve(all_.size() * (most_pairs + 1) * values.size());
    for (const Made& last : all_) {
      std::vector<Made> before = all_;
      shuffle(before);
      before.resize(std::min<std::size_t>(before.size(), most_pairs));
      for (const Made& made : before) add(last, made);
    }
    for (const Made& last : all_) add(last, std::nullopt);
  }

  // By the words of swarm.h. `before` led to the start.
  Move choose(const SwarmChoice& choice, const std::vector<Move>& before) {
    const std::size_t roles = values.size();
    std::vector<Move> past = before;
    past.insert(past.end(), choice.moves().begin(), choice.moves().end());
    const auto made = [&](const Made& one, std::size_t steps_back) {
      return past.size() >= steps_back * roles &&
             past[past.size() - steps_back * roles + index_of(one.role)] == one.move;
    };
    std::vector<float> row = values[index_of(choice.role())];
    const auto fits = [&](const MoveContext& context) {
      return context.role == choice.role() && made(context.previous[0], 1) &&
             (context.previous.size() == 1 || made(context.previous[1], 2));
    };
    const auto found = std::find_if(contexts.begin(), contexts.end(), fits);
    if (found != contexts.end()) {
      for (const ValuedMove& one : found->values) row[index_of(one.move)] = one.value;
    }
    ++(found == contexts.end() ? by_value : found->previous.size() > 1 ? by_two : by_one);
    std::uint32_t best = 0;
    float best_value = -1;
    for (std::uint32_t i = 0; i < row.size(); ++i) {
      if (!choice.is_legal(Move{i}) || row[i] <= best_value) continue;
      best = i;
      best_value = row[i];
    }
    return Move{best};
  }

  std::vector<std::vector<float>> values;
  std::vector<MoveContext> contexts;
  std::uint64_t by_one = 0;
  std::uint64_t by_two = 0;
  std::uint64_t by_value = 0;

 private:
  static constexpr std::uint32_t most_pairs = 12;
  // Values are as many numbers as there are ranks, in use from the first to the last.
  static constexpr std::size_t first_shared = 60;

  template <typename T>
  void shuffle(std::vector<T>& list) {
    for (std::size_t i = list.size(); i > 1; --i) {
      std::swap(list[i - 1], list[rng_.below(static_cast<std::uint32_t>(i))]);
    }
  }

  void add(const Made& last, const std::optional<Made>& before_last) {
    for (std::size_t role = 0; role < values.size(); ++role) {
      if (rng_.below(4) == 0) continue;
      const std::size_t next = (role + 1) % values.size();
      if (alike_ && index_of(last.role) != next) continue;
      if (alike_ && before_last && index_of(before_last->role) != role) continue;
      std::vector<ValuedMove> own;
      for (std::uint32_t i = 0; i < values[role].size(); ++i) own.push_back({Move{i}});
      shuffle(own);
      own.resize(std::max<std::size_t>(2, (own.size() + 2) / 3));
      // above and below those of other moves, no two the same
      const std::size_t above = first_shared + values[role].size();
      for (std::size_t i = 2; i < own.size(); ++i) {
        own[i].value = static_cast<float>(i % 2 == 0 ? above + i / 2 : first_shared - i / 2);
      }
      own[0].value = 0;
      own[1].value = 253;
      own_values_.push_back(std::move(own));
      std::vector<Made>& previous = previous_.emplace_back(1, last);
      if (before_last) previous.push_back(*before_last);
      contexts.push_back({.role = Role(role), .previous = previous, .values = own_values_.back()});
    }
  }

  bool alike_;
  Rng rng_;
  std::vector<Made> all_;
  // what the contexts refer to: never moved
  std::deque<std::vector<Made>> previous_;
  std::vector<std::vector<ValuedMove>> own_values_;
};

// On the way of a random game.
struct Start {
  std::vector<std::uint64_t> state;
  std::vector<Move> moves;  // that led there
};

std::vector<Start> some_starts(SwarmMachine& machine, std::size_t count) {
  std::vector<Start> starts;
  Rng rng(6);
  BitState state = machine.initial();
  model::MoveList moves;
  std::vector<Move> made;
  while (starts.size() < count) {
    starts.push_back({{state.words.begin(), state.words.end()}, made});
    std::vector<Move> joint_move;
    for (std::size_t role = 0; role < machine.role_count(); ++role) {
      machine.legal(state, Role(role), moves);
      joint_move.push_back(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    machine.advance(state, joint_move);
    made.insert(made.end(), joint_move.begin(), joint_move.end());
    if (machine.terminal(state)) {
      state = machine.initial();
      made.clear();
    }
  }
  return starts;
}

class ContextDraws : public testing::TestWithParam<std::tuple<std::string, bool>> {};

TEST_P(ContextDraws, TakeTheMoveThatAPolicyTakesLaneByLane) {
  const auto [game, alike] = GetParam();
  const auto circuit = circuit_of(games::find(game)->text);
  SwarmMachine machine(circuit);
  const auto places = some_starts(machine, 300);
  std::vector<SwarmStart> starts;
  for (const Start& place : places) starts.push_back({place.state, 1, place.moves});
  Strategy strategy(*circuit, alike, 5);
  const auto keep_in = [](Playouts& playouts) {
    return [&](const SwarmPlayout& one) {
      EXPECT_TRUE(playouts.try_emplace(one.start, one.moves.begin(), one.moves.end()).second);
    };
  };
  constexpr std::uint32_t max_length = 60;  // greedy players may go round in circles
  Playouts expected;
  Swarm reference(circuit, {.max_length = max_length, .history = true});
  reference.play_by_rows(
      starts,
      [&](const SwarmChoice& choice) {
        return strategy.choose(choice, places[choice.start()].moves);
      },
      keep_in(expected));
  EXPECT_EQ(expected.size(), starts.size());
  EXPECT_GT(strategy.by_one, 10U);
  EXPECT_GT(strategy.by_two, 10U);
  EXPECT_GT(strategy.by_value, 10U);
  for (const SwarmWidth width : all_widths) {
    for (const SwarmContexts kind : {SwarmContexts::programs, SwarmContexts::tables}) {
      Swarm swarm(circuit,
                  {.width = width, .contexts = kind, .max_length = max_length, .history = true});
      swarm.draw_greedily_after(strategy.contexts, strategy.values, 0);
      Playouts playouts;
      swarm.play(starts, keep_in(playouts));
      EXPECT_EQ(playouts, expected) << swarm.lanes() << " lanes";
      // Where the moves before are not known, the first steps are others.
      std::vector<SwarmStart> unknown = starts;
      for (SwarmStart& start : unknown) start.moves = {};
      Playouts without;
      swarm.play(unknown, keep_in(without));
      EXPECT_NE(without, expected);
      // Without contexts it is another game.
      swarm.draw_greedily(strategy.values, 0);
      Playouts others;
      swarm.play(starts, keep_in(others));
      EXPECT_NE(others, expected);
    }
  }
}

// By turns, with moves at once, and with one role alone.
INSTANTIATE_TEST_SUITE_P(Games, ContextDraws,
                         testing::Combine(testing::Values("tictactoe", "connect_four",
                                                          "breakthrough", "runners",
                                                          "eight_puzzle"),
                                          testing::Bool()),
                         [](const auto& one) {
                           return std::get<0>(one.param) + (std::get<1>(one.param) ? "_alike" : "");
                         });

// A context that says only what is different from another one is the same as one that says all.
TEST(ContextDraws, BuildOnOtherContexts) {
  const auto circuit = circuit_of(games::find("breakthrough")->text);
  const Strategy strategy(*circuit, true, 7);
  std::vector<MoveContext> whole = strategy.contexts;
  std::vector<MoveContext> built = whole;
  std::vector<std::vector<ValuedMove>> values;
  values.reserve(whole.size());
  std::size_t with_base = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const auto is_base = [&](const MoveContext& other) {
      return other.previous.size() == 1 && other.role == whole[i].role &&
             other.previous[0] == whole[i].previous[0];
    };
    const auto base = std::find_if(whole.begin(), whole.end(), is_base);
    if (whole[i].previous.size() == 1 || base == whole.end()) continue;
    std::vector<ValuedMove>& all =
        values.emplace_back(whole[i].values.begin(), whole[i].values.end());
    for (const ValuedMove& one : base->values) {
      const bool is_own = std::any_of(
          all.begin(), all.end(), [&](const ValuedMove& other) { return other.move == one.move; });
      if (!is_own) all.push_back(one);
    }
    whole[i].values = all;
    built[i].base = static_cast<std::uint32_t>(base - whole.begin());
    ++with_base;
  }
  EXPECT_GT(with_base, 100U);
  const auto playouts = [&](const std::vector<MoveContext>& contexts, SwarmContexts kind) {
    Swarm swarm(circuit, {.contexts = kind, .seed = 3, .max_length = 60, .history = true});
    swarm.draw_greedily_after(contexts, strategy.values, 0.1);
    std::vector<std::vector<Move>> played;
    for (const SwarmRecord& record : play_from_start(swarm, 2000)) played.push_back(record.moves);
    return played;
  };
  for (const SwarmContexts kind : {SwarmContexts::programs, SwarmContexts::tables}) {
    const auto expected = playouts(whole, kind);
    EXPECT_TRUE(playouts(built, kind) == expected);
    EXPECT_FALSE(playouts(strategy.contexts, kind) == expected);
  }
}

// What was told in part, wrong at that, and then set right is the same as what is told at once.
class RevisedContexts : public testing::TestWithParam<std::string> {};

TEST_P(RevisedContexts, AreTheSameAsThoseToldAtOnce) {
  const auto circuit = circuit_of(games::find(GetParam())->text);
  const Strategy strategy(*circuit, true, 9);
  const auto playouts = [&](Swarm& swarm) {
    std::vector<std::vector<Move>> played;
    for (const SwarmRecord& record : play_from_start(swarm, 500)) played.push_back(record.moves);
    std::sort(played.begin(), played.end());  // by waiting, lanes may end in another order
    return played;
  };
  const auto begin = [&](std::span<const MoveContext> contexts, Swarm& swarm) {
    swarm.draw_greedily_after(contexts, strategy.values, 0.25);
    swarm.restart(3);
  };
  const SwarmOptions options{
      .contexts = SwarmContexts::tables, .seed = 3, .max_length = 60, .history = true};

  std::vector<MoveContext> early;
  std::vector<MoveContext> late;
  std::vector<ContextRevision> revised;
  std::vector<ValuedMove> wrong(2);
  for (std::size_t i = 0; i < strategy.contexts.size(); ++i) {
    if (i % 5 == 4) {
      late.push_back(strategy.contexts[i]);
      continue;
    }
    early.push_back(strategy.contexts[i]);
    if (i % 3 != 0) continue;
    for (const ValuedMove& one : early.back().values) {
      revised.push_back({static_cast<std::uint32_t>(early.size() - 1), one});
    }
    early.back().values = early.back().values.first(1);
  }
  Swarm at_once(circuit, options);
  begin(strategy.contexts, at_once);
  const auto expected = playouts(at_once);
  Swarm in_parts(circuit, options);
  begin(early, in_parts);
  EXPECT_FALSE(playouts(in_parts) == expected);
  begin(early, in_parts);
  ASSERT_TRUE(in_parts.revise_contexts({revised, late}, strategy.values));
  in_parts.restart(3);
  EXPECT_TRUE(playouts(in_parts) == expected);

  Swarm by_program(circuit, {.contexts = SwarmContexts::programs});
  begin(early, by_program);
  EXPECT_FALSE(by_program.revise_contexts({revised, late}, strategy.values));
  Swarm without(circuit, options);
  EXPECT_FALSE(without.revise_contexts({revised, late}, strategy.values));
}

INSTANTIATE_TEST_SUITE_P(Games, RevisedContexts,
                         testing::Values("tictactoe", "connect_four", "breakthrough"),
                         [](const auto& one) { return one.param; });

TEST(RevisedContexts, MustAskForMovesOfTheSameRoles) {
  const auto circuit = circuit_of(games::find("tictactoe")->text);
  const std::vector<std::vector<float>> values(2, std::vector<float>(10, 1));
  const std::vector<ValuedMove> own = {{Move{1}, 2}};
  const std::array<Made, 3> made = {{{Role(1), Move{0}}, {Role(1), Move{2}}, {Role(0), Move{2}}}};
  const auto after = [&](std::size_t i) {
    return std::vector{
        MoveContext{.role = Role(0), .previous = std::span(made).subspan(i, 1), .values = own}};
  };
  const std::vector<MoveContext> of_other = after(0);
  const std::vector<MoveContext> of_other_too = after(1);
  const std::vector<MoveContext> of_own = after(2);
  Swarm swarm(circuit, {.contexts = SwarmContexts::tables});
  swarm.draw_greedily_after(of_other, values, 0);
  EXPECT_FALSE(swarm.revise_contexts({.revised = {}, .added = of_own}, values));
  EXPECT_FALSE(
      swarm.revise_contexts({.revised = {}, .added = of_other_too}, values));  // no more numbers
  swarm.draw_greedily_after(std::vector{of_other[0], of_other_too[0]}, values, 0);
  const std::vector<ContextRevision> revised = {{1, {Move{3}, 2}}};
  EXPECT_TRUE(swarm.revise_contexts({.revised = revised, .added = {}}, values));
}

// Three moves, always legal; the game is over after two of them.
constexpr std::string_view two_moves =
    "(role r) (init s0) (legal r a) (legal r b) (legal r c) (goal r 50)"
    "(<= (next s1) (true s0)) (<= (next s2) (true s1)) (<= terminal (true s2))"
    "(<= (next (did ?m)) (does r ?m))";

// At the start no context fits and all moves are equal; after move 0 moves 1 and 2 are.
TEST(ContextDraws, ShareEqualMovesOut) {
  const auto circuit = circuit_of(two_moves);
  const std::vector<std::vector<float>> values = {{1, 1, 1}};
  const std::vector<ValuedMove> others = {{Move{0}, 0}};
  const std::vector<Made> after_0 = {{Role(0), Move{0}}};
  const std::vector<MoveContext> contexts = {
      {.role = Role(0), .previous = after_0, .values = others}};
  for (const SwarmWidth width : all_widths) {
    Swarm swarm(circuit, {.width = width, .contexts = SwarmContexts::tables, .history = true});
    swarm.draw_greedily_after(contexts, values, 0);
    std::map<std::vector<Move>, int> made;
    for (const SwarmRecord& record : play_from_start(swarm, 20'000)) ++made[record.moves];
    EXPECT_EQ(made.size(), 8U) << "all but 0 after 0";
    for (const auto& [moves, times] : made) EXPECT_GT(times, 100);
  }
}

TEST(ContextDraws, ExploreAsOftenAsEpsilonSays) {
  const auto circuit = circuit_of(two_moves);
  // After move 0 comes 1, after 1 comes 2; after 2 and at the start 0.
  const std::vector<std::vector<float>> values = {{3, 2, 1}};
  const std::vector<ValuedMove> first = {{Move{1}, 4}};
  const std::vector<ValuedMove> second = {{Move{2}, 4}};
  const std::vector<Made> after_0 = {{Role(0), Move{0}}};
  const std::vector<Made> after_1 = {{Role(0), Move{1}}};
  const std::vector<MoveContext> contexts = {
      {.role = Role(0), .previous = after_0, .values = first},
      {.role = Role(0), .previous = after_1, .values = second}};
  constexpr int games = 300'000;
  const auto draws = [&](SwarmContexts kind, double epsilon) {
    Swarm swarm(circuit, {.contexts = kind, .seed = 4, .history = true});
    swarm.draw_greedily_after(contexts, values, epsilon);
    std::map<std::vector<Move>, double> share;
    for (const SwarmRecord& record : play_from_start(swarm, games)) {
      share[record.moves] += 1.0 / games;
    }
    for (std::uint32_t a = 0; a < 3; ++a) {
      for (std::uint32_t b = 0; b < 3; ++b) {
        const double chance_of_a = epsilon / 3 + (a == 0 ? 1 - epsilon : 0);
        const double chance_of_b = epsilon / 3 + (b == (a + 1) % 3 ? 1 - epsilon : 0);
        EXPECT_NEAR((share[{Move{a}, Move{b}}]), chance_of_a * chance_of_b, 0.0046) << epsilon;
      }
    }
  };
  for (const double epsilon : {0.0, 0.3, 1.0}) {
    draws(SwarmContexts::programs, epsilon);
    draws(SwarmContexts::tables, epsilon);
  }
}

}  // namespace
}  // namespace palamedes::machine::swarm
