#include "machine/prover/compiler.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace palamedes::machine::prover {

using gdl::Clause;
using gdl::Literal;
using gdl::RelationId;
using gdl::Scope;
using gdl::Term;

namespace {

std::uint64_t known_arguments(const std::vector<Term>& args, const gdl::BoundVariables& bound) {
  std::uint64_t known = 0;
  for (std::size_t i = 0; i < args.size() && i < max_bound_arguments; ++i) {
    if (is_known(args[i], bound)) known |= std::uint64_t{1} << i;
  }
  return known;
}

bool is_ground_fact(const Clause& clause) {
  return clause.body.empty() && std::all_of(clause.head.args.begin(), clause.head.args.end(),
                                            [](const Term& arg) { return is_ground(arg); });
}

}  // namespace

ProverCompiler::ProverCompiler(const gdl::Rules& rules, const gdl::Program& program,
                               gdl::TermPool& pool, FluentTable& fluents)
    : rules_(rules),
      program_(program),
      pool_(pool),
      fluents_(fluents),
      table_of_relation_(program.relations.size(), no_index) {}

std::uint32_t ProverCompiler::predicate_for(RelationId relation, std::uint64_t bound) {
  const std::uint32_t predicate = request(relation, bound);
  while (compiled_ < predicates_.size()) compile(static_cast<std::uint32_t>(compiled_++));
  return predicate;
}

std::uint32_t ProverCompiler::request(RelationId relation, std::uint64_t bound) {
  auto& known = by_relation_[index_of(relation)];
  for (const std::uint32_t predicate : known) {
    if (predicates_[predicate].bound == bound) return predicate;
  }
  const gdl::Relation& info = program_[relation];
  Adorned adorned;
  adorned.relation = relation;
  adorned.bound = bound;
  adorned.free_count = info.arity;
  for (std::uint32_t i = 0; i < info.arity && i < max_bound_arguments; ++i) {
    if ((bound >> i & 1U) != 0) --adorned.free_count;
  }
  adorned.scope = info.scope;
  adorned.recursive = info.recursive;
  adorned.component = info.component;
  predicates_.push_back(std::move(adorned));
  known.push_back(static_cast<std::uint32_t>(predicates_.size() - 1));
  return known.back();
}

void ProverCompiler::compile(std::uint32_t predicate) {
  const RelationId relation = predicates_[predicate].relation;
  const std::uint64_t bound = predicates_[predicate].bound;
  std::vector<CompiledClause> clauses;
  bool has_facts = false;
  for (const std::uint32_t number : program_[relation].clauses) {
    const Clause& clause = rules_.clauses[number];
    if (is_ground_fact(clause)) {
      has_facts = true;
    } else {
      clauses.push_back(compile_clause(clause, bound));
    }
  }
  if (has_facts) clauses.insert(clauses.begin(), compile_own_facts(relation, bound));
  predicates_[predicate].clauses = std::move(clauses);
}

bool ProverCompiler::only_facts(RelationId relation) const {
  const auto& clauses = program_[relation].clauses;
  return std::all_of(clauses.begin(), clauses.end(),
                     [&](std::uint32_t number) { return is_ground_fact(rules_.clauses[number]); });
}

std::uint32_t ProverCompiler::table_of(RelationId relation) {
  std::uint32_t& table = table_of_relation_[index_of(relation)];
  if (table != no_index) return table;
  table = static_cast<std::uint32_t>(tables_.size());
  FactTable& facts = tables_.emplace_back(program_[relation].arity);
  std::vector<gdl::TermId> row;
  for (const std::uint32_t number : program_[relation].clauses) {
    const Clause& clause = rules_.clauses[number];
    if (!is_ground_fact(clause)) continue;
    row.clear();
    for (const Term& arg : clause.head.args) row.push_back(pool_.intern(arg));
    facts.add(row);
  }
  return table;
}

// The facts among a relation's clauses, as one clause that scans their table.
CompiledClause ProverCompiler::compile_own_facts(RelationId relation, std::uint64_t bound) {
  CompiledClause code;
  Step step{.kind = Step::Kind::scan_facts, .target = table_of(relation)};
  code.slots = program_[relation].arity;
  std::uint64_t known = 0;
  for (std::uint32_t i = 0; i < code.slots; ++i) {
    const Pattern load{.kind = Pattern::Kind::load, .slot = i};
    const Pattern bind{.kind = Pattern::Kind::bind, .slot = i};
    if (i < max_bound_arguments && (bound >> i & 1U) != 0) {
      code.head_in.push_back(bind);
      step.args.push_back(load);
      known |= std::uint64_t{1} << i;
    } else {
      step.args.push_back(bind);
      code.head_out.push_back(load);
    }
  }
  step.known = known;
  step.index = known == 0 ? no_index : tables_[step.target].index_for(known);
  code.cut = code.head_out.empty() ? 0 : 1;
  code.steps.push_back(std::move(step));
  return code;
}

CompiledClause ProverCompiler::compile_clause(const Clause& clause, std::uint64_t bound_args) {
  CompiledClause code;
  code.slots = static_cast<std::uint32_t>(clause.variables.size());
  gdl::BoundVariables bound(clause.variables.size(), false);
  for (std::size_t i = 0; i < clause.head.args.size() && i < max_bound_arguments; ++i) {
    if ((bound_args >> i & 1U) != 0)
      code.head_in.push_back(compile_pattern(clause.head.args[i], bound, pool_));
  }

  bool head_known = is_known(clause.head, bound);
  code.cut = head_known ? 0 : std::numeric_limits<std::uint32_t>::max();
  std::vector<const Literal*> open;
  for (const Literal& literal : clause.body) open.push_back(&literal);
  while (!open.empty()) {
    auto best = open.begin();
    double best_cost = std::numeric_limits<double>::infinity();
    for (auto candidate = open.begin(); candidate != open.end(); ++candidate) {
      const double candidate_cost = cost(**candidate, bound);
      if (candidate_cost < best_cost) {
        best_cost = candidate_cost;
        best = candidate;
      }
    }
    code.steps.push_back(compile_step(**best, bound));
    open.erase(best);
    if (!head_known && is_known(clause.head, bound)) {
      head_known = true;
      code.cut = static_cast<std::uint32_t>(code.steps.size());
    }
  }

  for (std::size_t i = 0; i < clause.head.args.size(); ++i) {
    if (i >= max_bound_arguments || (bound_args >> i & 1U) == 0) {
      code.head_out.push_back(compile_pattern(clause.head.args[i], bound, pool_));
    }
  }
  return code;
}

double ProverCompiler::scan_cost(const Term& fluent, const gdl::BoundVariables& bound) const {
  if (fluent.is_variable()) return 1000.0;
  const auto arity = static_cast<double>(fluent.args.size());
  double free = 0;
  for (const Term& arg : fluent.args) free += is_known(arg, bound) ? 0 : 1;
  // What holds at the start is the best guess at how many facts of a kind there are.
  const std::size_t now =
      fluents_.count(fluent.symbol, static_cast<std::uint32_t>(fluent.args.size()));
  const double facts = now > 0 ? static_cast<double>(now) : std::pow(3.0, arity);
  return std::pow(facts, free / std::max(1.0, arity));
}

double ProverCompiler::cost(const Literal& literal, const gdl::BoundVariables& bound) {
  // A condition on the state that has nothing to do with what is bound multiplies every way so far,
  // unless there is hardly more than one way to satisfy it (whose turn it is, what somebody does).
  // Fixed relations are left alone: the ways to satisfy them are counted, not guessed.
  constexpr double unconnected_penalty = 20.0;
  constexpr double hardly_more_than_one = 2.5;
  bool has_variable = false;
  bool connected = false;
  for_each_variable(literal.atom, [&](std::uint32_t variable) {
    has_variable = true;
    connected = connected || bound[variable];
  });
  const bool first = std::find(bound.begin(), bound.end(), true) == bound.end();
  const double ways = expected_ways(literal, bound);
  const bool on_state = literal.atom.relation == gdl::keyword::truth;
  const bool multiplies =
      on_state && has_variable && !connected && !first && ways > hardly_more_than_one;
  return multiplies ? ways * unconnected_penalty : ways;
}

double ProverCompiler::expected_ways(const Literal& literal, const gdl::BoundVariables& bound) {
  constexpr double never = 1e300;
  const bool known = is_known(literal.atom, bound);
  if (literal.kind == Literal::Kind::distinct) return known ? 0.0 : never;
  if (literal.kind == Literal::Kind::negative && !known) return never;
  const gdl::Symbol name = literal.atom.relation;
  if (name == gdl::keyword::truth) {
    return known ? 0.1 : 1.0 + scan_cost(literal.atom.args[0], bound);
  }
  if (name == gdl::keyword::does) return known ? 0.1 : 1.1;
  const RelationId relation = program_.relation_of(literal.atom);
  if (only_facts(relation)) {
    if (known) return 0.2;
    FactTable& table = tables_[table_of(relation)];
    const std::uint64_t mask = known_arguments(literal.atom.args, bound);
    return 0.3 + (mask == 0 ? table.row_count() : table.selectivity(table.index_for(mask)));
  }
  const gdl::Relation& info = program_[relation];
  const double weight = (info.scope == Scope::fixed ? 1.5 : 4.0) * (info.recursive ? 8.0 : 1.0);
  if (known) return 0.3 * weight;
  double free = 0;
  for (const Term& arg : literal.atom.args) free += is_known(arg, bound) ? 0 : 1;
  // Asking for everything derives all there is, and there may be no end of it.
  const bool asks_for_all = free >= static_cast<double>(literal.atom.args.size());
  return weight * std::pow(5.0, free) * (asks_for_all ? 50.0 : 1.0);
}

Step ProverCompiler::compile_step(const Literal& literal, gdl::BoundVariables& bound) {
  const bool negative = literal.kind == Literal::Kind::negative;
  const bool known = is_known(literal.atom, bound);
  const bool on_state = literal.atom.relation == gdl::keyword::truth;
  Step step;
  // What is known counts before this condition binds anything itself.
  step.known = known_arguments(on_state ? literal.atom.args[0].args : literal.atom.args, bound);
  for (const Term& arg : literal.atom.args) step.args.push_back(compile_pattern(arg, bound, pool_));
  if (literal.kind == Literal::Kind::distinct) {
    step.kind = Step::Kind::distinct;
    return step;
  }
  if (on_state) {
    if (!known) return compile_scan_state(std::move(step));
    step.kind = negative ? Step::Kind::holds_not : Step::Kind::holds;
    return step;
  }
  if (literal.atom.relation == gdl::keyword::does) {
    step.kind = negative ? Step::Kind::does_not : Step::Kind::does;
    return step;
  }
  return compile_relation(std::move(step), literal);
}

Step ProverCompiler::compile_scan_state(Step step) {
  step.kind = Step::Kind::scan_state;
  const Pattern& fluent = step.args.front();
  step.index =
      fluent.kind != Pattern::Kind::match
          ? no_index
          : fluents_.index_for(fluent.functor, static_cast<std::uint32_t>(fluent.parts.size()),
                               step.known);
  return step;
}

Step ProverCompiler::compile_relation(Step step, const Literal& literal) {
  const RelationId relation = program_.relation_of(literal.atom);
  const bool negative = literal.kind == Literal::Kind::negative;
  if (only_facts(relation)) {
    step.target = table_of(relation);
    step.kind = negative ? Step::Kind::fact_not : Step::Kind::scan_facts;
    step.index = step.known == 0 ? no_index : tables_[step.target].index_for(step.known);
    return step;
  }
  step.kind = negative ? Step::Kind::call_not : Step::Kind::call;
  step.target = request(relation, step.known);
  return step;
}

}  // namespace palamedes::machine::prover
