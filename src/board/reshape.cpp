#include "board/reshape.h"

#include <algorithm>
#include <cctype>

namespace palamedes::board {
namespace {

constexpr std::size_t least_names = 6;  // of cells
constexpr std::size_t plain_arguments = 3;

// Letters and digits of "b3"; empty ones if it is no such name.
std::pair<std::string, std::string> parts_of(const std::string& name) {
  const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0; };
  const auto middle = std::find_if_not(name.begin(), name.end(), is_letter);
  const std::string digits(middle, name.end());
  if (middle == name.begin() || !is_number(digits)) return {};
  return {std::string(name.begin(), middle), digits};
}

// Both parts distinguish names, as in a1, a2, b1; not in r1, r2, r3.
bool are_cells(const std::set<std::string>& names) {
  std::set<std::string> letters;
  std::set<std::string> digits;
  for (const std::string& name : names) {
    const auto [before, after] = parts_of(name);
    if (before.empty()) return false;
    letters.insert(before);
    digits.insert(after);
  }
  return names.size() >= least_names && letters.size() > 1 && digits.size() > 1;
}

bool is_coordinate(const std::string& name) {
  constexpr std::size_t short_enough = 2;
  return is_number(name) || name.size() <= short_enough;
}

std::string to_text(const Term& term) {
  std::string text = "(" + term.name;
  for (const std::string& argument : term.arguments) text += " " + argument;
  return text + ")";
}

std::vector<std::string> cell_at(const Term& fact, std::size_t column) {
  return {fact.arguments[column], fact.arguments[column + 1]};
}

}  // namespace

Reshape::Reshape(std::span<const std::vector<std::string>> states) {
  find_splits(states);
  find_presences(states);
  find_contents(states);
}

std::string Reshape::apply(const std::string& fact) const {
  Term term = split(take_apart(fact));
  if (presences_.contains(shape_of(term))) term.arguments.push_back(term.name);
  const auto found = columns_.find(shape_of(term));
  if (found == columns_.end()) {
    return term.arguments.empty() ? term.name : to_text(term);
  }
  const std::size_t column = found->second;
  Term content;
  for (std::size_t i = 0; i < term.arguments.size(); ++i) {
    if (i == column || i == column + 1) continue;
    if (content.name.empty()) {
      content.name = term.arguments[i];
    } else {
      content.arguments.push_back(term.arguments[i]);
    }
  }
  Term result{term.name, cell_at(term, column)};
  result.arguments.push_back(to_text(content));
  return to_text(result);
}

Term Reshape::split(const Term& fact) const {
  const auto found = splits_.find(shape_of(fact));
  if (found == splits_.end()) return fact;
  Term result{fact.name, {}};
  for (std::size_t i = 0; i < fact.arguments.size(); ++i) {
    const auto [letters, digits] = parts_of(fact.arguments[i]);
    if (!found->second.contains(i) || letters.empty()) {
      result.arguments.push_back(fact.arguments[i]);
    } else {
      result.arguments.push_back(letters);
      result.arguments.push_back(digits);
    }
  }
  return result;
}

void Reshape::find_splits(std::span<const std::vector<std::string>> states) {
  std::map<Shape, std::vector<std::set<std::string>>> names;
  for (const auto& facts : states) {
    for (const std::string& text : facts) {
      const Term fact = take_apart(text);
      auto& columns = names[shape_of(fact)];
      columns.resize(fact.arguments.size());
      for (std::size_t i = 0; i < fact.arguments.size(); ++i) columns[i].insert(fact.arguments[i]);
    }
  }
  for (const auto& [shape, columns] : names) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (are_cells(columns[i])) splits_[shape].insert(i);
    }
  }
}

// Two short coordinates neither of which determines the other: otherwise it is a row of contents.
void Reshape::find_presences(std::span<const std::vector<std::string>> states) {
  struct Seen {
    std::set<std::vector<std::string>> cells;
    bool first_tells = true;
    bool second_tells = true;
    bool is_short = true;
  };
  std::map<std::string, Seen> seen;
  for (const auto& facts : states) {
    std::set<std::pair<std::string, std::string>> firsts;
    std::set<std::pair<std::string, std::string>> seconds;
    for (const std::string& text : facts) {
      const Term fact = split(take_apart(text));
      if (fact.arguments.size() != 2) continue;
      const std::string& first = fact.arguments[0];
      const std::string& second = fact.arguments[1];
      Seen& relation = seen[fact.name];
      relation.first_tells &= firsts.insert({fact.name, first}).second;
      relation.second_tells &= seconds.insert({fact.name, second}).second;
      relation.is_short &= is_coordinate(first) && is_coordinate(second);
      relation.cells.insert(fact.arguments);
    }
  }
  for (const auto& [name, relation] : seen) {
    if (relation.first_tells || relation.second_tells || !relation.is_short) continue;
    if (relation.cells.size() >= least_names) presences_.insert({name, 2});
  }
}

// The first pair of neighbours that determines the rest, has enough cells, and more of them than
// contents.
void Reshape::find_contents(std::span<const std::vector<std::string>> states) {
  struct Seen {
    std::set<std::vector<std::string>> cells;
    std::set<std::string> contents;
    bool unique = true;
  };
  std::map<Shape, std::vector<Seen>> seen;  // by first column
  for (const auto& facts : states) {
    std::set<std::pair<std::pair<Shape, std::size_t>, std::vector<std::string>>> here;
    for (const std::string& text : facts) {
      const Term fact = split(take_apart(text));
      if (fact.arguments.size() <= plain_arguments) continue;
      auto& candidates = seen[shape_of(fact)];
      candidates.resize(fact.arguments.size() - 1);
      for (std::size_t column = 0; column < candidates.size(); ++column) {
        Seen& candidate = candidates[column];
        std::vector<std::string> cell = cell_at(fact, column);
        candidate.unique &= here.insert({{shape_of(fact), column}, cell}).second;
        candidate.cells.insert(std::move(cell));
        Term rest = fact;
        const auto begin = rest.arguments.begin() + static_cast<std::ptrdiff_t>(column);
        rest.arguments.erase(begin, begin + 2);
        candidate.contents.insert(to_text(rest));
      }
    }
  }
  for (const auto& [shape, candidates] : seen) {
    for (std::size_t column = 0; column < candidates.size(); ++column) {
      const Seen& candidate = candidates[column];
      if (candidate.unique && candidate.cells.size() >= least_names &&
          candidate.cells.size() > candidate.contents.size()) {
        columns_.emplace(shape, column);
        break;
      }
    }
  }
}

}  // namespace palamedes::board
