#include "match/goal_problem.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/numbers.h"
#include "machine/notation.h"

namespace palamedes::match {
namespace {

// A message is for people: of a long game or a large state it has the beginning.
constexpr std::size_t most_facts = 200;
constexpr std::size_t most_steps = 200;

// "no goal", "the goals 0 and 100"
std::string values_text(const std::optional<std::vector<int>>& values) {
  if (!values) return "no single goal";
  if (values->empty()) return "no goal";
  std::vector<std::string> texts;
  for (const int value : *values) {
    texts.push_back(value < 0 ? "one that is no number from 0 to 100" : fmt::format("{}", value));
  }
  return fmt::format("the {} {}", texts.size() == 1 ? "goal" : "goals", fmt::join(texts, " and "));
}

std::string state_text(const machine::Position& position) {
  const std::vector<std::string> facts = position.facts();
  if (facts.empty()) return "without facts";
  const std::size_t shown = std::min(facts.size(), most_facts);
  std::string text = fmt::format("{}", fmt::join(facts.begin(), facts.begin() + shown, " "));
  if (shown < facts.size()) text += fmt::format(" and {} more", facts.size() - shown);
  return text;
}

}  // namespace

std::string goal_problem(machine::Game& game, const machine::Position& position,
                         std::span<const std::vector<Move>> moves) {
  std::vector<std::string> roles;
  for (std::size_t role = 0; role < game.role_count(); ++role) {
    if (position.goal(Role(role))) continue;
    roles.push_back(fmt::format("'{}' {}", game.role_names()[role],
                                values_text(position.goal_values(game, Role(role)))));
  }
  const std::size_t shown = std::min(moves.size(), most_steps);
  const std::string line =
      machine::write_line(game, machine::Position(game), moves.subspan(0, shown));
  return fmt::format("the rules give {} after {}, in the state {}{}{}{}", fmt::join(roles, " and "),
                     counted(moves.size(), "step"), state_text(position),
                     line.empty() ? "" : "; moves: ", line, shown < moves.size() ? " ..." : "");
}

}  // namespace palamedes::match
