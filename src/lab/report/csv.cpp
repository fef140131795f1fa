#include <fmt/format.h>

#include "lab/report/formats.h"

namespace palamedes::lab {
namespace {

std::string number(double value) { return fmt::format("{:.6g}", value); }

std::string line_of(const ReportSection& section, const ReportRow& row) {
  std::vector<std::string> fields = {
      csv_field(row.game),
      csv_field(section.agent),
      csv_field(section.against),
      fmt::format("{}", row.games),
      fmt::format("{}", row.planned),
      row.ours ? number(row.ours->value) : "",
      row.ours ? number(row.ours->half) : "",
      row.published ? number(row.published->value) : "",
      row.published && row.published->half ? number(*row.published->half) : "",
      csv_field(row.source),
      row.ours && row.published ? (row.differs ? "yes" : "no") : "",
      row.ours ? number(row.simulations_per_move) : "",
      row.ours ? number(row.simulations_per_second) : "",
      row.ours ? number(row.states_per_second) : "",
      fmt::format("{}", row.errors),
      csv_field(section.measure),
      csv_field(row.missing)};
  return fmt::format("{}\n", fmt::join(fields, ","));
}

}  // namespace

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string result = "\"";
  for (const char c : text) {
    result += c;
    if (c == '"') result += c;
  }
  return result + '"';
}

std::string to_csv(const Report& report) {
  std::string text =
      "game,agent,against,games,planned,value,interval,published,published_interval,source,differs,"
      "simulations_per_move,simulations_per_s,states_per_s,errors,measure,missing\n";
  for (const ReportSection& section : report.sections) {
    for (const ReportRow& row : section.rows) text += line_of(section, row);
  }
  return text;
}

}  // namespace palamedes::lab
