#pragma once
// How far a match is and how long it will take, from the games and steps that were made so far.

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

namespace palamedes::cli {

// What the estimate rests on.
struct SeriesSoFar {
  std::uint64_t games_asked = 0;
  std::optional<double> until;   // the interval that ends it earlier
  std::uint64_t games = 0;       // that have ended
  std::uint64_t game_steps = 0;  // in those
  std::uint64_t steps = 0;       // in all games, also those under way
  double widest = 0;             // half of the widest interval
  double seconds = 0;
  // Before anything has been played: steps of a game, 0 if nobody knows, and seconds of a step.
  double expected_steps = 0;
  std::optional<double> step_seconds;
};

// Nothing while nobody can know.
[[nodiscard]] std::optional<double> seconds_left(const SeriesSoFar& so_far);

// Collects that from the threads that play.
class SeriesProgress {
 public:
  SeriesProgress(SeriesSoFar start, std::string remark)
      : so_far_(start), remark_(std::move(remark)) {}

  void made_step() { steps_.fetch_add(1, std::memory_order_relaxed); }
  void ended_game(std::uint64_t games, std::size_t steps, double widest, std::string remark);

  // "37 of 100 games, about 12 min left: nst 63.5 ± 11.2, uct 36.5 ± 11.2"
  [[nodiscard]] std::string text(double seconds);

 private:
  std::atomic<std::uint64_t> steps_{0};
  std::mutex mutex_;
  SeriesSoFar so_far_;
  std::string remark_;
};

}  // namespace palamedes::cli
