#include "vgdl/speed.h"

#include "base/stopwatch.h"
#include "vgdl/simulator.h"

namespace palamedes::vgdl {
namespace {

// Calls `work` again and again, which does `batch` things each time; things per second.
template <typename Work>
double rate(const SpeedOptions& options, int batch, double& seconds, const Work& work) {
  const CpuStopwatch watch;
  std::uint64_t done = 0;
  double spent = 0;
  do {
    work();
    done += static_cast<std::uint64_t>(batch);
    spent = watch.seconds();
  } while (spent < options.seconds / 3 && !(options.stop && options.stop()));
  seconds += spent;
  return static_cast<double>(done) / std::max(spent, 1e-9);
}

}  // namespace

Speed measure_speed(const Game& game, const SpeedOptions& options) {
  constexpr int batch = 200;
  Speed speed;
  const State start = game.initial(RandomMode::fast, options.seed);
  speed.sprites = start.head().sprite_count;
  Simulator simulator(game);
  Random random;
  random.seed(RandomMode::fast, options.seed + 1);
  const std::vector<Action> actions = game.actions(start);
  const auto choose = [&] {
    return actions[random.below(static_cast<std::uint32_t>(actions.size()))];
  };
  State state = start;
  speed.advances_per_second = rate(options, batch, speed.seconds, [&] {
    for (int i = 0; i < batch; ++i) {
      simulator.advance(state, choose());
      if (!state.head().ended) continue;
      // Another course of the game, not the same one again.
      const Random goes_on = state.head().random;
      state = start;
      state.head().random = goes_on;
      ++speed.games;
    }
    speed.advances += batch;
  });
  speed.state_bytes = state.bytes();
  State copy = state;
  speed.copies_per_second = rate(options, batch, speed.seconds, [&] {
    for (int i = 0; i < batch; ++i) {
      copy = state;
      // Each copy is to be made, though nobody reads it.
      state.head().last_action = copy.head().last_action == Action::nil ? Action::use : Action::nil;
    }
  });
  speed.rollouts_per_second = rate(options, 1, speed.seconds, [&] {
    copy = start;
    for (int i = 0; i < rollout_length; ++i) simulator.advance(copy, choose());
  });
  return speed;
}

}  // namespace palamedes::vgdl
