#include "agent/board/drawing.h"

#include <algorithm>
#include <cstdint>
#include <set>

#include <fmt/format.h>

#include "agent/position.h"
#include "base/rng.h"

namespace palamedes::agent {
namespace {

constexpr std::size_t sampled_states = 40;
constexpr std::size_t most_coordinates = 26;  // of one side of a board that is drawn
constexpr std::size_t least_cells = 6;
const std::string empty_cell = " ";

std::vector<std::vector<std::string>> sample(Game& game) {
  std::vector<std::vector<std::string>> states;
  Rng rng(1);
  Position position(game);
  while (states.size() < sampled_states) {
    states.push_back(position.facts());
    std::vector<Move> joint_move;
    for (std::size_t role = 0; role < game.role_count() && !position.terminal(); ++role) {
      const std::vector<Move> moves = position.legal(Role(role));
      if (moves.empty()) break;
      joint_move.push_back(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (joint_move.size() == game.role_count()) {
      position.advance(joint_move);
    } else if (states.size() == 1 || !position.fault().empty()) {
      break;
    } else {
      position = Position(game);
    }
  }
  return states;
}

bool is_drawable(const Board& board) {
  if (board.cells < least_cells) return false;
  return std::all_of(board.coordinates.begin(), board.coordinates.end(),
                     [](const auto& values) { return values.size() <= most_coordinates; });
}

// The content of most cells in the initial state, if it is that of nearly half of them.
std::string blank_of(const Board& board, const std::vector<std::string>& facts) {
  std::map<std::string, std::size_t> counts;
  for (const std::string& text : facts) {
    const Term fact = take_apart(text);
    if (board.describes(fact)) ++counts[fact.arguments[board.content]];
  }
  std::string best;
  for (const auto& [content, count] : counts) {
    if (best.empty() || count > counts[best]) best = content;
  }
  return !best.empty() && counts[best] * 5 >= board.cells * 2 ? best : std::string();
}

// The shortest beginning that no other name in use has; numbers as they are.
std::string shorten(const std::string& content, const std::set<std::string>& used) {
  for (std::size_t length = 1; length < std::min<std::size_t>(content.size(), 3); ++length) {
    const std::string name = content.substr(0, length);
    if (!used.contains(name)) return name;
  }
  return content.substr(0, 3);
}

}  // namespace

Drawing::Drawing(Game& game) : Drawing(sample(game)) {}

Drawing::Drawing(const std::vector<std::vector<std::string>>& states) {
  boards_ = find_boards(states);
  std::erase_if(boards_, [](const Board& board) { return !is_drawable(board); });
  if (!states.empty()) name_contents(states.front());
}

void Drawing::name_contents(const std::vector<std::string>& initial_facts) {
  std::set<std::string> used;
  for (const Board& board : boards_) {
    const std::string blank = blank_of(board, initial_facts);
    if (!blank.empty()) short_names_.emplace(blank, ".");
    for (const std::string& content : board.contents) {
      if (short_names_.contains(content)) continue;
      const std::string name = shorten(content, used);
      used.insert(name);
      width_ = std::max(width_, name.size());
      short_names_.emplace(content, name);
    }
  }
}

std::string Drawing::legend() const {
  std::string text;
  for (const auto& [content, name] : short_names_) {
    if (content == name) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, content);
  }
  return text;
}

std::string Drawing::draw(const std::vector<std::string>& facts) const {
  std::vector<Contents> contents(boards_.size());
  std::string others;
  for (const std::string& text : facts) {
    const Term fact = take_apart(text);
    const auto board = std::find_if(boards_.begin(), boards_.end(),
                                    [&](const Board& each) { return each.describes(fact); });
    if (board == boards_.end()) {
      others += (others.empty() ? "" : "  ") + text;
    } else {
      contents[static_cast<std::size_t>(board - boards_.begin())][board->cell_of(fact)] =
          fact.arguments[board->content];
    }
  }
  std::string text;
  for (std::size_t i = 0; i < boards_.size(); ++i) {
    if (boards_.size() > 1) text += boards_[i].relation + "\n";
    text += draw_grid(boards_[i], contents[i]);
  }
  if (!others.empty()) text += others + "\n";
  return text;
}

std::string Drawing::draw_grid(const Board& board, const Contents& contents) const {
  switch (board.keys.size()) {
    case 1:
      return draw_row(board, contents);
    case 2:
      return draw_plane(board, contents, {});
    default:
      break;
  }
  std::string text;
  for (const std::string& outer : board.coordinates.front()) {
    text += outer + ":\n" + draw_plane(board, contents, {outer});
  }
  return text;
}

const std::string& Drawing::short_name(const Board&, const Contents& contents,
                                       const std::vector<std::string>& cell) const {
  const auto at = contents.find(cell);
  if (at == contents.end()) return empty_cell;
  const auto name = short_names_.find(at->second);
  return name == short_names_.end() ? at->second : name->second;
}

std::string Drawing::draw_row(const Board& board, const Contents& contents) const {
  std::string cells;
  std::string titles;
  for (const std::string& column : board.coordinates[0]) {
    const std::string& name = short_name(board, contents, {column});
    const std::size_t width = std::max({width_, column.size(), name.size()});
    cells += fmt::format("{:>{}} ", name, width);
    titles += fmt::format("{:>{}} ", column, width);
  }
  return cells + "\n" + titles + "\n";
}

std::string Drawing::draw_plane(const Board& board, const Contents& contents,
                                const std::vector<std::string>& outer) const {
  const std::vector<std::string>& columns = board.coordinates[outer.size()];
  const std::vector<std::string>& rows = board.coordinates[outer.size() + 1];
  std::size_t label = 0;
  for (const std::string& row : rows) label = std::max(label, row.size());
  std::size_t width = width_;
  for (const std::string& column : columns) width = std::max(width, column.size());
  std::string text;
  for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
    text += fmt::format("{:>{}} ", *row, label);
    for (const std::string& column : columns) {
      std::vector<std::string> cell = outer;
      cell.push_back(column);
      cell.push_back(*row);
      text += fmt::format(" {:>{}}", short_name(board, contents, cell), width);
    }
    text += "\n";
  }
  text += fmt::format("{:>{}} ", "", label);
  for (const std::string& column : columns) text += fmt::format(" {:>{}}", column, width);
  return text + "\n";
}

}  // namespace palamedes::agent
