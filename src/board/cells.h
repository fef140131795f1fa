#pragma once
// The cells that moves name, with the bits of a state that say what lies on them.
//
//   a board   (cell 3 4 white)    coordinates and a content (board.h)
//   marks     (covered 3 4)       coordinates only: the cell is marked or not

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "board/term.h"

namespace palamedes::board {

using Cell = std::vector<std::string>;  // its coordinates

struct CellContent {
  std::string content;  // empty: a mark
  std::uint32_t bit = 0;
};

struct Cells {
  bool marks = false;
  std::vector<std::vector<std::string>> coordinates;  // by key: all values in order
  std::map<Cell, std::vector<CellContent>> contents;

  [[nodiscard]] const std::vector<CellContent>* at(const Cell& cell) const {
    const auto found = contents.find(cell);
    return found == contents.end() ? nullptr : &found->second;
  }
  // The last group of arguments that names a cell.
  [[nodiscard]] std::optional<Cell> named_by(const Term& move) const;
  // One step along each coordinate.
  [[nodiscard]] std::vector<Cell> next_to(const Cell& cell) const;
};

// The largest board in some states, given as facts; nothing without any.
[[nodiscard]] std::optional<Cells> find_board_cells(
    std::span<const std::vector<std::string>> states, std::span<const std::string> bit_texts);

// The largest relation of two or three coordinates that fills at least half of its grid. It is
// found from all facts there can be, since no state has to have all marks.
[[nodiscard]] std::optional<Cells> find_marked_cells(std::span<const std::string> bit_texts);

}  // namespace palamedes::board
