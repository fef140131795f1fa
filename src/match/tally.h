#pragma once
// How agents did over many games.

#include <cstdint>
#include <vector>

#include "base/moments.h"
#include "match/interval.h"
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

  // The mean of the points, from 0 to 1.
  [[nodiscard]] Estimate win_rate() const;
  // The mean goal, from 0 to 100. Roles of one game are not independent, so games count here too.
  [[nodiscard]] Estimate goal() const;
};

// Whether a game does not count because of its rules or a machine.
[[nodiscard]] bool is_fault(const GameRecord& record);

class Tally {
 public:
  Tally(std::size_t agents, PointRule rule) : rule_(rule), agents_(agents) {}

  // Games that were interrupted do not count, nor those with a fault: of a machine, or of rules
  // that leave a role without a move, or without exactly one goal.
  void add(const GameRecord& record);

  [[nodiscard]] const std::vector<AgentTally>& agents() const { return agents_; }
  [[nodiscard]] std::uint64_t games() const { return games_; }
  [[nodiscard]] std::uint64_t faults() const { return faults_; }
  // Those among them that were not played to an end.
  [[nodiscard]] std::uint64_t broken() const { return broken_; }

 private:
  PointRule rule_;
  std::vector<AgentTally> agents_;
  std::uint64_t games_ = 0;
  std::uint64_t faults_ = 0;
  std::uint64_t broken_ = 0;
};

}  // namespace palamedes::match
