#pragma once
// What a move is worth while simulations through it have not ended yet: their visits are counted
// when they set out, so that others look at other moves. They can count as losses, or as the mean
// so far: then only exploration hears of them (Liu et al., "Watch the Unobserved", 2020).

#include <span>

#include "search/parameters.h"
#include "search/tree/node.h"

namespace palamedes::search {

inline constexpr double least_ended = 1e-6;  // visits; less is rounding

// Of all moves together; a draw if there is nothing at all.
inline double mean_of_ended(std::span<const Entry> entries) {
  double ended = 0;
  double sum = 0;
  for (const Entry& entry : entries) {
    ended += entry.visits - static_cast<double>(entry.under_way);
    sum += entry.sum;
  }
  return ended >= least_ended ? sum / ended : 0.5;
}

// `entry`, which has visits, is one of those that others() is the mean of. Where nothing has ended
// yet, it is as good as the others.
template <typename Others>
double mean_with_under_way(const Entry& entry, UnderWay how, const Others& others) {
  if (entry.under_way <= 0 || how == UnderWay::loss) return entry.mean();
  const double ended = entry.visits - static_cast<double>(entry.under_way);
  return ended >= least_ended ? entry.sum / ended : others();
}

}  // namespace palamedes::search
