#include "board/walls.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "board/layer.h"
#include "board/rings.h"

namespace palamedes::board {
namespace {

constexpr std::size_t least_lines = 4;  // in one state

using Shape = std::pair<std::string, std::size_t>;  // relation and arity
using Arguments = std::vector<std::string>;

std::vector<std::string> in_order(const std::set<std::string>& values) {
  std::vector<std::string> list(values.begin(), values.end());
  std::sort(list.begin(), list.end(), comes_before);
  return list;
}

std::optional<std::size_t> place_of(const std::vector<std::string>& values,
                                    const std::string& value) {
  const auto at = std::find(values.begin(), values.end(), value);
  if (at == values.end()) return std::nullopt;
  return static_cast<std::size_t>(at - values.begin());
}

// A direction along one axis.
std::optional<CompassStep> side_step(const std::string& name) {
  const auto step = compass_step(name);
  return step && (step->across == 0) != (step->up == 0) ? step : std::nullopt;
}

// "blockednorth" -> "blocked", "north"
std::pair<std::string, std::string> without_direction(const std::string& name) {
  for (const std::string_view word : {"north", "east", "south", "west"}) {
    if (name.size() > word.size() && name.ends_with(word)) {
      return {name.substr(0, name.size() - word.size()), std::string(word)};
    }
  }
  return {};
}

// The ends of a line: two pairs of coordinates, also of names such as a1.
std::optional<Arguments> ends_of(const Term& fact) {
  if (fact.arguments.size() == 4) return fact.arguments;
  if (fact.arguments.size() != 2) return std::nullopt;
  auto ends = split_arguments(fact.arguments, {0, 1});
  return ends;
}

}  // namespace

// What all states say of one relation.
class WallFinder {
 public:
  explicit WallFinder(std::span<const std::vector<Term>> states) {
    for (const auto& facts : states) {
      std::map<Shape, std::size_t> counts;
      for (const Term& fact : facts) {
        const Shape shape{fact.name, fact.arguments.size()};
        if (shape.second < 2 || shape.second > 4) continue;
        facts_[shape].insert(fact.arguments);
        std::size_t& most = most_[shape];
        most = std::max(most, ++counts[shape]);
      }
    }
    for (const auto& facts : states) note_clashes(facts);
  }

  [[nodiscard]] std::optional<Walls> find() const {
    for (const auto& [shape, facts] : facts_) {
      if (most_.at(shape) < least_lines) continue;
      if (auto walls = between_dots(shape, facts)) return walls;
      if (auto walls = with_argument(shape, facts)) return walls;
      if (auto walls = with_name(shape)) return walls;
    }
    return std::nullopt;
  }

 private:
  using Facts = std::set<Arguments>;

  // A cell that has two directions at the same time.
  void note_clashes(const std::vector<Term>& facts) {
    std::map<std::pair<std::string, Arguments>, std::size_t> cells;
    for (const Term& fact : facts) {
      if (fact.arguments.size() != 3) continue;
      for (std::size_t i = 0; i < fact.arguments.size(); ++i) {
        if (!side_step(fact.arguments[i])) continue;
        Arguments cell = fact.arguments;
        cell.erase(cell.begin() + static_cast<std::ptrdiff_t>(i));
        if (++cells[{fact.name, cell}] > 1) clashing_.insert(fact.name);
      }
    }
  }

  // All join dots that are one step apart, into both directions, and there are so many of them that
  // they are no list of what was moved.
  static std::optional<Walls> between_dots(const Shape& shape, const Facts& facts) {
    std::vector<std::set<std::string>> values(2);
    for (const Arguments& arguments : facts) {
      const auto ends = ends_of({shape.first, arguments});
      if (!ends) return std::nullopt;
      for (std::size_t i = 0; i < ends->size(); ++i) values[i % 2].insert((*ends)[i]);
    }
    Walls walls;
    for (const auto& each : values) {
      walls.dots_.push_back(in_order(each));
      if (each.size() < 3 || !are_ordered(walls.dots_.back())) return std::nullopt;
      walls.cells_.emplace_back(walls.dots_.back().begin(), walls.dots_.back().end() - 1);
    }
    std::set<std::size_t> keys;
    for (const Arguments& arguments : facts) {
      const Arguments ends = *ends_of({shape.first, arguments});
      const auto key = step_between(ends, walls.dots_);
      if (!key) return std::nullopt;
      keys.insert(*key);
    }
    const std::size_t columns = walls.dots_[0].size();
    const std::size_t rows = walls.dots_[1].size();
    const std::size_t possible = columns * (rows - 1) + rows * (columns - 1);
    if (keys.size() < 2 || facts.size() * 2 < possible) return std::nullopt;
    walls.is_between_dots_ = true;
    walls.relations_ = {shape.first};
    walls.arity_ = shape.second;
    return walls;
  }

  // The coordinate along which two dots are neighbours.
  static std::optional<std::size_t> step_between(
      const Arguments& ends, const std::vector<std::vector<std::string>>& dots) {
    std::optional<std::size_t> key;
    for (std::size_t i = 0; i < 2; ++i) {
      const std::size_t from = *place_of(dots[i], ends[i]);
      const std::size_t to = *place_of(dots[i], ends[i + 2]);
      if (from == to) continue;
      if (key || std::max(from, to) - std::min(from, to) != 1) return std::nullopt;
      key = i;
    }
    return key;
  }

  [[nodiscard]] std::optional<Walls> with_argument(const Shape& shape, const Facts& facts) const {
    if (shape.second != 3 || !clashing_.contains(shape.first)) return std::nullopt;
    for (std::size_t direction = 0; direction < 3; ++direction) {
      Walls walls;
      walls.relations_ = {shape.first};
      walls.arity_ = 3;
      walls.direction_ = direction;
      if (walls_fit(walls, facts)) return walls;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<Walls> with_name(const Shape& shape) const {
    if (shape.second != 2) return std::nullopt;
    const std::string stem = without_direction(shape.first).first;
    if (stem.empty()) return std::nullopt;
    Walls walls;
    walls.arity_ = 2;
    Facts all;
    for (const auto& [other, facts] : facts_) {
      const auto [name, word] = without_direction(other.first);
      if (other.second != 2 || name != stem) continue;
      walls.relations_.push_back(other.first);
      for (const Arguments& cell : facts) all.insert({cell[0], cell[1], word});
    }
    walls.direction_ = 2;
    if (walls.relations_.size() < 2 || !walls_fit(walls, all)) return std::nullopt;
    return walls;
  }

  // The coordinates are ordered, and walls stand into both directions. Those that only the sides
  // along them name are cells; a side may also belong to a cell outside of the board.
  static bool walls_fit(Walls& walls, const Facts& facts) {
    std::vector<std::set<std::string>> all(2);
    std::vector<std::set<std::string>> inside(2);
    for (const Arguments& arguments : facts) {
      const auto step = side_step(arguments[walls.direction_]);
      if (!step) return false;
      Arguments cell = arguments;
      cell.erase(cell.begin() + static_cast<std::ptrdiff_t>(walls.direction_));
      for (std::size_t key = 0; key < 2; ++key) all[key].insert(cell[key]);
      const std::size_t along = step->across == 0 ? 0 : 1;
      inside[along].insert(cell[along]);
    }
    for (std::size_t key = 0; key < 2; ++key) {
      if (inside[key].size() < 2 || !are_ordered(in_order(all[key]))) return false;
      walls.cells_.push_back(in_order(inside[key]));
    }
    return true;
  }

  std::map<Shape, Facts> facts_;
  std::map<Shape, std::size_t> most_;
  std::set<std::string> clashing_;  // relations
};

std::optional<Walls> Walls::find(std::span<const std::vector<Term>> states) {
  return WallFinder(states).find();
}

bool Walls::describes(const Term& fact) const {
  return fact.arguments.size() == arity_ &&
         std::find(relations_.begin(), relations_.end(), fact.name) != relations_.end();
}

std::optional<Side> Walls::side(const Term& fact,
                                const std::vector<std::vector<std::string>>& cells,
                                Axes axes) const {
  if (is_between_dots_) {
    const auto ends = ends_of(fact);
    if (!ends) return std::nullopt;
    const std::array<std::size_t, 2> keys = {axes.column_key, axes.row_key};
    std::array<std::size_t, 2> low{};
    std::array<bool, 2> moves{};
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const auto from = place_of(dots_[keys[i]], (*ends)[keys[i]]);
      const auto to = place_of(dots_[keys[i]], (*ends)[keys[i] + 2]);
      if (!from || !to) return std::nullopt;
      low[i] = std::min(*from, *to);
      moves[i] = *from != *to;
    }
    return moves[0] ? Side{true, low[1], low[0]} : Side{false, low[0], low[1]};
  }
  Arguments cell = fact.arguments;
  std::string word = without_direction(fact.name).second;
  if (arity_ == 3) {
    word = cell[direction_];
    cell.erase(cell.begin() + static_cast<std::ptrdiff_t>(direction_));
  }
  const auto step = side_step(word);
  if (!step) return std::nullopt;
  const bool level = step->up != 0;
  const std::size_t along = level ? axes.column_key : axes.row_key;
  const std::size_t out = level ? axes.row_key : axes.column_key;
  const auto place = place_of(cells[along], cell[along]);
  if (!place) return std::nullopt;
  // Of a cell outside of the board the side that it shares with one inside.
  const bool forward = step->up + step->across > 0;
  if (const auto at = place_of(cells[out], cell[out])) {
    return Side{level, *at + (forward ? 1 : 0), *place};
  }
  if (forward && comes_before(cell[out], cells[out].front())) return Side{level, 0, *place};
  if (!forward && comes_before(cells[out].back(), cell[out])) {
    return Side{level, cells[out].size(), *place};
  }
  return std::nullopt;
}

}  // namespace palamedes::board
