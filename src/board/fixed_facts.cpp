#include "board/fixed_facts.h"

#include <utility>

#include "base/stopwatch.h"
#include "board/term.h"
#include "gdl/printer.h"
#include "machine/prover/prover.h"

namespace palamedes::board {
namespace {

namespace keyword = gdl::keyword;

constexpr std::size_t most_arguments = 6;

gdl::Term variable(gdl::SymbolTable& symbols, std::uint32_t number) {
  return {.kind = gdl::Term::Kind::variable,
          .symbol = symbols.intern("?v" + std::to_string(number)),
          .variable = number,
          .args = {},
          .where = {}};
}

// (<= (init (relation ?v0 ?v1)) (relation ?v0 ?v1))
gdl::Clause becomes_initial(gdl::Symbol relation, std::uint32_t arity, gdl::SymbolTable& symbols) {
  gdl::Clause clause;
  gdl::Term fact{.kind = gdl::Term::Kind::function,
                 .symbol = relation,
                 .variable = 0,
                 .args = {},
                 .where = {}};
  for (std::uint32_t i = 0; i < arity; ++i) {
    fact.args.push_back(variable(symbols, i));
    clause.variables.push_back(fact.args.back().symbol);
  }
  clause.body.push_back({gdl::Literal::Kind::positive, {relation, fact.args, {}}});
  clause.head = {keyword::init, {std::move(fact)}, {}};
  return clause;
}

bool is_wanted(const gdl::Relation& relation) {
  if (relation.scope != gdl::Scope::fixed || relation.clauses.empty()) return false;
  if (relation.name == keyword::base) return relation.arity == 1;
  return !gdl::is_keyword(relation.name) && relation.arity >= 2 && relation.arity <= most_arguments;
}

// The fixed part of the rules as a game whose initial state has all that it derives, or what it
// derives of one relation: so the prover works it out.
gdl::Loaded as_initial_state(const gdl::Loaded& game, const gdl::Relation* only) {
  gdl::Loaded fixed;
  fixed.rules.file = game.rules.file;
  fixed.rules.symbols = game.rules.symbols;
  for (const gdl::Clause& clause : game.rules.clauses) {
    const gdl::Relation& relation = game.program[game.program.relation_of(clause.head)];
    if (relation.scope == gdl::Scope::fixed && clause.head.relation != keyword::init) {
      fixed.rules.clauses.push_back(clause);
    }
  }
  for (const gdl::Relation& relation : game.program.relations) {
    if (!is_wanted(relation) || (only != nullptr && only != &relation)) continue;
    fixed.rules.clauses.push_back(
        becomes_initial(relation.name, relation.arity, fixed.rules.symbols));
  }
  fixed.program = gdl::analyse(fixed.rules);
  return fixed;
}

// Of all relations, or of one with less patience.
std::vector<std::string> work_out(const gdl::Loaded& game, const gdl::Relation* only = nullptr) {
  machine::prover::ProverOptions limits;
  limits.max_terms = only == nullptr ? 500'000 : 50'000;
  limits.max_steps = only == nullptr ? 5'000'000 : 500'000;
  limits.max_seconds = 1;
  limits.max_answers = 500'000;
  limits.max_bytes = std::size_t{256} << 20U;
  const gdl::Loaded fixed = as_initial_state(game, only);
  const auto prover = machine::prover::Prover::make(fixed, limits);
  if (!prover) return {};
  return (*prover)->facts((*prover)->initial());
}

// Without those that have no end, such as all lists.
std::vector<std::string> work_out_one_by_one(const gdl::Loaded& game) {
  constexpr double patience = 3;
  const Stopwatch watch;
  std::vector<std::string> facts;
  for (const gdl::Relation& relation : game.program.relations) {
    if (!is_wanted(relation)) continue;
    if (watch.seconds() > patience) return {};
    for (std::string& fact : work_out(game, &relation)) facts.push_back(std::move(fact));
  }
  return facts;
}

std::vector<std::string> written_down(const gdl::Loaded& game) {
  std::vector<std::string> facts;
  for (const gdl::Clause& clause : game.rules.clauses) {
    const gdl::Relation& relation = game.program[game.program.relation_of(clause.head)];
    if (!clause.body.empty() || !is_wanted(relation)) continue;
    facts.push_back(gdl::to_text(clause.head, game.rules.symbols));
  }
  return facts;
}

}  // namespace

FixedFacts find_fixed_facts(const gdl::Loaded& game) {
  std::vector<std::string> facts = work_out(game);
  if (facts.empty()) facts = work_out_one_by_one(game);
  if (facts.empty()) facts = written_down(game);
  FixedFacts result;
  for (std::string& text : facts) {
    Term fact = take_apart(text);
    if (fact.name == "base" && fact.arguments.size() == 1) {
      result.base.push_back(std::move(fact.arguments.front()));
    } else {
      result.tuples.push_back(std::move(text));
    }
  }
  return result;
}

}  // namespace palamedes::board
