#pragma once
// What cannot be played yet, and why.

#include <span>
#include <string>
#include <vector>

#include "lab/experiment.h"
#include "lab/schedule.h"

namespace palamedes::lab {

struct Missing {
  std::string reason;
  std::vector<std::string> names;  // labels of agents, names of games
};

// Whatever keeps some of these cells from being played; reasons in the order of the file.
[[nodiscard]] std::vector<Missing> missing_in(const Experiment& experiment,
                                              std::span<const Cell> cells);

// "needs on-line tuning: MAB, HE; video game: aliens"
[[nodiscard]] std::string text_of(const std::vector<Missing>& list);

}  // namespace palamedes::lab
