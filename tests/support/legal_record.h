#pragma once
// Records of games, played again.

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "machine/position.h"
#include "match/play.h"

namespace palamedes::match {

// Every move of the record was legal; it says so if the game was over after the last, and only
// then.
inline void expect_legal(machine::Game& game, const GameRecord& record) {
  machine::Position position(game);
  for (const std::vector<Move>& joint_move : record.moves) {
    ASSERT_FALSE(position.terminal());
    for (std::size_t role = 0; role < joint_move.size(); ++role) {
      const std::vector<Move> legal = position.legal(Role(role));
      ASSERT_TRUE(std::find(legal.begin(), legal.end(), joint_move[role]) != legal.end());
    }
    position.advance(joint_move);
  }
  EXPECT_EQ(record.end == GameEnd::terminal, position.terminal());
}

}  // namespace palamedes::match
