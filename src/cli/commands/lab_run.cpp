#include <algorithm>
#include <cerrno>
#include <set>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands/lab.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/text.h"
#include "lab/missing.h"
#include "lab/run.h"
#include "lab/store.h"

namespace palamedes::cli::commands {
namespace {

using lab::CellState;

struct Totals {
  std::uint64_t games = 0;
  std::uint64_t known = 0;
  std::uint64_t errors = 0;
  std::uint64_t faults = 0;
  double left = 0;
};

Totals totals_of(const std::vector<CellState>& cells) {
  Totals totals;
  for (const CellState& state : cells) {
    totals.games += state.cell.games;
    totals.known += state.known;
    totals.errors += state.errors;
    totals.faults += state.tally.tally().faults();
    totals.left += state.left();
  }
  return totals;
}

std::string left_text(const std::vector<CellState>& cells, std::uint64_t jobs) {
  const auto seconds = lab::seconds_left(cells, jobs);
  return seconds ? duration(*seconds) + " left" : "time left unknown";
}

// "1,230 of 4,000 matches, 12 min left, 2 errors"
std::string progress_text(const std::vector<CellState>& cells, std::uint64_t jobs) {
  constexpr std::size_t bar_width = 20;
  const Totals totals = totals_of(cells);
  const double all = static_cast<double>(totals.known) + totals.left;
  const double share = all == 0 ? 1 : static_cast<double>(totals.known) / all;
  const auto full = static_cast<std::size_t>(share * bar_width);
  std::string text = fmt::format("[{}{}] {} of {} matches, {}", std::string(full, '#'),
                                 std::string(bar_width - full, '.'), grouped(totals.known),
                                 grouped(totals.games), left_text(cells, jobs));
  if (totals.errors > 0) text += ", " + counted(totals.errors, "error");
  return text;
}

// Cells that can be played.
std::size_t playable(const LabExperiment& loaded) {
  return static_cast<std::size_t>(
      std::count_if(loaded.cells.begin(), loaded.cells.end(),
                    [](const lab::Cell& cell) { return cell.games > 0; }));
}

std::string missing_text(const LabExperiment& loaded) {
  return lab::text_of(lab::missing_in(loaded.experiment, loaded.cells));
}

std::string again(const LabSettings& settings) {
  std::string command = "palamedes lab run " + settings.files.front();
  if (!settings.store.empty()) command += " --store " + settings.store;
  if (!settings.only.empty()) command += fmt::format(" --only {}", fmt::join(settings.only, ","));
  return command;
}

Json status_json(const LabExperiment& loaded, const std::vector<CellState>& cells,
                 std::uint64_t jobs) {
  Json list = Json::array();
  for (const CellState& state : cells) {
    if (state.cell.games == 0) continue;
    std::vector<std::string> agents;
    for (const std::size_t agent : state.cell.agents) {
      agents.push_back(loaded.experiment.agents[agent].name);
    }
    list.add(Json::object({{"game", loaded.experiment.games[state.cell.game].name},
                           {"agents", agents},
                           {"games", state.cell.games},
                           {"known", state.known},
                           {"errors", state.errors},
                           {"faults", state.tally.tally().faults()},
                           {"over", state.is_over()},
                           {"assignments", state.cell.assignments.size()}}));
  }
  const Totals totals = totals_of(cells);
  const auto seconds = lab::seconds_left(cells, jobs);
  return Json::object({{"experiment", loaded.experiment.name},
                       {"store", loaded.store},
                       {"games", totals.games},
                       {"known", totals.known},
                       {"errors", totals.errors},
                       {"faults", totals.faults},
                       {"seconds_left", seconds ? Json(*seconds) : Json()},
                       {"cells", std::move(list)}});
}

std::string status_text(const Screen& screen, const LabExperiment& loaded,
                        const std::vector<CellState>& cells, std::uint64_t jobs) {
  const std::string missing = missing_text(loaded);
  if (playable(loaded) == 0) {
    return fmt::format("{}: nothing can be played yet\n{}\n", screen.bold(loaded.experiment.title),
                       missing);
  }
  const Totals totals = totals_of(cells);
  std::string text = fmt::format(
      "{}: {} of {} matches, {} with {}\n\n", screen.bold(loaded.experiment.title),
      grouped(totals.known), grouped(totals.games), left_text(cells, jobs), counted(jobs, "job"));
  Table table;
  table.column("Game", Table::Align::left);
  table.column("Agents", Table::Align::left);
  for (const char* title : {"Done", "Of", "Errors", "Faults", "s/match"}) table.column(title);
  for (const CellState& state : cells) {
    if (state.cell.games == 0) continue;
    std::vector<std::string> agents;
    for (const std::size_t agent : state.cell.agents) {
      agents.push_back(loaded.experiment.agents[agent].name);
    }
    const std::uint64_t faults = state.tally.tally().faults();
    const bool is_narrow = state.tally.is_over() && state.tally.tally().games() > 0;
    table.row({loaded.experiment.games[state.cell.game].name,
               fmt::format("{}", fmt::join(agents, " - ")), grouped(state.known),
               grouped(state.cell.games) + (is_narrow ? " (narrow enough)" : ""),
               state.errors == 0 ? "" : grouped(state.errors), faults == 0 ? "" : grouped(faults),
               state.durations.count == 0 ? "-" : rounded(state.durations.mean)});
  }
  text += screen.bold(table.titles()) + table.rows();
  if (!missing.empty()) text += fmt::format("\nNot played yet: {}\n", missing);
  for (const CellState& state : cells) {
    const std::string fault = state.first_fault ? state.first_fault->text : "";
    for (const std::string& problem : {state.last_error, fault}) {
      if (problem.empty()) continue;
      text += fmt::format("\n{}: {}\n", loaded.experiment.games[state.cell.game].name, problem);
    }
  }
  return text;
}

Result<std::vector<CellState>> known_cells(const LabExperiment& loaded, lab::Store* store) {
  return lab::load_cells(loaded.experiment, loaded.cells, store, false);
}

// With everything that is wrong with them, before any of them is taken.
Result<void> take_results(const LabSettings& settings, lab::Store& store) {
  std::vector<lab::KeptResults> files;
  for (const std::string& path : settings.results) {
    auto file = lab::read_results(path);
    if (!file) return tl::unexpected(std::move(file.error()));
    files.push_back(std::move(*file));
  }
  for (const lab::KeptResults& file : files) {
    if (const auto taken = store.take(file); !taken) return tl::unexpected(taken.error());
  }
  return {};
}

std::set<std::string> keys_of(const LabExperiment& loaded) {
  std::set<std::string> keys;
  for (const lab::Cell& cell : loaded.cells) {
    for (std::uint64_t number = 0; number < cell.games; ++number) {
      keys.insert(lab::key_of(loaded.experiment, cell, number));
    }
  }
  return keys;
}

void leave_out_other_builds(lab::KeptResults& kept) {
  std::set<std::string> used;
  for (const lab::KeptMatch& match : kept.matches) used.insert(match.result.build);
  for (const lab::KeptMeasurement& each : kept.measurements) used.insert(each.build);
  std::erase_if(kept.builds, [&](const auto& entry) { return !used.contains(entry.first); });
}

bool is_there(const std::string& path) {
  return access(path.c_str(), F_OK) == 0 || errno != ENOENT;
}

// With the builds that the store knows of.
Result<lab::report::Report> full_report(const LabExperiment& loaded,
                                        const std::vector<CellState>& cells, lab::Store& store) {
  lab::report::Report report = lab::report::make_report(loaded.experiment, cells);
  auto builds = lab::report::find_builds(lab::report::build_counts(cells), store);
  if (!builds) return tl::unexpected(std::move(builds.error()));
  report.origin.builds = std::move(*builds);
  return report;
}

}  // namespace

Result<std::optional<lab::Store>> open_for_status(const LabSettings& settings,
                                                  const LabExperiment& loaded) {
  if (settings.store.empty() && settings.results.empty() && !is_there(loaded.store)) {
    return std::nullopt;
  }
  auto store = open_for_report(settings, loaded);
  if (!store) return tl::unexpected(std::move(store.error()));
  return std::move(*store);
}

Result<lab::Store> open_for_report(const LabSettings& settings, const LabExperiment& loaded) {
  const bool has_store = is_there(loaded.store);
  if (!has_store && (settings.results.empty() || !settings.store.empty())) {
    return failure(loaded.store, "there is no such store of results",
                   "'palamedes lab run' makes it; --store names another one, --results takes files "
                   "of 'palamedes lab export'");
  }
  if (settings.results.empty()) return lab::Store::open_to_read(loaded.store);
  auto store = lab::Store::temporary();
  if (!store) return store;
  if (has_store) {
    if (auto merged = store->merge(loaded.store); !merged) return tl::unexpected(merged.error());
  }
  if (auto taken = take_results(settings, *store); !taken) return tl::unexpected(taken.error());
  return store;
}

Result<lab::Store> open_for_run(const LabSettings& settings, const LabExperiment& loaded) {
  auto store = lab::Store::open(loaded.store);
  if (!store) return store;
  if (auto locked = store->lock_for_run(); !locked) return tl::unexpected(locked.error());
  if (auto taken = take_results(settings, *store); !taken) return tl::unexpected(taken.error());
  if (auto begun = store->begin(loaded.experiment); !begun) return tl::unexpected(begun.error());
  return store;
}

std::vector<std::string> worker_command(const LabSettings& settings) {
  return {"/proc/self/exe", "lab-worker",
          "--memory",       fmt::format("{}", settings.memory_bytes),
          "--machines",     fmt::format("{}", settings.machines)};
}

void tell_end(Screen& screen, const LabSettings& settings, const lab::RunSummary& summary,
              const std::string& known) {
  const lab::RunProgress& progress = summary.progress;
  screen.complain(fmt::format("{} done in {}; {}", grouped(progress.played),
                              duration(progress.seconds), known));
  if (progress.errors > 0) {
    screen.complain(fmt::format("{} without a result, the last one {}; the next run tries again",
                                grouped(progress.errors), progress.last_error));
  }
  if (summary.interrupted || summary.out_of_budget) {
    screen.complain(fmt::format("{}; to go on: {}",
                                summary.interrupted ? "interrupted" : "the budget is used up",
                                again(settings)));
  }
}

Exit lab_run(Screen& screen, const LabSettings& settings) {
  const auto fail = [&](const Diagnostics& reason) {
    screen.complain(reason);
    return Exit::failed;
  };
  const auto loaded = load_experiment(screen, settings);
  if (!loaded) return Exit::failed;
  if (loaded->experiment.kind != lab::Kind::match) return measure_run(screen, settings, *loaded);
  const std::string missing = missing_text(*loaded);
  if (!missing.empty() && playable(*loaded) == 0) {
    screen.complain(fmt::format("nothing here can be played yet: {}", missing));
    return Exit::failed;
  }
  auto store = open_for_run(settings, *loaded);
  if (!store) return fail(store.error());
  auto cells = lab::load_cells(loaded->experiment, loaded->cells, &*store, true);
  if (!cells) return fail(cells.error());

  lab::RunOptions options;
  options.pool = {.command = worker_command(settings), .jobs = settings.jobs_asked()};
  options.budget = settings.budget;
  const Interrupt interrupt;
  const auto summary =
      lab::run_matches(loaded->experiment, *cells, *store, options,
                       {.stop = [] { return Interrupt::requested(); },
                        .on_progress =
                            [&](const lab::RunProgress&) {
                              if (!screen.wants_progress()) return;
                              screen.progress(progress_text(*cells, settings.jobs_asked()));
                            }});
  if (!summary) return fail(summary.error());
  const auto report = full_report(*loaded, *cells, *store);
  if (!report) return fail(report.error());
  const Exit shown = show_report(screen, settings, *report);
  const Totals totals = totals_of(*cells);
  tell_end(screen, settings, *summary,
           fmt::format("{} of {} matches known", grouped(totals.known - totals.errors),
                       grouped(totals.games)));
  if (totals.faults > 0) {
    screen.complain(fmt::format("{} not count because of a fault",
                                counted(totals.faults, "match does", "matches do")));
  }
  const bool all_well =
      !summary->interrupted && summary->progress.errors == 0 && totals.faults == 0;
  return all_well ? shown : Exit::failed;
}

Exit lab_status(Screen& screen, const LabSettings& settings) {
  const auto loaded = load_experiment(screen, settings);
  if (!loaded) return Exit::failed;
  if (loaded->experiment.kind != lab::Kind::match) return measure_status(screen, settings, *loaded);
  auto store = open_for_status(settings, *loaded);
  const auto cells =
      store ? known_cells(*loaded, *store ? &**store : nullptr) : tl::unexpected(store.error());
  if (!cells) {
    screen.complain(cells.error());
    return Exit::failed;
  }
  const std::uint64_t jobs = settings.jobs_asked();
  screen.print(settings.json ? status_json(*loaded, *cells, jobs).text()
                             : status_text(screen, *loaded, *cells, jobs));
  return Exit::success;
}

Exit lab_report(Screen& screen, const LabSettings& settings) {
  const auto loaded = load_experiment(screen, settings);
  if (!loaded) return Exit::failed;
  if (loaded->experiment.kind != lab::Kind::match) return measure_report(screen, settings, *loaded);
  const auto fail = [&](const Diagnostics& reason) {
    screen.complain(reason);
    return Exit::failed;
  };
  auto store = open_for_report(settings, *loaded);
  if (!store) return fail(store.error());
  const auto cells = known_cells(*loaded, &*store);
  if (!cells) return fail(cells.error());
  const auto report = full_report(*loaded, *cells, *store);
  if (!report) return fail(report.error());
  return show_report(screen, settings, *report);
}

// The results of the experiment, and of nothing else that its store may have.
Exit lab_export(Screen& screen, const LabSettings& settings) {
  const auto fail = [&](const Diagnostics& reason) {
    screen.complain(reason);
    return Exit::failed;
  };
  const auto loaded = load_experiment(screen, settings);
  if (!loaded) return Exit::failed;
  auto store = open_for_report(settings, *loaded);
  if (!store) return fail(store.error());
  auto kept = store->results();
  if (!kept) return fail(kept.error());
  if (loaded->experiment.kind == lab::Kind::match) {
    const std::set<std::string> keys = keys_of(*loaded);
    std::erase_if(kept->matches,
                  [&](const lab::KeptMatch& match) { return !keys.contains(match.key); });
    kept->measurements.clear();
  } else {
    std::erase_if(kept->measurements, [&](const lab::KeptMeasurement& each) {
      return each.experiment != loaded->experiment.name;
    });
    kept->matches.clear();
  }
  leave_out_other_builds(*kept);
  const std::size_t count = kept->matches.size() + kept->measurements.size();
  if (count == 0) {
    screen.complain(fmt::format("{}: there are no results of it yet", loaded->experiment.name));
    return Exit::failed;
  }
  const std::string path =
      settings.output.empty() ? loaded->experiment.name + ".jsonl.gz" : settings.output;
  if (path == "-") {
    screen.print(lab::to_text(*kept));
    return Exit::success;
  }
  if (const auto written = lab::write_results(path, *kept); !written) return fail(written.error());
  screen.print(fmt::format("{}: {}\n", path, counted(count, "result")));
  return Exit::success;
}

}  // namespace palamedes::cli::commands
