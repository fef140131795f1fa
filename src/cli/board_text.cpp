#include "cli/board_text.h"

#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

#include "cli/line_drawing.h"
#include "cli/text.h"
#include "cli/text_block.h"

namespace palamedes::cli {
namespace {

using board::DrawnCell;
using board::Plane;

constexpr std::size_t gap = 2;  // between two planes

// How close cells stand to each other.
enum class Spacing {
  wide,      // a blank on both sides of each cell
  narrow,    // one between two cells
  narrowest  // and names of columns that are longer than the cells stand upright
};
constexpr std::array<Spacing, 3> spacings = {Spacing::wide, Spacing::narrow, Spacing::narrowest};

class PlaneText {
 public:
  PlaneText(const Palette& palette, const Plane& plane, Spacing spacing)
      : palette_(palette),
        plane_(plane),
        spacing_(spacing),
        label_(longest(plane.rows)),
        width_(spacing == Spacing::narrowest
                   ? widest_sign(plane)
                   : std::max(widest_sign(plane), longest(plane.columns))),
        stretch_(is_wide() && plane.lean != board::Lean::none ? width_ % 2 : 0),
        half_((width_ + stretch_ + (is_wide() ? 2 : 1)) / 2) {}

  [[nodiscard]] Block lines() const {
    Block block;
    if (!plane_.title.empty()) block.push_back({plane_.title, plane_.title.size()});
    for (std::size_t row = 0; row < plane_.rows.size(); ++row) block.push_back(row_line(row));
    for (Line& line : column_lines()) block.push_back(std::move(line));
    return block;
  }

 private:
  [[nodiscard]] Line row_line(std::size_t row) const {
    Line line;
    line.add(std::string(margin + indent(row), ' '));
    if (label_ > 0) {
      line.add(palette_.dim(fmt::format("{:>{}}", plane_.rows[row], label_)), label_);
    }
    const std::vector<DrawnCell>& cells = plane_.cells[row];
    if (spacing_ == Spacing::wide) line.add(" ");
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string text = fmt::format("{:^{}}", cells[i].text, width_);
      if (spacing_ == Spacing::wide) {
        const bool brackets = cells[i].changed && !palette_.colours;
        line.add(
            painted(palette_, cells[i], (brackets ? "[" : " ") + text + (brackets ? "]" : " ")),
            width_ + 2);
      } else {
        line.add(separator(i > 0 && cells[i - 1].changed, cells[i].changed));
        line.add(painted(palette_, cells[i], text), width_);
      }
      if (i + 1 < cells.size()) line.add(std::string(stretch_, ' '));
    }
    if (spacing_ != Spacing::wide) line.add(separator(cells.back().changed, false));
    return line;
  }

  [[nodiscard]] bool is_wide() const { return spacing_ == Spacing::wide; }

  // Of rows that stand half a cell apart.
  [[nodiscard]] std::size_t indent(std::size_t row) const {
    switch (plane_.lean) {
      case board::Lean::right:
        return (plane_.rows.size() - 1 - row) * half_;
      case board::Lean::left:
        return row * half_;
      case board::Lean::none:
        break;
    }
    return 0;
  }

  // Between two cells that stand closely: a bracket belongs to one of them.
  [[nodiscard]] std::string separator(bool closes, bool opens) const {
    if (palette_.colours || (!closes && !opens)) return " ";
    return closes && opens ? "|" : closes ? "]" : "[";
  }

  [[nodiscard]] Block column_lines() const {
    const std::size_t height = spacing_ == Spacing::narrowest ? longest(plane_.columns) : 1;
    Block block;
    for (std::size_t i = 0; i < height; ++i) {
      Line line;
      line.add(
          std::string(margin + indent(plane_.rows.size() - 1) + label_ + (is_wide() ? 1 : 0), ' '));
      for (const std::string& column : plane_.columns) {
        const std::size_t missing = height - std::min(height, column.size());
        const std::string part = height == 1   ? column
                                 : i < missing ? std::string()
                                               : column.substr(i - missing, 1);
        const std::string text = fmt::format("{:^{}}", part, width_);
        const std::string padded = spacing_ == Spacing::wide ? " " + text + " " : " " + text;
        line.add(palette_.dim(padded), padded.size());
        if (&column != &plane_.columns.back()) line.add(std::string(stretch_, ' '));
      }
      block.push_back(std::move(line));
    }
    return block;
  }

  const Palette& palette_;
  const Plane& plane_;
  Spacing spacing_;
  std::size_t label_;
  std::size_t width_;
  std::size_t stretch_;  // blanks between cells, so that half a cell is a whole number of columns
  std::size_t half_;
};

Block block_of(const Palette& palette, const Plane& plane, Spacing spacing) {
  const bool is_wide = spacing == Spacing::wide;
  if (plane.columns.empty()) {
    return points_block(palette, plane,
                        is_wide                      ? PointSpacing::wide
                        : spacing == Spacing::narrow ? PointSpacing::narrow
                                                     : PointSpacing::tight);
  }
  if (plane.walls) return walls_block(palette, plane, is_wide);
  if (!plane.lines.empty() && is_wide) return lines_block(palette, plane);
  return PlaneText(palette, plane, spacing).lines();
}

// A board of one row in pieces that fit.
std::vector<Plane> pieces_of(const Palette& palette, const Plane& plane, std::size_t columns) {
  const bool is_row =
      plane.rows.size() == 1 && plane.rows.front().empty() && !plane.columns.empty();
  if (!is_row || width_of(block_of(palette, plane, Spacing::wide)) <= columns) return {plane};
  const std::size_t cell = std::max(widest_sign(plane), longest(plane.columns)) + 2;
  const std::size_t count = std::max<std::size_t>(1, (columns - margin - 1) / cell);
  std::vector<Plane> pieces;
  for (std::size_t first = 0; first < plane.columns.size(); first += count) {
    const std::size_t last = std::min(first + count, plane.columns.size());
    Plane& piece = pieces.emplace_back();
    piece.title = first == 0 ? plane.title : "";
    piece.rows = plane.rows;
    piece.sign_width = plane.sign_width;
    piece.begins_line = true;
    const auto part = [&](const auto& all) {
      return std::vector(all.begin() + static_cast<std::ptrdiff_t>(first),
                         all.begin() + static_cast<std::ptrdiff_t>(last));
    };
    piece.columns = part(plane.columns);
    piece.cells = {part(plane.cells.front())};
  }
  return pieces;
}

// Blocks beside each other, ending at the same line below.
std::string side_by_side(std::span<const Block> blocks) {
  std::size_t height = 0;
  for (const Block& block : blocks) height = std::max(height, block.size());
  std::string text;
  for (std::size_t i = 0; i < height; ++i) {
    std::string line;
    std::size_t pending = 0;  // blanks that are only needed if something follows
    for (const Block& block : blocks) {
      const std::size_t width = width_of(block);
      const std::size_t missing = height - block.size();
      if (i >= missing && !block[i - missing].text.empty()) {
        line += std::string(pending, ' ') + block[i - missing].text;
        pending = width - block[i - missing].width + gap;
      } else {
        pending += width + gap;
      }
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

// Planes that may stand beside each other: all in one line where some spacing allows it, else as
// many as fit.
std::string line_of_planes(const Palette& palette, std::span<const Plane> planes,
                           std::size_t columns) {
  std::vector<Block> blocks;
  const auto lay = [&](Spacing spacing) {
    blocks.clear();
    std::size_t width = 0;
    std::size_t widest = 0;
    for (const Plane& plane : planes) {
      blocks.push_back(block_of(palette, plane, spacing));
      width += width_of(blocks.back()) + gap;
      widest = std::max(widest, width_of(blocks.back()));
    }
    return std::pair{width - gap, widest};
  };
  bool fits = false;
  for (const Spacing spacing : {Spacing::wide, Spacing::narrow}) {
    if (!fits) fits = lay(spacing).first <= columns;
  }
  for (const Spacing spacing : spacings) {
    if (!fits) fits = lay(spacing).second <= columns;
  }
  std::string text;
  for (std::size_t first = 0; first < blocks.size();) {
    std::size_t last = first + 1;
    std::size_t width = width_of(blocks[first]);
    while (last < blocks.size() && width + gap + width_of(blocks[last]) <= columns) {
      width += gap + width_of(blocks[last++]);
    }
    text += side_by_side(std::span(blocks).subspan(first, last - first));
    first = last;
  }
  return text;
}

std::string planes_text(const Palette& palette, const std::vector<Plane>& planes,
                        std::size_t columns) {
  std::vector<Plane> pieces;
  for (const Plane& plane : planes) {
    for (Plane& piece : pieces_of(palette, plane, columns)) pieces.push_back(std::move(piece));
  }
  std::string text;
  for (std::size_t first = 0; first < pieces.size();) {
    std::size_t last = first + 1;
    while (last < pieces.size() && !pieces[last].begins_line) ++last;
    text += line_of_planes(palette, std::span(pieces).subspan(first, last - first), columns);
    first = last;
  }
  return text;
}

}  // namespace

std::string board_text(const Palette& palette, const board::Picture& picture, std::size_t columns,
                       std::size_t fact_lines) {
  std::string text = planes_text(palette, picture.planes, columns);
  if (picture.facts.empty()) return text;
  const std::vector<std::string> lines = wrapped(picture.facts, columns - margin);
  const std::size_t shown = lines.size() <= fact_lines ? lines.size() : fact_lines;
  for (std::size_t i = 0; i < shown; ++i) text += "  " + lines[i] + "\n";
  if (shown < lines.size()) {
    text += fmt::format("  and {}; facts lists them\n",
                        counted(lines.size() - shown, "more line", "more lines"));
  }
  return text;
}

std::string legend_text(const board::Signs& signs, std::size_t columns) {
  std::vector<std::string> items;
  for (const auto& [sign, content] : signs.legend()) {
    items.push_back(fmt::format("{} {},", sign, content));
  }
  const auto& [capitals, small] = signs.sides();
  if (!capitals.empty()) {
    items.push_back(fmt::format("capitals are {},", capitals));
    items.push_back(fmt::format("small letters {},", small));
  }
  if (items.empty()) return {};
  items.back().pop_back();
  items.insert(items.begin(), "On the board:");
  std::string text;
  for (const std::string& line : wrapped(items, columns)) text += line + "\n";
  return text;
}

}  // namespace palamedes::cli
