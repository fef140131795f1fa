#pragma once
// A fact or move taken apart: its name and the texts of its arguments.

#include <string>
#include <string_view>
#include <vector>

namespace palamedes::board {

struct Term {
  std::string name;
  std::vector<std::string> arguments;
};

// Of a term in canonical form: "(cell 1 2 x)", "noop". An argument may be a term itself.
[[nodiscard]] Term take_apart(std::string_view text);

[[nodiscard]] bool is_number(std::string_view text);

// Numbers by value, other names by length and alphabet, numbers first: 1 2 10 a b.
[[nodiscard]] bool comes_before(const std::string& a, const std::string& b);

// Terms by name, then by their arguments in that order.
[[nodiscard]] bool reads_before(const std::string& a, const std::string& b);

}  // namespace palamedes::board
