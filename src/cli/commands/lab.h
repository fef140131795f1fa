#pragma once
// The parts of the command `lab`.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "cli/command.h"
#include "cli/screen.h"
#include "lab/cells.h"
#include "lab/experiment_file.h"
#include "lab/report/report.h"
#include "lab/run.h"
#include "lab/store.h"

namespace palamedes::cli::commands {

struct LabSettings {
  std::string action;
  std::vector<std::string> files;
  std::string store;
  std::vector<std::string> results;  // files that are taken as played
  std::string output;                // of an export
  std::string video_games;           // folder of those that are not built in
  std::vector<std::string> only;
  std::optional<std::uint64_t> games;        // of each cell, and
  std::optional<std::uint64_t> simulations;  // of each decision, in place of the file's
  std::optional<std::uint64_t> jobs;
  std::optional<double> budget;
  std::uint64_t memory_bytes = 0;
  std::uint64_t machines = 8;
  std::string html;
  bool csv = false;
  bool tex = false;
  bool turns = false;
  bool json = false;

  [[nodiscard]] std::uint64_t jobs_asked() const;
};

// An experiment that a user named, and where its results are.
struct LabExperiment {
  lab::Experiment experiment;
  std::vector<lab::Cell> cells;  // of matches: those that were asked for
  std::string store;
};

// A file, or one of those that ship. What is wrong is complained about, warnings too.
[[nodiscard]] std::optional<LabExperiment> load_experiment(Screen& screen,
                                                           const LabSettings& settings);

[[nodiscard]] Exit lab_run(Screen& screen, const LabSettings& settings);
[[nodiscard]] Exit lab_status(Screen& screen, const LabSettings& settings);
[[nodiscard]] Exit lab_report(Screen& screen, const LabSettings& settings);
[[nodiscard]] Exit lab_export(Screen& screen, const LabSettings& settings);

// The same for experiments without matches.
[[nodiscard]] Exit measure_run(Screen& screen, const LabSettings& settings,
                               const LabExperiment& loaded);
[[nodiscard]] Exit measure_status(Screen& screen, const LabSettings& settings,
                                  const LabExperiment& loaded);
[[nodiscard]] Exit measure_report(Screen& screen, const LabSettings& settings,
                                  const LabExperiment& loaded);

// The store of an experiment, for reading only. Without one there is nothing to report; before the
// first run there is nothing in the usual place, which is a status too.
[[nodiscard]] Result<lab::Store> open_for_report(const LabSettings& settings,
                                                 const LabExperiment& loaded);
[[nodiscard]] Result<std::optional<lab::Store>> open_for_status(const LabSettings& settings,
                                                                const LabExperiment& loaded);
// The store of an experiment, for this run alone.
[[nodiscard]] Result<lab::Store> open_for_run(const LabSettings& settings,
                                              const LabExperiment& loaded);
[[nodiscard]] std::vector<std::string> worker_command(const LabSettings& settings);
// What a person should know about the end of a run, besides its table.
void tell_end(Screen& screen, const LabSettings& settings, const lab::RunSummary& summary,
              const std::string& known);

// In the form that the settings ask for.
[[nodiscard]] Exit show_report(Screen& screen, const LabSettings& settings,
                               const lab::report::Report& report);

}  // namespace palamedes::cli::commands
