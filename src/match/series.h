#pragma once
// Many games between the same agents, on several cores.
//
// Game number i has an assignment and a seed that depend on nothing but i and the series' seed, and
// games are counted in the order of their numbers: with simulations as the limit the result does
// not depend on the number of jobs. In a game for one role all agents play with the same seeds.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "match/ordered_tally.h"
#include "match/play.h"
#include "match/tally.h"

namespace palamedes::match {

struct SeriesOptions {
  PlayOptions play;
  PointRule rule = PointRule::roles;
  std::uint64_t games = 100;
  // Ends earlier once every agent's interval is that narrow, after whole rounds of assignments.
  std::optional<double> until;
  std::uint64_t seed = 1;
  std::uint32_t jobs = 1;
};

// One game per job, all of the same rules; each is used by its job alone. `stop` is asked by all
// jobs, `on_game` is called from one thread at a time.
[[nodiscard]] Tally play_series(const std::vector<std::unique_ptr<machine::Game>>& games,
                                const std::vector<agent::Spec>& agents,
                                const SeriesOptions& options, const std::function<bool()>& stop,
                                const OnGame& on_game);

}  // namespace palamedes::match
