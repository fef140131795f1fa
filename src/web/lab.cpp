#include "web/lab.h"

#include <filesystem>
#include <optional>
#include <utility>

#include "games/builtin.h"
#include "lab/builtin.h"
#include "lab/cells.h"
#include "lab/experiment_file.h"
#include "lab/heading.h"
#include "lab/measure.h"
#include "lab/missing.h"
#include "lab/report/formats.h"
#include "lab/report/report.h"
#include "lab/store.h"
#include "lab/store_place.h"
#include "web/json.h"

namespace palamedes::web {
namespace {

namespace fs = std::filesystem;
using lab::report::Report;
using lab::report::ReportRow;
using lab::report::ReportSection;

Result<std::string> rules_text(const std::string& source) {
  if (const games::Builtin* game = games::find(source)) return std::string(game->text);
  if (const Embedded* position = palamedes::find(lab::builtin_positions(), source)) {
    return std::string(position->text);
  }
  return failure(source, "there is no such built-in game");
}

const char* kind_name(lab::Kind kind) {
  switch (kind) {
    case lab::Kind::speed:
      return "speed";
    case lab::Kind::bandit:
      return "bandit";
    case lab::Kind::position:
      return "position";
    case lab::Kind::match:
      break;
  }
  return "match";
}

// What a store knows of an experiment.
struct Known {
  std::uint64_t planned = 0;
  std::uint64_t known = 0;
  std::optional<Report> report;  // where it was asked for
};

Result<Known> known_matches(const lab::Experiment& experiment, lab::Store* store, bool full) {
  const std::vector<lab::Cell> cells = lab::cells_of(experiment);
  auto states = lab::load_cells(experiment, cells, store, false);
  if (!states) return tl::unexpected(std::move(states.error()));
  Known known;
  for (const lab::CellState& state : *states) {
    known.planned += state.cell.games;
    known.known += state.known;
  }
  if (!full) return known;
  known.report = lab::report::make_report(experiment, *states);
  if (store == nullptr) return known;
  auto builds = lab::report::find_builds(lab::report::build_counts(*states), *store);
  if (!builds) return tl::unexpected(std::move(builds.error()));
  known.report->origin.builds = std::move(*builds);
  return known;
}

Result<Known> known_measurements(const lab::Experiment& experiment, lab::Store* store, bool full) {
  auto measurements = lab::measurements_of(experiment, {});
  if (!measurements) return tl::unexpected(std::move(measurements.error()));
  lab::Figures figures;
  if (store != nullptr) {
    auto loaded = lab::load_figures(*measurements, *store);
    if (!loaded) return tl::unexpected(std::move(loaded.error()));
    figures = std::move(*loaded);
  }
  Known known{.planned = measurements->size(), .known = figures.size()};
  if (full) known.report = lab::measurement_report(experiment, *measurements, figures);
  return known;
}

Result<Known> find_known(const lab::Experiment& experiment, const std::string& path, bool full) {
  std::optional<lab::Store> store;
  std::error_code error;
  if (fs::is_regular_file(path, error)) {
    constexpr std::chrono::milliseconds patience{2000};
    auto opened = lab::Store::open_to_read(path, patience);
    if (!opened) return tl::unexpected(std::move(opened.error()));
    store.emplace(std::move(*opened));
  }
  lab::Store* const known = store ? &*store : nullptr;
  return experiment.kind == lab::Kind::match ? known_matches(experiment, known, full)
                                             : known_measurements(experiment, known, full);
}

Json estimate_json(const std::optional<lab::Estimate>& estimate) {
  if (!estimate) return nullptr;
  return {{"value", estimate->value}, {"low", estimate->low}, {"high", estimate->high}};
}

Json row_json(const ReportSection& section, const ReportRow& row) {
  Json json;
  json["game"] = row.game;
  json["games"] = row.games;
  json["planned"] = row.planned;
  json["ours"] = estimate_json(row.ours);
  json["ours_text"] = lab::report::ours_text(section, row);
  json["published"] = nullptr;
  if (row.published) {
    json["published"] = {{"value", row.published->value},
                         {"half", row.published->half ? Json(*row.published->half) : Json()},
                         {"source", row.source}};
  }
  json["published_text"] = lab::report::published_text(section, row);
  json["mark"] = lab::report::mark_text(section, row);
  json["differs"] = row.differs;
  json["opposite"] = row.opposite;
  json["missing"] = row.missing;
  json["remark"] = row.remark;
  json["simulations_per_move"] = row.simulations_per_move;
  json["simulations_per_second"] = row.simulations_per_second;
  json["states_per_second"] = row.states_per_second;
  return json;
}

Json section_json(const ReportSection& section) {
  Json json;
  json["title"] = section.title;
  json["agent"] = section.agent;
  json["against"] = section.against;
  json["measure"] = section.measure;
  json["is_speed"] = section.is_speed;
  json["rows"] = Json::array();
  for (const ReportRow& row : section.rows) json["rows"].push_back(row_json(section, row));
  json["average"] = estimate_json(section.average);
  json["published_average"] = estimate_json(section.published_average);
  return json;
}

Json report_json(const Report& report) {
  Json json;
  json["note"] = report.note;
  json["sections"] = Json::array();
  for (const ReportSection& section : report.sections) {
    json["sections"].push_back(section_json(section));
  }
  json["ratings"] = Json::array();
  for (const lab::report::ReportRating& rating : report.ratings) {
    json["ratings"].push_back({{"label", rating.label}, {"elo", estimate_json(rating.elo)}});
  }
  json["remarks"] = report.remarks;
  json["missing"] = Json::array();
  for (const lab::Missing& missing : report.missing) {
    json["missing"].push_back(lab::text_of({missing}));
  }
  json["origin"] = lab::report::lines_of(report.origin, false);
  return json;
}

Answer no_such() { return problem(status::not_found, "there is no such experiment"); }

}  // namespace

std::string Lab::store_of(const std::string& name) const {
  return (fs::path(folder_) / (name + ".db")).string();
}

Result<std::shared_ptr<const lab::Experiment>> Lab::find(const std::string& name) {
  const std::scoped_lock lock(mutex_);
  const auto at = read_.find(name);
  if (at != read_.end()) return at->second;
  const Embedded* file = palamedes::find(lab::builtin_experiments(), name);
  if (file == nullptr) return nullptr;
  auto read = lab::read_experiment(file->text, name, rules_text);
  if (!read) return tl::unexpected(std::move(read.error()));
  auto experiment = std::make_shared<const lab::Experiment>(std::move(read->experiment));
  read_[name] = experiment;
  return experiment;
}

Answer Lab::list() {
  Json json;
  json["store"] = folder_;
  json["experiments"] = Json::array();
  for (const Embedded& file : lab::builtin_experiments()) {
    const std::string name(file.name);
    const lab::Heading heading = lab::read_heading(file.text);
    Json entry;
    entry["name"] = name;
    entry["title"] = heading.title;
    entry["reproduces"] = heading.reproduces;
    entry["can_run"] = heading.can_run;
    std::error_code error;
    const bool has_store = fs::is_regular_file(store_of(name), error);
    entry["has_store"] = has_store;
    entry["running"] = has_store && lab::is_run_under_way(store_of(name));
    json["experiments"].push_back(std::move(entry));
  }
  return answer_of(json);
}

Answer Lab::experiment(const std::string& name) {
  const auto found = find(name);
  if (!found) return problem(status::internal, sentence_of(found.error()));
  if (*found == nullptr) return no_such();
  const lab::Experiment& experiment = **found;
  const auto known = find_known(experiment, store_of(name), true);
  if (!known) return problem(status::unavailable, sentence_of(known.error()));
  Json json;
  json["name"] = experiment.name;
  json["title"] = experiment.title;
  json["reproduces"] = experiment.reproduces;
  json["kind"] = kind_name(experiment.kind);
  json["planned"] = known->planned;
  json["known"] = known->known;
  json["running"] = lab::is_run_under_way(store_of(name));
  json.update(report_json(*known->report));
  return answer_of(json);
}

Answer Lab::report(const std::string& name) {
  const auto found = find(name);
  if (!found) return problem(status::internal, sentence_of(found.error()));
  if (*found == nullptr) return no_such();
  const auto known = find_known(**found, store_of(name), true);
  if (!known) return problem(status::unavailable, sentence_of(known.error()));
  return {.body = lab::report::to_html(*known->report), .type = "text/html; charset=utf-8"};
}

}  // namespace palamedes::web
