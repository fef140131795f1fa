#include "board/drawing.h"

#include <algorithm>
#include <utility>

#include "base/stopwatch.h"
#include "board/samples.h"

namespace palamedes::board {
namespace {

constexpr std::size_t sampled_states = 300;
constexpr double sampling_seconds = 2;
constexpr const char* blank_sign = ".";

// On a machine of its own: where it gives up, the game must not.
std::vector<std::vector<std::string>> sample(const machine::Game& game) {
  machine::StepMachine machine = game.another_machine();
  std::vector<std::vector<std::string>> states;
  std::visit(
      [&](auto& steps) {
        const Stopwatch watch;
        states.push_back(steps->facts(steps->initial()));
        sample_steps(*steps, sampled_states, [&](const auto& step) {
          states.push_back(steps->facts(step.after));
          return watch.seconds() < sampling_seconds;
        });
      },
      machine);
  return states;
}

std::string name_of(const Cell& cell, bool is_split) {
  std::string name;
  for (const std::string& part : cell) name += (name.empty() || is_split ? "" : " ") + part;
  return name;
}

std::string title_of(const Grid& grid) {
  return grid.layers.empty() ? grid.walls->relation() : grid.layers.front().relation;
}

PlaneWalls draw_walls(const Grid& grid, const std::set<Side>& now, const std::set<Side>& then) {
  const Axes axes = grid.axes();
  const std::size_t columns = grid.coordinates[axes.column_key].size();
  const std::size_t rows = grid.coordinates[axes.row_key].size();
  using Mark = PlaneWalls::Mark;
  PlaneWalls walls;
  walls.level.assign(rows + 1, std::vector<Mark>(columns, Mark::none));
  walls.upright.assign(rows, std::vector<Mark>(columns + 1, Mark::none));
  for (const Side& side : now) {
    const Mark mark = then.contains(side) ? Mark::there : Mark::changed;
    if (side.level) {
      walls.level[rows - side.line][side.place] = mark;
    } else {
      walls.upright[rows - 1 - side.place][side.line] = mark;
    }
  }
  if (grid.walls->have_dots()) {
    const auto& dots = grid.walls->dots();
    walls.corner_columns = dots[axes.column_key];
    walls.corner_rows.assign(dots[axes.row_key].rbegin(), dots[axes.row_key].rend());
  }
  return walls;
}

Signs signs_of(const std::vector<Grid>& grids, std::vector<std::string> role_names) {
  std::set<std::string> contents;
  std::set<std::string> blanks;
  for (const Grid& grid : grids) {
    contents.insert(grid.contents.begin(), grid.contents.end());
    if (!grid.blank.empty()) blanks.insert(grid.blank);
  }
  return {contents, blanks, std::move(role_names)};
}

}  // namespace

Drawing::Drawing(const machine::Game& game, LayoutHints hints)
    : Drawing(sample(game), game.role_names(), find_fixed_facts(game.rules()), std::move(hints)) {}

Drawing::Drawing(const std::vector<std::vector<std::string>>& states,
                 std::vector<std::string> role_names, FixedFacts fixed, LayoutHints hints)
    : fixed_(std::move(fixed)),
      hints_(std::move(hints)),
      grids_(find_grids(states, fixed_, role_names, hints_)),
      signs_(signs_of(grids_, std::move(role_names))) {}

std::vector<Drawing::Placed> Drawing::place(const std::vector<std::string>& facts,
                                            std::vector<std::string>& others) const {
  std::vector<Placed> result(grids_.size());
  for (const std::string& text : facts) {
    const Term fact = take_apart(text);
    bool placed = hints_.hidden.contains(fact.name);
    for (std::size_t i = 0; i < grids_.size() && !placed; ++i) {
      const Grid& grid = grids_[i];
      if (auto found = grid.place(fact)) {
        result[i].contents[found->first].insert(std::move(found->second));
        placed = true;
      } else if (grid.walls && grid.walls->describes(fact)) {
        const auto side = grid.walls->side(fact, grid.coordinates, grid.axes());
        if (side) result[i].sides.insert(*side);
        placed = side.has_value();
      }
    }
    if (!placed) others.push_back(text);
  }
  // What lies on an empty cell hides that it is empty.
  for (std::size_t i = 0; i < grids_.size(); ++i) {
    for (auto& [cell, here] : result[i].contents) {
      if (here.size() > 1) here.erase(grids_[i].blank);
    }
  }
  return result;
}

Picture Drawing::draw(const std::vector<std::string>& facts,
                      const std::vector<std::string>& before) const {
  Picture picture;
  std::vector<std::string> ignored;
  const std::vector<Placed> now = place(facts, picture.facts);
  const std::vector<Placed> then = place(before, ignored);
  for (std::size_t i = 0; i < grids_.size(); ++i) {
    const Contents& here = now[i].contents;
    std::set<Cell> changed = differing(here, then[i].contents);
    if (changed.size() * 2 > grids_[i].seen_cells) changed.clear();
    std::vector<Plane> planes = draw_grid(grids_[i], here, changed);
    if (grids_[i].walls) {
      planes.front().walls = draw_walls(grids_[i], now[i].sides, then[i].sides);
    }
    for (Plane& plane : planes) picture.planes.push_back(std::move(plane));
  }
  if (picture.planes.size() == 1) picture.planes.front().title.clear();
  return picture;
}

std::set<Cell> Drawing::differing(const Contents& here, const Contents& there) {
  std::set<Cell> changed;
  for (const auto& [cell, content] : here) {
    const auto at = there.find(cell);
    if (at == there.end() || at->second != content) changed.insert(cell);
  }
  for (const auto& [cell, content] : there) {
    if (!here.contains(cell)) changed.insert(cell);
  }
  return changed;
}

std::vector<CellPlace> Drawing::cells_changed(const std::vector<std::string>& facts,
                                              const std::vector<std::string>& before) const {
  std::vector<std::string> ignored;
  const std::vector<Placed> now = place(facts, ignored);
  const std::vector<Placed> then = place(before, ignored);
  std::vector<CellPlace> places;
  std::size_t first_plane = 0;
  for (std::size_t i = 0; i < grids_.size(); ++i) {
    for (const Cell& cell : differing(now[i].contents, then[i].contents)) {
      if (const auto found = place_of(grids_[i], first_plane, cell)) places.push_back(*found);
    }
    first_plane += plane_count(grids_[i]);
  }
  return places;
}

std::vector<Plane> Drawing::draw_grid(const Grid& grid, const Contents& contents,
                                      const std::set<Cell>& changed) const {
  std::vector<Plane> planes;
  const std::size_t count = grid.coordinates.size();
  if (grid.layout) {
    planes.push_back(draw_points(grid, contents, changed));
  } else if (count <= 2) {
    planes.push_back(draw_plane(grid, contents, changed, {}));
    planes.front().begins_line = count == 1;
  } else if (count == 3) {
    for (const std::string& outer : grid.coordinates[0]) {
      planes.push_back(draw_plane(grid, contents, changed, {outer}));
    }
  } else {  // planes are to each other as the cells of a plane are
    const std::vector<std::string> rows(grid.coordinates[1].rbegin(), grid.coordinates[1].rend());
    for (const std::string& up : rows) {
      for (const std::string& across : grid.coordinates[0]) {
        planes.push_back(draw_plane(grid, contents, changed, {across, up}));
        planes.back().begins_line = across == grid.coordinates[0].front();
      }
    }
  }
  std::size_t width = 1;
  for (const std::string& content : grid.contents) {
    width = std::max(width, signs_.of(content).text.size());
  }
  for (Plane& plane : planes) plane.sign_width = width;
  return planes;
}

Plane Drawing::draw_plane(const Grid& grid, const Contents& contents, const std::set<Cell>& changed,
                          const Cell& outer) const {
  const auto [column_key, row_key] = grid.axes();
  Plane plane;
  plane.title = title_of(grid);
  plane.columns = grid.coordinates[column_key];
  plane.rows = {""};
  plane.lean = grid.lean;
  for (const std::string& part : outer) plane.title += " " + part;
  if (row_key != column_key) {
    plane.rows.assign(grid.coordinates[row_key].rbegin(), grid.coordinates[row_key].rend());
  }
  for (const std::string& row : plane.rows) {
    std::vector<DrawnCell>& cells = plane.cells.emplace_back();
    for (const std::string& column : plane.columns) {
      Cell cell = outer;
      cell.resize(grid.coordinates.size());
      cell[row_key] = row;
      cell[column_key] = column;
      cells.push_back(draw_cell(grid, contents, cell));
      cells.back().changed = changed.contains(cell);
    }
  }
  const auto place = [&, column = column_key, row = row_key](const Cell& cell) {
    const auto at = [&](const std::vector<std::string>& names, const std::string& name) {
      return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    };
    return Layout::Place{at(plane.rows, cell[row]), at(plane.columns, cell[column])};
  };
  for (const auto& [from, to] : grid.lines) plane.lines.push_back({place(from), place(to)});
  return plane;
}

Plane Drawing::draw_points(const Grid& grid, const Contents& contents,
                           const std::set<Cell>& changed) const {
  Plane plane;
  plane.title = title_of(grid);
  plane.rows.resize(grid.layout->rows);
  plane.cells.assign(grid.layout->rows, std::vector<DrawnCell>(grid.layout->columns));
  for (const auto& [cell, place] : grid.layout->places) {
    DrawnCell& drawn = plane.cells[place.row][place.column];
    drawn = draw_cell(grid, contents, cell);
    drawn.changed = changed.contains(cell);
    drawn.name = name_of(cell, !grid.layers.front().splits.empty());
  }
  for (const auto& [from, to] : grid.layout->lines) {
    plane.lines.push_back({grid.layout->places.at(from), grid.layout->places.at(to)});
  }
  return plane;
}

DrawnCell Drawing::draw_cell(const Grid& grid, const Contents& contents, const Cell& cell) const {
  const auto at = contents.find(cell);
  if (at == contents.end()) {
    const bool outside = (!grid.cells.empty() && !grid.cells.contains(cell)) ||
                         (grid.walls && grid.walls->have_dots());
    return {.text = outside ? "" : blank_sign, .coordinates = grid.as_named(cell)};
  }
  DrawnCell drawn{.coordinates = grid.as_named(cell)};
  for (const std::string& content : at->second) {
    const Sign sign = signs_.of(content);
    drawn.text += sign.text;
    drawn.owner = sign.owner;
    if (content != grid.blank) drawn.contents.push_back(content);
  }
  return drawn;
}

}  // namespace palamedes::board
