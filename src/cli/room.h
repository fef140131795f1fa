#pragma once
// How much room there is for a text.

#include <cstddef>
#include <limits>

namespace palamedes::cli {

struct Room {
  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();
  std::size_t columns = 80;
  std::size_t rows = unlimited;
};

// Of the terminal that a file descriptor is, from 40 to 200 columns and at least 10 rows; of
// anything else 80 columns without an end.
[[nodiscard]] Room room_of(int descriptor);

}  // namespace palamedes::cli
