#pragma once
// Facts that are lines of a board and not contents of cells:
//
//   (line 1 1 1 2), (line a1 a2)                between two dots; boxes are the cells in between
//   (wall 3 4 north), (wall 3 4 east)           a side of a cell, several of one cell at the same
//                                               time, which a content cannot be
//   (blockednorth 3 4), (blockedeast 3 4)       the same by the name of the relation

#include <compare>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "board/hexagons.h"
#include "board/term.h"

namespace palamedes::board {

// A piece of a line on the rim of cells. Lines are counted from the left and from below, places on
// them too.
struct Side {
  bool level = false;
  std::size_t line = 0;
  std::size_t place = 0;

  auto operator<=>(const Side&) const = default;
};

class Walls {
 public:
  // Of states given as terms; nothing where there are none.
  [[nodiscard]] static std::optional<Walls> find(std::span<const std::vector<Term>> states);

  // Whether these facts are lines.
  [[nodiscard]] bool describes(const Term& fact) const;
  // The names of dots where there are dots: lines join two of them.
  [[nodiscard]] bool have_dots() const { return is_between_dots_; }
  // By key: the coordinates of cells that it tells of, and of the dots.
  [[nodiscard]] const std::vector<std::vector<std::string>>& cells() const { return cells_; }
  [[nodiscard]] const std::vector<std::vector<std::string>>& dots() const { return dots_; }
  // The relation that has most of them.
  [[nodiscard]] const std::string& relation() const { return relations_.front(); }

  // Where a fact lies on a board with these coordinates of cells; nothing if that is outside.
  [[nodiscard]] std::optional<Side> side(const Term& fact,
                                         const std::vector<std::vector<std::string>>& cells,
                                         Axes axes) const;

 private:
  bool is_between_dots_ = false;
  std::vector<std::string> relations_;
  std::size_t arity_ = 0;
  std::size_t direction_ = 0;  // the argument that is one, if the cell has it as an argument
  std::vector<std::vector<std::string>> cells_;
  std::vector<std::vector<std::string>> dots_;

  friend class WallFinder;
};

}  // namespace palamedes::board
