#include "exercise/count.h"

#include <array>

#include <fmt/format.h>

namespace palamedes::exercise {

std::string Count::digits() const {
  // Long division by 10^9, from the highest of four 32-bit limbs down.
  constexpr std::uint64_t billion = 1'000'000'000;
  std::array<std::uint64_t, 4> limbs = {high_ >> 32U, high_ & 0xffffffffU, low_ >> 32U,
                                        low_ & 0xffffffffU};
  std::string text;
  for (bool more = true; more;) {
    std::uint64_t rest = 0;
    more = false;
    for (std::uint64_t& limb : limbs) {
      const std::uint64_t value = (rest << 32U) | limb;
      limb = value / billion;
      rest = value % billion;
      more = more || limb != 0;
    }
    text.insert(0, more ? fmt::format("{:09}", rest) : fmt::format("{}", rest));
  }
  return text;
}

}  // namespace palamedes::exercise
