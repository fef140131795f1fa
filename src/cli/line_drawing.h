#pragma once
// Boards that have lines: around cells, between cells, and between points that have names.
//
//   +---+---+       .-------.
//   | x |           |       |
//   +---+   +       .---w---.

#include <cstdint>

#include "cli/text_block.h"

namespace palamedes::cli {

// Cells with walls around them, or dots with lines between them. What the last step drew is made
// of # where there are no colours.
[[nodiscard]] Block walls_block(const Palette& palette, const board::Plane& plane, bool is_wide);

// A board with columns whose neighbours are joined across gaps.
[[nodiscard]] Block lines_block(const Palette& palette, const board::Plane& plane);

enum class PointSpacing : std::uint8_t {
  wide,    // with room for brackets
  narrow,  // words of names are cut as far as they can still be told from each other
  tight    // and columns stand as close as the points in their rows let them
};

// Each point is a sign with its name below it. Two points of a row are two columns or more apart.
// Where names are cut a last line explains them.
[[nodiscard]] Block points_block(const Palette& palette, const board::Plane& plane,
                                 PointSpacing spacing);

}  // namespace palamedes::cli
