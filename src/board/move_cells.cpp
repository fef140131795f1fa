#include "board/move_cells.h"

#include <algorithm>
#include <utility>

#include "board/term.h"

namespace palamedes::board {
namespace {

using Names = std::vector<std::string>;

// The arguments of a term, those of terms within it one by one.
void flatten(const std::string& text, Names& flat) {
  const Term term = take_apart(text);
  for (const std::string& argument : term.arguments) {
    if (argument.starts_with('(')) {
      flatten(argument, flat);
    } else {
      flat.push_back(argument);
    }
  }
}

Names arguments_of(const std::string& move) {
  Names flat;
  flatten(move, flat);
  return flat;
}

std::optional<std::size_t> index_in(const Names& names, const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) return std::nullopt;
  return static_cast<std::size_t>(at - names.begin());
}

// Of four coordinates planes are to each other as the cells of a plane are (drawing.cpp).
std::optional<std::size_t> plane_of(const Grid& grid, const Cell& cell) {
  if (grid.layout || grid.coordinates.size() <= 2) return 0;
  const auto across = index_in(grid.coordinates[0], cell[0]);
  if (!across || grid.coordinates.size() == 3) return across;
  const auto up = index_in(grid.coordinates[1], cell[1]);
  if (!up) return std::nullopt;
  return (grid.coordinates[1].size() - 1 - *up) * grid.coordinates[0].size() + *across;
}

struct Named {
  std::vector<CellPlace> cells;
  std::size_t arguments = 0;  // that name them
};

Named named_in(const Grid& grid, std::size_t first_plane, const Names& arguments) {
  Named named;
  const std::size_t width = grid.coordinates.size();
  std::size_t end = arguments.size();
  while (end > 0) {
    std::optional<CellPlace> place;
    std::size_t taken = 1;
    if (width == 2) {  // a name of both coordinates, such as b3
      const auto [letters, digits] = letters_and_digits(arguments[end - 1]);
      if (!letters.empty()) place = place_of(grid, first_plane, grid.of_names({letters, digits}));
    }
    if (!place && end >= width) {
      const auto last = arguments.begin() + static_cast<std::ptrdiff_t>(end);
      const Cell names(last - static_cast<std::ptrdiff_t>(width), last);
      place = place_of(grid, first_plane, grid.of_names(names));
      if (place) taken = width;
    }
    if (place) {
      named.cells.push_back(*place);
      named.arguments += taken;
    }
    end -= taken;
  }
  std::reverse(named.cells.begin(), named.cells.end());
  return named;
}

}  // namespace

std::size_t plane_count(const Grid& grid) {
  if (grid.layout || grid.coordinates.size() <= 2) return 1;
  const std::size_t across = grid.coordinates[0].size();
  return grid.coordinates.size() == 3 ? across : across * grid.coordinates[1].size();
}

std::optional<CellPlace> place_of(const Grid& grid, std::size_t first_plane, const Cell& cell) {
  if (cell.size() != grid.coordinates.size()) return std::nullopt;
  const bool has_cells = !grid.cells.empty();
  if (has_cells && !grid.cells.contains(cell)) return std::nullopt;
  const auto plane = plane_of(grid, cell);
  if (!plane) return std::nullopt;
  if (grid.layout) {
    const auto at = grid.layout->places.find(cell);
    if (at == grid.layout->places.end()) return std::nullopt;
    return CellPlace{first_plane, at->second.row, at->second.column};
  }
  const Axes axes = grid.axes();
  const auto column = index_in(grid.coordinates[axes.column_key], cell[axes.column_key]);
  if (!column) return std::nullopt;
  if (axes.row_key == axes.column_key) return CellPlace{first_plane + *plane, 0, *column};
  const Names& rows = grid.coordinates[axes.row_key];
  const auto row = index_in(rows, cell[axes.row_key]);
  if (!row) return std::nullopt;
  return CellPlace{first_plane + *plane, rows.size() - 1 - *row, *column};
}

std::vector<CellPlace> cells_named_by(std::span<const Grid> grids, const std::string& move) {
  const Names arguments = arguments_of(move);
  Named best;
  std::size_t first_plane = 0;
  for (const Grid& grid : grids) {
    Named named = named_in(grid, first_plane, arguments);
    if (named.arguments > best.arguments) best = std::move(named);
    first_plane += plane_count(grid);
  }
  return std::move(best.cells);
}

std::vector<CellPlace> line_named_by(std::span<const Grid> grids, const std::string& move,
                                     CellPlace cell) {
  const Names arguments = arguments_of(move);
  std::size_t first_plane = 0;
  for (const Grid& grid : grids) {
    const std::size_t planes = plane_count(grid);
    if (cell.plane >= first_plane + planes) {
      first_plane += planes;
      continue;
    }
    const Axes axes = grid.axes();
    if (grid.layout || axes.row_key == axes.column_key) return {};
    const Names& columns = grid.coordinates[axes.column_key];
    const Names& rows = grid.coordinates[axes.row_key];
    const auto is_named = [&](const std::string& name) {
      return std::find(arguments.begin(), arguments.end(), name) != arguments.end();
    };
    std::vector<CellPlace> line;
    if (is_named(columns[cell.column])) {
      for (std::size_t row = 0; row < rows.size(); ++row) {
        line.push_back({cell.plane, row, cell.column});
      }
    } else if (is_named(rows[rows.size() - 1 - cell.row])) {
      for (std::size_t column = 0; column < columns.size(); ++column) {
        line.push_back({cell.plane, cell.row, column});
      }
    }
    return line;
  }
  return {};
}

}  // namespace palamedes::board
