#pragma once
// The tables of an experiment, ready to be shown in any way.
//
//   Report ─┬─ heading, counts
//           ├─ sections ── one per contest, or per agent: alone, against all others, its speed
//           │              └─ rows ── one per game: ours, published, speeds
//           ├─ missing ─── who cannot play, and what cannot be played
//           ├─ ratings ─── of a round-robin
//           ├─ turns ───── figures of each turn
//           └─ origin ──── agents, limits, seed and builds

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/cells.h"
#include "lab/experiment.h"
#include "lab/missing.h"
#include "lab/report/origin.h"
#include "lab/report/turns.h"
#include "lab/statistics.h"

namespace palamedes::lab::report {

struct ReportRow {
  std::string game;
  std::uint64_t games = 0;    // that count
  std::uint64_t planned = 0;  // 0: not played here
  std::string missing;        // why it is not; usually empty
  std::string remark;         // what the experiment says of the game; usually empty
  std::uint64_t errors = 0;
  std::uint64_t faults = 0;  // do not count: see match::Tally
  std::uint64_t broken = 0;  // those among them that were not played to an end
  std::optional<Estimate> ours;
  std::optional<PublishedValue> published;
  std::string source;
  bool differs = false;               // the intervals do not overlap
  bool opposite = false;              // both are significant, in different directions
  double simulations_per_move = 0;    // of the first agent
  double simulations_per_second = 0;  // average median
  double states_per_second = 0;
};

struct ReportSection {
  std::string title;      // "RAVE against UCT"
  std::string agent;      // label of the first
  std::string against;    // label of the second; empty: alone
  std::string measure;    // "win rate of RAVE in percent"
  bool is_speed = false;  // figures of any size, without intervals; what counts is their ratio
  std::vector<ReportRow> rows;
  std::optional<Estimate> average;
  std::optional<int> robustness;  // of contests only
  std::optional<Estimate> published_average;
  std::optional<int> published_robustness;

  // Whether there is more to say about its rows: games, and speeds beside results.
  [[nodiscard]] bool is_of_matches() const;
  [[nodiscard]] bool has_remarks() const;
};

struct ReportRating {
  std::string label;
  Estimate elo;
};

struct Report {
  std::string name;
  std::string title;
  std::string reproduces;
  std::string note;
  std::vector<ReportSection> sections;
  std::vector<ReportRating> ratings;  // the best first
  std::vector<TurnCurves> turns;      // where decisions were kept one by one
  std::uint64_t games = 0;
  std::uint64_t errors = 0;
  std::uint64_t faults = 0;
  std::string last_error;
  std::vector<std::string> remarks;  // sentences
  std::vector<Missing> missing;
  std::uint64_t compared = 0;  // rows with a published figure beside ours
  std::uint64_t differing = 0;
  Origin origin;
};

// Without any tables.
[[nodiscard]] Report report_heading(const Experiment& experiment);

[[nodiscard]] Report make_report(const Experiment& experiment, std::span<const CellState> cells);

// "60.2 ± 4.3", "60.2"; "-" for nothing.
[[nodiscard]] std::string text_of(const std::optional<Estimate>& estimate);
[[nodiscard]] std::string text_of(const std::optional<PublishedValue>& value);
// The same, as it suits the section.
[[nodiscard]] std::string ours_text(const ReportSection& section, const ReportRow& row);
[[nodiscard]] std::string published_text(const ReportSection& section, const ReportRow& row);
// "≠", "≠!"; of speeds how many times the published one is ours: "12.3x".
[[nodiscard]] std::string mark_text(const ReportSection& section, const ReportRow& row);

}  // namespace palamedes::lab::report
