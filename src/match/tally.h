#pragma once
// How agents did over many games.

#include <cstdint>
#include <vector>

#include "base/moments.h"
#include "match/play.h"
#include "match/points.h"

namespace palamedes::match {

struct AgentTally {
  Moments points;            // one number per game that the agent played in
  Moments goals;             // one per role that it played
  Moments simulation_speed;  // a game's median, one per role that it played and thought in
  Moments state_speed;       // the same in states
  Moments statistics;        // a game's statistics per node, one per role that had any
  Effort effort;

  [[nodiscard]] double win_rate() const { return points.mean; }
  // Half of the 95 % confidence interval of the win rate.
  [[nodiscard]] double interval() const { return 1.96 * points.standard_error(); }
  [[nodiscard]] double goal_interval() const { return 1.96 * goals.standard_error(); }
};

class Tally {
 public:
  Tally(std::size_t agents, PointRule rule) : rule_(rule), agents_(agents) {}

  // Games that were interrupted or broken do not count.
  void add(const GameRecord& record);

  [[nodiscard]] const std::vector<AgentTally>& agents() const { return agents_; }
  [[nodiscard]] std::uint64_t games() const { return games_; }
  [[nodiscard]] std::uint64_t broken() const { return broken_; }

 private:
  PointRule rule_;
  std::vector<AgentTally> agents_;
  std::uint64_t games_ = 0;
  std::uint64_t broken_ = 0;
};

}  // namespace palamedes::match
