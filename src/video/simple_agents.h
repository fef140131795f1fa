#pragma once
// Agents that do not look at the game: any action, or none.

#include "video/agent.h"
#include "video/forward_model.h"

namespace palamedes::video {

// Any action of the avatar, `nil` among them.
class RandomAgent : public Agent {
 public:
  RandomAgent(const vgdl::Game& game, std::uint64_t seed) : game_(game), rng_(seed, 1) {}

  void prepare(const vgdl::State& /*start*/, Budget /*budget*/) override {}
  vgdl::Action act(const vgdl::State& state, Budget /*budget*/) override {
    const std::vector<vgdl::Action> actions = game_.actions(state);
    return actions[rng_.below(static_cast<std::uint32_t>(actions.size()))];
  }

 private:
  const vgdl::Game& game_;
  Rng rng_;
};

class NilAgent : public Agent {
 public:
  void prepare(const vgdl::State& /*start*/, Budget /*budget*/) override {}
  vgdl::Action act(const vgdl::State& /*state*/, Budget /*budget*/) override {
    return vgdl::Action::nil;
  }
};

}  // namespace palamedes::video
