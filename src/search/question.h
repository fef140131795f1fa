#pragma once
// What a simulation under way asks the game. Where many are under way their questions are answered
// together: a swarm that knows many states at once takes little longer for all than for one.
//
//   moves   which moves are legal in the descent's state
//   step    which state comes after a joint move: it takes the place of the descent's state

#include <cstdint>
#include <vector>

#include "base/ids.h"

namespace palamedes::search {

struct Question {
  enum class About : std::uint8_t { nothing, moves, step };

  About about = About::nothing;
  std::vector<Move> joint;  // of a step
  // The answer. Of a step: whether the game is over after it, and with which payoffs.
  bool is_over = false;
  std::vector<double> payoffs;
  // Of moves: role after role, and where each role's end.
  std::vector<Move> legal;
  std::vector<std::uint32_t> ends;
};

}  // namespace palamedes::search
