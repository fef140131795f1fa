#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lab/report/formats.h"

namespace palamedes::lab {
namespace {

constexpr const char* style = R"css(
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --faint: #d0d7de; --ours: #0a58ca;
        --theirs: #a15c00; --mark: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --paper: #14181d; --faint: #3a434d; --ours: #6cb0ff; --theirs: #ffb454;
          --mark: #ff8a80; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
       max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { line-height: 1.2; margin-bottom: 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 1rem 0; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid var(--faint);
         white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
tfoot td { font-weight: 600; }
.mark { color: var(--mark); font-weight: 700; }
svg { width: 100%; height: auto; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; }
.axis { stroke: var(--faint); } .even { stroke: var(--ink); stroke-dasharray: 4 4; opacity: .6; }
.ours { stroke: var(--ours); fill: var(--ours); } .theirs { stroke: var(--theirs); fill: none; }
.ours, .theirs { stroke-width: 2; }
)css";

// --- the plot: a line per game, the figures with their intervals --------------------------------

constexpr double plot_width = 800;
constexpr double label_width = 200;
constexpr double row_height = 30;
constexpr double top = 34;

// Everything is in percent, or a score from 0 to 100.
double x_of(double value) {
  return label_width + std::clamp(value, 0.0, 100.0) / 100 * (plot_width - label_width - 20);
}

std::string interval(const char* kind, double value, double half, double y) {
  return fmt::format(
      "<line class=\"{0}\" x1=\"{1:.1f}\" x2=\"{2:.1f}\" y1=\"{3:.1f}\" y2=\"{3:.1f}\"/>\n", kind,
      x_of(value - half), x_of(value + half), y);
}

std::string points_of(const ReportRow& row, double y) {
  std::string text;
  if (row.ours) {
    text += interval("ours", row.ours->value, row.ours->half, y - 5);
    text += fmt::format(
        "<circle class=\"ours\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"><title>{}: ours {}</title>"
        "</circle>\n",
        x_of(row.ours->value), y - 5, html_text(row.game), text_of(row.ours));
  }
  if (row.published) {
    text += interval("theirs", row.published->value, row.published->half.value_or(0), y + 5);
    text += fmt::format(
        "<rect class=\"theirs\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"8\" height=\"8\"><title>{}: "
        "published {}</title></rect>\n",
        x_of(row.published->value) - 4, y + 1, html_text(row.game), text_of(row.published));
  }
  return text;
}

// Nothing where there are other figures than percentages and scores.
std::string plot(const ReportSection& section) {
  const bool fits = std::all_of(section.rows.begin(), section.rows.end(), [](const ReportRow& row) {
    return !row.ours || (row.ours->value >= 0 && row.ours->value <= 100);
  });
  if (section.is_speed || !fits) return {};
  const double height = top + row_height * static_cast<double>(section.rows.size()) + 10;
  std::string text =
      fmt::format("<svg viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"{}\">\n",
                  plot_width, height, html_text(section.measure));
  for (const int tick : {0, 25, 50, 75, 100}) {
    const bool middle = tick == 50 && !section.against.empty();
    text += fmt::format(
        "<line class=\"{}\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.0f}\" y2=\"{:.0f}\"/>\n"
        "<text x=\"{:.1f}\" y=\"16\" text-anchor=\"middle\">{}</text>\n",
        middle ? "even" : "axis", x_of(tick), x_of(tick), top - 10, height - 5, x_of(tick), tick);
  }
  double y = top + row_height / 2;
  for (const ReportRow& row : section.rows) {
    text += fmt::format("<text x=\"{:.0f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
                        label_width - 12, y + 5, html_text(row.game));
    text += points_of(row, y);
    y += row_height;
  }
  return text + "</svg>\n";
}

// --- tables
// ---------------------------------------------------------------------------------------

std::string row_text(const ReportSection& section, const ReportRow& row) {
  return fmt::format(
      "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"mark\">{}</td><td>{}</td><td>{}</td>"
      "<td>{:.0f}</td><td>{:.0f}</td></tr>\n",
      html_text(row.game), ours_text(section, row), published_text(section, row),
      mark_text(section, row), html_text(row.source),
      row.planned == 0 ? "-" : fmt::format("{}/{}", row.games, row.planned),
      row.simulations_per_second, row.states_per_second);
}

std::string robustness_text(const std::optional<int>& value) {
  return value ? fmt::format("{}", *value) : "-";
}

std::string table(const ReportSection& section) {
  std::string text =
      "<div "
      "class=\"scroll\"><table>\n<thead><tr><th>Game</th><th>Ours</th><th>Published</th><th></th>"
      "<th>Source</th><th>Games</th><th>Simulations/s</th><th>States/s</th></tr></"
      "thead>\n<tbody>\n";
  for (const ReportRow& row : section.rows) text += row_text(section, row);
  text += "</tbody>\n<tfoot>\n";
  if (section.average) {
    text += fmt::format("<tr><td>Average</td><td>{}</td><td>{}</td></tr>\n",
                        text_of(section.average), text_of(section.published_average));
  }
  if (section.robustness) {
    text += fmt::format("<tr><td>Robustness</td><td>{}</td><td>{}</td></tr>\n",
                        robustness_text(section.robustness),
                        robustness_text(section.published_robustness));
  }
  return text + "</tfoot></table></div>\n";
}

std::string ratings(const Report& report) {
  if (report.ratings.empty()) return {};
  std::string text =
      "<h2>Ratings</h2>\n<table><thead><tr><th>Agent</th><th>Elo</th></tr></thead><tbody>\n";
  for (const ReportRating& rating : report.ratings) {
    text += fmt::format("<tr><td>{}</td><td>{:.0f} ± {:.0f}</td></tr>\n", html_text(rating.label),
                        rating.elo.value, rating.elo.half);
  }
  return text + "</tbody></table>\n";
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
  text += fmt::format(
      "<p>{} games. Figures with their 95 % intervals; {} of {} published figures do not overlap "
      "with ours (<span class=\"mark\">≠</span>). Dots are ours, squares are published.</p>\n",
      report.games, report.differing, report.compared);
  for (const ReportSection& section : report.sections) {
    text += fmt::format("<h2>{}</h2>\n<p>{}</p>\n", html_text(section.title),
                        html_text(section.measure));
    text += plot(section) + table(section);
  }
  text += ratings(report);
  for (const std::string& remark : report.remarks) {
    text += fmt::format("<p>{}</p>\n", html_text(remark));
  }
  return text + "</body>\n</html>\n";
}

}  // namespace palamedes::lab
