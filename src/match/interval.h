#pragma once
// The 95 % interval of a mean of points: one function for matches, stop rules, tables and ratings.
//
// The points of a game lie between 0 and 1, so their variance is at most p (1 - p) for the mean p,
// with equality where every game is won or lost. Wilson's interval (1927) with that variance,
//
//   (p + z^2 / 2n  ±  z sqrt(p (1 - p) / n + z^2 / 4n^2)) / (1 + z^2 / n),
//
// holds p, stays between 0 and 1, and is not empty where all games are won. docs/decisions.md says
// what it costs where there are draws.

#include <algorithm>

namespace palamedes::match {

// A figure with its 95 % interval, which need not be symmetric.
struct Estimate {
  double value = 0;
  double low = 0;
  double high = 0;

  // "60.2 ± 4.3", as papers have it.
  [[nodiscard]] static Estimate around(double value, double half) {
    return {value, value - half, value + half};
  }
  // What stands after ±: no end is farther away.
  [[nodiscard]] double half() const { return std::max(value - low, high - value); }
  [[nodiscard]] Estimate scaled(double factor) const {
    return {factor * value, factor * low, factor * high};
  }
};

// What leaves 2.5 % of a normal distribution above it: 1.95996...
[[nodiscard]] double normal_quantile();

// Of the mean of this number of games' points. From 0 to 1 where there is no game; their number
// need not be whole.
[[nodiscard]] Estimate wilson_estimate(double mean, double games);

// How many games of this mean it takes until half() is at most that.
[[nodiscard]] double games_for(double mean, double half);

}  // namespace palamedes::match
