// Experiments of speeds and bandits.

#include <algorithm>

#include <fmt/format.h>

#include "cli/commands/lab.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/text.h"
#include "lab/measure.h"
#include "lab/store.h"

namespace palamedes::cli::commands {
namespace {

using lab::Figures;
using lab::Measurement;

struct Known {
  std::vector<Measurement> measurements;  // all that are asked for
  Figures figures;                        // of those that the store has
};

// Without a store nothing has been measured yet.
Result<Known> find_known(const LabSettings& settings, const LabExperiment& loaded,
                         lab::Store* store) {
  auto measurements = lab::measurements_of(loaded.experiment, settings.only);
  if (!measurements) return tl::unexpected(std::move(measurements.error()));
  if (store == nullptr) return Known{std::move(*measurements), {}};
  auto figures = lab::load_figures(*measurements, *store);
  if (!figures) return tl::unexpected(std::move(figures.error()));
  return Known{std::move(*measurements), std::move(*figures)};
}

// With the builds that the store knows of.
Result<lab::report::Report> full_report(const LabExperiment& loaded,
                                        const std::vector<Measurement>& measurements,
                                        const Figures& figures, lab::Store& store) {
  lab::report::Report report = lab::measurement_report(loaded.experiment, measurements, figures);
  const auto counts = lab::measurement_builds(figures, store);
  if (!counts) return tl::unexpected(counts.error());
  auto builds = lab::report::find_builds(*counts, store);
  if (!builds) return tl::unexpected(std::move(builds.error()));
  report.origin.builds = std::move(*builds);
  return report;
}

}  // namespace

Exit measure_run(Screen& screen, const LabSettings& settings, const LabExperiment& loaded) {
  const auto fail = [&](const Diagnostics& reason) {
    screen.complain(reason);
    return Exit::failed;
  };
  const auto measurements = lab::measurements_of(loaded.experiment, settings.only);
  if (!measurements) return fail(measurements.error());
  auto store = open_for_run(settings, loaded);
  if (!store) return fail(store.error());
  auto figures = lab::load_figures(*measurements, *store);
  if (!figures) return fail(figures.error());
  lab::RunOptions options;
  // one at a time unless somebody knows better: neighbours would slow each other down
  options.pool = {.command = worker_command(settings), .jobs = settings.jobs.value_or(1)};
  options.budget = settings.budget;
  const Interrupt interrupt;
  const auto summary = lab::run_measurements(
      *measurements, *figures, *store, options,
      {.stop = [] { return Interrupt::requested(); },
       .on_progress =
           [&](const lab::RunProgress& progress) {
             if (!screen.wants_progress()) return;
             screen.progress(fmt::format("{} of {} measurements", figures->size() + progress.errors,
                                         measurements->size()));
           }});
  if (!summary) return fail(summary.error());
  const auto report = full_report(loaded, *measurements, *figures, *store);
  if (!report) return fail(report.error());
  const Exit shown = show_report(screen, settings, *report);
  tell_end(screen, settings, *summary,
           fmt::format("{} of {} measurements known", figures->size(), measurements->size()));
  return summary->interrupted || summary->progress.errors > 0 ? Exit::failed : shown;
}

Exit measure_status(Screen& screen, const LabSettings& settings, const LabExperiment& loaded) {
  auto store = open_for_status(settings, loaded);
  const auto known = store ? find_known(settings, loaded, *store ? &**store : nullptr)
                           : tl::unexpected(store.error());
  if (!known) {
    screen.complain(known.error());
    return Exit::failed;
  }
  if (settings.json) {
    screen.print(Json::object({{"experiment", loaded.experiment.name},
                               {"store", loaded.store},
                               {"measurements", known->measurements.size()},
                               {"known", known->figures.size()}})
                     .text());
  } else {
    screen.print(fmt::format("{}: {} of {} measurements\n", screen.bold(loaded.experiment.title),
                             known->figures.size(), known->measurements.size()));
  }
  return Exit::success;
}

Exit measure_report(Screen& screen, const LabSettings& settings, const LabExperiment& loaded) {
  const auto fail = [&](const Diagnostics& reason) {
    screen.complain(reason);
    return Exit::failed;
  };
  auto store = open_for_report(settings, loaded);
  if (!store) return fail(store.error());
  const auto known = find_known(settings, loaded, &*store);
  if (!known) return fail(known.error());
  const auto report = full_report(loaded, known->measurements, known->figures, *store);
  if (!report) return fail(report.error());
  return show_report(screen, settings, *report);
}

}  // namespace palamedes::cli::commands
