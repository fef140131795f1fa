#include "cli/series_progress.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "cli/text.h"

namespace palamedes::cli {
namespace {

// How many games there will be. An interval gets narrower with the square root of their number.
double games_expected(const SeriesSoFar& so_far) {
  const auto asked = static_cast<double>(so_far.games_asked);
  if (!so_far.until) return asked;
  constexpr double fewest = 20;
  const double ratio = so_far.widest / *so_far.until;
  const double needed = static_cast<double>(so_far.games) * ratio * ratio;
  return std::min(asked, std::max({fewest, needed, static_cast<double>(so_far.games)}));
}

}  // namespace

std::optional<double> seconds_left(const SeriesSoFar& so_far) {
  if (so_far.until && so_far.games < 2) return std::nullopt;  // no interval yet
  const double length =
      so_far.games > 0 ? static_cast<double>(so_far.game_steps) / static_cast<double>(so_far.games)
                       : so_far.expected_steps;
  if (length <= 0) return std::nullopt;
  const double left =
      std::max(0.0, games_expected(so_far) * length - static_cast<double>(so_far.steps));
  // One step is no speed: the first ones also wait for memory and caches.
  constexpr std::uint64_t fewest_steps = 4;
  if (so_far.steps >= fewest_steps) {
    return left * so_far.seconds / static_cast<double>(so_far.steps);
  }
  if (!so_far.step_seconds) return std::nullopt;
  return std::max(0.0, left * *so_far.step_seconds - so_far.seconds);
}

void SeriesProgress::ended_game(std::uint64_t games, std::size_t steps, double widest,
                                std::string remark) {
  const std::lock_guard lock(mutex_);
  so_far_.games = games;
  so_far_.game_steps += steps;
  so_far_.widest = widest;
  remark_ = std::move(remark);
}

std::string SeriesProgress::text(double seconds) {
  const std::lock_guard lock(mutex_);
  so_far_.seconds = seconds;
  so_far_.steps = steps_.load(std::memory_order_relaxed);
  std::string text = so_far_.until ? grouped(so_far_.games) + " games"
                                   : fmt::format("{} of {} games", grouped(so_far_.games),
                                                 grouped(so_far_.games_asked));
  text += ", " + counted(so_far_.steps, "step");
  const auto left = seconds_left(so_far_);
  text += left ? fmt::format(", about {} left", duration(*left)) : ", time left unknown";
  return remark_.empty() ? text : fmt::format("{}: {}", text, remark_);
}

}  // namespace palamedes::cli
