#include "video/play.h"

#include <algorithm>

namespace palamedes::video {
namespace {

// Of a tick's time, so that a busy machine does not make the move late.
constexpr double margin = 0.1;
// Iterations before the first tick, in ticks: a second of 40 ms each.
constexpr std::uint64_t start_ticks = 25;

}  // namespace

Play::Play(const vgdl::Game& game, std::unique_ptr<Agent> agent, const Limits& limits,
           vgdl::RandomMode mode, std::uint64_t seed)
    : agent_(std::move(agent)),
      limits_(limits),
      simulator_(game),
      state_(game.initial(mode, seed)) {}

Budget Play::budget(double seconds, std::uint64_t iterations) const {
  if (limits_.iterations > 0) return Budget::of_iterations(iterations);
  return Budget::of_seconds(limits_.clock, seconds, margin * std::min(seconds, 0.2));
}

void Play::start() {
  has_started_ = true;
  const double begin = seconds_on(limits_.clock);
  agent_->prepare(state_, budget(limits_.start_seconds, limits_.iterations * start_ticks));
  const double spent = seconds_on(limits_.clock) - begin;
  if (limits_.competition && limits_.iterations == 0 && spent > limits_.start_seconds) {
    disqualified_ = true;
  }
}

void Play::tick() {
  if (!has_started_) start();
  if (is_over()) return;
  const double begin = seconds_on(limits_.clock);
  vgdl::Action action = agent_->act(state_, budget(limits_.tick_seconds, limits_.iterations));
  const double spent = seconds_on(limits_.clock) - begin;
  seconds_.push_back(static_cast<float>(spent));
  iterations_.push_back(agent_->iterations());
  if (limits_.iterations == 0 && spent > limits_.tick_seconds) {
    ++late_;
    if (limits_.competition) {
      action = vgdl::Action::nil;
      disqualified_ = spent > disqualified_after * limits_.tick_seconds;
      if (disqualified_) return;
    }
  }
  simulator_.advance(state_, action);
}

Outcome Play::outcome() const {
  Outcome outcome;
  const vgdl::State::Header& head = state_.head();
  outcome.ended = is_over();
  outcome.disqualified = disqualified_;
  outcome.won = !disqualified_ && head.ended && head.winner == vgdl::Winner::wins;
  outcome.score = disqualified_ ? disqualified_score : head.score;
  outcome.ticks = head.tick + 1;
  outcome.late = late_;
  if (!iterations_.empty()) {
    std::vector<std::uint64_t> sorted = iterations_;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t half = sorted.size() / 2;
    outcome.iterations =
        sorted.size() % 2 == 1
            ? static_cast<double>(sorted[half])
            : (static_cast<double>(sorted[half - 1]) + static_cast<double>(sorted[half])) / 2;
  }
  for (const float seconds : seconds_) {
    outcome.longest = std::max(outcome.longest, static_cast<double>(seconds));
  }
  return outcome;
}

}  // namespace palamedes::video
