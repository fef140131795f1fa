#include "web/worker/video_history.h"

#include <algorithm>
#include <iterator>

namespace palamedes::web::worker {

VideoHistory::VideoHistory(const vgdl::Game& game, std::uint64_t seed)
    : simulator_(game), state_(game.initial(vgdl::RandomMode::fast, seed)) {
  states_.emplace(0, state_);
}

vgdl::Action VideoHistory::action() const {
  return tick_ == 0 ? vgdl::Action::nil : actions_[tick_ - 1];
}

bool VideoHistory::is_over() const {
  return state_.head().ended || tick_ >= static_cast<std::size_t>(vgdl::max_ticks);
}

void VideoHistory::play(vgdl::Action action) {
  simulator_.advance(state_, action);
  ++tick_;
  if (tick_ % ticks_between_states == 0) states_.try_emplace(tick_, state_);
}

void VideoHistory::advance(vgdl::Action action) {
  if (is_over()) return;
  actions_.resize(tick_);
  states_.erase(states_.upper_bound(tick_), states_.end());
  actions_.push_back(action);
  play(action);
}

void VideoHistory::show(std::size_t tick) {
  tick = std::min(tick, actions_.size());
  const auto from = std::prev(states_.upper_bound(tick));
  if (tick < tick_ || from->first > tick_) {
    state_ = from->second;
    tick_ = from->first;
  }
  while (tick_ < tick) play(actions_[tick_]);
}

}  // namespace palamedes::web::worker
