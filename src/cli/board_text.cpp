#include "cli/board_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/text.h"

namespace palamedes::cli {
namespace {

using board::DrawnCell;
using board::Plane;

constexpr std::size_t line_length = 80;

std::size_t longest(const std::vector<std::string>& texts) {
  std::size_t length = 0;
  for (const std::string& text : texts) length = std::max(length, text.size());
  return length;
}

std::size_t cell_width(const Plane& plane) {
  std::size_t width = longest(plane.columns);
  for (const auto& row : plane.cells) {
    for (const DrawnCell& cell : row) width = std::max(width, cell.text.size());
  }
  return width;
}

std::string cell_text(const Screen& screen, const DrawnCell& cell, std::size_t width) {
  const bool brackets = cell.changed && !screen.has_colours();
  std::string text = brackets ? fmt::format("[{:^{}}]", cell.text, width)
                              : fmt::format(" {:^{}} ", cell.text, width);
  if (cell.changed) return screen.reversed(text);
  if (cell.owner) return screen.coloured(text, index_of(*cell.owner));
  return text;
}

std::string plane_text(const Screen& screen, const Plane& plane) {
  const std::size_t label = longest(plane.rows);
  const std::size_t width = cell_width(plane);
  const std::size_t margin = 2;
  std::string text = plane.title.empty() ? "" : plane.title + "\n";
  const auto add = [&text](std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  for (std::size_t row = 0; row < plane.rows.size(); ++row) {
    std::string line =
        std::string(margin, ' ') + screen.dim(fmt::format("{:>{}}", plane.rows[row], label)) + " ";
    for (const DrawnCell& cell : plane.cells[row]) line += cell_text(screen, cell, width);
    add(std::move(line));
  }
  std::string line(margin + label + 1, ' ');
  for (const std::string& column : plane.columns) {
    line += screen.dim(fmt::format(" {:^{}} ", column, width));
  }
  add(std::move(line));
  return text;
}

}  // namespace

std::string board_text(const Screen& screen, const board::Picture& picture) {
  std::string text;
  for (const Plane& plane : picture.planes) text += plane_text(screen, plane);
  if (picture.facts.empty()) return text;
  for (const std::string& line : wrapped(picture.facts, line_length)) text += "  " + line + "\n";
  return text;
}

std::string legend_text(const board::Drawing& drawing) {
  std::string text;
  for (const auto& [name, content] : drawing.legend()) {
    const bool term = content.starts_with('(');
    text += fmt::format("{}{} {}", text.empty() ? "On the board: " : ", ", name,
                        term ? content.substr(1, content.size() - 2) : content);
  }
  return text.empty() ? text : text + "\n";
}

}  // namespace palamedes::cli
