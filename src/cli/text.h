#pragma once
// Numbers and tables for people.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/numbers.h"

namespace palamedes::cli {

// Whether the locale of the user can show UTF-8.
[[nodiscard]] bool has_utf8();
// The signs of our own texts in ASCII: "+/-", "...". What else there is, names of files say, stays.
[[nodiscard]] std::string in_ascii(std::string_view text);
// The text as the locale can show it.
[[nodiscard]] std::string shown(std::string text);

// "12.5%"; "-" of nothing.
[[nodiscard]] std::string percent(std::uint64_t part, std::uint64_t whole);
// "45 s", "12 min", "3 h 20 min".
[[nodiscard]] std::string duration(double seconds);
using palamedes::counted;
using palamedes::rounded;
// As much of a UTF-8 text as fits into less than this number of columns: a line that is full would
// go on in the next one.
[[nodiscard]] std::string_view fitting(std::string_view text, std::size_t columns);
// The lines of a text broken at blanks; an overlong word gets its own line.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width);
// The same of things that are not to be broken themselves.
[[nodiscard]] std::vector<std::string> wrapped(std::span<const std::string> items,
                                               std::size_t width);

// Lines that end with a line feed, broken at blanks that are not in parentheses, so that moves and
// facts stay whole; all but the first with this indent.
[[nodiscard]] std::string folded(std::string_view text, std::size_t width, std::size_t indent = 0);

class Table {
 public:
  enum class Align : std::uint8_t { left, right };

  void column(std::string title, Align align = Align::right);
  void row(std::vector<std::string> cells);

  // Lines that end with a line feed: the titles, then the rows, all with this indent.
  [[nodiscard]] std::string titles(std::size_t indent = 0) const;
  [[nodiscard]] std::string rows(std::size_t indent = 0) const;

 private:
  [[nodiscard]] std::string line(const std::vector<std::string>& cells, std::size_t indent) const;
  struct Column {
    std::string title;
    Align align;
    std::size_t width;
  };
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace palamedes::cli
