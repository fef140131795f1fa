#include "cli/line_drawing.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include <fmt/format.h>

namespace palamedes::cli {
namespace {

using board::DrawnCell;
using board::Plane;
using board::PlaneLine;
using board::PlaneWalls;

enum class Style : std::uint8_t { plain, dim, changed };

struct Paint {
  Style style = Style::plain;
  std::optional<Role> owner;

  bool operator==(const Paint&) const = default;
};
constexpr Paint dim{Style::dim, std::nullopt};

// Characters that are put anywhere. What comes later lies above.
class Canvas {
 public:
  // A text whose blanks hide what is below them.
  void write(std::size_t row, std::size_t column, std::string_view text, Paint paint) {
    put(row, column, text, paint);
    for (std::size_t i = 0; i < text.size(); ++i) rows_[row][column + i] = {text[i], paint};
  }

  // Blanks leave what is below them, unless they are painted.
  void put(std::size_t row, std::size_t column, std::string_view text, Paint paint = {}) {
    if (rows_.size() <= row) rows_.resize(row + 1);
    auto& marks = rows_[row];
    if (marks.size() < column + text.size()) marks.resize(column + text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == ' ' && paint.style != Style::changed) continue;
      marks[column + i] = {text[i], paint};
    }
  }

  [[nodiscard]] Block block(const Palette& palette) const {
    Block block;
    for (const auto& marks : rows_) {
      Line line;
      for (std::size_t first = 0; first < marks.size();) {
        std::size_t last = first;
        std::string text;
        while (last < marks.size() && marks[last].paint == marks[first].paint) {
          text += marks[last++].character;
        }
        line.add(styled(palette, marks[first].paint, text), text.size());
        first = last;
      }
      block.push_back(std::move(line));
    }
    return block;
  }

 private:
  struct Mark {
    char character = ' ';
    Paint paint;
  };

  static std::string styled(const Palette& palette, const Paint& paint, const std::string& text) {
    if (paint.style == Style::changed) return palette.reversed(text);
    if (paint.style == Style::dim) return palette.dim(text);
    return paint.owner ? palette.coloured(text, index_of(*paint.owner)) : text;
  }

  std::vector<std::vector<Mark>> rows_;
};

// In the middle of a place that has room for brackets.
void put_cell(Canvas& canvas, const Palette& palette, std::size_t row, std::size_t column,
              std::size_t width, const DrawnCell& cell) {
  const bool brackets = cell.changed && !palette.colours && cell.text.size() + 2 <= width;
  const std::string text = brackets ? "[" + cell.text + "]" : cell.text;
  const Paint paint{cell.changed && palette.colours ? Style::changed : Style::plain, cell.owner};
  canvas.put(row, column + (width - std::min(width, text.size())) / 2, text, paint);
}

void put_titled(Block& block, const Plane& plane, Block&& rest) {
  if (!plane.title.empty()) block.push_back({plane.title, plane.title.size()});
  for (Line& line : rest) block.push_back(std::move(line));
}

// Where the signs of a board stand on the canvas.
struct Grid {
  std::function<std::size_t(std::size_t)> row;
  std::function<std::size_t(std::size_t)> column;
};

// Along rows and columns, below the signs.
void put_lines(Canvas& canvas, const std::vector<PlaneLine>& lines, const Grid& grid) {
  for (const auto& [from, to] : lines) {
    const auto rows = std::minmax({grid.row(from.row), grid.row(to.row)});
    const auto columns = std::minmax({grid.column(from.column), grid.column(to.column)});
    if (rows.first == rows.second) {
      canvas.put(rows.first, columns.first, std::string(columns.second - columns.first + 1, '-'),
                 dim);
    } else if (columns.first == columns.second) {
      for (std::size_t i = rows.first; i <= rows.second; ++i) {
        canvas.put(i, columns.first, "|", dim);
      }
    }
  }
}

class WallsText {
 public:
  WallsText(const Palette& palette, const Plane& plane, bool is_wide)
      : palette_(palette),
        plane_(plane),
        walls_(*plane.walls),
        row_names_(walls_.have_dots() ? walls_.corner_rows : plane.rows),
        column_names_(walls_.have_dots() ? walls_.corner_columns : plane.columns),
        label_(longest(row_names_)),
        width_(is_wide ? std::max(widest_sign(plane) + 2, longest(column_names_))
                       : widest_sign(plane)) {}

  [[nodiscard]] Block block() const {
    Canvas canvas;
    for (std::size_t row = 0; row <= plane_.rows.size(); ++row) {
      for (std::size_t column = 0; column <= plane_.columns.size(); ++column) {
        put_corner(canvas, row, column);
      }
    }
    put_names(canvas);
    Block block;
    put_titled(block, plane_, canvas.block(palette_));
    return block;
  }

 private:
  [[nodiscard]] std::size_t left_of(std::size_t column) const {
    return margin + label_ + 1 + column * (width_ + 1);
  }

  // A corner with the cell to the right of it and below it, and the sides between them.
  void put_corner(Canvas& canvas, std::size_t row, std::size_t column) const {
    const std::size_t left = left_of(column);
    const bool has_column = column < plane_.columns.size();
    const bool has_row = row < plane_.rows.size();
    if (walls_.have_dots() || is_touched(row, column)) canvas.put(row * 2, left, "+");
    if (has_column) put_side(canvas, walls_.level[row][column], row * 2, left + 1, '-', width_);
    if (has_row) put_side(canvas, walls_.upright[row][column], row * 2 + 1, left, '|', 1);
    if (has_column && has_row) {
      put_cell(canvas, palette_, row * 2 + 1, left + 1, width_, plane_.cells[row][column]);
    }
  }

  void put_side(Canvas& canvas, PlaneWalls::Mark mark, std::size_t row, std::size_t column,
                char sign, std::size_t length) const {
    if (mark == PlaneWalls::Mark::none) return;
    const bool changed = mark == PlaneWalls::Mark::changed;
    const std::string text(length, changed && !palette_.colours ? '#' : sign);
    canvas.put(row, column, text, {changed ? Style::changed : Style::plain, std::nullopt});
  }

  [[nodiscard]] bool is_touched(std::size_t row, std::size_t column) const {
    const auto is_there = [](PlaneWalls::Mark mark) { return mark != PlaneWalls::Mark::none; };
    const auto& level = walls_.level[row];
    return (column > 0 && is_there(level[column - 1])) ||
           (column < level.size() && is_there(level[column])) ||
           (row > 0 && is_there(walls_.upright[row - 1][column])) ||
           (row < walls_.upright.size() && is_there(walls_.upright[row][column]));
  }

  void put_names(Canvas& canvas) const {
    const std::size_t between = walls_.have_dots() ? 0 : 1;  // names of cells, not of corners
    for (std::size_t i = 0; i < row_names_.size(); ++i) {
      canvas.put(i * 2 + between, margin, fmt::format("{:>{}}", row_names_[i], label_), dim);
    }
    const std::size_t below = plane_.rows.size() * 2 + 1;
    for (std::size_t i = 0; i < column_names_.size(); ++i) {
      const std::string& name = column_names_[i];
      const std::size_t room = between == 0 ? 1 : width_;
      const std::size_t left = left_of(i) + between + (room - std::min(room, name.size())) / 2;
      if (name.size() <= width_) {
        canvas.put(below, left, name, dim);
        continue;
      }
      for (std::size_t k = 0; k < name.size(); ++k) {  // upright
        canvas.put(below + k, left, name.substr(k, 1), dim);
      }
    }
  }

  const Palette& palette_;
  const Plane& plane_;
  const PlaneWalls& walls_;
  const std::vector<std::string>& row_names_;
  const std::vector<std::string>& column_names_;
  std::size_t label_;
  std::size_t width_;  // of a cell
};

// The beginnings of words that tell them apart.
std::map<std::string, std::string> shortened(const std::set<std::string>& words) {
  std::map<std::string, std::string> result;
  for (const std::string& word : words) {
    std::size_t length = 1;
    const auto is_shared = [&](const std::string& other) {
      return other != word && other.starts_with(std::string_view(word).substr(0, length));
    };
    while (length < word.size() && std::any_of(words.begin(), words.end(), is_shared)) ++length;
    result.emplace(word, word.substr(0, length));
  }
  return result;
}

std::vector<std::string> words_of(const std::string& name) {
  std::vector<std::string> words;
  for (std::size_t first = 0; first <= name.size();) {
    const std::size_t end = std::min(name.find(' ', first), name.size());
    words.push_back(name.substr(first, end - first));
    first = end + 1;
  }
  return words;
}

// Short names of points, and what their words stand for.
class PointNames {
 public:
  PointNames(const Plane& plane, bool is_short) {
    if (!is_short) return;
    std::vector<std::set<std::string>> words;  // by their place in a name
    for (const auto& row : plane.cells) {
      for (const DrawnCell& cell : row) {
        const std::vector<std::string> parts = words_of(cell.name);
        if (cell.name.empty()) continue;
        words.resize(std::max(words.size(), parts.size()));
        for (std::size_t i = 0; i < parts.size(); ++i) words[i].insert(parts[i]);
      }
    }
    for (const auto& each : words) {
      shortened_.push_back(longest({each.begin(), each.end()}) > 2
                               ? shortened(each)
                               : std::map<std::string, std::string>{});
    }
  }

  [[nodiscard]] std::string of(const std::string& name) const {
    if (shortened_.empty()) return name;
    std::string text;
    const std::vector<std::string> words = words_of(name);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto found = shortened_[i].find(words[i]);
      text += (i == 0 ? "" : " ") + (found == shortened_[i].end() ? words[i] : found->second);
    }
    return text;
  }

  [[nodiscard]] std::string legend() const {
    std::string text;
    for (const auto& each : shortened_) {
      for (const auto& [word, beginning] : each) {
        if (word == beginning) continue;
        text += text.empty() ? "" : ", ";
        text += beginning;
        text += ' ';
        text += word;
      }
    }
    return text;
  }

 private:
  std::vector<std::map<std::string, std::string>> shortened_;
};

// As close as the points of each row let them, and each to the right of the one before.
std::vector<std::size_t> tight_columns(const Plane& plane, std::size_t width) {
  std::vector<std::size_t> lefts(plane.cells.front().size(), margin);
  std::vector<std::size_t> ends(plane.cells.size(), margin);  // of the rows so far
  std::size_t least = margin;
  for (std::size_t column = 0; column < lefts.size(); ++column) {
    std::size_t left = least;
    bool is_used = false;
    for (std::size_t row = 0; row < plane.cells.size(); ++row) {
      if (plane.cells[row][column].name.empty()) continue;
      left = std::max(left, ends[row]);
      is_used = true;
    }
    lefts[column] = left;
    if (!is_used) continue;
    least = left + 1;
    for (std::size_t row = 0; row < plane.cells.size(); ++row) {
      if (!plane.cells[row][column].name.empty()) ends[row] = left + width + 1;
    }
  }
  return lefts;
}

// Where the columns begin of points that are all so wide.
std::vector<std::size_t> places_of_columns(const Plane& plane, std::size_t width,
                                           PointSpacing spacing) {
  if (spacing == PointSpacing::tight) return tight_columns(plane, width);
  std::vector<std::size_t> lefts;
  for (std::size_t column = 0; column < plane.cells.front().size(); ++column) {
    lefts.push_back(margin + (spacing == PointSpacing::wide ? column * ((width + 2) / 2)
                                                            : column * (width + 1) / 2));
  }
  return lefts;
}

}  // namespace

Block walls_block(const Palette& palette, const Plane& plane, bool is_wide) {
  return WallsText(palette, plane, is_wide).block();
}

Block lines_block(const Palette& palette, const Plane& plane) {
  const std::size_t width = std::max(widest_sign(plane) + 2, longest(plane.columns));
  const std::size_t label = longest(plane.rows);
  const std::size_t left = margin + label + 1;
  const auto place = [&](std::size_t column) { return left + column * (width + 1); };
  Canvas canvas;
  put_lines(canvas, plane.lines,
            {.row = [](std::size_t row) { return row * 2; },
             .column = [&](std::size_t column) { return place(column) + width / 2; }});
  for (std::size_t row = 0; row < plane.rows.size(); ++row) {
    canvas.put(row * 2, margin, fmt::format("{:>{}}", plane.rows[row], label), dim);
    for (std::size_t column = 0; column < plane.columns.size(); ++column) {
      put_cell(canvas, palette, row * 2, place(column), width, plane.cells[row][column]);
    }
  }
  for (std::size_t column = 0; column < plane.columns.size(); ++column) {
    canvas.put(plane.rows.size() * 2 - 1, place(column),
               fmt::format("{:^{}}", plane.columns[column], width), dim);
  }
  Block block;
  put_titled(block, plane, canvas.block(palette));
  return block;
}

Block points_block(const Palette& palette, const Plane& plane, PointSpacing spacing) {
  const PointNames names(plane, spacing != PointSpacing::wide);
  std::size_t width = widest_sign(plane) + (spacing == PointSpacing::wide ? 2 : 0);  // brackets
  for (const auto& row : plane.cells) {
    for (const DrawnCell& cell : row) width = std::max(width, names.of(cell.name).size());
  }
  const std::vector<std::size_t> lefts = places_of_columns(plane, width, spacing);
  const std::size_t height = plane.lines.empty() ? 2 : 3;  // of a row
  Canvas canvas;
  put_lines(canvas, plane.lines,
            {.row = [&](std::size_t row) { return row * height; },
             .column = [&](std::size_t column) { return lefts[column] + (width - 1) / 2; }});
  for (std::size_t row = 0; row < plane.cells.size(); ++row) {
    for (std::size_t column = 0; column < plane.cells[row].size(); ++column) {
      const DrawnCell& cell = plane.cells[row][column];
      if (cell.name.empty()) continue;
      put_cell(canvas, palette, row * height, lefts[column], width, cell);
      const std::string name = names.of(cell.name);
      canvas.write(row * height + 1, lefts[column] + (width - name.size()) / 2, name, dim);
    }
  }
  Block block;
  put_titled(block, plane, canvas.block(palette));
  if (const std::string legend = names.legend(); !legend.empty()) {
    Line line;
    line.add(std::string(margin, ' ') + legend);
    block.push_back(std::move(line));
  }
  return block;
}

}  // namespace palamedes::cli
