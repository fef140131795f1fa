#pragma once
// What tables say besides single figures.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "match/interval.h"

namespace palamedes::lab {

using match::Estimate;

// Whether the two intervals do.
[[nodiscard]] bool overlap(const Estimate& a, const Estimate& b);

// 1 or -1 if the whole interval is above or below this value, 0 otherwise.
[[nodiscard]] int side_of(const Estimate& estimate, double value);

// Games in which somebody is significantly better than `even`, minus those in which it is
// significantly worse (Sironi 2019, section 5.3.3).
[[nodiscard]] int robustness(std::span<const Estimate> games, double even);

// The mean over games, each of the same weight; the games are independent. To either side, what is
// uncertain is the root of the sum of squares (Zou and Donner 2008), which for symmetric intervals
// is the usual rule.
[[nodiscard]] Estimate average(std::span<const Estimate> games);

// What two players scored against each other; a draw is half a point for both.
struct Score {
  std::size_t first = 0;
  std::size_t second = 0;
  double first_points = 0;
  double second_points = 0;
};

// Elo ratings by maximum likelihood under the model of Bradley and Terry, the mean of all being 0.
// The information matrix gives how many games against one opponent, as strong as the others are on
// average, would say as much of a player; the interval is Wilson's of that number of games, which
// on the scale of ratings is symmetric. Nothing where there is no maximum: the players fall into
// groups of which one won everything against the other, or never met it.
[[nodiscard]] std::optional<std::vector<Estimate>> elo_ratings(std::size_t players,
                                                               std::span<const Score> scores);

}  // namespace palamedes::lab
