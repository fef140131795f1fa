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

bool all_numbers(const std::vector<std::string>& values) {
  return std::all_of(values.begin(), values.end(), is_number);
}

// Which coordinates are columns and rows: the last two, letters across where only one has letters.
std::pair<std::size_t, std::size_t> axes_of(const Grid& grid) {
  const std::size_t count = grid.coordinates.size();
  if (count == 1) return {0, 0};
  const bool swapped =
      all_numbers(grid.coordinates[count - 2]) && !all_numbers(grid.coordinates[count - 1]);
  return swapped ? std::pair{count - 1, count - 2} : std::pair{count - 2, count - 1};
}

std::string name_of(const Cell& cell, bool is_split) {
  std::string name;
  for (const std::string& part : cell) name += (name.empty() || is_split ? "" : " ") + part;
  return name;
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

Drawing::Drawing(const machine::Game& game)
    : Drawing(sample(game), game.role_names(), find_fixed_facts(game.rules())) {}

Drawing::Drawing(const std::vector<std::vector<std::string>>& states,
                 std::vector<std::string> role_names, FixedFacts fixed)
    : fixed_(std::move(fixed)),
      grids_(find_grids(states, fixed_, role_names)),
      signs_(signs_of(grids_, std::move(role_names))) {}

std::vector<Drawing::Contents> Drawing::place(const std::vector<std::string>& facts,
                                              std::vector<std::string>& others) const {
  std::vector<Contents> contents(grids_.size());
  for (const std::string& text : facts) {
    const Term fact = take_apart(text);
    bool placed = false;
    for (std::size_t i = 0; i < grids_.size() && !placed; ++i) {
      if (auto found = grids_[i].place(fact)) {
        contents[i][found->first].insert(std::move(found->second));
        placed = true;
      }
    }
    if (!placed) others.push_back(text);
  }
  // What lies on an empty cell hides that it is empty.
  for (std::size_t i = 0; i < grids_.size(); ++i) {
    for (auto& [cell, here] : contents[i]) {
      if (here.size() > 1) here.erase(grids_[i].blank);
    }
  }
  return contents;
}

Picture Drawing::draw(const std::vector<std::string>& facts,
                      const std::vector<std::string>& before) const {
  Picture picture;
  std::vector<std::string> ignored;
  const std::vector<Contents> now = place(facts, picture.facts);
  const std::vector<Contents> then = place(before, ignored);
  for (std::size_t i = 0; i < grids_.size(); ++i) {
    std::set<Cell> changed;
    for (const auto& [cell, content] : now[i]) {
      const auto at = then[i].find(cell);
      if (at == then[i].end() || at->second != content) changed.insert(cell);
    }
    for (const auto& [cell, content] : then[i]) {
      if (!now[i].contains(cell)) changed.insert(cell);
    }
    if (changed.size() * 2 > grids_[i].seen_cells) changed.clear();
    for (Plane& plane : draw_grid(grids_[i], now[i], changed)) {
      picture.planes.push_back(std::move(plane));
    }
  }
  if (picture.planes.size() == 1) picture.planes.front().title.clear();
  return picture;
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
  const auto [column_key, row_key] = axes_of(grid);
  Plane plane{.title = grid.layers.front().relation,
              .columns = grid.coordinates[column_key],
              .rows = {""},
              .cells = {}};
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
  return plane;
}

Plane Drawing::draw_points(const Grid& grid, const Contents& contents,
                           const std::set<Cell>& changed) const {
  Plane plane{.title = grid.layers.front().relation,
              .columns = {},
              .rows = std::vector<std::string>(grid.layout->rows),
              .cells = {}};
  plane.cells.assign(grid.layout->rows, std::vector<DrawnCell>(grid.layout->columns));
  for (const auto& [cell, place] : grid.layout->places) {
    DrawnCell& drawn = plane.cells[place.row][place.column];
    drawn = draw_cell(grid, contents, cell);
    drawn.changed = changed.contains(cell);
    drawn.name = name_of(cell, !grid.layers.front().splits.empty());
  }
  return plane;
}

DrawnCell Drawing::draw_cell(const Grid& grid, const Contents& contents, const Cell& cell) const {
  const auto at = contents.find(cell);
  if (at == contents.end()) {
    const bool outside = !grid.cells.empty() && !grid.cells.contains(cell);
    return {.text = outside ? "" : blank_sign, .owner = {}, .changed = false, .name = {}};
  }
  DrawnCell drawn;
  for (const std::string& content : at->second) {
    const Sign sign = signs_.of(content);
    drawn.text += sign.text;
    drawn.owner = sign.owner;
  }
  return drawn;
}

}  // namespace palamedes::board
