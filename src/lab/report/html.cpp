#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/numbers.h"
#include "lab/report/formats.h"

namespace palamedes::lab::report {
namespace {

constexpr const char* style = R"css(
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --faint: #d0d7de; --band: #f4f6f8;
        --quiet: #59636e; --ours: #0a58ca; --theirs: #a15c00; --mark: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --paper: #14181d; --faint: #3a434d; --band: #1c2229; --quiet: #9aa5b1;
          --ours: #6cb0ff; --theirs: #ffb454; --mark: #ff8a80; } }
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
svg.plot text { fill: var(--ink); font: 13px system-ui, sans-serif; }
svg.sign { width: 1.9em; height: .8em; vertical-align: baseline; }
.band { fill: var(--band); } .axis { stroke: var(--faint); }
.even { stroke: var(--ink); stroke-dasharray: 4 4; opacity: .6; }
.ours { stroke: var(--ours); fill: var(--ours); }
.theirs { stroke: var(--theirs); fill: var(--paper); }
.ours, .theirs { stroke-width: 2; }
)css";

// How ours and the published figures look in a plot, for legends and titles of columns.
constexpr const char* our_sign =
    "<svg class=\"sign\" viewBox=\"0 0 30 12\" aria-hidden=\"true\"><line class=\"ours\" x1=\"2\" "
    "x2=\"28\" y1=\"6\" y2=\"6\"/><circle class=\"ours\" cx=\"15\" cy=\"6\" r=\"4\"/></svg>";
constexpr const char* their_sign =
    "<svg class=\"sign\" viewBox=\"0 0 30 12\" aria-hidden=\"true\"><line class=\"theirs\" "
    "x1=\"2\" x2=\"28\" y1=\"6\" y2=\"6\"/><rect class=\"theirs\" x=\"11\" y=\"2\" width=\"8\" "
    "height=\"8\"/></svg>";

// --- the plot: a line per game, the figures with their intervals --------------------------------

constexpr double plot_width = 860;
constexpr double row_height = 30;
constexpr double top = 34;
constexpr std::size_t longest_label = 36;  // characters

class Plot {
 public:
  explicit Plot(const ReportSection& section) : section_(section) {
    constexpr double character = 7.6;
    std::size_t longest = 0;
    for (const ReportRow& row : section.rows) longest = std::max(longest, row.game.size());
    label_width_ = 24 + character * static_cast<double>(std::min(longest, longest_label));
  }

  // Nothing where there are other figures than percentages and scores.
  [[nodiscard]] std::string text() const {
    const auto fits = [](const ReportRow& row) {
      return !row.ours || (row.ours->value >= 0 && row.ours->value <= 100);
    };
    const auto has_figure = [](const ReportRow& row) { return row.ours || row.published; };
    const auto& rows = section_.rows;
    if (section_.is_speed || !std::all_of(rows.begin(), rows.end(), fits) ||
        std::none_of(rows.begin(), rows.end(), has_figure)) {
      return {};
    }
    const double height = top + row_height * static_cast<double>(section_.rows.size()) + 10;
    std::string text = fmt::format(
        "<div class=\"scroll\"><svg class=\"plot\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" "
        "aria-label=\"{}\">\n",
        plot_width, height, html_text(section_.measure));
    double y = top;
    for (std::size_t i = 1; i < section_.rows.size(); i += 2) {
      text += fmt::format(
          "<rect class=\"band\" x=\"0\" y=\"{:.1f}\" width=\"{:.0f}\" height=\"{:.0f}\"/>\n",
          top + row_height * static_cast<double>(i), plot_width, row_height);
    }
    text += axis(height);
    for (const ReportRow& row : section_.rows) {
      text += row_text(row, y + row_height / 2);
      y += row_height;
    }
    return text + "</svg></div>\n";
  }

 private:
  [[nodiscard]] double x_of(double value) const {
    return label_width_ + std::clamp(value, 0.0, 100.0) / 100 * (plot_width - label_width_ - 30);
  }

  [[nodiscard]] std::string axis(double height) const {
    const bool percent = section_.measure.find("percent") != std::string::npos;
    std::string text;
    for (const int tick : {0, 25, 50, 75, 100}) {
      const bool middle = tick == 50 && !section_.against.empty();
      text += fmt::format(
          "<line class=\"{}\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.0f}\" y2=\"{:.0f}\"/>\n"
          "<text x=\"{:.1f}\" y=\"16\" text-anchor=\"middle\">{}{}</text>\n",
          middle ? "even" : "axis", x_of(tick), x_of(tick), top - 10, height - 5, x_of(tick), tick,
          percent ? " %" : "");
    }
    return text;
  }

  [[nodiscard]] std::string interval(const char* kind, const Estimate& figure, double y) const {
    return fmt::format(
        "<line class=\"{0}\" x1=\"{1:.1f}\" x2=\"{2:.1f}\" y1=\"{3:.1f}\" y2=\"{3:.1f}\"/>\n", kind,
        x_of(figure.low), x_of(figure.high), y);
  }

  [[nodiscard]] std::string row_text(const ReportRow& row, double y) const {
    const bool whole = row.game.size() <= longest_label;
    std::size_t end = std::min(row.game.size(), longest_label);
    while (!whole && (static_cast<unsigned char>(row.game[end]) & 0xC0U) == 0x80U) --end;
    std::string text = fmt::format(
        "<text x=\"{:.0f}\" y=\"{:.1f}\" text-anchor=\"end\">{}{}<title>{}</title></text>\n",
        label_width_ - 14, y + 5, html_text(row.game.substr(0, end)), whole ? "" : "…",
        html_text(row.game));
    if (row.ours) {
      text += interval("ours", *row.ours, y - 5);
      text += fmt::format(
          "<circle class=\"ours\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"><title>{}: ours {}</title>"
          "</circle>\n",
          x_of(row.ours->value), y - 5, html_text(row.game), text_of(row.ours));
    }
    if (row.published) {
      const double half = row.published->half.value_or(0);
      text += interval("theirs", Estimate::around(row.published->value, half), y + 5);
      text += fmt::format(
          "<rect class=\"theirs\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"8\" height=\"8\"><title>{}: "
          "published {}</title></rect>\n",
          x_of(row.published->value) - 4, y + 1, html_text(row.game), text_of(row.published));
    }
    return text;
  }

  const ReportSection& section_;
  double label_width_ = 0;
};

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
      html_text(row.game), ours_text(section, row), published_text(section, row),
      section.is_speed ? "" : " class=\"mark\"", mark_text(section, row));
  if (sources) text += fmt::format("<td>{}</td>", html_text(row.source));
  if (section.is_of_matches()) {
    const auto speed = [](double value) {
      return value > 0 ? grouped(fmt::format("{:.0f}", value)) : "-";
    };
    text += fmt::format("<td>{}</td><td>{}</td><td>{}</td>",
                        row.planned == 0 ? "-" : fmt::format("{}/{}", row.games, row.planned),
                        speed(row.simulations_per_second), speed(row.states_per_second));
  }
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
      our_sign, their_sign, section.is_speed ? "Ours / published" : "");
  std::size_t columns = 4;
  const auto add = [&](const char* title) {
    text += fmt::format("<th>{}</th>", title);
    ++columns;
  };
  if (sources) add("Source");
  if (section.is_of_matches()) {
    for (const char* title : {"Games", "Simulations/s", "States/s"}) add(title);
  }
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
    text += fmt::format("<tr><td>{}</td><td>{:.0f} ± {:.0f}</td></tr>\n", html_text(rating.label),
                        rating.elo.value, rating.elo.half());
  }
  return text + "</tbody></table>\n";
}

std::string origin(const Origin& of) {
  std::string text = "<h2>Where these figures come from</h2>\n<ul>\n";
  for (const std::string& line : lines_of(of, false)) {
    text += fmt::format("<li>{}</li>\n", html_text(line));
  }
  text += "</ul>\n";
  if (of.agents.empty()) return text;
  text += "<details><summary>Every parameter</summary>\n<dl>\n";
  for (const OriginAgent& agent : of.agents) {
    text += fmt::format("<dt>{}</dt><dd>{}</dd>\n", html_text(agent.label),
                        html_text(agent.parameters));
  }
  return text + "</dl></details>\n";
}

// --- the page -----------------------------------------------------------------------------------

std::string section_text(const ReportSection& section, std::size_t number) {
  std::string text = fmt::format("<h2 id=\"s{}\">{}</h2>\n", number, html_text(section.title));
  std::string about = section.is_speed ? "" : section.measure;
  const std::set<std::string> sources = sources_of(section);
  if (sources.size() == 1 && !sources.begin()->empty()) {
    about += fmt::format("{}published: {}", about.empty() ? "" : "; ", *sources.begin());
  }
  if (!about.empty()) text += fmt::format("<p class=\"quiet\">{}</p>\n", html_text(about));
  return text + Plot(section).text() + table(section);
}

// Where there are many tables.
std::string contents(const Report& report) {
  constexpr std::size_t few = 3;
  if (report.sections.size() <= few) return {};
  std::string text = "<nav><ul>\n";
  for (std::size_t i = 0; i < report.sections.size(); ++i) {
    text +=
        fmt::format("<li><a href=\"#s{}\">{}</a></li>\n", i, html_text(report.sections[i].title));
  }
  return text + "</ul></nav>\n";
}

std::string legend(const Report& report) {
  const bool speeds = std::all_of(report.sections.begin(), report.sections.end(),
                                  [](const ReportSection& section) { return section.is_speed; });
  std::string text =
      fmt::format("<p>{} {}. ", grouped(report.games), report.games == 1 ? "result" : "results");
  if (!speeds) {
    text += fmt::format("{} ours and {} published figures, with their 95 % intervals.", our_sign,
                        their_sign);
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

std::string html_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string to_html(const Report& report) {
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
      html_text(report.title), style);
  if (!report.reproduces.empty()) {
    text += fmt::format("<p>Reproduces {}.</p>\n", html_text(report.reproduces));
  }
  if (!report.note.empty()) text += fmt::format("<p>{}</p>\n", html_text(report.note));
  text += legend(report);
  if (!report.missing.empty()) {
    text += fmt::format("<p>Not played yet: {}.</p>\n", html_text(text_of(report.missing)));
  }
  text += contents(report);
  for (std::size_t i = 0; i < report.sections.size(); ++i) {
    text += section_text(report.sections[i], i);
  }
  text += ratings(report);
  for (const std::string& remark : report.remarks) {
    text += fmt::format("<p>{}</p>\n", html_text(remark));
  }
  return text + origin(report.origin) + "</body>\n</html>\n";
}

}  // namespace palamedes::lab::report
