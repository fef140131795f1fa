#pragma once
// When a playout ends before the game does, and what it is worth then.

#include <array>
#include <cstdint>
#include <string_view>

#include "base/params.h"

namespace palamedes::search::playout {

enum class CutOff : std::uint8_t { goals, draw };

}  // namespace palamedes::search::playout

namespace palamedes {

template <>
inline constexpr std::array<std::string_view, 2> names_of<search::playout::CutOff> = {"goals",
                                                                                      "draw"};

namespace search::playout {

struct EndParameters {
  std::uint32_t cutoff = 0;
  CutOff cutoff_value = CutOff::goals;
  std::uint32_t max_length = 10'000;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("cutoff", cutoff, Range{0, 1e9}, "moves after which a playout ends; 0: never");
    visit("cutoff_value", cutoff_value,
          "what a playout that was cut off is worth: the goals there, or a draw");
    visit("max_length", max_length, Range{1, 1e9},
          "moves after which a playout is given up as a draw");
  }
};

}  // namespace search::playout
}  // namespace palamedes
