#include "lab/report/report.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/numbers.h"

namespace palamedes::lab::report {
namespace {

constexpr double even_percent = 50;

// Where a contest's figures are published, seen from its first agent.
struct PublishedFigure {
  PublishedValue value;
  std::string source;
};

// By game, in the order of the tables.
using Figures = std::vector<std::pair<std::string, PublishedFigure>>;

class Maker {
 public:
  Maker(const Experiment& experiment, std::span<const CellState> cells)
      : experiment_(experiment), cells_(cells) {}

  Report make() {
    report_ = report_heading(experiment_);
    report_.origin = origin_of(experiment_, cells_);
    // averages first: where they are published, they are what the table is about
    add_published_of_one(false);
    for (const Contest& contest : contests()) add_section(contest);
    add_published_of_one(true);
    if (experiment_.round_robin) rate();
    report_.turns = turn_curves(experiment_, cells_);
    std::vector<Cell> all;
    for (const CellState& state : cells_) all.push_back(state.cell);
    report_.missing = missing_in(experiment_, all);
    return std::move(report_);
  }

 private:
  // Those that have cells, in the order of the file; whoever plays alone comes after.
  [[nodiscard]] std::vector<Contest> contests() const {
    std::vector<Contest> list;
    for (const std::size_t size : {2, 1}) {
      for (const CellState& state : cells_) {
        const Contest& agents = state.cell.agents;
        if (agents.size() == size && std::find(list.begin(), list.end(), agents) == list.end()) {
          list.push_back(agents);
        }
      }
    }
    return list;
  }

  void add_section(const Contest& contest) {
    ReportSection section;
    section.agent = experiment_.agents[contest.front()].label;
    if (contest.size() > 1) {
      section.against = experiment_.agents[contest.back()].label;
      section.title = fmt::format("{} against {}", section.agent, section.against);
      section.measure = fmt::format("win rate of {} in percent", section.agent);
    } else {
      section.title = fmt::format("{} alone", section.agent);
      section.measure = fmt::format("average score of {}", section.agent);
    }
    const Figures published = published_of(contest, {});
    for (const CellState& state : cells_) {
      if (state.cell.agents == contest) section.rows.push_back(row_of(state, published));
    }
    finish(std::move(section), published);
  }

  // With what is published about games that are not played here. Nothing is shown of contests that
  // cannot take place and that nobody has published anything about.
  void finish(ReportSection section, const Figures& published) {
    for (const auto& [game, figure] : published) {
      if (is_played(game)) continue;
      ReportRow row;
      row.game = game;
      row.published = figure.value;
      row.source = figure.source;
      section.rows.push_back(std::move(row));
    }
    const bool anything = std::any_of(
        section.rows.begin(), section.rows.end(),
        [](const ReportRow& row) { return row.planned > 0 || row.ours || row.published; });
    if (!anything) return;
    if (!section.is_speed) summarise(section);
    report_.sections.push_back(std::move(section));
  }

  // --- figures of one agent over all of its contests: averages against the others, and speeds

  void add_published_of_one(bool speeds) {
    std::set<std::pair<Contest, std::string>> shown;
    for (const Published& published : experiment_.published) {
      if (published.unit.empty() == speeds) continue;
      if (published.of.size() != 1 || !shown.emplace(published.of, published.unit).second) continue;
      const bool alone = std::any_of(cells_.begin(), cells_.end(), [&](const CellState& state) {
        return state.cell.agents == published.of;
      });
      if (published.unit.empty() && alone) continue;  // has a section already
      add_section_of_one(published.of.front(), published.unit);
    }
  }

  void add_section_of_one(std::size_t agent, const std::string& unit) {
    ReportSection section;
    section.agent = experiment_.agents[agent].label;
    section.is_speed = !unit.empty();
    if (section.is_speed) {
      section.title = fmt::format("{}: {}", section.agent, unit);
      section.measure = unit;
    } else {
      section.against = "all others";
      section.title = fmt::format("{} against all others", section.agent);
      section.measure =
          fmt::format("win rate of {} in percent, averaged over its opponents", section.agent);
    }
    const Figures published = published_of({agent}, unit);
    for (std::size_t game = 0; game < experiment_.games.size(); ++game) {
      const std::vector<const CellState*> states = cells_with(agent, game);
      if (states.empty()) continue;
      ReportRow row = row_of_one(states, agent, unit);
      row.game = experiment_.games[game].name;
      row.remark = experiment_.games[game].remark;
      if (const PublishedFigure* figure = find(published, row.game)) {
        if (section.is_speed) {
          row.published = figure->value;
          row.source = figure->source;
        } else {
          compare(row, *figure, false);
        }
      }
      section.rows.push_back(std::move(row));
    }
    if (!section.rows.empty()) finish(std::move(section), published);
  }

  [[nodiscard]] std::vector<const CellState*> cells_with(std::size_t agent,
                                                         std::size_t game) const {
    std::vector<const CellState*> states;
    for (const CellState& state : cells_) {
      const Contest& agents = state.cell.agents;
      const bool plays = std::find(agents.begin(), agents.end(), agent) != agents.end();
      if (plays && state.cell.game == game) states.push_back(&state);
    }
    return states;
  }

  // Every opponent has the same weight; one without a result leaves the whole figure open.
  ReportRow row_of_one(const std::vector<const CellState*>& states, std::size_t agent,
                       const std::string& unit) {
    ReportRow row;
    std::vector<Estimate> figures;
    for (const CellState* state : states) {
      const std::string missing = why_missing(experiment_, state->cell);
      if (!missing.empty()) {
        row.missing = missing;
        continue;
      }
      const match::Tally& tally = state->tally.tally();
      const bool second = state->cell.agents.front() != agent;
      const match::AgentTally& mine = tally.agents()[second ? 1 : 0];
      row.games += tally.games();
      row.planned += state->cell.games;
      if (const auto figure = figure_of(mine, unit)) figures.push_back(*figure);
    }
    const auto playable = static_cast<std::size_t>(
        std::count_if(states.begin(), states.end(),
                      [](const CellState* state) { return state->cell.games > 0; }));
    if (playable < states.size() && playable > 0) {
      if (unit.empty()) add_remark("Averages leave out opponents that cannot play yet.");
      row.missing.clear();
    }
    if (!figures.empty() && figures.size() == playable) row.ours = average(figures);
    return row;
  }

  // Nothing where no game has it, such as statistics in games of an older store.
  static std::optional<Estimate> figure_of(const match::AgentTally& agent,
                                           const std::string& unit) {
    if (unit.empty()) {
      if (agent.points.count == 0) return std::nullopt;
      return agent.win_rate().scaled(100);
    }
    const Moments& told = unit == "states/s"          ? agent.state_speed
                          : unit == "statistics/node" ? agent.statistics
                                                      : agent.simulation_speed;
    if (told.count == 0) return std::nullopt;
    return Estimate::around(told.mean, 0);
  }

  [[nodiscard]] bool is_played(const std::string& game) const {
    return std::any_of(experiment_.games.begin(), experiment_.games.end(),
                       [&](const ExperimentGame& each) { return each.name == game; });
  }

  // In the order of the games in the tables; a figure of the turned contest is turned.
  [[nodiscard]] Figures published_of(const Contest& contest, const std::string& unit) const {
    Figures figures;
    const Contest turned(contest.rbegin(), contest.rend());
    for (const Published& published : experiment_.published) {
      if (published.unit != unit) continue;
      if (published.of != contest && published.of != turned) continue;
      for (const auto& [game, value] : published.values) {
        PublishedFigure figure{value, published.source};
        if (published.of != contest) figure.value.value = 2 * even_percent - value.value;
        figures.emplace_back(game, std::move(figure));
      }
    }
    return figures;
  }

  static const PublishedFigure* find(const Figures& figures, const std::string& game) {
    const auto at = std::find_if(figures.begin(), figures.end(),
                                 [&](const auto& each) { return each.first == game; });
    return at == figures.end() ? nullptr : &at->second;
  }

  ReportRow row_of(const CellState& state, const Figures& published) {
    const match::AgentTally& agent = state.tally.tally().agents().front();
    ReportRow row;
    row.game = experiment_.games[state.cell.game].name;
    row.remark = experiment_.games[state.cell.game].remark;
    row.games = state.tally.tally().games();
    row.planned = state.cell.games;
    row.missing = why_missing(experiment_, state.cell);
    row.errors = state.errors;
    row.faults = state.tally.tally().faults();
    row.broken = state.tally.tally().broken();
    const bool alone = state.cell.agents.size() == 1;
    if (row.games > 0) row.ours = alone ? agent.goal() : agent.win_rate().scaled(100);
    if (agent.effort.decisions > 0) {
      row.simulations_per_move = static_cast<double>(agent.effort.simulations) /
                                 static_cast<double>(agent.effort.decisions);
    }
    row.simulations_per_second = agent.simulation_speed.mean;
    row.states_per_second = agent.state_speed.mean;
    if (const PublishedFigure* figure = find(published, row.game)) compare(row, *figure, alone);
    report_.games += row.games;
    report_.errors += row.errors;
    report_.faults += row.faults;
    if (!state.last_error.empty()) report_.last_error = row.game + ": " + state.last_error;
    remark(state, row);
    return row;
  }

  void add_remark(std::string sentence) {
    const auto& known = report_.remarks;
    if (std::find(known.begin(), known.end(), sentence) != known.end()) return;
    report_.remarks.push_back(std::move(sentence));
  }

  // What a reader would otherwise take for granted.
  void remark(const CellState& state, const ReportRow& row) {
    const std::size_t round = state.cell.assignments.size();
    if (row.games % round != 0) {
      add_remark(fmt::format(
          "{}: {} no multiple of the {} assignments of roles, which so are not equally often.",
          row.game, counted(row.games, "game is", "games are"), round));
    }
    for (std::size_t i = 0; i < state.remarks.size(); ++i) {
      for (const std::string& said : state.remarks[i]) {
        add_remark(fmt::format("{} in {}: {}.", experiment_.agents[state.cell.agents[i]].label,
                               row.game, said));
      }
    }
    if (row.faults > 0 && state.first_fault) {
      add_remark(fmt::format("{}: {} not count because of a fault, such as {}.", row.game,
                             counted(row.faults, "game does", "games do"),
                             state.first_fault->text));
    }
  }

  void compare(ReportRow& row, const PublishedFigure& figure, bool alone) {
    row.published = figure.value;
    row.source = figure.source;
    if (!row.ours) return;
    const Estimate theirs = Estimate::around(figure.value.value, figure.value.half.value_or(0));
    row.differs = !overlap(*row.ours, theirs);
    row.opposite = !alone && figure.value.half &&
                   side_of(*row.ours, even_percent) * side_of(theirs, even_percent) < 0;
    ++report_.compared;
    if (row.differs) ++report_.differing;
  }

  static void summarise(ReportSection& section) {
    std::vector<Estimate> ours;
    std::vector<Estimate> theirs;
    for (const ReportRow& row : section.rows) {
      if (row.ours) ours.push_back(*row.ours);
      if (row.published && row.published->half) {
        theirs.push_back(Estimate::around(row.published->value, *row.published->half));
      }
    }
    const bool contest = !section.against.empty();
    if (!ours.empty()) {
      section.average = average(ours);
      if (contest) section.robustness = robustness(ours, even_percent);
    }
    if (!theirs.empty()) {
      section.published_average = average(theirs);
      if (contest) section.published_robustness = robustness(theirs, even_percent);
    }
  }

  void rate() {
    std::map<std::size_t, std::size_t> numbers;  // agent -> player
    std::vector<Score> scores;
    for (const CellState& state : cells_) {
      if (state.cell.agents.size() != 2 || state.cell.games == 0) continue;
      const auto number = [&](std::size_t agent) {
        return numbers.emplace(agent, numbers.size()).first->second;
      };
      const auto points = [&](std::size_t at) {
        const Moments& moments = state.tally.tally().agents()[at].points;
        return moments.mean * static_cast<double>(moments.count);
      };
      const std::size_t first = number(state.cell.agents[0]);
      const std::size_t second = number(state.cell.agents[1]);
      scores.push_back({first, second, points(0), points(1)});
    }
    const auto ratings = elo_ratings(numbers.size(), scores);
    if (!ratings) return;
    for (const auto& [agent, number] : numbers) {
      report_.ratings.push_back({experiment_.agents[agent].label, (*ratings)[number]});
    }
    std::stable_sort(
        report_.ratings.begin(), report_.ratings.end(),
        [](const ReportRating& a, const ReportRating& b) { return a.elo.value > b.elo.value; });
  }

  const Experiment& experiment_;
  std::span<const CellState> cells_;
  Report report_;
};

// Three digits that count, but whole numbers as they are.
std::string speed_text(double value) {
  return value >= 100 ? grouped(fmt::format("{:.0f}", value)) : fmt::format("{:.3g}", value);
}

}  // namespace

bool ReportSection::is_of_matches() const {
  return !is_speed && std::any_of(rows.begin(), rows.end(),
                                  [](const ReportRow& row) { return row.planned > 1; });
}

bool ReportSection::has_remarks() const {
  return std::any_of(rows.begin(), rows.end(),
                     [](const ReportRow& row) { return !row.remark.empty(); });
}

Report report_heading(const Experiment& experiment) {
  Report report;
  report.name = experiment.name;
  report.title = experiment.title;
  report.reproduces = experiment.reproduces;
  report.note = experiment.note;
  return report;
}

Report make_report(const Experiment& experiment, std::span<const CellState> cells) {
  return Maker(experiment, cells).make();
}

std::string text_of(const std::optional<Estimate>& estimate) {
  if (!estimate) return "-";
  return fmt::format("{:.1f} ± {:.1f}", estimate->value, estimate->half());
}

std::string text_of(const std::optional<PublishedValue>& value) {
  if (!value) return "-";
  if (!value->half) return fmt::format("{:.1f}", value->value);
  return text_of(Estimate::around(value->value, *value->half));
}

std::string ours_text(const ReportSection& section, const ReportRow& row) {
  if (!section.is_speed || !row.ours) return text_of(row.ours);
  return speed_text(row.ours->value);
}

std::string published_text(const ReportSection& section, const ReportRow& row) {
  if (!section.is_speed || !row.published) return text_of(row.published);
  return speed_text(row.published->value);
}

std::string mark_text(const ReportSection& section, const ReportRow& row) {
  if (section.is_speed) {
    const bool both = row.ours && row.published && row.published->value > 0;
    return both ? fmt::format("{:.3g}x", row.ours->value / row.published->value) : "";
  }
  if (row.opposite) return "≠!";
  return row.differs ? "≠" : "";
}

}  // namespace palamedes::lab::report
