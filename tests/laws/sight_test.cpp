// What circuits see of the next moves (circuit/sight.h) is held against making the moves.

#include "circuit/sight.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "circuit/lower.h"
#include "circuit/passes/passes.h"
#include "gdl/load.h"
#include "ground/grounder.h"
#include "machine/scalar/scalar_machine.h"
#include "net/build.h"
#include "net/passes/passes.h"
#include "support/various_games.h"

namespace palamedes::laws {
namespace {

using circuit::Sight;
using machine::BitState;
using machine::scalar::ScalarMachine;

// Of all states of some random games.
struct Counts {
  std::size_t deciding = 0;    // moves can be left out, somebody chooses alone
  std::size_t restricted = 0;  // moves are left out
  std::size_t complete = 0;    // all that can be
};

class SightComparison {
 public:
  SightComparison(ScalarMachine& plain, ScalarMachine& seeing, Sight sight)
      : plain_(plain), seeing_(seeing), sight_(sight) {
    for (std::size_t role = 0; role < plain.role_count(); ++role) {
      int best = 0;
      for (const auto& goal : plain.circuit()->roles[role].goals) {
        if (goal.literal != circuit::false_literal) best = std::max(best, goal.value);
      }
      best_.push_back(best);
    }
  }

  void walk(std::uint64_t seed, std::size_t length) {
    Rng rng(seed);
    BitState state = plain_.initial();
    for (std::size_t step = 0; step < length && !plain_.terminal(state); ++step) {
      for (std::size_t role = 0; role < plain_.role_count(); ++role) compare(state, role);
      if (testing::Test::HasFatalFailure()) return;
      std::vector<Move> joint;
      for (std::size_t role = 0; role < plain_.role_count(); ++role) {
        const auto moves = legal(plain_, state, role);
        joint.push_back(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      }
      BitState other = state;
      seeing_.advance(other, joint);
      plain_.advance(state, joint);
      ASSERT_EQ(state, other) << "a move has another effect";
    }
  }
  [[nodiscard]] const Counts& counts() const { return counts_; }

 private:
  static std::vector<Move> legal(ScalarMachine& machine, const BitState& state, std::size_t role) {
    model::MoveList moves;
    machine.legal(state, Role(role), moves);
    std::sort(moves.begin(), moves.end());
    return moves;
  }
  // Nothing if somebody else chooses too.
  bool joint_of(const BitState& state, std::size_t role, std::vector<Move>& joint) {
    joint.clear();
    for (std::size_t other = 0; other < plain_.role_count(); ++other) {
      const auto moves = legal(plain_, state, other);
      if (other != role && moves.size() != 1) return false;
      joint.push_back(moves.front());
    }
    return true;
  }
  bool wins(const BitState& state, std::size_t role, Move move) {
    std::vector<Move> joint;
    if (!joint_of(state, role, joint)) return false;
    joint[role] = move;
    BitState next = state;
    plain_.advance(next, joint);
    return plain_.terminal(next) && plain_.goal(next, Role(role)) == best_[role];
  }
  bool is_answered(const BitState& state, std::size_t role, Move move) {
    std::vector<Move> joint;
    if (plain_.role_count() != 2 || !joint_of(state, role, joint)) return false;
    joint[role] = move;
    BitState next = state;
    plain_.advance(next, joint);
    if (plain_.terminal(next)) return false;
    const auto replies = legal(plain_, next, 1 - role);
    return std::any_of(replies.begin(), replies.end(),
                       [&](Move reply) { return wins(next, 1 - role, reply); });
  }

  void compare(const BitState& state, std::size_t role) {
    const std::vector<Move> all = legal(plain_, state, role);
    const std::vector<Move> seen = legal(seeing_, state, role);
    ASSERT_FALSE(seen.empty());
    ASSERT_TRUE(std::includes(all.begin(), all.end(), seen.begin(), seen.end()));
    std::vector<Move> winning;
    std::vector<Move> unanswered;
    for (const Move move : all) {
      if (wins(state, role, move)) winning.push_back(move);
      if (sight_ != Sight::replies || !is_answered(state, role, move)) unanswered.push_back(move);
    }
    const std::vector<Move>& needed = !winning.empty()      ? winning
                                      : !unanswered.empty() ? unanswered
                                                            : all;
    if (needed.size() < all.size()) ++counts_.deciding;
    if (seen.size() < all.size()) {
      ++counts_.restricted;
      if (winning.empty() && !unanswered.empty()) {
        ASSERT_TRUE(std::includes(seen.begin(), seen.end(), needed.begin(), needed.end()));
      } else if (!winning.empty()) {  // one is as good as all
        ASSERT_TRUE(std::includes(winning.begin(), winning.end(), seen.begin(), seen.end()) ||
                    std::includes(seen.begin(), seen.end(), winning.begin(), winning.end()));
      }
    }
    if (needed.size() < all.size() && seen == needed) ++counts_.complete;
  }

  ScalarMachine& plain_;
  ScalarMachine& seeing_;
  Sight sight_;
  std::vector<int> best_;  // goal, by role
  Counts counts_;
};

// Nothing where nothing is seen.
Counts compare(const games::Builtin& game, Sight sight, std::uint64_t walks, std::size_t length) {
  const auto rules = gdl::load(std::string(game.text), std::string(game.name));
  auto net = std::make_shared<net::PropNet>(net::build(ground::ground(*rules, {}).value()));
  net::passes::run_passes(*net, net::passes::parse_passes(net::passes::default_passes).value());
  circuit::Circuit circuit = circuit::lower(std::move(net));
  circuit::passes::run_circuit_passes(
      circuit, circuit::passes::parse_circuit_passes(ScalarMachine::circuit_passes).value(),
      {.proof_seconds = 0.1});
  auto with_sight = circuit::with_sight(circuit, {.sight = sight});
  if (!with_sight) return {};
  EXPECT_EQ(with_sight->broken_invariant(), "");
  machine::scalar::ScalarOptions options;
  options.choosing_seconds = 0.001;
  ScalarMachine plain(std::make_shared<const circuit::Circuit>(std::move(circuit)), options);
  options.of_circuit_alone = true;
  ScalarMachine seeing(std::make_shared<const circuit::Circuit>(std::move(*with_sight)), options);
  SightComparison comparison(plain, seeing, sight);
  for (std::uint64_t seed = 0; seed < walks; ++seed) comparison.walk(seed, length);
  return comparison.counts();
}

class SightOfBuiltin : public testing::TestWithParam<games::Builtin> {};

TEST_P(SightOfBuiltin, LeavesOutWhatNeedNotBeLookedAt) {
  for (const Sight sight : {Sight::wins, Sight::replies}) {
    const Counts counts = compare(GetParam(), sight, 4, 200);
    EXPECT_LE(counts.complete, counts.restricted);
    RecordProperty(sight == Sight::wins ? "wins" : "replies",
                   std::to_string(counts.complete) + " of " + std::to_string(counts.deciding));
  }
}

INSTANTIATE_TEST_SUITE_P(Games, SightOfBuiltin, testing::ValuesIn(games::various_games()),
                         [](const auto& one) { return std::string(one.param.name); });

struct Complete {
  std::string game;
  std::vector<Sight> sights;
};

class SightIsComplete : public testing::TestWithParam<Complete> {};

TEST_P(SightIsComplete, WhereConditionsAreSmall) {
  for (const Sight sight : GetParam().sights) {
    const Counts counts = compare(*games::find(GetParam().game), sight, 40, 200);
    EXPECT_GT(counts.deciding, 10U);
    EXPECT_EQ(counts.complete, counts.deciding);
  }
}

INSTANTIATE_TEST_SUITE_P(Games, SightIsComplete,
                         testing::Values(Complete{"tictactoe", {Sight::wins, Sight::replies}},
                                         Complete{"connect_four", {Sight::wins, Sight::replies}},
                                         Complete{"breakthrough", {Sight::wins, Sight::replies}},
                                         Complete{"knightthrough", {Sight::wins, Sight::replies}},
                                         // after a twist too much is another place
                                         Complete{"pentago", {Sight::wins}}),
                         [](const auto& one) { return one.param.game; });

}  // namespace
}  // namespace palamedes::laws
