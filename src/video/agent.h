#pragma once
// Somebody who plays a video game: it gets the state before each tick and answers with an action.

#include <cstdint>

#include "vgdl/state.h"
#include "video/budget.h"

namespace palamedes::video {

class Agent {
 public:
  Agent() = default;
  virtual ~Agent() = default;
  Agent(const Agent&) = delete;
  Agent& operator=(const Agent&) = delete;
  Agent(Agent&&) = delete;
  Agent& operator=(Agent&&) = delete;

  // Before the first tick, with the time to start.
  virtual void prepare(const vgdl::State& start, Budget budget) = 0;
  virtual vgdl::Action act(const vgdl::State& state, Budget budget) = 0;
  // Of the search for the last move; 0 of an agent that does not search.
  [[nodiscard]] virtual std::uint64_t iterations() const { return 0; }
};

}  // namespace palamedes::video
