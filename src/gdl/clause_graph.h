#pragma once
// Which clause can use which, where relations need their own negation. Names alone cannot tell
// `(goal ?r 0)` from `(goal ?r 100)`; clauses can.
//
//   nodes   one per clause of the component, then one per relation of it; a condition that is too
//           costly to compare with all heads leads to the relation, and that to all its clauses
//   knots   strong components of the nodes; a negation inside one has no meaning

#include <cstdint>
#include <optional>
#include <vector>

#include "base/graph.h"
#include "gdl/program.h"
#include "gdl/rules.h"

namespace palamedes::gdl {

struct ClauseGraph {
  // A condition on a relation of the component, with the nodes that it can lead to.
  struct Use {
    std::uint32_t node;     // of the clause
    std::uint32_t literal;  // by position in its body
    std::vector<std::uint32_t> targets;
  };

  std::vector<std::uint32_t> clauses;  // by node: number of the clause
  std::vector<Use> uses;               // in the order of the clauses
  Edges edges;
  std::vector<std::uint32_t> knot;  // by node

  [[nodiscard]] bool is_clause(std::uint32_t node) const { return node < clauses.size(); }
};

class ClauseGraphs {
 public:
  ClauseGraphs(const Rules& rules, const Program& program) : rules_(rules), program_(program) {}

  // Nothing if no relation of the component needs the negation of one of them.
  [[nodiscard]] std::optional<ClauseGraph> of(std::uint32_t component);

 private:
  [[nodiscard]] const Clause& clause(const ClauseGraph& graph, std::uint32_t node) const {
    return rules_.clauses[graph.clauses[node]];
  }
  bool collect(std::uint32_t component, ClauseGraph& graph) const;
  void link(std::uint32_t component, ClauseGraph& graph);

  const Rules& rules_;
  const Program& program_;
  std::size_t steps_left_ = 1'000'000;  // for all components together
};

}  // namespace palamedes::gdl
