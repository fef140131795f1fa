#pragma once
// What tables say besides single figures.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace palamedes::lab {

// A figure and half of its 95 % interval.
struct Estimate {
  double value = 0;
  double half = 0;
};

[[nodiscard]] bool overlap(const Estimate& a, const Estimate& b);

// 1 or -1 if the whole interval is above or below this value, 0 otherwise.
[[nodiscard]] int side_of(const Estimate& estimate, double value);

// Games in which somebody is significantly better than `even`, minus those in which it is
// significantly worse (Sironi 2019, section 5.3.3).
[[nodiscard]] int robustness(std::span<const Estimate> games, double even);

// The mean over games, each of the same weight; the games are independent.
[[nodiscard]] Estimate average(std::span<const Estimate> games);

// What two players scored against each other; a draw is half a point for both.
struct Score {
  std::size_t first = 0;
  std::size_t second = 0;
  double first_points = 0;
  double second_points = 0;
};

// Elo ratings by maximum likelihood under the model of Bradley and Terry, the mean of all being 0;
// intervals from the inverse of the information matrix. Nothing where there is no maximum: the
// players fall into groups of which one won everything against the other, or never met it.
[[nodiscard]] std::optional<std::vector<Estimate>> elo_ratings(std::size_t players,
                                                               std::span<const Score> scores);

}  // namespace palamedes::lab
