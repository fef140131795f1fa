#include "gdl/rewrites/stratify.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "gdl/clause_graph.h"

namespace palamedes::gdl::rewrites {
namespace {

class Splitter {
 public:
  Splitter(Rules& rules, const Program& program, const ClauseGraph& graph)
      : rules_(rules), program_(program), graph_(graph) {}

  // Takes names from the program as it was, so all conditions come before all heads.
  void run() {
    find_groups();
    std::vector<Change> changes;
    for (const ClauseGraph::Use& use : graph_.uses) {
      changes.push_back({graph_.clauses[use.node], use.literal, name_of(groups_of(use), use)});
    }
    for (std::uint32_t node = 0; node < graph_.clauses.size(); ++node) {
      rules_.clauses[graph_.clauses[node]].head.relation = names_[group_[node]];
    }
    for (const auto& [clause, literal, name] : changes) {
      rules_.clauses[clause].body[literal].atom.relation = name;
    }
    rules_.clauses.insert(rules_.clauses.end(), added_.begin(), added_.end());
  }

 private:
  struct Change {
    std::uint32_t clause;
    std::uint32_t literal;
    Symbol name;
  };
  using Group = std::uint32_t;  // the clauses of one relation in one knot
  using Groups = std::vector<Group>;

  void find_groups() {
    std::map<std::pair<RelationId, std::uint32_t>, Group> known;
    group_.resize(graph_.clauses.size());
    for (std::uint32_t node = 0; node < graph_.clauses.size(); ++node) {
      const Atom& head = rules_.clauses[graph_.clauses[node]].head;
      const RelationId relation = program_.relation_of(head);
      const auto [entry, added] =
          known.emplace(std::pair(relation, graph_.knot[node]), static_cast<Group>(known.size()));
      group_[node] = entry->second;
      if (!added) continue;
      groups_[relation].push_back(entry->second);
      heads_.push_back(&head);
    }
    names_.resize(known.size());
    for (const auto& [relation, groups] : groups_) {
      if (groups.size() == 1) {
        names_[groups.front()] = program_[relation].name;
        continue;
      }
      for (const Group group : groups) names_[group] = fresh_name(program_[relation].name);
      const Atom head = *heads_[groups.front()];
      for (const Group group : groups) add_bridge(program_[relation].name, names_[group], head);
    }
  }

  // The groups that a condition can match, in order.
  [[nodiscard]] Groups groups_of(const ClauseGraph::Use& use) const {
    Groups groups;
    for (const std::uint32_t target : use.targets) {
      if (graph_.is_clause(target)) {
        groups.push_back(group_[target]);
      } else {
        return groups_.at(program_.relation_of(atom_of(use)));
      }
    }
    std::sort(groups.begin(), groups.end());
    groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
    return groups;
  }

  [[nodiscard]] const Atom& atom_of(const ClauseGraph::Use& use) const {
    return rules_.clauses[graph_.clauses[use.node]].body[use.literal].atom;
  }

  // A relation that holds what the groups hold together; one without clauses if there are none.
  Symbol name_of(const Groups& groups, const ClauseGraph::Use& use) {
    if (groups.size() == 1) return names_[groups.front()];
    const Atom& atom = atom_of(use);
    const auto [entry, added] = unions_.try_emplace({program_.relation_of(atom), groups}, Symbol{});
    if (added) {
      entry->second = fresh_name(atom.relation);
      for (const Group group : groups) add_bridge(entry->second, names_[group], atom);
    }
    return entry->second;
  }

  // (<= (to ?1 ?2 ...) (from ?1 ?2 ...))
  void add_bridge(Symbol to, Symbol from, const Atom& like) {
    Clause clause{.where = like.where};
    clause.head = {.relation = to, .where = like.where};
    for (std::size_t i = 0; i < like.args.size(); ++i) {
      const Symbol name = rules_.symbols.intern(fmt::format("?{}", i + 1));
      clause.variables.push_back(name);
      clause.head.args.push_back({.kind = Term::Kind::variable,
                                  .symbol = name,
                                  .variable = static_cast<std::uint32_t>(i),
                                  .where = like.where});
    }
    Atom condition = clause.head;
    condition.relation = from;
    clause.body.push_back({Literal::Kind::positive, std::move(condition)});
    added_.push_back(std::move(clause));
  }

  Symbol fresh_name(Symbol like) {
    for (std::size_t& number = numbers_[like];;) {
      const auto name = fmt::format("{}#{}", rules_.symbols.name(like), ++number);
      if (rules_.symbols.find(name) == nullptr) return rules_.symbols.intern(name);
    }
  }

  Rules& rules_;
  const Program& program_;
  const ClauseGraph& graph_;
  std::vector<Group> group_;             // by node
  std::map<RelationId, Groups> groups_;  // by relation
  std::vector<const Atom*> heads_;       // by group: one of its heads
  std::vector<Symbol> names_;            // by group
  std::map<std::pair<RelationId, Groups>, Symbol> unions_;
  std::map<Symbol, std::size_t> numbers_;
  std::vector<Clause> added_;
};

}  // namespace

bool stratify(Rules& rules, const Program& program) {
  // All graphs are made before anything is changed: they read the rules as they were analysed.
  std::vector<ClauseGraph> graphs;
  ClauseGraphs maker(rules, program);
  for (std::uint32_t component = 0; component < program.components.size(); ++component) {
    if (auto graph = maker.of(component)) graphs.push_back(std::move(*graph));
  }
  for (const ClauseGraph& graph : graphs) Splitter(rules, program, graph).run();
  return !graphs.empty();
}

}  // namespace palamedes::gdl::rewrites
