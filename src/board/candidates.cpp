#include "board/candidates.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace palamedes::board {
namespace {

constexpr std::size_t least_cells = 6;
constexpr std::size_t most_keys = 4;
constexpr std::size_t most_columns = 7;       // arguments after splitting
constexpr std::size_t most_coordinates = 30;  // of one side of a board
constexpr std::size_t most_points = 150;      // of a board with one coordinate
constexpr std::size_t most_planes = 16;
constexpr std::size_t most_given = 100;  // coordinates of one side where a hint names them
constexpr std::size_t most_given_planes = 64;
constexpr std::size_t clashes_allowed = 3;  // one fact of so many may share its cell
constexpr std::size_t least_points = 4;     // where neighbours may give them a place
constexpr unsigned bits_of_value = 10;
constexpr std::size_t most_values = std::size_t{1} << bits_of_value;

using Shape = std::pair<std::string, std::size_t>;  // relation and arity
using Row = std::vector<std::uint32_t>;             // the arguments of a fact, by number
using Code = std::uint64_t;                         // some of them in one number

// The facts of one relation.
struct Table {
  Shape shape;
  std::set<std::size_t> splits;
  std::vector<std::vector<Row>> by_state;
  std::vector<std::vector<std::string>> values;  // by column and number
};

Code code_of(const Row& row, const std::vector<std::size_t>& columns) {
  Code code = 0;
  for (const std::size_t column : columns) code = code << bits_of_value | row[column];
  return code;
}

std::size_t distinct(std::vector<Code>& codes) {
  std::sort(codes.begin(), codes.end());
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  return codes.size();
}

std::vector<std::size_t> others(std::size_t count, const std::vector<std::size_t>& keys) {
  std::vector<std::size_t> rest;
  for (std::size_t i = 0; i < count; ++i) {
    if (std::find(keys.begin(), keys.end(), i) == keys.end()) rest.push_back(i);
  }
  return rest;
}

// In every state the column has a value at most once.
bool tells_all(const Table& table, std::size_t column) {
  return std::all_of(table.by_state.begin(), table.by_state.end(), [&](const auto& rows) {
    std::vector<Code> codes;
    for (const Row& row : rows) codes.push_back(row[column]);
    return distinct(codes) == rows.size();
  });
}

Candidate candidate_of(const Table& table, const std::vector<std::size_t>& keys) {
  Candidate result;
  result.layer = {.relation = table.shape.first,
                  .arity = table.shape.second,
                  .splits = table.splits,
                  .keys = keys};
  const std::vector<std::size_t> rest = others(table.values.size(), keys);
  std::vector<Code> cells;
  std::size_t fewest = table.by_state.front().size();
  for (const auto& rows : table.by_state) {
    std::vector<Code> here;
    for (const Row& row : rows) here.push_back(code_of(row, keys));
    const std::size_t occupied = distinct(here);
    result.facts += rows.size();
    result.clashes += rows.size() - occupied;
    result.most_facts = std::max(result.most_facts, rows.size());
    fewest = std::min(fewest, occupied);
    cells.insert(cells.end(), here.begin(), here.end());
  }
  result.cells = distinct(cells);
  for (const std::size_t column : rest) {
    result.contents = std::max(result.contents, table.values[column].size());
  }
  result.full = fewest == result.cells;
  result.ordered = true;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    std::vector<std::string> values = table.values[keys[i]];
    std::sort(values.begin(), values.end(), comes_before);
    if (i + 2 >= keys.size() || rest.empty()) result.ordered &= are_ordered(values);
    result.coordinates.push_back(std::move(values));
  }
  for (const std::size_t column : rest) {
    const std::set<std::string> values(table.values[column].begin(), table.values[column].end());
    result.is_like_coordinate |= std::any_of(keys.begin(), keys.end(), [&](std::size_t key) {
      return values == std::set(table.values[key].begin(), table.values[key].end());
    });
  }
  result.told = rest.empty() && std::any_of(keys.begin(), keys.end(),
                                            [&](std::size_t key) { return tells_all(table, key); });
  return result;
}

// By relation: the arguments that are to be split, judged by the names of all states and of base.
std::map<Shape, std::set<std::size_t>> find_splits(std::span<const std::vector<std::string>> states,
                                                   const std::vector<std::string>& base) {
  std::map<Shape, std::vector<std::set<std::string>>> names;
  const auto look = [&](const std::vector<std::string>& facts) {
    for (const std::string& text : facts) {
      const Term fact = take_apart(text);
      auto& columns = names[{fact.name, fact.arguments.size()}];
      columns.resize(fact.arguments.size());
      for (std::size_t i = 0; i < fact.arguments.size(); ++i) columns[i].insert(fact.arguments[i]);
    }
  };
  for (const auto& facts : states) look(facts);
  look(base);
  std::map<Shape, std::set<std::size_t>> splits;
  for (const auto& [shape, columns] : names) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (are_split_names(columns[i])) splits[shape].insert(i);
    }
  }
  return splits;
}

std::vector<Table> tables_of(std::span<const std::vector<std::string>> states,
                             const FixedFacts& fixed) {
  const std::map<Shape, std::set<std::size_t>> splits = find_splits(states, fixed.base);
  std::map<Shape, Table> tables;
  std::map<Shape, std::vector<std::map<std::string, std::uint32_t>>> numbers;
  for (std::size_t state = 0; state < states.size(); ++state) {
    for (const std::string& text : states[state]) {
      const Term fact = take_apart(text);
      const Shape shape{fact.name, fact.arguments.size()};
      Table& table = tables[shape];
      if (table.by_state.empty()) {
        table.shape = shape;
        table.by_state.resize(states.size());
        if (const auto found = splits.find(shape); found != splits.end()) {
          table.splits = found->second;
        }
      }
      const auto arguments = split_arguments(fact.arguments, table.splits);
      if (!arguments) continue;
      table.values.resize(arguments->size());
      numbers[shape].resize(arguments->size());
      Row row;
      for (std::size_t i = 0; i < arguments->size(); ++i) {
        auto& known = numbers[shape][i];
        const auto [at, added] =
            known.emplace((*arguments)[i], static_cast<std::uint32_t>(known.size()));
        if (added) table.values[i].push_back((*arguments)[i]);
        row.push_back(at->second);
      }
      table.by_state[state].push_back(std::move(row));
    }
  }
  std::vector<Table> result;
  for (auto& [shape, table] : tables) result.push_back(std::move(table));
  return result;
}

bool can_have_a_board(const Table& table) {
  return table.values.size() >= 2 && table.values.size() <= most_columns &&
         std::all_of(table.values.begin(), table.values.end(),
                     [](const auto& values) { return values.size() < most_values; });
}

// What the game itself says of a relation, if facts have such arguments and it can be drawn.
std::optional<Candidate> given_candidate(const Table& table, const LayoutHints& hints) {
  const LayoutHints::Board* board = hints.board_of(table.shape.first);
  if (board == nullptr) return std::nullopt;
  std::vector<std::size_t> keys;
  for (const std::size_t argument : board->arguments) {
    if (argument >= table.shape.second) return std::nullopt;
    const auto splits_before = static_cast<std::size_t>(
        std::distance(table.splits.begin(), table.splits.lower_bound(argument)));
    keys.push_back(argument + splits_before);
    if (table.splits.contains(argument)) keys.push_back(argument + splits_before + 1);
  }
  if (keys.empty() || keys.size() > most_keys) return std::nullopt;
  Candidate candidate = candidate_of(table, keys);
  std::size_t planes = 1;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::size_t count = candidate.coordinates[i].size();
    if (count > most_given) return std::nullopt;
    if (i + 2 < keys.size()) planes *= count;
  }
  if (planes > most_given_planes) return std::nullopt;
  candidate.given = true;
  return candidate;
}

bool are_neighbours(const std::vector<std::size_t>& keys) {
  return keys.back() - keys.front() + 1 == keys.size();
}

bool is_square(const Candidate& candidate) {
  const auto& sides = candidate.coordinates;
  return std::all_of(sides.begin(), sides.end(),
                     [&](const auto& side) { return side == sides.front(); });
}

}  // namespace

bool Candidate::is_board() const {
  const std::size_t count = coordinates.size();
  if (clashes * clashes_allowed > facts || told || (!full && cells <= contents)) return false;
  if (count == 1) return cells >= least_points && cells <= most_points;
  if (cells < least_cells || (!full && !ordered)) return false;
  std::size_t product = 1;
  for (const auto& values : coordinates) {
    if (values.size() > most_coordinates) return false;
    product *= values.size();
  }
  // Of two ends of a line the second is no content of the first.
  if (is_like_coordinate && (clashes > 0 || count > 2)) return false;
  if (count == 2) return coordinates.front().size() > 1 && coordinates.back().size() > 1;
  if (clashes > 0) return false;
  const std::size_t plane = coordinates[count - 2].size() * coordinates[count - 1].size();
  const std::size_t sparseness = contents == 0 ? 2 : 5;
  return product / plane <= most_planes && plane > 3 && cells * sparseness >= product;
}

// In a sliding puzzle, where each tile is in one place only, a tile and a row determine a column
// just as row and column determine a tile.
bool is_better(const Candidate& a, const Candidate& b) {
  const auto rank = [](const Candidate& each) {
    const std::size_t keys = each.layer.keys.size();
    return std::tuple(!each.ordered, keys == 1, !each.full, each.clashes > 0, keys,
                      !is_square(each), !are_neighbours(each.layer.keys), each.contents,
                      each.layer.keys);
  };
  return rank(a) < rank(b);
}

std::vector<RelationCandidates> find_candidates(std::span<const std::vector<std::string>> states,
                                                const FixedFacts& fixed, const LayoutHints& hints) {
  std::vector<RelationCandidates> result;
  for (const Table& table : tables_of(states, fixed)) {
    if (!hints.allow(table.shape.first)) continue;
    if (auto given = given_candidate(table, hints)) {
      result.push_back({.candidates = {std::move(*given)}, .best = 0});
      continue;
    }
    if (!can_have_a_board(table)) continue;
    RelationCandidates relation;
    const std::size_t columns = table.values.size();
    for (std::size_t set = 1; set < std::size_t{1} << columns; ++set) {
      std::vector<std::size_t> keys;
      for (std::size_t i = 0; i < columns; ++i) {
        if ((set >> i & 1U) != 0) keys.push_back(i);
      }
      if (keys.size() > most_keys || (keys.size() == 1 && columns == 1)) continue;
      relation.candidates.push_back(candidate_of(table, keys));
      const Candidate& now = relation.candidates.back();
      if (!now.is_board()) continue;
      if (!relation.best || is_better(now, relation.candidates[*relation.best])) {
        relation.best = relation.candidates.size() - 1;
      }
    }
    result.push_back(std::move(relation));
  }
  return result;
}

}  // namespace palamedes::board
