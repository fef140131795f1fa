#include <algorithm>

#include <fmt/format.h>

#include "lab/report/formats.h"

namespace palamedes::lab::report {
namespace {

std::string number(double value) { return fmt::format("{:.6g}", value); }

// The programs or computers that the results are from, each once.
std::string joined(const Origin& origin, std::string (*text_of_build)(const Build&)) {
  std::vector<std::string> texts;
  for (const OriginBuild& each : origin.builds) {
    std::string text = text_of_build(each.build);
    if (std::find(texts.begin(), texts.end(), text) == texts.end())
      texts.push_back(std::move(text));
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

std::string line_of(const Origin& origin, const ReportSection& section, const ReportRow& row) {
  std::vector<std::string> fields = {
      csv_field(row.game),
      csv_field(section.agent),
      csv_field(section.against),
      fmt::format("{}", row.games),
      fmt::format("{}", row.planned),
      row.ours ? number(row.ours->value) : "",
      row.ours ? number(row.ours->half()) : "",
      row.published ? number(row.published->value) : "",
      row.published && row.published->half ? number(*row.published->half) : "",
      csv_field(row.source),
      row.ours && row.published ? (row.differs ? "yes" : "no") : "",
      row.ours ? number(row.simulations_per_move) : "",
      row.ours ? number(row.simulations_per_second) : "",
      row.ours ? number(row.states_per_second) : "",
      fmt::format("{}", row.errors),
      csv_field(section.measure),
      csv_field(row.missing),
      row.ours ? number(row.ours->low) : "",
      row.ours ? number(row.ours->high) : "",
      fmt::format("{}", row.faults),
      csv_field(origin.parameters_of(section.agent)),
      csv_field(origin.parameters_of(section.against)),
      csv_field(origin.limit_of(row.game)),
      fmt::format("{}", origin.seed),
      csv_field(joined(origin, build_text)),
      csv_field(joined(origin, computer_text)),
      csv_field(row.remark)};
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
      "simulations_per_move,simulations_per_s,states_per_s,errors,measure,missing,low,high,faults,"
      "agent_parameters,against_parameters,limit,seed,build,processor,remark\n";
  for (const ReportSection& section : report.sections) {
    for (const ReportRow& row : section.rows) text += line_of(report.origin, section, row);
  }
  return text;
}

}  // namespace palamedes::lab::report
