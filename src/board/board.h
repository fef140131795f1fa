#pragma once
// Facts that look like a board: a relation whose arguments are the coordinates of a cell and what
// lies on it, like (cell 3 4 white). Found from the facts of some states, without knowing the game.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "board/term.h"

namespace palamedes::board {

struct Board {
  std::string relation;
  std::size_t arity = 0;
  std::vector<std::size_t> keys;  // positions of the coordinates, one to three
  std::size_t content = 0;        // position of what lies on the cell
  // By key: all values in order.
  std::vector<std::vector<std::string>> coordinates;
  std::vector<std::string> contents;  // all that was ever seen
  std::size_t cells = 0;              // that had something on them in some state

  [[nodiscard]] bool describes(const Term& fact) const {
    return fact.name == relation && fact.arguments.size() == arity;
  }
  [[nodiscard]] std::vector<std::string> cell_of(const Term& fact) const;
};

// The largest first. In each of the states a cell has at most one content; there are at least four
// cells and more cells than contents, or as many where every cell has one in every state.
[[nodiscard]] std::vector<Board> find_boards(std::span<const std::vector<std::string>> states);

}  // namespace palamedes::board
