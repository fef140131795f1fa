#include "exercise/goal_rules.h"

#include <algorithm>

namespace palamedes::exercise {
namespace {

// Every goal rule is there a second time, with a value of its own that no rule can mean: where that
// value holds, the rule does.
constexpr int first_mark = 1'000'000;

// Then further values could change what holds. `goal#1` stands for `goal` after rewriting.
bool asks_for_goals(const gdl::Rules& rules) {
  const auto is_goal = [&](const gdl::Literal& literal) {
    return literal.atom.relation == gdl::keyword::goal ||
           rules.symbols.name(literal.atom.relation).starts_with("goal#");
  };
  return std::any_of(rules.clauses.begin(), rules.clauses.end(), [&](const gdl::Clause& clause) {
    return std::any_of(clause.body.begin(), clause.body.end(), is_goal);
  });
}

}  // namespace

Result<GoalRules> GoalRules::make(const gdl::Loaded& game,
                                  const machine::prover::ProverOptions& options) {
  GoalRules goals;
  goals.marked_ = std::make_unique<gdl::Loaded>();
  gdl::Rules& rules = goals.marked_->rules;
  rules = game.rules;
  const std::size_t count = asks_for_goals(rules) ? 0 : rules.clauses.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (rules.clauses[i].head.relation != gdl::keyword::goal) continue;
    gdl::Clause copy = rules.clauses[i];
    gdl::Term value;
    value.symbol =
        rules.symbols.intern(std::to_string(first_mark + static_cast<int>(goals.marks_.size())));
    value.where = copy.head.args[1].where;
    copy.head.args[1] = value;
    goals.marks_.push_back(copy.where);
    rules.clauses.push_back(std::move(copy));
  }
  goals.marked_->program = gdl::analyse(rules);
  auto prover = machine::prover::Prover::make(*goals.marked_, options);
  if (!prover) return tl::unexpected(std::move(prover.error()));
  goals.prover_ = std::move(*prover);
  return goals;
}

std::vector<int> GoalRules::ask(std::span<const std::string> facts, Role role) {
  const auto state = prover_->state_of(facts);
  return state ? prover_->goal_values(*state, role) : std::vector<int>();
}

std::optional<std::vector<int>> GoalRules::values(std::span<const std::string> facts, Role role) {
  std::vector<int> values = ask(facts, role);
  if (!prover_->fault().empty()) return std::nullopt;
  const int end = first_mark + static_cast<int>(marks_.size());
  std::erase_if(values, [&](int value) { return value >= first_mark && value < end; });
  return values;
}

std::vector<SourceLocation> GoalRules::places(std::span<const std::string> facts, Role role) {
  std::vector<SourceLocation> places;
  for (const int value : ask(facts, role)) {
    const auto mark = static_cast<std::size_t>(value - first_mark);
    if (value >= first_mark && mark < marks_.size()) places.push_back(marks_[mark]);
  }
  std::sort(places.begin(), places.end());
  return places;
}

}  // namespace palamedes::exercise
