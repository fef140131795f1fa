#pragma once
// Facts of a game brought into the shape (relation column row content), where they only nearly have
// it:
//
//   (cell b3 red)         (cell b 3 red)            names of cells are split, if all have letters
//                                                   before digits
//   (piece b 3 man red)   (piece b 3 (man red))     all but two neighbouring coordinates together
//                                                   are the content, if no cell ever has two
//   (chocolate 1 2)       (chocolate 1 2 chocolate) what is only there or not
//
// Found from the facts of some states; facts of other relations stay as they are.

#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "board/term.h"

namespace palamedes::board {

class Reshape {
 public:
  explicit Reshape(std::span<const std::vector<std::string>> states);

  [[nodiscard]] std::string apply(const std::string& fact) const;

 private:
  using Shape = std::pair<std::string, std::size_t>;  // relation and number of arguments

  static Shape shape_of(const Term& fact) { return {fact.name, fact.arguments.size()}; }
  [[nodiscard]] Term split(const Term& fact) const;
  void find_splits(std::span<const std::vector<std::string>> states);
  void find_presences(std::span<const std::vector<std::string>> states);
  void find_contents(std::span<const std::vector<std::string>> states);

  std::map<Shape, std::set<std::size_t>> splits_;  // arguments that are split
  // After splitting:
  std::set<Shape> presences_;             // without content
  std::map<Shape, std::size_t> columns_;  // where the coordinates begin
};

}  // namespace palamedes::board
