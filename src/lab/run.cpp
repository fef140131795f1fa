#include "lab/run.h"

#include <map>
#include <utility>

#include "base/stopwatch.h"
#include "lab/video.h"

namespace palamedes::lab {
namespace {

// Counts, looks at the clock, and ends the pool when something is wrong.
class TaskRunner {
 public:
  TaskRunner(const RunOptions& options, const RunCalls& calls, const RunWatch& watch)
      : options_(options), calls_(calls), watch_(watch) {}

  Result<RunSummary> run() {
    PoolCalls pool;
    pool.next = [this] { return next(); };
    pool.done = [this](std::size_t number, const PoolAnswer& answer) {
      return done(number, answer);
    };
    pool.go_on = [this] {
      summary_.progress.seconds = clock_.seconds();
      watch_.on_progress(summary_.progress);
      summary_.interrupted = watch_.stop();
      return !summary_.interrupted && !failure_;
    };
    auto pooled = run_pool(options_.pool, pool);
    if (!pooled) return tl::unexpected(std::move(pooled.error()));
    if (failure_) return tl::unexpected(std::move(*failure_));
    summary_.progress.seconds = clock_.seconds();
    return std::move(summary_);
  }

 private:
  std::optional<PoolTask> next() {
    auto task = calls_.next();
    if (!task) {
      failure_ = std::move(task.error());
      return std::nullopt;
    }
    if (*task && options_.budget && clock_.seconds() >= *options_.budget) {
      summary_.out_of_budget = true;
      return std::nullopt;
    }
    return std::move(*task);
  }

  bool done(std::size_t number, const PoolAnswer& answer) {
    auto kept = calls_.keep(number, answer);
    if (!kept) {
      failure_ = std::move(kept.error());
      return false;
    }
    if (kept->empty()) {
      ++summary_.progress.played;
    } else {
      ++summary_.progress.errors;
      summary_.progress.last_error = std::move(*kept);
    }
    return true;
  }

  const RunOptions& options_;
  const RunCalls& calls_;
  const RunWatch& watch_;
  Stopwatch clock_;
  RunSummary summary_;
  std::optional<Diagnostics> failure_;  // of the store
};

class MatchRunner {
 public:
  MatchRunner(const Experiment& experiment, std::vector<CellState>& states, Store& store)
      : experiment_(experiment),
        states_(states),
        store_(store),
        cells_(cells_in(states)),
        schedule_(cells_) {}

  Result<RunSummary> run(const RunOptions& options, const RunWatch& watch) {
    RunCalls calls;
    calls.next = [this] { return next(); };
    calls.keep = [this](std::size_t number, const PoolAnswer& answer) {
      return keep(number, reply_of_answer(answer));
    };
    return run_tasks(options, calls, watch);
  }

 private:
  static std::vector<Cell> cells_in(const std::vector<CellState>& states) {
    std::vector<Cell> cells;
    for (const CellState& state : states) cells.push_back(state.cell);
    return cells;
  }

  // The next match that the store does not have and that still counts.
  Result<std::optional<PoolTask>> next() {
    while (const auto match = schedule_.next()) {
      if (states_[match->cell].is_over()) continue;
      const auto known = store_.find(key_of(experiment_, cells_[match->cell], match->number));
      if (!known) return tl::unexpected(known.error());
      if (*known) continue;
      in_flight_.emplace(started_, *match);
      return PoolTask{started_++, to_line(task_of_match(*match))};
    }
    return std::nullopt;
  }

  [[nodiscard]] Task task_of_match(const Match& match) const {
    const Cell& cell = cells_[match.cell];
    const ExperimentGame& game = experiment_.games[cell.game];
    Task task{.game = game.name,
              .rules = game.rules,
              .rules_hash = game.rules_hash,
              .assignment = cell.assignment(match.number),
              .options = game.limits.play_options(),
              .seed = seed_of(experiment_, cell, match.number)};
    task.options.turns = experiment_.turns;
    for (const std::size_t agent : cell.agents) {
      const ExperimentAgent& player = experiment_.agents[agent];
      task.agents.push_back(text_of(player));
      task.machines.push_back(player.machine ? player.machine->name : "");
      if (!player.video) continue;
      task.video = {game.levels[match.number % game.levels.size()], player.video->tuning};
    }
    return task;
  }

  Result<std::string> keep(std::size_t number, const Reply& reply) {
    const Match match = in_flight_.at(number);
    in_flight_.erase(number);
    const Cell& cell = cells_[match.cell];
    const std::string& game = experiment_.games[cell.game].name;
    Result<void> kept;
    if (reply.error.empty()) {
      kept = store_.add(experiment_, cell, match.number, reply.result);
      MatchResult result = reply.result;
      result.build = store_.build();
      states_[match.cell].add(match.number, result);
    } else {
      kept = store_.add_error(key_of(experiment_, cell, match.number), game, match.number,
                              reply.error);
      states_[match.cell].add_error(match.number, reply.error);
    }
    if (!kept) return tl::unexpected(kept.error());
    return reply.error.empty() ? "" : game + ": " + reply.error;
  }

  const Experiment& experiment_;
  std::vector<CellState>& states_;
  Store& store_;
  std::vector<Cell> cells_;
  Schedule schedule_;
  std::map<std::size_t, Match> in_flight_;
  std::size_t started_ = 0;
};

}  // namespace

Result<RunSummary> run_tasks(const RunOptions& options, const RunCalls& calls,
                             const RunWatch& watch) {
  return TaskRunner(options, calls, watch).run();
}

Result<RunSummary> run_matches(const Experiment& experiment, std::vector<CellState>& cells,
                               Store& store, const RunOptions& options, const RunWatch& watch) {
  return MatchRunner(experiment, cells, store).run(options, watch);
}

}  // namespace palamedes::lab
