#pragma once
// What one simulation of one role is searched with. The search keeps it until the simulation is
// over and gives it back with the payoff, so several simulations can be under way at once.

#include <array>
#include <cstddef>
#include <cstdint>

namespace palamedes::tune {

inline constexpr std::size_t max_parameters = 16;
inline constexpr std::size_t max_values = 64;  // of one parameter

// Of each parameter: which of its values. In a continuous space: which of its bins.
using Digits = std::array<std::uint8_t, max_parameters>;

struct Choice {
  Digits digits{};
  std::uint32_t combination = 0;  // its number in a table, or who it is in a population
  std::uint32_t member = 0;       // of a round
  std::uint32_t round = 0;
};

}  // namespace palamedes::tune
