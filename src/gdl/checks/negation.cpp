#include <algorithm>

#include <boost/unordered/unordered_flat_set.hpp>
#include <fmt/format.h>

#include "gdl/checks/pass.h"
#include "gdl/clause_graph.h"

namespace palamedes::gdl::checks {
namespace {

// Negation through recursion, judged twice. The specification looks at names alone: `goal` may not
// need `not goal`. That also hits `(goal ?r 0)` if not `(goal ?r 100)`, whose meaning is clear. So
// where the names make a cycle, a second look follows which clause can really use which, and only
// a cycle of clauses is an error: if none of these goes through a negation, then no cycle of ground
// atoms does, and the rules have exactly one perfect model.
class NegationCheck {
 public:
  NegationCheck(Pass& pass, const ClauseGraph& graph)
      : pass_(pass), graph_(graph), finder_(graph.edges) {}

  void run() {
    for (const ClauseGraph::Use& use : graph_.uses) {
      if (is_reported_elsewhere(use)) continue;
      const auto back = std::find_if(
          use.targets.begin(), use.targets.end(),
          [&](std::uint32_t target) { return graph_.knot[target] == graph_.knot[use.node]; });
      if (back != use.targets.end()) report_cycle(use, *back);
    }
    if (cycles_ > 0) return;
    for (const ClauseGraph::Use& use : graph_.uses) {
      if (is_reported_elsewhere(use) || !is_new(use)) continue;
      pass_.diagnostics.warning(
          literal(use).atom.where,
          fmt::format("relation {} depends on its own negation, though never on that of the same "
                      "instance",
                      quote(head_name(use.node))));
    }
  }

 private:
  [[nodiscard]] const Clause& clause(std::uint32_t node) const {
    return pass_.rules.clauses[graph_.clauses[node]];
  }
  [[nodiscard]] const Literal& literal(const ClauseGraph::Use& use) const {
    return clause(use.node).body[use.literal];
  }
  [[nodiscard]] std::string_view head_name(std::uint32_t node) const {
    return pass_.name(clause(node).head.relation);
  }

  // Positive conditions are no problem, and `init` as a condition is one of its own.
  [[nodiscard]] bool is_reported_elsewhere(const ClauseGraph::Use& use) const {
    const KeywordUse* keyword = find_keyword(literal(use).atom.relation);
    return literal(use).kind != Literal::Kind::negative ||
           (keyword != nullptr && !keyword->in_bodies);
  }

  // False if the same two relations were reported before.
  bool is_new(const ClauseGraph::Use& use) {
    const auto head = pass_.program.relation_of(clause(use.node).head);
    const auto needed = pass_.program.relation_of(literal(use).atom);
    return seen_
        .insert(static_cast<std::uint64_t>(head) << 32U | static_cast<std::uint64_t>(needed))
        .second;
  }

  void report_cycle(const ClauseGraph::Use& use, std::uint32_t target) {
    // Each report walks the component; the first few negations show the knot well enough.
    constexpr std::size_t most_cycles = 10;
    if (cycles_ >= most_cycles || !is_new(use)) return;
    ++cycles_;
    finder_.search(target,
                   [&](std::uint32_t node) { return graph_.knot[node] == graph_.knot[use.node]; });
    // "p -> not q -> r -> p"
    std::vector<std::string> names{std::string(head_name(use.node)),
                                   fmt::format("not {}", pass_.name(literal(use).atom.relation))};
    const auto path = finder_.path_to(use.node);
    for (std::size_t i = 1; i < path.size(); ++i) {
      // The node of a relation comes again as one of its clauses.
      if (graph_.is_clause(path[i])) names.emplace_back(head_name(path[i]));
    }
    pass_.diagnostics.error(
        literal(use).atom.where,
        fmt::format("relation {} depends on its own negation", quote(head_name(use.node))),
        arrows(names));
  }

  Pass& pass_;
  const ClauseGraph& graph_;
  PathFinder finder_;
  std::size_t cycles_ = 0;
  boost::unordered_flat_set<std::uint64_t> seen_;  // pairs of relations
};

}  // namespace

void check_negation(Pass& pass) {
  ClauseGraphs graphs(pass.rules, pass.program);
  for (std::uint32_t component = 0; component < pass.program.components.size(); ++component) {
    if (const auto graph = graphs.of(component)) NegationCheck(pass, *graph).run();
  }
}

}  // namespace palamedes::gdl::checks
