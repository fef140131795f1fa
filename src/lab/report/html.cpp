#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/numbers.h"
#include "chart/interval_chart.h"
#include "chart/svg.h"
#include "lab/report/formats.h"

namespace palamedes::lab::report {

using chart::escaped;

namespace {

constexpr const char* page_style = R"css(
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
       max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: break-word; }
h1 { line-height: 1.2; margin-bottom: 0; }
h2 { line-height: 1.2; margin: 2.5rem 0 0; }
a { color: var(--ours); }
nav ul { columns: 20rem; column-gap: 2rem; padding-left: 1.2rem; }
.quiet { color: var(--quiet); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 1rem 0; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid var(--faint);
         white-space: nowrap; }
th:first-child, td:first-child { text-align: left; position: sticky; left: 0;
                                 background: var(--paper); }
tbody tr:nth-child(even) td { background: var(--band); }
tfoot td { font-weight: 600; }
.mark { color: var(--mark); font-weight: 700; }
td.our { color: var(--ours); } td.their { color: var(--theirs); }
svg.plot { width: 100%; min-width: 42rem; height: auto; }
svg.sign { width: 1.9em; height: .8em; vertical-align: baseline; }
)css";

// The first and the second series of the plots.
enum class Side : std::uint8_t { ours, theirs };

std::string sign_of(Side side) { return chart::sign_of(static_cast<std::size_t>(side)); }

std::string variables(std::string_view chart::Colour::*scheme) {
  constexpr chart::Colour quiet{"#59636e", "#9aa5b1"};
  constexpr chart::Colour mark{"#b3261e", "#ff8a80"};
  return fmt::format(
      "--ink: {}; --paper: {}; --faint: {}; --band: {}; --quiet: {}; --ours: {}; --theirs: {}; "
      "--mark: {};",
      chart::ink.*scheme, chart::paper.*scheme, chart::faint.*scheme, chart::band.*scheme,
      quiet.*scheme, chart::series_colours[0].*scheme, chart::series_colours[1].*scheme,
      mark.*scheme);
}

std::string style() {
  return fmt::format(
             "\n:root {{ color-scheme: light dark; {} }}\n"
             "@media (prefers-color-scheme: dark) {{ :root {{ {} }} }}",
             variables(&chart::Colour::light), variables(&chart::Colour::dark)) +
         page_style + chart::style();
}

// --- the plot: a line per game, the figures with their intervals --------------------------------

// Nothing where there are other figures than percentages and scores.
std::string plot(const ReportSection& section) {
  const auto fits = [](const ReportRow& row) {
    return !row.ours || (row.ours->value >= 0 && row.ours->value <= 100);
  };
  const auto has_figure = [](const ReportRow& row) { return row.ours || row.published; };
  const auto& rows = section.rows;
  if (section.is_speed || !std::all_of(rows.begin(), rows.end(), fits) ||
      std::none_of(rows.begin(), rows.end(), has_figure)) {
    return {};
  }
  chart::IntervalChart picture;
  picture.title = section.measure;
  if (section.measure.find("percent") != std::string::npos) picture.unit = " %";
  picture.range = {0, 100};
  if (!section.against.empty()) picture.reference = 50;
  for (const ReportRow& row : rows) {
    chart::IntervalChart::Row& shown = picture.rows.emplace_back();
    shown.label = row.game;
    shown.figures.resize(2);
    if (row.ours) {
      shown.figures[0] = {row.ours->value, row.ours->low, row.ours->high,
                          fmt::format("{}: ours {}", row.game, text_of(row.ours))};
    }
    if (row.published) {
      const Estimate figure =
          Estimate::around(row.published->value, row.published->half.value_or(0));
      shown.figures[1] = {figure.value, figure.low, figure.high,
                          fmt::format("{}: published {}", row.game, text_of(row.published))};
    }
  }
  return fmt::format("<div class=\"scroll\">{}</div>\n", to_svg(picture));
}

// --- tables -------------------------------------------------------------------------------------

// Where the published figures are from; usually all from the same place.
std::set<std::string> sources_of(const ReportSection& section) {
  std::set<std::string> sources;
  for (const ReportRow& row : section.rows) {
    if (row.published) sources.insert(row.source);
  }
  return sources;
}

std::string row_text(const ReportSection& section, const ReportRow& row, bool sources) {
  std::string text = fmt::format(
      "<tr><td>{}</td><td class=\"our\">{}</td><td class=\"their\">{}</td><td{}>{}</td>",
      escaped(row.game), ours_text(section, row), published_text(section, row),
      section.is_speed ? "" : " class=\"mark\"", mark_text(section, row));
  if (sources) text += fmt::format("<td>{}</td>", escaped(row.source));
  if (section.is_of_matches()) {
    const auto speed = [](double value) {
      return value > 0 ? grouped(fmt::format("{:.0f}", value)) : "-";
    };
    text += fmt::format("<td>{}</td><td>{}</td><td>{}</td>",
                        row.planned == 0 ? "-" : fmt::format("{}/{}", row.games, row.planned),
                        speed(row.simulations_per_second), speed(row.states_per_second));
  }
  if (section.has_remarks()) text += fmt::format("<td>{}</td>", escaped(row.remark));
  return text + "</tr>\n";
}

std::string robustness_text(const std::optional<int>& value) {
  return value ? fmt::format("{}", *value) : "-";
}

std::string summary_row(const char* title, const std::string& ours, const std::string& theirs,
                        std::size_t columns) {
  return fmt::format(
      "<tr><td>{}</td><td class=\"our\">{}</td><td class=\"their\">{}</td><td colspan=\"{}\"></td>"
      "</tr>\n",
      title, ours, theirs, columns - 3);
}

std::string table(const ReportSection& section) {
  const bool sources = sources_of(section).size() > 1;
  std::string text = fmt::format(
      "<div class=\"scroll\"><table>\n<thead><tr><th>Game</th><th>{} Ours</th><th>{} Published</th>"
      "<th>{}</th>",
      sign_of(Side::ours), sign_of(Side::theirs), section.is_speed ? "Ours / published" : "");
  std::size_t columns = 4;
  const auto add = [&](const char* title) {
    text += fmt::format("<th>{}</th>", title);
    ++columns;
  };
  if (sources) add("Source");
  if (section.is_of_matches()) {
    for (const char* title : {"Games", "Simulations/s", "States/s"}) add(title);
  }
  if (section.has_remarks()) add("Remark");
  text += "</tr></thead>\n<tbody>\n";
  for (const ReportRow& row : section.rows) text += row_text(section, row, sources);
  text += "</tbody>\n<tfoot>\n";
  if (section.average || section.published_average) {
    text += summary_row("Average", text_of(section.average), text_of(section.published_average),
                        columns);
  }
  if (section.robustness || section.published_robustness) {
    text += summary_row("Robustness", robustness_text(section.robustness),
                        robustness_text(section.published_robustness), columns);
  }
  return text + "</tfoot></table></div>\n";
}

std::string ratings(const Report& report) {
  if (report.ratings.empty()) return {};
  std::string text =
      "<h2>Ratings</h2>\n<table><thead><tr><th>Agent</th><th>Elo</th></tr></thead><tbody>\n";
  for (const ReportRating& rating : report.ratings) {
    text += fmt::format("<tr><td>{}</td><td>{:.0f} ± {:.0f}</td></tr>\n", escaped(rating.label),
                        rating.elo.value, rating.elo.half());
  }
  return text + "</tbody></table>\n";
}

std::string origin(const Origin& of) {
  std::string text = "<h2>Where these figures come from</h2>\n<ul>\n";
  for (const std::string& line : lines_of(of, false)) {
    text += fmt::format("<li>{}</li>\n", escaped(line));
  }
  text += "</ul>\n";
  if (of.agents.empty()) return text;
  text += "<details><summary>Every parameter</summary>\n<dl>\n";
  for (const OriginAgent& agent : of.agents) {
    text +=
        fmt::format("<dt>{}</dt><dd>{}</dd>\n", escaped(agent.label), escaped(agent.parameters));
  }
  return text + "</dl></details>\n";
}

// --- the page -----------------------------------------------------------------------------------

std::string section_text(const ReportSection& section, std::size_t number) {
  std::string text = fmt::format("<h2 id=\"s{}\">{}</h2>\n", number, escaped(section.title));
  std::string about = section.is_speed ? "" : section.measure;
  const std::set<std::string> sources = sources_of(section);
  if (sources.size() == 1 && !sources.begin()->empty()) {
    about += fmt::format("{}published: {}", about.empty() ? "" : "; ", *sources.begin());
  }
  if (!about.empty()) text += fmt::format("<p class=\"quiet\">{}</p>\n", escaped(about));
  return text + plot(section) + table(section);
}

// Where there are many tables.
std::string contents(const Report& report) {
  constexpr std::size_t few = 3;
  if (report.sections.size() <= few) return {};
  std::string text = "<nav><ul>\n";
  for (std::size_t i = 0; i < report.sections.size(); ++i) {
    text += fmt::format("<li><a href=\"#s{}\">{}</a></li>\n", i, escaped(report.sections[i].title));
  }
  return text + "</ul></nav>\n";
}

std::string legend(const Report& report) {
  const bool speeds = std::all_of(report.sections.begin(), report.sections.end(),
                                  [](const ReportSection& section) { return section.is_speed; });
  std::string text =
      fmt::format("<p>{} {}. ", grouped(report.games), report.games == 1 ? "result" : "results");
  if (!speeds) {
    text += fmt::format("{} ours and {} published figures, with their 95 % intervals.",
                        sign_of(Side::ours), sign_of(Side::theirs));
  }
  if (report.compared > 0) {
    text += fmt::format(
        " <span class=\"mark\">≠</span>: the two intervals do not overlap ({} of {}); <span "
        "class=\"mark\">≠!</span>: both are significant, in opposite directions.",
        report.differing, report.compared);
  }
  return text + "</p>\n";
}

}  // namespace

std::string to_html(const Report& report) {
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
      escaped(report.title), style());
  if (!report.reproduces.empty()) {
    text += fmt::format("<p>Reproduces {}.</p>\n", escaped(report.reproduces));
  }
  if (!report.note.empty()) text += fmt::format("<p>{}</p>\n", escaped(report.note));
  text += legend(report);
  if (!report.missing.empty()) {
    text += fmt::format("<p>Not played yet: {}.</p>\n", escaped(text_of(report.missing)));
  }
  text += contents(report);
  for (std::size_t i = 0; i < report.sections.size(); ++i) {
    text += section_text(report.sections[i], i);
  }
  text += turns_to_html(report.turns);
  text += ratings(report);
  for (const std::string& remark : report.remarks) {
    text += fmt::format("<p>{}</p>\n", escaped(remark));
  }
  return text + origin(report.origin) + "</body>\n</html>\n";
}

}  // namespace palamedes::lab::report
