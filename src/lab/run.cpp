#include "lab/run.h"

#include <map>
#include <utility>

#include "base/stopwatch.h"

namespace palamedes::lab {
namespace {

class Runner {
 public:
  Runner(const Experiment& experiment, std::vector<CellState>& states, Store& store,
         const RunOptions& options)
      : experiment_(experiment),
        states_(states),
        store_(store),
        options_(options),
        cells_(cells_in(states)),
        schedule_(cells_) {}

  Result<RunSummary> run(const std::function<bool()>& stop,
                         const std::function<void(const RunProgress&)>& on_progress) {
    PoolCalls calls;
    calls.next = [this] { return next(); };
    calls.done = [this](std::size_t number, const auto& answer) {
      return done(number, reply_of_answer(answer));
    };
    calls.go_on = [&] {
      summary_.progress.seconds = watch_.seconds();
      on_progress(summary_.progress);
      summary_.interrupted = stop();
      return !summary_.interrupted && !failure_;
    };
    auto pooled = run_pool(options_.pool, calls);
    if (!pooled) return tl::unexpected(std::move(pooled.error()));
    if (failure_) return tl::unexpected(std::move(*failure_));
    summary_.progress.seconds = watch_.seconds();
    return std::move(summary_);
  }

 private:
  static std::vector<Cell> cells_in(const std::vector<CellState>& states) {
    std::vector<Cell> cells;
    for (const CellState& state : states) cells.push_back(state.cell);
    return cells;
  }

  // The next match that the store does not have and that still counts.
  std::optional<std::pair<std::size_t, std::string>> next() {
    while (const auto match = schedule_.next()) {
      if (states_[match->cell].is_over()) continue;
      const auto known = store_.find(key_of(experiment_, cells_[match->cell], match->number));
      if (!known) {
        failure_ = known.error();
        return std::nullopt;
      }
      if (*known) continue;
      if (options_.budget && watch_.seconds() >= *options_.budget) {
        summary_.out_of_budget = true;
        return std::nullopt;
      }
      in_flight_.emplace(started_, *match);
      return std::pair{started_++, to_line(task_of_match(*match))};
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
    for (const std::size_t agent : cell.agents) {
      task.agents.push_back(experiment_.agents[agent].spec.text);
    }
    return task;
  }

  bool done(std::size_t number, const Reply& reply) {
    const Match match = in_flight_.at(number);
    in_flight_.erase(number);
    const Cell& cell = cells_[match.cell];
    Result<void> kept;
    if (reply.error.empty()) {
      kept = store_.add(experiment_, cell, match.number, reply.result);
      states_[match.cell].add(match.number, reply.result);
      ++summary_.progress.played;
    } else {
      kept = store_.add_error(key_of(experiment_, cell, match.number),
                              experiment_.games[cell.game].name, match.number, reply.error);
      states_[match.cell].add_error(match.number, reply.error);
      ++summary_.progress.errors;
      summary_.progress.last_error = experiment_.games[cell.game].name + ": " + reply.error;
    }
    if (!kept) failure_ = kept.error();
    return kept.has_value();
  }

  const Experiment& experiment_;
  std::vector<CellState>& states_;
  Store& store_;
  const RunOptions& options_;
  std::vector<Cell> cells_;
  Schedule schedule_;
  Stopwatch watch_;
  std::map<std::size_t, Match> in_flight_;
  std::size_t started_ = 0;
  RunSummary summary_;
  std::optional<Diagnostics> failure_;  // of the store
};

}  // namespace

Result<RunSummary> run_matches(const Experiment& experiment, std::vector<CellState>& cells,
                               Store& store, const RunOptions& options,
                               const std::function<bool()>& stop,
                               const std::function<void(const RunProgress&)>& on_progress) {
  return Runner(experiment, cells, store, options).run(stop, on_progress);
}

}  // namespace palamedes::lab
