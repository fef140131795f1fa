#include "agent/interactive_game.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "machine/notation.h"
#include "support/agent_spec.h"
#include "support/builtin_game.h"

namespace palamedes::agent {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class AtTheTable : public testing::Test {
 protected:
  void make(const std::string& x, const std::string& o) {
    const auto move = [this](Role role, const std::string& text) {
      return game_->find_move(role, text).value();
    };
    sitting_.advance(std::vector{move(Role{0}, x), move(Role{1}, o)});
  }

  std::unique_ptr<machine::Game> game_ = machine::builtin_game("tictactoe");
  InteractiveGame sitting_{*game_, spec("uct:memory.megabytes=8"), 1};
};

TEST_F(AtTheTable, TakesBackToTheOwnChoice) {
  EXPECT_FALSE(sitting_.take_back(Role{0}));
  make("(mark 1 1)", "noop");
  EXPECT_FALSE(sitting_.take_back(Role{1}));  // o has not chosen anything yet
  make("noop", "(mark 2 2)");
  make("(mark 1 2)", "noop");
  make("noop", "(mark 3 3)");
  EXPECT_THAT(sitting_.facts_before(), Not(Contains("(marked 3 3 oplayer)")));

  ASSERT_TRUE(sitting_.take_back(Role{0}));
  EXPECT_THAT(sitting_.made(), SizeIs(2));
  EXPECT_THAT(sitting_.position().facts(), Contains("(marked 2 2 oplayer)"));
  EXPECT_THAT(sitting_.position().facts(), Not(Contains("(marked 1 2 xplayer)")));
  ASSERT_TRUE(sitting_.take_back(Role{0}));
  EXPECT_THAT(sitting_.made(), IsEmpty());
  EXPECT_FALSE(sitting_.take_back(Role{0}));
}

TEST_F(AtTheTable, AgentsStandWhereTheGameStands) {
  make("(mark 1 1)", "noop");
  Agent& late = sitting_.agent_of(Role{1});  // made after the first step
  late.think({.simulations = 50});
  EXPECT_EQ(late.snapshot().moves[1].size(), 8U);
  make("noop", "(mark 2 2)");
  make("(mark 1 2)", "noop");
  sitting_.agent_of(Role{1}).think({.simulations = 50});
  EXPECT_EQ(sitting_.agent_of(Role{1}).snapshot().moves[1].size(), 6U);
  ASSERT_TRUE(sitting_.take_back(Role{1}));
  sitting_.agent_of(Role{1}).think({.simulations = 50});
  EXPECT_EQ(sitting_.agent_of(Role{1}).snapshot().moves[1].size(), 8U);
}

TEST_F(AtTheTable, TheLineIsWrittenAsItIsRead) {
  make("(mark 1 1)", "noop");
  make("noop", "(mark 2 2)");
  make("(mark 1 2)", "noop");
  const std::string line = machine::write_line(*game_, machine::Position(*game_), sitting_.made());
  EXPECT_EQ(line, "(mark 1 1) (mark 2 2) (mark 1 2)");
  machine::Position position(*game_);
  EXPECT_TRUE(machine::play_line(*game_, position, line, [](auto) {}).has_value());
  EXPECT_EQ(position.facts(), sitting_.position().facts());
}

}  // namespace
}  // namespace palamedes::agent
