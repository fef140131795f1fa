#pragma once
// One level of a game, played by an agent tick by tick, with the competition's rules about time or
// without them.

#include <cstdint>
#include <memory>
#include <vector>

#include "vgdl/game.h"
#include "vgdl/simulator.h"
#include "video/agent.h"

namespace palamedes::video {

// Competition: a move after the time of a tick counts as none, and one after 5/4 of it ends the
// game (thesis 3.2.3). Otherwise time is not penalised, as in the thesis's experiments (6.4.1).
struct Limits {
  Clock clock = Clock::wall;
  double start_seconds = 1;
  double tick_seconds = 0.04;
  std::uint64_t iterations = 0;  // in a tick; 0: time counts
  bool competition = false;
};

inline constexpr double disqualified_after = 1.25;  // times of a tick
inline constexpr int disqualified_score = -1000;

struct Outcome {
  bool ended = false;
  bool won = false;
  bool disqualified = false;
  int score = 0;
  int ticks = 0;
  int late = 0;           // moves that came too late
  double iterations = 0;  // median of a tick
  double longest = 0;     // seconds of a move, by the clock of the limits
};

class Play {
 public:
  Play(const vgdl::Game& game, std::unique_ptr<Agent> agent, const Limits& limits,
       vgdl::RandomMode mode, std::uint64_t seed);

  [[nodiscard]] bool is_over() const { return disqualified_ || state_.head().ended; }
  // Asks the agent and advances the game. The first call gives the agent its time to start before.
  void tick();

  [[nodiscard]] const vgdl::State& state() const { return state_; }
  [[nodiscard]] Outcome outcome() const;
  // Of each move.
  [[nodiscard]] const std::vector<std::uint64_t>& iterations() const { return iterations_; }
  // Seconds of each move, by the clock of the limits.
  [[nodiscard]] const std::vector<float>& seconds() const { return seconds_; }

 private:
  [[nodiscard]] Budget budget(double seconds, std::uint64_t iterations) const;
  void start();

  std::unique_ptr<Agent> agent_;
  Limits limits_;
  vgdl::Simulator simulator_;
  vgdl::State state_;
  std::vector<float> seconds_;
  std::vector<std::uint64_t> iterations_;
  bool has_started_ = false;
  bool disqualified_ = false;
  int late_ = 0;
};

}  // namespace palamedes::video
