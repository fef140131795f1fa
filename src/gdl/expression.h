#pragma once
// Symbolic expressions: the shape of every KIF text, rules and protocol messages alike.
//
//   nodes_   vector<Node>   parents before children; siblings linked, no pointers
//
//   (a (b c))  ->  [0] list first=1   [1] atom a next=2   [2] list first=3   [3] b next=4   [4] c

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "gdl/symbols.h"

namespace palamedes::gdl {

// What a text may cost. Every limit can be set by the user.
struct ReadLimits {
  // All stages walk terms and formulas recursively: what is nested deeper is refused whatever the
  // user allows, so that no text can exhaust the stack.
  static constexpr std::size_t deepest = 10000;

  std::size_t max_bytes = std::size_t{8} << 20U;
  std::size_t max_depth = 1000;
};

class Expressions {
 public:
  using Index = std::uint32_t;
  static constexpr Index none = 0xffffffffU;
  struct Node {
    SourceLocation where;
    Symbol symbol{};           // of an atom
    std::uint32_t offset = 0;  // of an atom in the text
    bool is_list = false;
    Index first = none;  // first child of a list
    Index next = none;   // next sibling
  };

  [[nodiscard]] const Node& at(Index index) const { return nodes_[index]; }
  [[nodiscard]] const std::vector<Index>& top() const { return top_; }
  [[nodiscard]] std::vector<Index> children(Index list) const;

 private:
  friend Expressions read_expressions(std::string_view, SymbolTable&, const ReadLimits&,
                                      Diagnostics&);
  std::vector<Node> nodes_;
  std::vector<Index> top_;
};

// Reads a whole text. Problems go to `diagnostics`; what could be read is returned.
Expressions read_expressions(std::string_view text, SymbolTable& symbols, const ReadLimits& limits,
                             Diagnostics& diagnostics);

// An atom with the letters that it has in the text, of which the expressions were read.
[[nodiscard]] std::string as_written(std::string_view text, const Expressions::Node& atom,
                                     const SymbolTable& symbols);

// In canonical form: lower case, single blanks, and `(p)` is `p`.
[[nodiscard]] std::string to_text(const Expressions& expressions, Expressions::Index index,
                                  const SymbolTable& symbols);

}  // namespace palamedes::gdl
