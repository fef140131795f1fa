#include "match/series.h"

#include <mutex>
#include <thread>
#include <utility>

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
        alone_(roles == 1),
        assignments_(assignments(agents.size(), roles)),
        tally_(agents.size(), options.rule, assignments_.size(), options.until) {}

  void work(machine::Game& game) {
    for (;;) {
      const std::uint64_t number = next_.fetch_add(1);
      if (number >= options_.games || is_over()) return;
      GameRecord record = play_game(game, agents_, assignments_[number % assignments_.size()],
                                    options_.play, seed_of(number), [this] { return is_over(); });
      record.number = number;
      finish(std::move(record));
    }
  }

  [[nodiscard]] const Tally& tally() const { return tally_.tally(); }

 private:
  [[nodiscard]] bool is_over() const { return decided_.load() || (stop_ && stop_()); }

  // Whoever plays alone has the same luck as the others in a round.
  [[nodiscard]] std::uint64_t seed_of(std::uint64_t number) const {
    const std::uint64_t drawn = alone_ ? number / assignments_.size() : number;
    return mix(combine(options_.seed, drawn + 1));
  }

  void finish(GameRecord record) {
    const std::lock_guard lock(mutex_);
    tally_.add(std::move(record), on_game_);
    if (tally_.is_over()) decided_.store(true);
  }

  const std::vector<agent::Spec>& agents_;
  const SeriesOptions& options_;
  const std::function<bool()>& stop_;
  const OnGame& on_game_;
  bool alone_;  // each in a game of its own
  std::vector<Assignment> assignments_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> decided_{false};
  std::mutex mutex_;
  OrderedTally tally_;
};

}  // namespace

Tally play_series(const std::vector<std::unique_ptr<machine::Game>>& games,
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
