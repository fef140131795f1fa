// What the head of each built-in sheet promises, and what its `base` and `input` promise.

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exercise/simulate.h"
#include "games/builtin.h"
#include "games/header.h"
#include "games/recorded.h"
#include "support/various_games.h"

namespace palamedes::games {
namespace {

class Properties : public testing::TestWithParam<Builtin> {
 protected:
  std::unique_ptr<Playable> playable(std::string_view machine) const {
    return make_playable(GetParam().text, std::string(GetParam().name), machine);
  }
};

TEST_P(Properties, HeaderHoldsInRandomPlay) {
  const games::GameHeader header = games::read_header(GetParam().text);
  const auto game = playable("propnet");
  ASSERT_TRUE(game);
  const exercise::SimulationStatistics statistics = std::visit(
      [](auto& machine) { return exercise::simulate(*machine, {.max_playouts = 200, .seed = 42}); },
      game->machine);
  EXPECT_EQ(statistics.fault, "");
  EXPECT_EQ(statistics.finished, 200U);
  EXPECT_EQ(statistics.dead_ends, 0U);
  EXPECT_EQ(statistics.truncated, 0U);
  ASSERT_TRUE(header.players);
  EXPECT_EQ(statistics.roles.size(), static_cast<std::size_t>(*header.players));
  EXPECT_EQ(header.play, statistics.simultaneous == true ? "simultaneous" : "turn-taking");
  EXPECT_FALSE(header.title.empty());
  EXPECT_FALSE(header.description.empty());
  EXPECT_FALSE(header.source.empty());

  EXPECT_FALSE(header.goals.empty());
  EXPECT_TRUE(std::is_sorted(header.goals.begin(), header.goals.end()));
  for (const exercise::RoleStatistics& role : statistics.roles) {
    EXPECT_EQ(role.undefined_goals, 0U) << role.name;
    for (const auto& [goal, count] : role.goal_counts) {
      EXPECT_THAT(header.goals, testing::Contains(goal)) << role.name;
      EXPECT_GE(goal, 0);
      EXPECT_LE(goal, 100);
    }
  }
}

TEST_P(Properties, SheetHasNothingToWarnAbout) {
  gdl::LoadOptions options;
  options.check.warn_unused = true;
  const auto rules = gdl::load(GetParam().text, std::string(GetParam().name), options);
  ASSERT_TRUE(rules);
  for (const Diagnostic& warning : rules->warnings.list()) ADD_FAILURE() << to_string(warning);
}

TEST_P(Properties, BaseAndInputListAllThatHappens) {
  const auto game = playable("prover");
  ASSERT_TRUE(game);
  machine::prover::Prover& prover =
      *std::get<std::unique_ptr<machine::prover::Prover>>(game->machine);
  const auto as_set = [](const std::vector<std::string>& texts) {
    return std::set<std::string>(texts.begin(), texts.end());
  };
  const std::set<std::string> base = as_set(prover.base_facts());
  std::vector<std::set<std::string>> input;
  for (std::size_t role = 0; role < prover.role_count(); ++role) {
    input.push_back(as_set(prover.input_moves(Role(role))));
    EXPECT_FALSE(input.back().empty()) << prover.role_name(Role(role));
  }
  EXPECT_FALSE(base.empty());

  std::set<std::string> missing;
  std::vector<Move> joint_move(prover.role_count());
  model::MoveList moves;
  for (std::uint64_t number = 0; number < 3; ++number) {
    Rng rng(42, number);
    machine::prover::Prover::State state = prover.initial();
    for (;;) {
      for (const std::string& fact : prover.facts(state)) {
        if (!base.contains(fact)) missing.insert("(base " + fact + ")");
      }
      if (prover.terminal(state)) break;
      for (std::size_t role = 0; role < prover.role_count(); ++role) {
        prover.legal(state, Role(role), moves);
        ASSERT_FALSE(moves.empty());
        for (const Move move : moves) {
          const std::string text = prover.move_text(Role(role), move);
          if (!input[role].contains(text)) {
            missing.insert("(input " + prover.role_name(Role(role)) + " " + text + ")");
          }
        }
        joint_move[role] = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      }
      prover.advance(state, joint_move);
    }
  }
  EXPECT_EQ(prover.fault(), "");
  EXPECT_THAT(missing, testing::IsEmpty());
}

std::string name_of(const testing::TestParamInfo<Builtin>& info) {
  return std::string(info.param.name);
}

INSTANTIATE_TEST_SUITE_P(Games, Properties, testing::ValuesIn(affordable_games()), name_of);

}  // namespace
}  // namespace palamedes::games
