#include "match/series.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <thread>

#include "base/hash.h"

namespace palamedes::match {
namespace {

class Series {
 public:
  Series(const std::vector<agent::Spec>& agents, std::size_t roles, const SeriesOptions& options,
         const std::function<bool()>& stop, const OnGame& on_game)
      : agents_(agents),
        options_(options),
        stop_(stop),
        on_game_(on_game),
        assignments_(assignments(agents.size(), roles)),
        tally_(agents.size(), options.rule) {}

  void work(agent::Game& game) {
    for (;;) {
      const std::uint64_t number = next_.fetch_add(1);
      if (number >= options_.games || is_over()) return;
      GameRecord record =
          play_game(game, agents_, assignments_[number % assignments_.size()], options_.play,
                    mix(combine(options_.seed, number + 1)), [this] { return is_over(); });
      record.number = number;
      finish(std::move(record));
    }
  }

  [[nodiscard]] const Tally& tally() const { return tally_; }

 private:
  [[nodiscard]] bool is_over() const { return decided_.load() || (stop_ && stop_()); }

  // Counts this game and those that had to wait for it.
  void finish(GameRecord record) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(record.number, std::move(record));
    while (!waiting_.empty() && waiting_.begin()->first == counted_ && !decided_.load()) {
      const GameRecord& next = waiting_.begin()->second;
      tally_.add(next);
      if (on_game_ && next.end != GameEnd::interrupted) on_game_(next, tally_);
      waiting_.erase(waiting_.begin());
      ++counted_;
      if (options_.until && is_narrow()) decided_.store(true);
    }
  }

  [[nodiscard]] bool is_narrow() const {
    constexpr std::uint64_t least_games = 20;
    if (counted_ % assignments_.size() != 0 || tally_.games() < least_games) return false;
    return std::all_of(
        tally_.agents().begin(), tally_.agents().end(),
        [&](const AgentTally& agent) { return agent.interval() <= *options_.until; });
  }

  const std::vector<agent::Spec>& agents_;
  const SeriesOptions& options_;
  const std::function<bool()>& stop_;
  const OnGame& on_game_;
  std::vector<Assignment> assignments_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> decided_{false};
  std::mutex mutex_;
  std::map<std::uint64_t, GameRecord> waiting_;
  std::uint64_t counted_ = 0;
  Tally tally_;
};

}  // namespace

Tally play_series(const std::vector<std::unique_ptr<agent::Game>>& games,
                  const std::vector<agent::Spec>& agents, const SeriesOptions& options,
                  const std::function<bool()>& stop, const OnGame& on_game) {
  Series series(agents, games.front()->role_count(), options, stop, on_game);
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < games.size(); ++i) {
    threads.emplace_back([&series, &game = *games[i]] { series.work(game); });
  }
  series.work(*games.front());
  for (std::thread& thread : threads) thread.join();
  return series.tally();
}

}  // namespace palamedes::match
