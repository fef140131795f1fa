#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/file.h"
#include "cli/commands/lab.h"
#include "cli/json.h"
#include "cli/text.h"
#include "lab/report/formats.h"

namespace palamedes::cli::commands {
namespace {

namespace fs = std::filesystem;
using lab::report::Report;
using lab::report::ReportRow;
using lab::report::ReportSection;

std::string number_text(const std::optional<int>& value) {
  return value ? fmt::format("{}", *value) : "-";
}

std::string section_text(const Screen& screen, const ReportSection& section) {
  Table table;
  table.column("Game", Table::Align::left);
  for (const char* title : {"Ours", "Published"}) table.column(title);
  table.column("", Table::Align::left);
  if (section.is_of_matches()) {
    for (const char* title : {"Games", "Simulations/move", "Simulations/s", "States/s"}) {
      table.column(title);
    }
  }
  if (section.has_remarks()) table.column("Remark", Table::Align::left);
  for (const ReportRow& row : section.rows) {
    const auto figure = [&](double value) { return row.ours && value > 0 ? rounded(value) : "-"; };
    std::vector<std::string> cells = {row.game, ours_text(section, row),
                                      published_text(section, row), mark_text(section, row)};
    if (section.is_of_matches()) {
      cells.push_back(row.planned == 0 ? "-" : grouped(row.games));
      cells.push_back(figure(row.simulations_per_move));
      cells.push_back(figure(row.simulations_per_second));
      cells.push_back(figure(row.states_per_second));
    }
    if (section.has_remarks()) cells.push_back(row.remark);
    table.row(std::move(cells));
  }
  if (section.average || section.published_average) {
    table.row({"Average", lab::report::text_of(section.average),
               lab::report::text_of(section.published_average)});
  }
  if (section.robustness || section.published_robustness) {
    table.row(
        {"Robustness", number_text(section.robustness), number_text(section.published_robustness)});
  }
  std::string text = "\n" + screen.bold(section.title);
  if (!section.is_speed) text += ": " + section.measure;
  return text + "\n\n" + screen.bold(table.titles()) + table.rows();
}

std::string ratings_text(const Screen& screen, const Report& report) {
  if (report.ratings.empty()) return {};
  Table table;
  table.column("Agent", Table::Align::left);
  table.column("Elo");
  for (const lab::report::ReportRating& rating : report.ratings) {
    table.row({rating.label, fmt::format("{:.0f} ± {:.0f}", rating.elo.value, rating.elo.half())});
  }
  return "\n" + screen.bold(table.titles()) + table.rows();
}

std::string to_text(const Screen& screen, const Report& report) {
  std::string text = screen.bold(report.title);
  if (!report.reproduces.empty()) text += fmt::format(" (reproduces {})", report.reproduces);
  text += "\n";
  constexpr std::size_t width = 100;
  if (!report.note.empty()) {
    for (const std::string& line : wrapped(report.note, width)) text += line + "\n";
  }
  for (const ReportSection& section : report.sections) text += section_text(screen, section);
  text += ratings_text(screen, report);
  text += fmt::format("\n{}; ± is the larger half of a 95 % interval.",
                      counted(report.games, "result"));
  if (report.compared > 0) {
    text += fmt::format(" ≠: the intervals do not overlap ({} of {}).", report.differing,
                        report.compared);
  }
  text += "\n";
  for (const std::string& remark : report.remarks) text += remark + "\n";
  if (!report.missing.empty()) {
    const std::string missing = fmt::format("Not played yet: {}.", text_of(report.missing));
    for (const std::string& line : wrapped(missing, width)) text += line + "\n";
  }
  if (report.errors > 0) {
    text += fmt::format("{} without a result, such as {}\n",
                        counted(report.errors, "match", "matches"), report.last_error);
  }
  text += "\n";
  for (const std::string& line : lines_of(report.origin, false)) text += line + "\n";
  return text;
}

Json estimate_json(const std::optional<lab::Estimate>& estimate) {
  if (!estimate) return {};
  return Json::object({{"value", estimate->value},
                       {"interval", estimate->half()},
                       {"low", estimate->low},
                       {"high", estimate->high}});
}

Json row_json(const ReportRow& row) {
  Json published;
  if (row.published) {
    published =
        Json::object({{"value", row.published->value},
                      {"interval", row.published->half ? Json(*row.published->half) : Json()},
                      {"source", row.source}});
  }
  return Json::object({{"game", row.game},
                       {"games", row.games},
                       {"planned", row.planned},
                       {"errors", row.errors},
                       {"faults", row.faults},
                       {"broken", row.broken},
                       {"missing", row.missing.empty() ? Json() : Json(row.missing)},
                       {"remark", row.remark.empty() ? Json() : Json(row.remark)},
                       {"ours", estimate_json(row.ours)},
                       {"published", std::move(published)},
                       {"differs", row.differs},
                       {"opposite", row.opposite},
                       {"simulations_per_move", row.simulations_per_move},
                       {"simulations_per_s", row.simulations_per_second},
                       {"states_per_s", row.states_per_second}});
}

Json origin_json(const lab::report::Origin& origin) {
  Json agents = Json::array();
  for (const lab::report::OriginAgent& agent : origin.agents) {
    agents.add(Json::object(
        {{"agent", agent.label}, {"spec", agent.spec}, {"parameters", agent.parameters}}));
  }
  Json limits = Json::array();
  for (const lab::report::OriginLimit& limit : origin.limits) {
    limits.add(Json::object({{"limit", limit.text}, {"games", limit.games}}));
  }
  Json builds = Json::array();
  for (const lab::report::OriginBuild& each : origin.builds) {
    builds.add(Json::object({{"version", each.build.version},
                             {"build", each.build.revision},
                             {"host", each.build.host},
                             {"processor", each.build.processor},
                             {"cores", each.build.cores},
                             {"results", each.results}}));
  }
  return Json::object({{"seed", origin.seed},
                       {"agents", std::move(agents)},
                       {"limits", std::move(limits)},
                       {"builds", std::move(builds)}});
}

Json turns_json(const std::vector<lab::report::TurnCurves>& all) {
  Json list = Json::array();
  for (const lab::report::TurnCurves& curves : all) {
    Json turns = Json::array();
    for (const auto& [step, moments] : curves.turns) {
      Json turn = Json::object({{"turn", step + 1}, {"decisions", moments.depth.count}});
      for (const lab::report::TurnFigure& figure : lab::report::turn_figures()) {
        const Moments& shown = moments.*figure.moments;
        turn.add(std::string(figure.name), shown.count > 0 ? Json(shown.mean) : Json());
      }
      turns.add(std::move(turn));
    }
    list.add(Json::object(
        {{"game", curves.game}, {"agent", curves.agent}, {"turns", std::move(turns)}}));
  }
  return list;
}

Json to_json(const Report& report) {
  const auto number = [](const std::optional<int>& value) { return value ? Json(*value) : Json(); };
  Json sections = Json::array();
  for (const ReportSection& section : report.sections) {
    Json rows = Json::array();
    for (const ReportRow& row : section.rows) rows.add(row_json(row));
    sections.add(
        Json::object({{"agent", section.agent},
                      {"against", section.against.empty() ? Json() : Json(section.against)},
                      {"measure", section.measure},
                      {"rows", std::move(rows)},
                      {"average", estimate_json(section.average)},
                      {"robustness", number(section.robustness)},
                      {"published_average", estimate_json(section.published_average)},
                      {"published_robustness", number(section.published_robustness)}}));
  }
  Json ratings = Json::array();
  for (const lab::report::ReportRating& rating : report.ratings) {
    ratings.add(Json::object({{"agent", rating.label},
                              {"elo", rating.elo.value},
                              {"interval", rating.elo.half()},
                              {"low", rating.elo.low},
                              {"high", rating.elo.high}}));
  }
  Json missing = Json::array();
  for (const lab::Missing& each : report.missing) {
    missing.add(Json::object({{"reason", each.reason}, {"names", each.names}}));
  }
  return Json::object({{"experiment", report.name},
                       {"title", report.title},
                       {"reproduces", report.reproduces},
                       {"games", report.games},
                       {"errors", report.errors},
                       {"faults", report.faults},
                       {"compared", report.compared},
                       {"differing", report.differing},
                       {"sections", std::move(sections)},
                       {"ratings", std::move(ratings)},
                       {"turns", turns_json(report.turns)},
                       {"remarks", report.remarks},
                       {"missing", std::move(missing)},
                       {"origin", origin_json(report.origin)}});
}

Result<std::string> write_page(const std::string& folder, const Report& report) {
  if (auto made = make_folder(folder); !made) return tl::unexpected(std::move(made.error()));
  std::string path = (fs::path(folder) / (report.name + ".html")).string();
  const auto written = write_text(path, to_html(report));
  if (!written) return tl::unexpected(written.error());
  return path;
}

}  // namespace

Exit show_report(Screen& screen, const LabSettings& settings, const Report& report) {
  if (!settings.html.empty()) {
    const auto path = write_page(settings.html, report);
    if (!path) {
      screen.complain(path.error());
      return Exit::failed;
    }
    screen.complain(*path);
  }
  if (settings.turns) {
    screen.print(turns_to_csv(report.turns));
  } else if (settings.csv) {
    screen.print(to_csv(report));
  } else if (settings.tex) {
    screen.print(to_latex(report));
  } else if (settings.json) {
    screen.print(to_json(report).text());
  } else {
    screen.print(to_text(screen, report));
  }
  return Exit::success;
}

}  // namespace palamedes::cli::commands
