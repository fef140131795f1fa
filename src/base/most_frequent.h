#pragma once
// The choice that every factoring makes: of the literals of several products, the one that most of
// them share is taken out first, and among equals the lowest, so that like sums are factored alike.
//
//   a b + a c + d   becomes   a (b + c) + d
//
// Networks are factored by net/factor.h, wide gates by circuit/wide/factor.cpp and by the pass
// `rewrite`; the switches of legal moves (machine/scalar/switches.h) are factors, too.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace palamedes {

// The value that occurs most often, if it does so `fewest` times. Sorts the values.
[[nodiscard]] inline std::optional<std::uint32_t> most_frequent(std::vector<std::uint32_t>& values,
                                                                std::size_t fewest) {
  std::sort(values.begin(), values.end());
  std::optional<std::uint32_t> result;
  std::size_t most = fewest > 0 ? fewest - 1 : 0;
  for (std::size_t first = 0; first < values.size();) {
    std::size_t end = first;
    while (end < values.size() && values[end] == values[first]) ++end;
    if (end - first > most) {
      most = end - first;
      result = values[first];
    }
    first = end;
  }
  return result;
}

}  // namespace palamedes
