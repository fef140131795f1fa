#pragma once
// How the facts of one relation lie on the cells of a board:
//
//   fact                    split              keys    cell     content
//   (cell b3 red)           (cell b 3 red)     0 1     b 3      red
//   (piece b 3 man red)     the same           0 1     b 3      (man red)
//   (at red 2 5)            the same           1 2     2 5      red
//   (chocolate 2 5)         the same           0 1     2 5      chocolate

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "board/term.h"

namespace palamedes::board {

using Cell = std::vector<std::string>;

struct Layer {
  std::string relation;
  std::size_t arity = 0;          // as the rules write it
  std::set<std::size_t> splits;   // arguments that are letters before digits, and become two
  std::vector<std::size_t> keys;  // places of the coordinates, after splitting
  bool qualified = false;         // the name of the relation is a part of the content

  [[nodiscard]] bool describes(const Term& fact) const {
    return fact.name == relation && fact.arguments.size() == arity;
  }
  // The cell and the content of a fact that it describes; nothing if a name cannot be split.
  [[nodiscard]] std::optional<std::pair<Cell, std::string>> place(const Term& fact) const;
};

// Letters and digits of "b3"; empty ones if it is no such name.
[[nodiscard]] std::pair<std::string, std::string> letters_and_digits(const std::string& name);
// Names like a1, a2, b1, in which both parts distinguish; not r1, r2, r3.
[[nodiscard]] bool are_split_names(const std::set<std::string>& names);
// All are numbers, or letters, or the same word before a number: people know their order.
[[nodiscard]] bool are_ordered(const std::vector<std::string>& values);
// The arguments after splitting; nothing if a name cannot be.
[[nodiscard]] std::optional<std::vector<std::string>> split_arguments(
    const std::vector<std::string>& arguments, const std::set<std::size_t>& splits);

}  // namespace palamedes::board
