#include "cli/text.h"

#include <algorithm>
#include <array>
#include <clocale>
#include <cmath>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>
#include <langinfo.h>

namespace palamedes::cli {
namespace {

// Code points, which is what a terminal shows of the texts that occur here.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
  }));
}

// What the environment asks for, whether or not it is installed.
std::string_view wanted_locale() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') return value;
  }
  return "C";
}

bool find_utf8() {
  const locale_t locale = newlocale(LC_CTYPE_MASK, "", nullptr);
  if (locale == nullptr) {
    const std::string_view wanted = wanted_locale();
    return wanted.find("UTF-8") != std::string_view::npos ||
           wanted.find("utf8") != std::string_view::npos;
  }
  const bool found = std::string_view(nl_langinfo_l(CODESET, locale)) == "UTF-8";
  freelocale(locale);
  return found;
}

}  // namespace

std::string_view fitting(std::string_view text, std::size_t columns) {
  std::size_t end = text.size();
  while (end > 0 && width_of(text.substr(0, end)) >= columns) --end;
  // Not in the middle of a code point.
  while (end > 0 && end < text.size() && width_of(text.substr(end, 1)) == 0) --end;
  return text.substr(0, end);
}

bool has_utf8() {
  static const bool found = find_utf8();
  return found;
}

std::string in_ascii(std::string_view text) {
  using Sign = std::pair<std::string_view, std::string_view>;
  constexpr std::array<Sign, 12> signs = {{{"±", "+/-"},
                                           {"≠", "!="},
                                           {"…", "..."},
                                           {"─", "-"},
                                           {"│", "|"},
                                           {"∧", "&"},
                                           {"∨", "|"},
                                           {"¬", "!"},
                                           {"×", "x"},
                                           {"→", "->"},
                                           {"–", "-"},
                                           {"ö", "o"}}};
  std::string result;
  while (!text.empty()) {
    const auto* sign = std::find_if(signs.begin(), signs.end(),
                                    [&](const Sign& each) { return text.starts_with(each.first); });
    if (sign == signs.end()) {
      result += text.front();
      text.remove_prefix(1);
    } else {
      result += sign->second;
      text.remove_prefix(sign->first.size());
    }
  }
  return result;
}

std::string shown(std::string text) { return has_utf8() ? std::move(text) : in_ascii(text); }

std::string duration(double seconds) {
  if (!std::isfinite(seconds)) return "-";
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  const auto minutes = static_cast<std::uint64_t>(std::round(seconds / 60));
  if (minutes < 90) return fmt::format("{} min", minutes);
  return fmt::format("{} h {} min", grouped(minutes / 60), minutes % 60);
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "-";
  return fmt::format("{:.1f}%", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return wrapped(words, width);
}

std::vector<std::string> wrapped(std::span<const std::string> items, std::size_t width) {
  std::vector<std::string> lines(1);
  for (const std::string& item : items) {
    if (!lines.back().empty() && width_of(lines.back()) + 1 + width_of(item) > width) {
      lines.emplace_back();
    }
    if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += item;
  }
  return lines;
}

std::string folded(std::string_view text, std::size_t width, std::size_t indent) {
  const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
  std::string result;
  std::string line(text.substr(0, first));
  bool begun = false;  // the line has a word
  const auto add = [&](const std::string& word) {
    if (begun && width_of(line) + 1 + width_of(word) > width) {
      result += line + "\n";
      line.assign(indent, ' ');
      begun = false;
    }
    line += (begun ? " " : "") + word;
    begun = true;
  };
  std::string word;
  int depth = 0;
  for (const char c : text.substr(first)) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ' ' && depth <= 0) {
      add(word);
      word.clear();
    } else {
      word += c;
    }
  }
  add(word);
  return result + line + "\n";
}

void Table::column(std::string title, Align align) {
  std::string text = shown(std::move(title));
  const std::size_t width = width_of(text);
  columns_.push_back({std::move(text), align, width});
}

void Table::row(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i] = shown(std::move(cells[i]));  // here, where widths are still open
    columns_[i].width = std::max(columns_[i].width, width_of(cells[i]));
  }
  rows_.push_back(std::move(cells));
}

std::string Table::titles(std::size_t indent) const {
  std::vector<std::string> cells;
  for (const Column& column : columns_) cells.push_back(column.title);
  return line(cells, indent);
}

std::string Table::rows(std::size_t indent) const {
  std::string result;
  for (const auto& cells : rows_) result += line(cells, indent);
  return result;
}

std::string Table::line(const std::vector<std::string>& cells, std::size_t indent) const {
  std::string result(indent, ' ');
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) result += "  ";
    const std::string blanks(columns_[i].width - width_of(cells[i]), ' ');
    result += columns_[i].align == Align::left ? cells[i] + blanks : blanks + cells[i];
  }
  result.erase(result.find_last_not_of(' ') + 1);
  return result + '\n';
}

}  // namespace palamedes::cli
