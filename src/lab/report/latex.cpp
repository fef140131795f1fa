#include <algorithm>

#include <fmt/format.h>

#include "lab/report/formats.h"

namespace palamedes::lab::report {
namespace {

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < ' ' || byte == 0x7F;
}

std::string cell(const Estimate& estimate) {
  return fmt::format("${:.1f} \\pm {:.1f}$", estimate.value, estimate.half());
}

std::string cell(const PublishedValue& value) {
  return value.half ? cell(Estimate::around(value.value, *value.half))
                    : fmt::format("${:.1f}$", value.value);
}

// "$60.2 \pm 4.3$ [$58.0 \pm 3.1$]", with a star where the two do not agree
std::string cell(const ReportSection& section, const ReportRow& row) {
  if (section.is_speed) {
    return fmt::format("{} [{}]", row.ours ? ours_text(section, row) : "--",
                       row.published ? published_text(section, row) : "--");
  }
  std::string text = row.ours ? cell(*row.ours) : "--";
  if (row.differs) text += "*";
  if (row.published) text += fmt::format(" [{}]", cell(*row.published));
  return text;
}

std::vector<std::string> games_of(const Report& report) {
  std::vector<std::string> games;
  for (const ReportSection& section : report.sections) {
    for (const ReportRow& row : section.rows) {
      if (std::find(games.begin(), games.end(), row.game) == games.end()) games.push_back(row.game);
    }
  }
  return games;
}

std::string line(const std::string& title, const std::vector<std::string>& cells) {
  return fmt::format("{} & {} \\\\\n", title, fmt::join(cells, " & "));
}

std::string game_line(const Report& report, const std::string& game) {
  std::vector<std::string> cells;
  std::string title = game;
  for (const ReportSection& section : report.sections) {
    const auto row = std::find_if(section.rows.begin(), section.rows.end(),
                                  [&](const ReportRow& each) { return each.game == game; });
    cells.push_back(row == section.rows.end() ? "" : cell(section, *row));
    if (row != section.rows.end() && !row->remark.empty()) {
      title = fmt::format("{} ({})", game, row->remark);
    }
  }
  return line(latex_text(title), cells);
}

std::string summary_lines(const Report& report) {
  std::vector<std::string> averages;
  std::vector<std::string> robust;
  for (const ReportSection& section : report.sections) {
    averages.push_back(section.average ? cell(*section.average) : "--");
    robust.push_back(section.robustness ? fmt::format("${}$", *section.robustness) : "--");
  }
  return line("Average", averages) + line("Robustness", robust);
}

// Nothing in it may end the comment.
std::string comment(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return is_control(c); }, ' ');
  return "% " + text + "\n";
}

}  // namespace

// Whatever stands in a name is printed as it is, also with the fonts that need no package: those
// have other signs at the places of < > | and ". A bracket or star after the end of a line would be
// taken for a part of that end, and signs one after the other for a dash or a quotation mark.
std::string latex_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool begins = result.find_first_not_of(' ') == std::string::npos;
    switch (c) {
      case '\\':
        result += "\\textbackslash{}";
        break;
      case '~':
        result += "\\textasciitilde{}";
        break;
      case '^':
        result += "\\textasciicircum{}";
        break;
      case '<':
        result += "\\textless{}";
        break;
      case '>':
        result += "\\textgreater{}";
        break;
      case '|':
        result += "\\textbar{}";
        break;
      case '"':
        result += "{''}";
        break;
      case '`':
        result += "{`}";
        break;
      case '[':
      case '*':
        result += begins ? fmt::format("{{{}}}", c) : std::string(1, c);
        break;
      case '-':
      case ',':
      case '\'':
        result += result.ends_with(c) ? fmt::format("{{{}}}", c) : std::string(1, c);
        break;
      case '&':
      case '%':
      case '$':
      case '#':
      case '_':
      case '{':
      case '}':
        result += '\\';
        result += c;
        break;
      default:
        result += is_control(c) ? ' ' : c;
    }
  }
  return result;
}

std::string to_latex(const Report& report) {
  std::string text = comment(fmt::format("{}: {}", report.name, report.title));
  text += comment(
      "published figures in brackets; \\pm is the larger half of a 95 % interval; * where the "
      "intervals do not overlap");
  if (!report.missing.empty()) {
    text += comment(fmt::format("not played yet: {}", text_of(report.missing)));
  }
  for (const std::string& remark : report.remarks) text += comment(remark);
  for (const std::string& line : lines_of(report.origin, true)) text += comment(line);
  text +=
      fmt::format("\\begin{{tabular}}{{l{}}}\n\\hline\n", std::string(report.sections.size(), 'r'));
  std::vector<std::string> titles;
  for (const ReportSection& section : report.sections) titles.push_back(latex_text(section.title));
  text += line("Game", titles) + "\\hline\n";
  for (const std::string& game : games_of(report)) text += game_line(report, game);
  return text + "\\hline\n" + summary_lines(report) + "\\hline\n\\end{tabular}\n";
}

}  // namespace palamedes::lab::report
