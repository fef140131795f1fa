#include "agent/payoff_facts.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "games/builtin.h"
#include "gdl/load.h"
#include "machine/game.h"

namespace palamedes::agent {
namespace {

search::tree::PayoffFacts facts_of(const std::string& rules) {
  machine::GameOptions options;
  options.machine = "scalar";
  auto game =
      machine::Game::make(std::make_shared<const gdl::Loaded>(*gdl::load(rules, "rules")), options);
  auto& steps = std::get<std::unique_ptr<machine::scalar::ScalarMachine>>((*game)->steps());
  return payoff_facts(*steps->network());
}

TEST(PayoffFacts, OfTwoRolesThatShareAHundred) {
  const auto facts = facts_of(std::string(games::find("tictactoe")->text));
  EXPECT_EQ(facts.range(0), (search::tree::Bound{0, 1}));
  EXPECT_EQ(facts.range(1), (search::tree::Bound{0, 1}));
  EXPECT_EQ(facts.sum, 100);
}

// What no play can lead to counts for nothing.
TEST(PayoffFacts, AreThoseOfGoalsThatCanBeReached) {
  const auto facts = facts_of(
      "(role a)(role b)(init (at start))"
      "(legal a left)(legal a right)(legal b wait)"
      "(<= (next (at l)) (does a left))(<= (next (at r)) (does a right))"
      "(<= terminal (not (true (at start))))"
      "(<= (goal a 20) (true (at l)))(<= (goal a 60) (true (at r)))"
      "(<= (goal a 100) (true (at nowhere)))"
      "(<= (goal b 30) (true (at l)))(<= (goal b 90) (true (at r)))");
  EXPECT_EQ(facts.range(0), (search::tree::Bound{0.2F, 0.6F}));
  EXPECT_EQ(facts.range(1), (search::tree::Bound{0.3F, 0.9F}));
  EXPECT_FALSE(facts.sum.has_value());
}

}  // namespace
}  // namespace palamedes::agent
