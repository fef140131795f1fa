#pragma once
// Pieces of a drawing in characters, which can be put beside each other.

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "board/drawing.h"
#include "cli/palette.h"

namespace palamedes::cli {

constexpr std::size_t margin = 2;  // to the left of a board

// Lines with their width on the screen: codes for colours have none.
struct Line {
  std::string text;
  std::size_t width = 0;

  void add(const std::string& plain) {
    text += plain;
    width += plain.size();
  }
  void add(const std::string& styled, std::size_t size) {
    text += styled;
    width += size;
  }
};
using Block = std::vector<Line>;

[[nodiscard]] inline std::size_t width_of(const Block& block) {
  std::size_t width = 0;
  for (const Line& line : block) width = std::max(width, line.width);
  return width;
}

[[nodiscard]] inline std::size_t longest(const std::vector<std::string>& texts) {
  std::size_t length = 0;
  for (const std::string& text : texts) length = std::max(length, text.size());
  return length;
}

[[nodiscard]] inline std::size_t widest_sign(const board::Plane& plane) {
  std::size_t width = plane.sign_width;
  for (const auto& row : plane.cells) {
    for (const board::DrawnCell& cell : row) width = std::max(width, cell.text.size());
  }
  return width;
}

[[nodiscard]] inline std::string painted(const Palette& palette, const board::DrawnCell& cell,
                                         const std::string& text) {
  if (cell.changed) return palette.reversed(text);
  if (cell.owner) return palette.coloured(text, index_of(*cell.owner));
  return text;
}

}  // namespace palamedes::cli
