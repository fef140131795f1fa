#pragma once
// Figures of each turn, averaged over matches: how deep and how wide trees are, and how fast an
// agent thinks in the course of a game (thesis, Figures 7.3, 7.4, C.1 to C.4).

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/moments.h"
#include "lab/cells.h"
#include "lab/experiment.h"

namespace palamedes::lab::report {

// Of one agent in one game.
struct TurnCurves {
  std::string game;
  std::string agent;                           // label
  std::map<std::uint64_t, TurnMoments> turns;  // by step, the first one is 0
};

// In the order of games and agents; nothing where no decisions were kept.
[[nodiscard]] std::vector<TurnCurves> turn_curves(const Experiment& experiment,
                                                  std::span<const CellState> cells);

struct TurnFigure {
  std::string_view name;   // in CSV and JSON
  std::string_view title;  // of a plot
  Moments TurnMoments::*moments;
};
[[nodiscard]] std::span<const TurnFigure> turn_figures();

// One line for each game, agent and turn. Turns are counted from 1.
[[nodiscard]] std::string turns_to_csv(std::span<const TurnCurves> curves);
// One plot for each game and figure; nothing without curves.
[[nodiscard]] std::string turns_to_html(std::span<const TurnCurves> curves);

}  // namespace palamedes::lab::report
