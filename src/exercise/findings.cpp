#include "exercise/findings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include "gdl/pattern.h"
#include "gdl/printer.h"

namespace palamedes::exercise {
namespace {

constexpr int best_goal = 100;

// Ground terms that a pattern may be compared with.
class TermSet {
 public:
  TermSet(const gdl::SymbolTable& symbols, const std::vector<std::string>& texts)
      : symbols_(symbols) {
    add(texts);
  }
  void add(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      const auto term = pool_.parse(text, symbols_);
      if (term) by_name_[pool_.functor(*term)].push_back(*term);
    }
  }
  // Whether one of them is an instance of the term.
  [[nodiscard]] bool has(const gdl::Term& term, std::size_t variables) {
    if (term.is_variable()) return !by_name_.empty();
    const auto list = by_name_.find(term.symbol);
    if (list == by_name_.end()) return false;
    gdl::BoundVariables bound(variables, false);
    const gdl::Pattern pattern = gdl::compile_pattern(term, bound, pool_);
    std::vector<gdl::TermId> slots(variables, gdl::no_term);
    return std::any_of(list->second.begin(), list->second.end(), [&](gdl::TermId each) {
      return gdl::match(pattern, each, slots.data(), pool_);
    });
  }

 private:
  gdl::SymbolTable symbols_;
  gdl::TermPool pool_;
  boost::unordered_flat_map<gdl::Symbol, std::vector<gdl::TermId>> by_name_;
};

// Facts, and moves of each role.
struct Known {
  TermSet facts;
  std::vector<TermSet> moves;

  Known(const gdl::SymbolTable& symbols, const std::vector<std::string>& fact_texts,
        const std::vector<std::vector<std::string>>& move_texts)
      : facts(symbols, fact_texts) {
    for (const auto& texts : move_texts) moves.emplace_back(symbols, texts);
  }
};

// The same text for patterns that differ in the names of their variables only.
std::string anonymous_text(gdl::Term term, const gdl::SymbolTable& symbols) {
  const auto rename = [&](const auto& self, gdl::Term& part) -> void {
    if (part.is_variable()) part.symbol = gdl::keyword::rule;
    for (gdl::Term& arg : part.args) self(self, arg);
  };
  rename(rename, term);
  return gdl::to_text(term, symbols);
}

class Finder {
 public:
  Finder(const gdl::Loaded& game, const Playtest& seen, const std::optional<Possible>& possible,
         GoalRules* goals)
      : game_(game),
        seen_(seen),
        possible_(possible),
        goals_(goals),
        known_(game.rules.symbols, seen.facts, seen.moves) {
    if (possible) room_.emplace(game.rules.symbols, possible->facts, possible->moves);
    for (const Diagnostic& warning : game.warnings.list()) warned_.insert(warning.where);
  }

  std::vector<Finding> run() {
    const SimulationStatistics& statistics = seen_.statistics;
    if (!statistics.fault.empty()) {
      add({.kind = FindingKind::fault, .subject = statistics.fault, .count = 1});
    }
    find_dead_ends();
    find_bad_goals();
    find_endless_play();
    // What was not seen says nothing where nothing was played.
    if (statistics.finished > 0) {
      for (std::size_t role = 0; role < statistics.roles.size(); ++role) find_in_role(Role(role));
      find_advantage();
    }
    for (const gdl::Clause& clause : game_.rules.clauses) find_in_clause(clause);
    std::stable_sort(findings_.begin(), findings_.end(),
                     [](const Finding& a, const Finding& b) { return a.kind < b.kind; });
    return std::move(findings_);
  }

 private:
  void add(Finding finding) { findings_.push_back(std::move(finding)); }

  void find_dead_ends() {
    for (const auto& [role, incident] : seen_.dead_ends) {
      add({.kind = FindingKind::dead_end,
           .proven = true,
           .role = role,
           .count = incident.count,
           .incident = incident});
    }
  }

  void find_bad_goals() {
    using Places = std::vector<SourceLocation>;
    for (const auto& [goal, incident] : seen_.bad_goals) {
      add({.kind = FindingKind::bad_goal,
           .proven = true,
           .role = goal.first,
           .values = goal.second,
           .count = incident.count,
           .places = goals_ == nullptr ? Places() : goals_->places(incident.facts, goal.first),
           .incident = incident});
    }
    if (seen_.bad_goals.empty() && seen_.unjudged_goals > 0) {
      add({.kind = FindingKind::bad_goal, .proven = true, .count = seen_.unjudged_goals});
    }
  }

  void find_endless_play() {
    const SimulationStatistics& statistics = seen_.statistics;
    if (possible_ && !possible_->ends) {
      add({.kind = FindingKind::never_ends, .proven = true, .count = statistics.truncated});
    } else if (statistics.truncated > 0) {
      const bool all = statistics.finished == 0;
      add({.kind = all ? FindingKind::never_ends : FindingKind::long_play,
           .count = statistics.truncated});
    }
    const bool known = !findings_.empty() && findings_.back().kind == FindingKind::never_ends;
    if (seen_.circles.count > 0 && !(known && findings_.back().proven)) {
      add({.kind = FindingKind::circle,
           .proven = true,
           .count = seen_.circles.count,
           .incident = seen_.circles});
    }
  }

  void find_in_role(Role role) {
    const RoleStatistics& statistics = seen_.statistics.roles[index_of(role)];
    if (statistics.branching.count > 0 && statistics.branching.max < 2) {
      add({.kind = FindingKind::no_choice,
           .proven = possible_ && possible_->moves[index_of(role)].size() < 2,
           .role = role});
    }
    const bool won = statistics.wins > 0 || statistics.goal_counts.contains(best_goal);
    // Where goals are in doubt, so are wins.
    if (won || statistics.goal.count == 0 || statistics.undefined_goals > 0) return;
    Finding finding{.kind = FindingKind::never_wins, .role = role};
    const bool hopeless = is_hopeless(role);
    finding.proven = hopeless;
    finding.values = {hopeless ? highest(role) : statistics.goal_counts.rbegin()->first};
    add(std::move(finding));
  }

  [[nodiscard]] int highest(Role role) const {
    const std::vector<int>& values = possible_->goals[index_of(role)];
    return values.empty() ? 0 : values.back();
  }

  // Neither the best goal of all nor one above all others is possible.
  [[nodiscard]] bool is_hopeless(Role role) const {
    if (!possible_ || highest(role) >= best_goal) return false;
    const auto& goals = possible_->goals;
    for (std::size_t other = 0; other < goals.size(); ++other) {
      if (other == index_of(role) || goals[other].empty()) continue;
      if (goals[other].front() >= highest(role)) return true;
    }
    return goals.size() == 1;
  }

  // Goals of the best role are above the mean of all by so much, beyond what chance explains.
  void find_advantage() {
    constexpr double least_lead = 5;
    constexpr std::uint64_t least_playouts = 30;
    constexpr double deviations = 1.96;
    const auto best =
        std::max_element(seen_.lead.begin(), seen_.lead.end(),
                         [](const Moments& a, const Moments& b) { return a.mean < b.mean; });
    // Where goals are in doubt, so is who is better.
    const bool in_doubt = !seen_.bad_goals.empty() || seen_.unjudged_goals > 0;
    if (seen_.lead.size() < 2 || best->count < least_playouts || in_doubt) return;
    if (best->mean - deviations * best->standard_error() < least_lead) return;
    add({.kind = FindingKind::unbalanced,
         .role = Role(best - seen_.lead.begin()),
         .count = best->count});
  }

  void find_in_clause(const gdl::Clause& clause) {
    const std::size_t variables = clause.variables.size();
    look_at(clause.head, clause.head.relation, variables);
    for (const gdl::Literal& literal : clause.body) {
      if (literal.kind == gdl::Literal::Kind::distinct) continue;
      look_at(literal.atom, literal.atom.relation, variables);
    }
  }

  void look_at(const gdl::Atom& atom, gdl::Symbol relation, std::size_t variables) {
    namespace keyword = gdl::keyword;
    if (relation == keyword::init || relation == keyword::next || relation == keyword::truth) {
      look_at_fact(atom.args[0], variables);
    } else if (relation == keyword::legal || relation == keyword::does) {
      look_at_move(atom, variables);
    } else if (relation == keyword::goal) {
      look_at_goal(atom);
    }
  }

  // What the checks of the text have said need not be said again.
  [[nodiscard]] bool is_reported(const gdl::Term& term) const {
    return warned_.contains(term.where) ||
           std::any_of(term.args.begin(), term.args.end(),
                       [&](const gdl::Term& arg) { return is_reported(arg); });
  }
  [[nodiscard]] bool is_new(const std::string& text) { return looked_at_.insert(text).second; }

  void add_unseen(FindingKind kind, bool proven, const gdl::Term& term) {
    if (!proven && seen_.statistics.finished == 0) return;
    add({.kind = kind,
         .proven = proven,
         .subject = gdl::to_text(term, game_.rules.symbols),
         .places = {term.where}});
  }

  void look_at_fact(const gdl::Term& term, std::size_t variables) {
    if (term.is_variable() || is_reported(term)) return;
    if (!is_new("fact " + anonymous_text(term, game_.rules.symbols))) return;
    if (known_.facts.has(term, variables)) return;
    add_unseen(FindingKind::fact_not_seen, room_ && !room_->facts.has(term, variables), term);
  }

  [[nodiscard]] bool has_move(std::vector<TermSet>& moves, const gdl::Atom& atom,
                              std::size_t variables) const {
    for (std::size_t role = 0; role < moves.size(); ++role) {
      if (is_of(atom.args[0], role) && moves[role].has(atom.args[1], variables)) return true;
    }
    return false;
  }
  [[nodiscard]] bool is_of(const gdl::Term& name, std::size_t role) const {
    return name.is_variable() ||
           gdl::to_text(name, game_.rules.symbols) == seen_.statistics.roles[role].name;
  }

  void look_at_move(const gdl::Atom& atom, std::size_t variables) {
    if (atom.args[1].is_variable() || is_reported(atom.args[0]) || is_reported(atom.args[1])) {
      return;
    }
    if (!is_new("move " + anonymous_text(atom.args[0], game_.rules.symbols) + " " +
                anonymous_text(atom.args[1], game_.rules.symbols))) {
      return;
    }
    if (has_move(known_.moves, atom, variables)) return;
    add_unseen(FindingKind::move_not_seen, room_ && !has_move(room_->moves, atom, variables),
               atom.args[1]);
  }

  void look_at_goal(const gdl::Atom& atom) {
    if (atom.args[1].is_variable()) return;
    const std::string_view text = game_.rules.symbols.name(atom.args[1].symbol);
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return;
    if (!is_new("goal " + anonymous_text(atom.args[0], game_.rules.symbols) + " " +
                std::string(text))) {
      return;
    }
    bool was_seen = false;
    bool is_possible = false;
    for (std::size_t role = 0; role < seen_.statistics.roles.size(); ++role) {
      if (!is_of(atom.args[0], role)) continue;
      was_seen = was_seen || seen_.statistics.roles[role].goal_counts.contains(value) ||
                 was_among_bad_goals(Role(role), value);
      is_possible = is_possible || !possible_ || has(possible_->goals[role], value);
    }
    if (was_seen || (is_possible && seen_.statistics.finished == 0)) return;
    if (value == best_goal && is_told_of_roles(atom)) return;
    add({.kind = FindingKind::goal_not_seen,
         .proven = !is_possible,
         .subject = gdl::to_text(atom, game_.rules.symbols),
         .values = {value},
         .places = {atom.where}});
  }
  // That nobody wins says it already; what is left to say is where the rule is.
  [[nodiscard]] bool is_told_of_roles(const gdl::Atom& atom) {
    bool told = false;
    for (Finding& finding : findings_) {
      if (finding.kind != FindingKind::never_wins) continue;
      if (!is_of(atom.args[0], index_of(*finding.role))) continue;
      finding.places.push_back(atom.where);
      told = true;
    }
    return told;
  }
  static bool has(const std::vector<int>& values, int value) {
    return std::find(values.begin(), values.end(), value) != values.end();
  }
  [[nodiscard]] bool was_among_bad_goals(Role role, int value) const {
    return std::any_of(seen_.bad_goals.begin(), seen_.bad_goals.end(), [&](const auto& entry) {
      return entry.first.first == role && has(entry.first.second, value);
    });
  }

  const gdl::Loaded& game_;
  const Playtest& seen_;
  const std::optional<Possible>& possible_;
  GoalRules* goals_;
  Known known_;
  std::optional<Known> room_;
  std::set<SourceLocation> warned_;
  std::set<std::string> looked_at_;
  std::vector<Finding> findings_;
};

bool can_hold(net::ComponentId component) {
  return component != net::no_component && component != net::false_component;
}

}  // namespace

std::string_view name_of(FindingKind kind) {
  constexpr std::array<std::string_view, 12> names = {
      "fault",      "dead_end",      "bad_goal",      "never_ends",    "long_play", "circle",
      "never_wins", "goal_not_seen", "move_not_seen", "fact_not_seen", "no_choice", "unbalanced"};
  return names[static_cast<std::size_t>(kind)];
}

Possible possible_in(const net::PropNet& net) {
  Possible possible;
  for (const net::BaseEntry& base : net.bases) {
    if (can_hold(base.proposition)) {
      possible.facts.push_back(net.pool.text(base.fluent, net.symbols));
    }
  }
  for (const net::RoleEntry& role : net.roles) {
    auto& moves = possible.moves.emplace_back();
    for (const net::MoveEntry& move : role.moves) {
      if (can_hold(move.legal)) moves.push_back(net.pool.text(move.move, net.symbols));
    }
    auto& goals = possible.goals.emplace_back();
    for (const net::GoalEntry& goal : role.goals) {
      if (can_hold(goal.proposition)) goals.push_back(goal.value);
    }
    std::sort(goals.begin(), goals.end());
  }
  possible.ends = can_hold(net.terminal);
  return possible;
}

std::vector<Finding> find_out(const gdl::Loaded& game, const Playtest& seen,
                              const std::optional<Possible>& possible, GoalRules* goals) {
  return Finder(game, seen, possible, goals).run();
}

}  // namespace palamedes::exercise
