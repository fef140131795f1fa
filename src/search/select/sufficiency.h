#pragma once
// Sufficiency threshold: once a move is good enough, exploration stops.
// Gudmundsson and Björnsson, "Sufficiency-Based Selection Strategy for MCTS" (2013): formula (2)
// with a fixed threshold, and the version of section 4.3, which learns what good enough means.
// Formulas only; whoever selects keeps the numbers.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <optional>
#include <span>

#include "base/moments.h"

namespace palamedes::search {

// No move was tried: worse than every threshold.
inline constexpr double no_mean = -std::numeric_limits<double>::infinity();

// The highest Q(s,a), out of the sum of payoffs and the number of visits per move. Moves without
// visits have no mean.
[[nodiscard]] inline double best_mean(std::span<const double> sums,
                                      std::span<const std::uint32_t> visits) {
  double best = no_mean;
  for (std::size_t move = 0; move < sums.size(); ++move) {
    if (visits[move] > 0) best = std::max(best, sums[move] / visits[move]);
  }
  return best;
}

// Formula (2): what takes the place of C. All moves are at most at the threshold exactly if the
// best is.
[[nodiscard]] constexpr double sufficient_exploration(double exploration, double best,
                                                      double threshold) {
  return best > threshold ? 0 : exploration;
}

// Payoffs of the simulations of one class: those that ended in a victory, or the others.
struct PayoffClass {
  std::uint64_t count = 0;
  double sum = 0;

  void add(double payoff) {
    ++count;
    sum += payoff;
  }
  [[nodiscard]] double mean() const { return sum / static_cast<double>(count); }
};

// The payoff d that belongs to either class with equal likelihood, if both spread alike. Without
// both classes there is no such payoff.
[[nodiscard]] inline std::optional<double> discriminant(const PayoffClass& wins,
                                                        const PayoffClass& others) {
  if (wins.count == 0 || others.count == 0) return std::nullopt;
  const auto win_count = static_cast<double>(wins.count);
  const auto other_count = static_cast<double>(others.count);
  return (other_count * wins.mean() + win_count * others.mean()) / (other_count + win_count);
}

// The statistical Q-function: how likely a standard normal variable is larger.
[[nodiscard]] inline double upper_tail(double z) { return std::erfc(z / std::numbers::sqrt2) / 2; }

// Which side of the differences so far makes the probability (docs/decisions.md).
enum class DifferenceSide : std::uint8_t {
  below,  // how many were smaller than now: the better the best move stands, the less exploration
  above,  // how many were larger than now, which is what the paper's text says
};

struct AdaptiveSufficiency {
  // Selection keeps exploring at least this often.
  double exploration_floor = 0.1;
  DifferenceSide side = DifferenceSide::below;
};

// With which probability the next selection leaves exploration out. `difference` is Q_max - d now,
// `previous` are those of all simulations before. Without a spread there is nothing to compare
// with, and exploration stays.
[[nodiscard]] inline double unplug_probability(double difference, const Moments& previous,
                                               const AdaptiveSufficiency& settings = {}) {
  const double deviation = previous.deviation();
  if (deviation == 0) return 0;
  const double z = (difference - previous.mean) / deviation;
  const double likely = upper_tail(settings.side == DifferenceSide::above ? z : -z);
  return std::min(likely, 1 - settings.exploration_floor);
}

}  // namespace palamedes::search
