#include "board/term.h"

#include <algorithm>
#include <cctype>
#include <cstdint>

namespace palamedes::board {

bool is_number(std::string_view text) {
  constexpr std::size_t most_digits = 18;  // those of a 64-bit integer
  return !text.empty() && text.size() <= most_digits &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isdigit(c) != 0; });
}

Term take_apart(std::string_view text) {
  Term term;
  if (text.empty() || text.front() != '(') {
    term.name = text;
    return term;
  }
  std::vector<std::string> parts;
  std::string part;
  std::size_t depth = 0;
  for (const char c : text.substr(1, text.size() - 2)) {
    if (c == ' ' && depth == 0) {
      parts.push_back(std::move(part));
      part.clear();
      continue;
    }
    if (c == '(') ++depth;
    if (c == ')' && depth > 0) --depth;
    part += c;
  }
  parts.push_back(std::move(part));
  term.name = std::move(parts.front());
  term.arguments.assign(std::make_move_iterator(parts.begin() + 1),
                        std::make_move_iterator(parts.end()));
  return term;
}

bool comes_before(const std::string& a, const std::string& b) {
  const bool number_a = is_number(a);
  const bool number_b = is_number(b);
  if (number_a != number_b) return number_a;
  if (number_a) {
    const std::uint64_t value_a = std::stoull(a);
    const std::uint64_t value_b = std::stoull(b);
    if (value_a != value_b) return value_a < value_b;
  }
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

bool reads_before(const std::string& a, const std::string& b) {
  const Term left = take_apart(a);
  const Term right = take_apart(b);
  if (left.name != right.name) return comes_before(left.name, right.name);
  return std::lexicographical_compare(left.arguments.begin(), left.arguments.end(),
                                      right.arguments.begin(), right.arguments.end(), comes_before);
}

}  // namespace palamedes::board
