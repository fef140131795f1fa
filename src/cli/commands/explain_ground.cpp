#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cli/commands/explain.h"
#include "cli/json.h"
#include "cli/screen.h"
#include "cli/text.h"

namespace palamedes::cli::commands {
namespace {

using ground::GroundRules;
using ground::RelationKind;

struct RoleCounts {
  std::string name;
  std::size_t moves = 0;
  std::vector<std::string> goals;
};

struct Counts {
  std::vector<RoleCounts> roles;
  std::size_t fluents = 0;  // that can be true
  std::size_t next = 0;
  std::size_t does = 0;
  std::size_t helpers = 0;  // parts of rules, made by decomposition
  std::size_t other = 0;
  bool terminal = false;
};

Counts count(const GroundRules& rules) {
  Counts counts;
  for (const gdl::TermId role : rules.roles) {
    counts.roles.push_back({.name = rules.pool.text(role, rules.symbols)});
  }
  for (const GroundRules::Atom& atom : rules.atoms) {
    switch (atom.kind) {
      case RelationKind::truth:
        ++counts.fluents;
        break;
      case RelationKind::next:
        ++counts.next;
        break;
      case RelationKind::does:
        ++counts.does;
        break;
      case RelationKind::legal:
        ++counts.roles[atom.role].moves;
        break;
      case RelationKind::goal:
        counts.roles[atom.role].goals.push_back(rules.pool.text(atom.term, rules.symbols));
        break;
      case RelationKind::terminal:
        counts.terminal = true;
        break;
      case RelationKind::helper:
        ++counts.helpers;
        break;
      default:
        ++counts.other;
        break;
    }
  }
  return counts;
}

// As in a rule sheet; what always holds is a fact.
std::string rule_text(const GroundRules& rules, std::uint32_t head,
                      std::span<const std::uint32_t> conditions) {
  if (conditions.empty()) return rules.text(head);
  std::string text = "(<= " + rules.text(head);
  for (const std::uint32_t condition : conditions) {
    const std::string atom = rules.text(condition / 2);
    text += (condition & 1U) != 0 ? fmt::format(" (not {})", atom) : " " + atom;
  }
  return text + ")";
}

struct RuleGroup {
  std::string_view title;
  std::size_t count = 0;
  std::size_t shown = 0;
  std::vector<std::pair<std::uint32_t, std::string>> rules;  // those shown, with their heads
};

// What a player asks first comes first: moves, what they lead to, the end, and then how that is
// found out.
std::size_t group_of(RelationKind kind) {
  switch (kind) {
    case RelationKind::legal:
      return 0;
    case RelationKind::next:
      return 1;
    case RelationKind::terminal:
      return 2;
    case RelationKind::goal:
      return 3;
    case RelationKind::helper:
      return 5;
    default:
      return 4;
  }
}

// Equal shares for all groups; what the small ones leave goes to the larger ones.
void share(std::span<RuleGroup> groups, std::size_t limit) {
  std::vector<RuleGroup*> by_size;
  for (RuleGroup& group : groups) by_size.push_back(&group);
  std::stable_sort(by_size.begin(), by_size.end(),
                   [](const RuleGroup* a, const RuleGroup* b) { return a->count < b->count; });
  for (std::size_t i = 0; i < by_size.size(); ++i) {
    by_size[i]->shown = std::min(by_size[i]->count, limit / (by_size.size() - i));
    limit -= by_size[i]->shown;
  }
}

// Not more than the limit: a large game has millions.
std::array<RuleGroup, 6> rule_groups(const GroundRules& rules, std::size_t limit) {
  std::array<RuleGroup, 6> groups = {{{"legal moves"},
                                      {"next state"},
                                      {"end"},
                                      {"goals"},
                                      {"other relations"},
                                      {"parts of rules"}}};
  rules.for_each_rule([&](std::uint32_t head, std::span<const std::uint32_t>) {
    ++groups[group_of(rules.atoms[head].kind)].count;
  });
  share(groups, limit);
  rules.for_each_rule([&](std::uint32_t head, std::span<const std::uint32_t> conditions) {
    RuleGroup& group = groups[group_of(rules.atoms[head].kind)];
    if (group.rules.size() >= group.shown) return;
    group.rules.emplace_back(head, rule_text(rules, head, conditions));
  });
  for (RuleGroup& group : groups) {
    std::stable_sort(group.rules.begin(), group.rules.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
  }
  return groups;
}

std::string summary_text(const std::string& name, const GroundRules& rules, const Counts& counts) {
  double seconds = 0;
  Table steps;
  steps.column("step", Table::Align::left);
  steps.column("seconds");
  steps.column("", Table::Align::left);
  for (const ground::StepReport& step : rules.steps) {
    steps.row({step.name, fmt::format("{:.6f}", step.seconds), step.detail});
    seconds += step.seconds;
  }
  Table atoms;
  atoms.column("what can be true", Table::Align::left);
  atoms.column("atoms");
  atoms.column("", Table::Align::left);
  atoms.row({"fluents", grouped(counts.fluents)});
  for (const RoleCounts& role : counts.roles) {
    atoms.row({"moves of " + role.name, grouped(role.moves)});
  }
  for (const RoleCounts& role : counts.roles) {
    atoms.row({"goals of " + role.name, grouped(role.goals.size()),
               fmt::format("({})", fmt::join(role.goals, " "))});
  }
  atoms.row({"terminal", counts.terminal ? "1" : "0"});
  atoms.row({"next", grouped(counts.next)});
  atoms.row({"other relations", grouped(counts.other)});
  atoms.row({"parts of rules", grouped(counts.helpers)});
  return fmt::format("{}: {} without variables, {} s\n\n", name, counted(rules.rules.count, "rule"),
                     rounded(seconds)) +
         steps.titles() + steps.rows() + "\n" + atoms.titles() + atoms.rows();
}

// A rule sheet: what is no rule is a comment.
std::string to_text(const std::string& name, const GroundRules& rules, const Counts& counts,
                    std::size_t limit) {
  std::string text = commented(summary_text(name, rules, counts)) + "\n";
  for (const RoleCounts& role : counts.roles) text += fmt::format("(role {})\n", role.name);
  if (!rules.init.empty()) text += "\n";
  for (const gdl::TermId fluent : rules.init) {
    text += fmt::format("(init {})\n", rules.pool.text(fluent, rules.symbols));
  }
  for (const RuleGroup& group : rule_groups(rules, limit)) {
    if (group.count == 0) continue;
    text += group.shown == group.count
                ? fmt::format("\n; {}\n", group.title)
                : fmt::format("\n; {}: {} of {}\n", group.title, grouped(group.shown),
                              counted(group.count, "rule"));
    for (const auto& [head, rule] : group.rules) text += rule + "\n";
  }
  if (rules.rules.count > limit) {
    text += fmt::format("\n; {} not shown (--limit 0 shows all)\n",
                        counted(rules.rules.count - limit, "rule"));
  }
  return text;
}

Json to_json(const std::string& name, const GroundRules& rules, const Counts& counts,
             const ExplainSettings& settings) {
  Json steps = Json::array();
  double seconds = 0;
  for (const ground::StepReport& step : rules.steps) {
    steps.add(
        Json::object({{"name", step.name}, {"seconds", step.seconds}, {"detail", step.detail}}));
    seconds += step.seconds;
  }
  Json roles = Json::array();
  for (const RoleCounts& role : counts.roles) {
    roles.add(Json::object({{"name", role.name}, {"moves", role.moves}, {"goals", role.goals}}));
  }
  Json init = Json::array();
  for (const gdl::TermId fluent : rules.init) init.add(rules.pool.text(fluent, rules.symbols));
  Json atoms = Json::array();
  for (std::uint32_t i = 0; i < settings.shown(rules.atoms.size()); ++i) atoms.add(rules.text(i));
  Json texts = Json::array();
  const std::size_t limit = settings.shown(rules.rules.count);
  for (const RuleGroup& group : rule_groups(rules, limit)) {
    for (const auto& [head, rule] : group.rules) texts.add(rule);
  }
  return Json::object({{"rules", name},
                       {"stage", settings.stage},
                       {"seconds", seconds},
                       {"memory_bytes", rules.memory_bytes},
                       {"steps", std::move(steps)},
                       {"roles", std::move(roles)},
                       {"counts", Json::object({{"fluents", counts.fluents},
                                                {"next", counts.next},
                                                {"does", counts.does},
                                                {"terminal", counts.terminal ? 1 : 0},
                                                {"other", counts.other},
                                                {"helpers", counts.helpers},
                                                {"atoms", rules.atoms.size()},
                                                {"rules", rules.rules.count}})},
                       {"init", std::move(init)},
                       {"atoms", std::move(atoms)},
                       {"ground_rules", std::move(texts)},
                       {"rules_left_out", rules.rules.count - limit}});
}

}  // namespace

Exit explain_ground(Screen& screen, const ExplainSettings& settings) {
  const std::optional<GroundedGame> game = ground_game(screen, settings);
  if (!game) return Exit::failed;
  const Counts counts = count(game->rules);
  screen.print(settings.as_json() ? to_json(game->name, game->rules, counts, settings).text()
                                  : to_text(game->name, game->rules, counts,
                                            settings.shown(game->rules.rules.count)));
  return Exit::success;
}

}  // namespace palamedes::cli::commands
