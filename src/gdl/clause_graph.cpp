#include "gdl/clause_graph.h"

#include <algorithm>

#include "gdl/rewrites/unify.h"

namespace palamedes::gdl {
namespace {

void shift_variables(Term& term, std::uint32_t offset) {
  if (term.is_variable()) term.variable += offset;
  for (Term& arg : term.args) shift_variables(arg, offset);
}

// Decides whether a condition can meet a head, for as long as the steps last.
class Matcher {
 public:
  Matcher(std::uint32_t variables, std::size_t& steps_left)
      : offset_(variables), substitution_(std::size_t{2} * variables), steps_left_(steps_left) {}

  // Two clauses share no variables, so the heads get numbers of their own.
  void add_head(std::vector<Term> args) {
    for (Term& arg : args) shift_variables(arg, offset_);
    heads_.push_back(std::move(args));
  }

  bool may_match(const std::vector<Term>& args, std::uint32_t head) {
    substitution_.reset(steps_left_);
    bool matches = true;
    for (std::size_t i = 0; matches && i < args.size(); ++i) {
      matches = substitution_.unify(args[i], heads_[head][i]);
    }
    steps_left_ = substitution_.steps_left();
    if (steps_left_ > 0) --steps_left_;
    return matches || substitution_.exhausted();
  }

 private:
  std::uint32_t offset_;
  rewrites::Substitution substitution_;
  std::vector<std::vector<Term>> heads_;
  std::size_t& steps_left_;
};

}  // namespace

std::optional<ClauseGraph> ClauseGraphs::of(std::uint32_t component) {
  ClauseGraph graph;
  if (!collect(component, graph)) return std::nullopt;
  link(component, graph);
  graph.knot.resize(graph.edges.size());
  std::uint32_t number = 0;
  for (const auto& members : strong_components(graph.edges)) {
    for (const std::uint32_t node : members) graph.knot[node] = number;
    ++number;
  }
  return graph;
}

bool ClauseGraphs::collect(std::uint32_t component, ClauseGraph& graph) const {
  for (const RelationId relation : program_.components[component]) {
    if (!program_[relation].recursive) return false;
    graph.clauses.insert(graph.clauses.end(), program_[relation].clauses.begin(),
                         program_[relation].clauses.end());
  }
  std::sort(graph.clauses.begin(), graph.clauses.end());
  bool has_negation = false;
  for (std::uint32_t node = 0; node < graph.clauses.size(); ++node) {
    const auto& body = clause(graph, node).body;
    for (std::uint32_t i = 0; i < body.size(); ++i) {
      if (body[i].kind == Literal::Kind::distinct) continue;
      if (program_[program_.relation_of(body[i].atom)].component != component) continue;
      graph.uses.push_back({node, i, {}});
      has_negation = has_negation || body[i].kind == Literal::Kind::negative;
    }
  }
  return has_negation;
}

void ClauseGraphs::link(std::uint32_t component, ClauseGraph& graph) {
  const auto& relations = program_.components[component];
  std::uint32_t variables = 0;
  boost::unordered_flat_map<RelationId, std::vector<std::uint32_t>> clauses_of;
  for (std::uint32_t node = 0; node < graph.clauses.size(); ++node) {
    const Clause& owner = clause(graph, node);
    variables = std::max(variables, static_cast<std::uint32_t>(owner.variables.size()));
    clauses_of[program_.relation_of(owner.head)].push_back(node);
  }
  boost::unordered_flat_map<RelationId, std::uint32_t> relation_nodes;
  graph.edges.resize(graph.clauses.size() + relations.size());
  for (std::size_t i = 0; i < relations.size(); ++i) {
    const std::size_t node = graph.clauses.size() + i;
    relation_nodes[relations[i]] = static_cast<std::uint32_t>(node);
    graph.edges[node] = clauses_of[relations[i]];
  }
  Matcher matcher(variables, steps_left_);
  for (std::uint32_t node = 0; node < graph.clauses.size(); ++node) {
    matcher.add_head(clause(graph, node).head.args);
  }
  for (ClauseGraph::Use& use : graph.uses) {
    const Atom& atom = clause(graph, use.node).body[use.literal].atom;
    const RelationId relation = program_.relation_of(atom);
    for (const std::uint32_t candidate : clauses_of[relation]) {
      if (matcher.may_match(atom.args, candidate)) use.targets.push_back(candidate);
      if (steps_left_ == 0) {
        use.targets.assign(1, relation_nodes[relation]);
        break;
      }
    }
    auto& edges = graph.edges[use.node];
    edges.insert(edges.end(), use.targets.begin(), use.targets.end());
  }
}

}  // namespace palamedes::gdl
