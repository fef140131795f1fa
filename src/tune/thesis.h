#pragma once
// Tables 6.1 and 6.2 of the thesis as far as the parameters do not declare them themselves, and
// what it says about combinations (6.4.1) and about parameters that do not suit (6.4.9).

#include <span>
#include <string_view>

#include "tune/space.h"

namespace palamedes::tune {

// Continuous domains of Table 6.1; K = 0 does not go with ref; parameters that are refused.
[[nodiscard]] const Knowledge& thesis_knowledge();

// A row of Table 6.2: the discrete domain of a parameter for video games, as a description has it.
struct VideoDomain {
  std::string_view parameter;
  std::string_view values;
};
[[nodiscard]] std::span<const VideoDomain> video_domains();

}  // namespace palamedes::tune
