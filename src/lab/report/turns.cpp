#include "lab/report/turns.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "chart/line_chart.h"
#include "chart/svg.h"
#include "lab/report/formats.h"
#include "match/interval.h"

namespace palamedes::lab::report {
namespace {

constexpr std::array<TurnFigure, 4> figures = {{
    {"depth", "Depth of the tree", &TurnMoments::depth},
    {"branching", "Effective branching factor", &TurnMoments::branching},
    {"simulations_per_s", "Simulations/s", &TurnMoments::simulation_speed},
    {"states_per_s", "States/s", &TurnMoments::state_speed},
}};

std::vector<std::string> games_of(std::span<const TurnCurves> curves) {
  std::vector<std::string> games;
  for (const TurnCurves& each : curves) {
    if (std::find(games.begin(), games.end(), each.game) == games.end()) games.push_back(each.game);
  }
  return games;
}

chart::LineChart plot_of(std::span<const TurnCurves> curves, const std::string& game,
                         const TurnFigure& figure) {
  chart::LineChart picture;
  picture.title = fmt::format("{}: {}", game, figure.title);
  picture.x_label = "turn";
  picture.y_label = figure.title;
  for (const TurnCurves& each : curves) {
    if (each.game != game) continue;
    chart::LineChart::Line line{each.agent, {}};
    for (const auto& [step, moments] : each.turns) {
      const Moments& shown = moments.*figure.moments;
      if (shown.count == 0) continue;
      line.points.push_back({static_cast<double>(step + 1), shown.mean,
                             match::normal_quantile() * shown.standard_error()});
    }
    if (!line.points.empty()) picture.lines.push_back(std::move(line));
  }
  return picture;
}

}  // namespace

std::span<const TurnFigure> turn_figures() { return figures; }

std::vector<TurnCurves> turn_curves(const Experiment& experiment,
                                    std::span<const CellState> cells) {
  std::vector<TurnCurves> list;
  for (std::size_t game = 0; game < experiment.games.size(); ++game) {
    for (std::size_t agent = 0; agent < experiment.agents.size(); ++agent) {
      TurnCurves curves{experiment.games[game].name, experiment.agents[agent].label, {}};
      for (const CellState& state : cells) {
        if (state.cell.game != game) continue;
        for (std::size_t i = 0; i < state.cell.agents.size(); ++i) {
          if (state.cell.agents[i] != agent || i >= state.turns.size()) continue;
          for (const auto& [step, moments] : state.turns[i]) curves.turns[step].add(moments);
        }
      }
      if (!curves.turns.empty()) list.push_back(std::move(curves));
    }
  }
  return list;
}

std::string turns_to_csv(std::span<const TurnCurves> curves) {
  std::string text = "game,agent,turn,decisions";
  for (const TurnFigure& figure : figures) {
    text += fmt::format(",{0},{0}_interval", figure.name);
  }
  text += "\n";
  for (const TurnCurves& each : curves) {
    for (const auto& [step, moments] : each.turns) {
      text += fmt::format("{},{},{},{}", csv_field(each.game), csv_field(each.agent), step + 1,
                          moments.depth.count);
      for (const TurnFigure& figure : figures) {
        const Moments& shown = moments.*figure.moments;
        text += shown.count == 0 ? ",,"
                                 : fmt::format(",{:.6g},{:.6g}", shown.mean,
                                               match::normal_quantile() * shown.standard_error());
      }
      text += "\n";
    }
  }
  return text;
}

std::string turns_to_html(std::span<const TurnCurves> curves) {
  if (curves.empty()) return {};
  std::string text =
      "<h2>Turn by turn</h2>\n<p class=\"quiet\">Averages over decisions, with their 95 % "
      "intervals. Fewer matches reach the last turns.</p>\n";
  for (const std::string& game : games_of(curves)) {
    for (const TurnFigure& figure : figures) {
      const chart::LineChart picture = plot_of(curves, game, figure);
      if (picture.lines.empty()) continue;
      text += fmt::format("<div class=\"scroll\">{}</div>\n", to_svg(picture));
    }
  }
  return text;
}

}  // namespace palamedes::lab::report
