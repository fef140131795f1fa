#include "web/worker/picture.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

#include "base/stopwatch.h"
#include "board/term.h"

namespace palamedes::web::worker {
namespace {

using board::CellPlace;
using board::DrawnCell;
using board::Plane;
using board::PlaneWalls;

constexpr const char* blank_sign = ".";
constexpr double seconds_for_trials = 0.1;

std::string plain(std::string content) {
  if (content.size() > 1 && content.front() == '(') content = content.substr(1, content.size() - 2);
  return content;
}

Json cell_json(const DrawnCell& cell) {
  if (cell.text.empty()) return nullptr;
  Json contents = Json::array();
  for (const std::string& content : cell.contents) contents.push_back(plain(content));
  Json json;
  json["sign"] = cell.text;
  json["contents"] = std::move(contents);
  json["owner"] = cell.owner ? Json(index_of(*cell.owner)) : Json();
  json["changed"] = cell.changed;
  json["name"] = cell.name.empty() ? cell_name(cell.coordinates) : cell.name;
  json["empty"] = cell.contents.empty() && cell.text == blank_sign;
  return json;
}

Json walls_json(const PlaneWalls& walls) {
  const auto marks = [](const std::vector<std::vector<PlaneWalls::Mark>>& rows) {
    Json json = Json::array();
    for (const auto& row : rows) {
      Json line = Json::array();
      for (const PlaneWalls::Mark mark : row) line.push_back(static_cast<int>(mark));
      json.push_back(std::move(line));
    }
    return json;
  };
  return {{"level", marks(walls.level)},
          {"upright", marks(walls.upright)},
          {"corner_columns", walls.corner_columns},
          {"corner_rows", walls.corner_rows}};
}

const char* lean_name(board::Lean lean) {
  if (lean == board::Lean::none) return "none";
  return lean == board::Lean::right ? "right" : "left";
}

Json plane_json(const Plane& plane) {
  Json json;
  const bool is_grid = !plane.columns.empty();
  json["kind"] = is_grid ? "grid" : "points";
  json["title"] = plane.title;
  json["columns"] = plane.columns;
  json["rows"] = is_grid ? Json(plane.rows) : Json::array();
  json["cells"] = Json::array();
  for (const auto& row : plane.cells) {
    Json cells = Json::array();
    for (const DrawnCell& cell : row) cells.push_back(cell_json(cell));
    json["cells"].push_back(std::move(cells));
  }
  json["begins_line"] = plane.begins_line;
  json["lean"] = lean_name(plane.lean);
  json["lines"] = Json::array();
  for (const board::PlaneLine& line : plane.lines) {
    json["lines"].push_back(
        {{"from", {line.from.row, line.from.column}}, {"to", {line.to.row, line.to.column}}});
  }
  json["walls"] = plane.walls ? walls_json(*plane.walls) : Json();
  return json;
}

Json places_json(const std::vector<CellPlace>& places) {
  Json json = Json::array();
  for (const CellPlace& place : places) {
    json.push_back(Json::array({place.plane, place.row, place.column}));
  }
  return json;
}

// Makes the moves of a role, to see what they change. Others who move at the same time make their
// first move, and what all moves of the role change alike is the others' doing.
class Trial {
 public:
  Trial(const board::Drawing& drawing, const Match& match, std::size_t role)
      : drawing_(drawing), match_(match), role_(role), possible_(drawing.has_boards()) {
    for (const std::vector<Move>& moves : match.legal()) {
      if (moves.empty()) possible_ = false;
      if (!moves.empty()) joint_move_.push_back(moves.front());
    }
    if (possible_) before_ = match.position(match.step()).facts();
  }

  // By move, the cells that are not the same afterwards; none where that was not tried.
  std::vector<std::vector<CellPlace>> changes(const std::vector<Move>& moves) {
    std::vector<std::vector<CellPlace>> changed(moves.size());
    std::map<CellPlace, std::size_t> counts;
    const Stopwatch watch;
    for (std::size_t i = 0; i < moves.size() && possible_; ++i) {
      if (watch.seconds() > seconds_for_trials) return changed;
      changed[i] = changes_of(moves[i]);
      for (const CellPlace& place : changed[i]) ++counts[place];
    }
    for (auto& places : changed) {
      std::erase_if(places, [&](const CellPlace& place) {
        return moves.size() > 1 && counts[place] == moves.size();
      });
    }
    return changed;
  }

 private:
  std::vector<CellPlace> changes_of(Move move) {
    machine::Position after = match_.position(match_.step());
    joint_move_[role_] = move;
    after.advance(joint_move_);
    const std::vector<std::string> facts = after.facts();
    if (!after.fault().empty()) {
      possible_ = false;
      return {};
    }
    return drawing_.cells_changed(facts, before_);
  }

  const board::Drawing& drawing_;
  const Match& match_;
  std::size_t role_;
  bool possible_ = false;
  std::vector<Move> joint_move_;
  std::vector<std::string> before_;
};

// What is to be known about a move for clicking.
struct MoveCells {
  std::string text;
  Move move{};
  std::vector<CellPlace> named;
  std::vector<CellPlace> changed;  // where it names none
};

Json move_json(const board::Drawing& drawing, const MoveCells& move) {
  Json json;
  json["move"] = move.text;
  if (!move.named.empty()) {
    json["kind"] = move.named.size() == 1 ? "place" : "path";
    json["cells"] = places_json(move.named);
    return json;
  }
  const std::vector<CellPlace>& changed = move.changed;
  json["kind"] = changed.empty() ? "plain" : "changes";
  json["cells"] = places_json(changed);
  const bool in_line =
      !changed.empty() && std::all_of(changed.begin(), changed.end(), [&](const auto& each) {
        return each.plane == changed[0].plane && each.column == changed[0].column;
      });
  if (in_line) {
    const std::vector<CellPlace> line = drawing.line_named_by(move.text, changed.front());
    if (!line.empty()) json["area"] = places_json(line);
  }
  return json;
}

// A move without its last arguments.
std::string without_last(const board::Term& move, std::size_t count) {
  std::string text = "(" + move.name;
  for (std::size_t i = 0; i + count < move.arguments.size(); ++i) text += " " + move.arguments[i];
  return text + ")";
}

// Which cell a move names may be open: (write 1 3 5) can be about 1 3 or 3 5. A move that changes a
// cell tells it for all moves of its kind: so many of its last arguments are no part of a cell.
std::size_t arguments_after_cells(const board::Drawing& drawing, Trial& trial, Move move,
                                  const std::string& text) {
  const board::Term term = board::take_apart(text);
  const std::vector<CellPlace> changed = trial.changes(std::vector<Move>{move}).front();
  for (std::size_t count = 0; count < term.arguments.size(); ++count) {
    const std::vector<CellPlace> named = drawing.cells_named_by(without_last(term, count));
    if (named.empty()) continue;
    if (std::find(changed.begin(), changed.end(), named.back()) != changed.end()) return count;
  }
  return 0;
}

// In the order in which people read them.
std::vector<MoveCells> cells_of_moves(const board::Drawing& drawing, const Match& match,
                                      std::size_t role) {
  std::vector<MoveCells> moves;
  for (const Move move : match.legal()[role]) {
    moves.push_back({.text = match.game().move_text(Role(role), move), .move = move});
  }
  std::sort(moves.begin(), moves.end(), [](const MoveCells& a, const MoveCells& b) {
    return board::reads_before(a.text, b.text);
  });
  if (moves.size() < 2) return moves;
  Trial trial(drawing, match, role);
  std::map<std::pair<std::string, std::size_t>, std::size_t> after_cells;  // by name and arguments
  std::vector<Move> unnamed;
  for (MoveCells& move : moves) {
    const board::Term term = board::take_apart(move.text);
    const auto [kind, is_new] = after_cells.try_emplace({term.name, term.arguments.size()}, 0);
    if (is_new) kind->second = arguments_after_cells(drawing, trial, move.move, move.text);
    move.named = drawing.cells_named_by(without_last(term, kind->second));
    if (move.named.empty()) unnamed.push_back(move.move);
  }
  if (unnamed.empty()) return moves;
  const auto changed = trial.changes(unnamed);
  std::size_t next = 0;
  for (MoveCells& move : moves) {
    if (move.named.empty()) move.changed = changed[next++];
  }
  return moves;
}

}  // namespace

std::string cell_name(const std::vector<std::string>& coordinates) {
  const auto is_letter = [](const std::string& text) {
    return text.size() == 1 && std::isalpha(static_cast<unsigned char>(text.front())) != 0;
  };
  std::string name;
  bool after_letter = false;
  for (const std::string& part : coordinates) {
    const bool joined = name.empty() || (after_letter && board::is_number(part));
    name += (joined ? "" : " ") + part;
    after_letter = is_letter(part);
  }
  return name;
}

Json picture_json(const board::Drawing& drawing, const Match& match, std::size_t step) {
  const board::Picture picture =
      drawing.draw(match.position(step).facts(), match.position(step == 0 ? 0 : step - 1).facts());
  Json json;
  json["planes"] = Json::array();
  for (const Plane& plane : picture.planes) json["planes"].push_back(plane_json(plane));
  json["facts"] = picture.facts;
  json["legend"] = Json::array();
  for (const auto& [sign, meaning] : drawing.signs().legend()) {
    json["legend"].push_back({{"sign", sign}, {"meaning", meaning}});
  }
  json["sides"] = Json::array();
  const auto& [capitals, small] = drawing.signs().sides();
  if (!capitals.empty()) json["sides"] = {capitals, small};
  return json;
}

Json legal_json(const board::Drawing& drawing, const Match& match) {
  Json json = Json::array();
  for (std::size_t role = 0; role < match.legal().size(); ++role) {
    Json list = Json::array();
    for (const MoveCells& move : cells_of_moves(drawing, match, role)) {
      list.push_back(move_json(drawing, move));
    }
    json.push_back(std::move(list));
  }
  return json;
}

}  // namespace palamedes::web::worker
