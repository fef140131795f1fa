#include "video/forward_model.h"

#include <algorithm>

namespace palamedes::video {

ForwardModel::ForwardModel(const vgdl::Game& game, std::uint64_t seed)
    : game_(game), simulator_(game), rng_(seed, 1), by_type_(game.rules().types.size()) {
  none_.add(vgdl::Action::nil);
}

const Actions& ForwardModel::actions(const vgdl::State& state) {
  const vgdl::Slot avatar = state.head().avatar;
  if (avatar == vgdl::no_slot) return none_;
  Actions& actions = by_type_[state.sprite(avatar).type];
  if (actions.size() > 0) return actions;
  for (const vgdl::Action action : game_.actions(state)) {
    if (action != vgdl::Action::nil) actions.add(action);
  }
  if (actions.size() == 0) actions.add(vgdl::Action::nil);
  return actions;
}

std::uint32_t ForwardModel::avatar_cell(const vgdl::State& state) const {
  const vgdl::Slot avatar = state.head().avatar;
  if (avatar == vgdl::no_slot) return 0;
  const vgdl::Sprite& sprite = state.sprite(avatar);
  const int column = std::clamp(sprite.x / game_.block(), 0, game_.columns() - 1);
  const int row = std::clamp(sprite.y / game_.block(), 0, game_.rows() - 1);
  return static_cast<std::uint32_t>(row * game_.columns() + column);
}

}  // namespace palamedes::video
