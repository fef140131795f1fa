#pragma once
// The mean of payoffs, and how many they were. Decay makes visits fewer and leaves the mean as it
// is, which is formula 2.6 of Sironi's thesis (sum and visits are both multiplied).

#include <concepts>

namespace palamedes::search::statistics {

// Below this number of visits, which only decay can bring about, it is as if there had been none.
inline constexpr double negligible_visits = 0x1p-20;

template <std::floating_point Number>
struct Average {
  Number mean = 0;
  Number visits = 0;

  void add(Number payoff, Number weight = 1) {
    visits += weight;
    mean += (payoff - mean) * (weight / visits);
  }
};

}  // namespace palamedes::search::statistics
