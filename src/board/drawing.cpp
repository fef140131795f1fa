#include "board/drawing.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/stopwatch.h"
#include "board/samples.h"

namespace palamedes::board {
namespace {

constexpr std::size_t sampled_states = 300;
constexpr double sampling_seconds = 1;
constexpr std::size_t most_coordinates = 30;  // of one side of a board that is drawn
constexpr std::size_t least_cells = 6;
constexpr const char* blank_name = ".";

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

bool is_drawable(const Board& board) {
  return board.cells >= least_cells &&
         std::all_of(board.coordinates.begin(), board.coordinates.end(),
                     [](const auto& values) { return values.size() <= most_coordinates; });
}

bool all_numbers(const std::vector<std::string>& values) {
  return std::all_of(values.begin(), values.end(), is_number);
}

// Which coordinates are columns and rows: the last two, letters across where only one has letters.
std::pair<std::size_t, std::size_t> axes_of(const Board& board) {
  const std::size_t count = board.keys.size();
  if (count == 1) return {0, 0};
  const bool swapped =
      all_numbers(board.coordinates[count - 2]) && !all_numbers(board.coordinates[count - 1]);
  return swapped ? std::pair{count - 1, count - 2} : std::pair{count - 2, count - 1};
}

// "(white king)", "white_king" and "whiteKing" -> "wk"
std::string initials_of(const std::string& content) {
  std::string initials;
  bool begins = true;
  for (const char c : content) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isalnum(letter) == 0) {
      begins = true;
      continue;
    }
    if (begins || std::isupper(letter) != 0) {
      initials += static_cast<char>(std::tolower(letter));
    }
    begins = false;
  }
  return initials;
}

// The first of these that is free: initials, then ever longer beginnings.
std::string shorten(const std::string& content, const std::set<std::string>& used) {
  std::string name = initials_of(content);
  for (std::size_t length = 1; (name.empty() || used.contains(name)) && length < content.size();
       ++length) {
    name = content.substr(0, length);
  }
  return name.empty() || used.contains(name) ? content : name;
}

bool stands_for_itself(const std::string& content) {
  constexpr std::size_t short_enough = 2;
  return content.size() <= short_enough || is_number(content);
}

}  // namespace

Drawing::Drawing(const machine::Game& game) : Drawing(sample(game), game.role_names()) {}

Drawing::Drawing(const std::vector<std::vector<std::string>>& states,
                 std::vector<std::string> role_names)
    : reshape_(states), role_names_(std::move(role_names)) {
  if (states.empty()) return;
  std::vector<std::vector<std::string>> reshaped;
  for (const auto& facts : states) {
    auto& list = reshaped.emplace_back();
    for (const std::string& fact : facts) list.push_back(reshape_.apply(fact));
  }
  for (Board& board : find_boards(reshaped)) {
    if (is_drawable(board)) add_board(std::move(board), reshaped.front());
  }
  name_contents();
}

// The blank content is that of most cells in the initial state, if it is that of nearly half of
// them.
void Drawing::add_board(Board board, const std::vector<std::string>& initial_facts) {
  DrawnBoard drawn;
  std::map<std::string, std::size_t> counts;
  for (const std::string& text : initial_facts) {
    const Term fact = take_apart(text);
    if (!board.describes(fact)) continue;
    drawn.cells.insert(board.cell_of(fact));
    ++counts[fact.arguments[board.content]];
  }
  if (drawn.cells.size() < board.cells) drawn.cells.clear();
  const auto most =
      std::max_element(counts.begin(), counts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  if (board.contents.size() > 1 && most != counts.end() && most->second * 5 >= board.cells * 2) {
    drawn.blank = most->first;
  }
  drawn.board = std::move(board);
  boards_.push_back(std::move(drawn));
}

void Drawing::name_contents() {
  std::set<std::string> contents;
  for (const DrawnBoard& drawn : boards_) {
    contents.insert(drawn.board.contents.begin(), drawn.board.contents.end());
  }
  std::set<std::string> used;
  for (const DrawnBoard& drawn : boards_) {
    if (!drawn.blank.empty()) short_names_.emplace(drawn.blank, blank_name);
  }
  for (const std::string& content : contents) {
    if (!stands_for_itself(content) || short_names_.contains(content)) continue;
    short_names_.emplace(content, content);
    used.insert(content);
  }
  for (const std::string& content : contents) {
    if (short_names_.contains(content)) continue;
    const std::string name = shorten(content, used);
    used.insert(name);
    short_names_.emplace(content, name);
  }
}

std::vector<std::pair<std::string, std::string>> Drawing::legend() const {
  std::vector<std::pair<std::string, std::string>> list;
  for (const auto& [content, name] : short_names_) {
    if (content != name) list.emplace_back(name, content);
  }
  return list;
}

std::vector<Drawing::Contents> Drawing::place(const std::vector<std::string>& facts,
                                              std::vector<std::string>& others) const {
  std::vector<Contents> contents(boards_.size());
  for (const std::string& text : facts) {
    const Term fact = take_apart(reshape_.apply(text));
    const auto at = std::find_if(boards_.begin(), boards_.end(), [&](const DrawnBoard& each) {
      return each.board.describes(fact);
    });
    // A cell that no sample showed, or a second content of one, is not to vanish.
    const auto is_drawn = [&](const Board& board) {
      const Cell cell = board.cell_of(fact);
      for (std::size_t key = 0; key < cell.size(); ++key) {
        const std::vector<std::string>& values = board.coordinates[key];
        if (std::find(values.begin(), values.end(), cell[key]) == values.end()) return false;
      }
      return contents[static_cast<std::size_t>(at - boards_.begin())]
          .emplace(cell, fact.arguments[board.content])
          .second;
    };
    if (at == boards_.end() || !is_drawn(at->board)) others.push_back(text);
  }
  return contents;
}

Picture Drawing::draw(const std::vector<std::string>& facts,
                      const std::vector<std::string>& before) const {
  Picture picture;
  std::vector<std::string> ignored;
  const std::vector<Contents> now = place(facts, picture.facts);
  const std::vector<Contents> then = place(before, ignored);
  for (std::size_t i = 0; i < boards_.size(); ++i) {
    const Board& board = boards_[i].board;
    std::set<Cell> changed;
    for (const auto& [cell, content] : now[i]) {
      const auto at = then[i].find(cell);
      if (at == then[i].end() || at->second != content) changed.insert(cell);
    }
    for (const auto& [cell, content] : then[i]) {
      if (!now[i].contains(cell)) changed.insert(cell);
    }
    if (changed.size() * 2 > board.cells) changed.clear();
    const bool spatial = board.keys.size() == 3;
    for (const std::string& outer :
         spatial ? board.coordinates.front() : std::vector<std::string>{""}) {
      picture.planes.push_back(draw_plane(boards_[i], now[i], changed, outer));
    }
  }
  if (picture.planes.size() == 1) picture.planes.front().title.clear();
  return picture;
}

Plane Drawing::draw_plane(const DrawnBoard& drawn, const Contents& contents,
                          const std::set<Cell>& changed, const std::string& outer) const {
  const Board& board = drawn.board;
  const auto [column_key, row_key] = axes_of(board);
  Plane plane{.title = board.relation + (outer.empty() ? "" : " " + outer),
              .columns = board.coordinates[column_key]};
  if (row_key == column_key) {
    plane.rows = {""};
  } else {
    plane.rows.assign(board.coordinates[row_key].rbegin(), board.coordinates[row_key].rend());
  }
  for (const std::string& row : plane.rows) {
    std::vector<DrawnCell>& cells = plane.cells.emplace_back();
    for (const std::string& column : plane.columns) {
      Cell cell(board.keys.size(), outer);
      cell[row_key] = row;
      cell[column_key] = column;
      cells.push_back(draw_cell(drawn, contents, cell));
      cells.back().changed = changed.contains(cell);
    }
  }
  return plane;
}

DrawnCell Drawing::draw_cell(const DrawnBoard& drawn, const Contents& contents,
                             const Cell& cell) const {
  const auto at = contents.find(cell);
  if (at == contents.end()) {
    const bool outside = !drawn.cells.empty() && !drawn.cells.contains(cell);
    return {.text = outside ? "" : blank_name};
  }
  const auto name = short_names_.find(at->second);
  return {.text = name == short_names_.end() ? at->second : name->second,
          .owner = at->second == drawn.blank ? std::nullopt : owner_of(at->second)};
}

// A piece is called like its role, or begins like it: x of xplayer, white_king or wk of white.
std::optional<Role> Drawing::owner_of(const std::string& content) const {
  std::optional<Role> owner;
  for (std::size_t role = 0; role < role_names_.size(); ++role) {
    const std::string& name = role_names_[role];
    if (content.starts_with(name) || name.starts_with(content)) return Role(role);
    if (content.front() != name.front()) continue;
    if (owner) return std::nullopt;
    owner = Role(role);
  }
  return stands_for_itself(content) ? owner : std::nullopt;
}

}  // namespace palamedes::board
