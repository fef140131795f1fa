#pragma once
// Rules to code: picks an order for the conditions of each clause and fixes what is bound where.

#include <cstdint>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "gdl/program.h"
#include "gdl/rules.h"
#include "machine/prover/code.h"
#include "machine/prover/fact_tables.h"

namespace palamedes::machine::prover {

class ProverCompiler {
 public:
  ProverCompiler(const gdl::Rules& rules, const gdl::Program& program, gdl::TermPool& pool,
                 FluentTable& fluents);

  // The predicate for a relation asked with these arguments bound. What it needs is compiled too.
  std::uint32_t predicate_for(gdl::RelationId relation, std::uint64_t bound);

  [[nodiscard]] const std::vector<Adorned>& predicates() const { return predicates_; }
  [[nodiscard]] const std::vector<FactTable>& tables() const { return tables_; }

 private:
  void compile(std::uint32_t predicate);
  CompiledClause compile_clause(const gdl::Clause& clause, std::uint64_t bound);
  CompiledClause compile_own_facts(gdl::RelationId relation, std::uint64_t bound);
  Step compile_step(const gdl::Literal& literal, gdl::BoundVariables& bound);
  Step compile_scan_state(Step step);
  Step compile_relation(Step step, const gdl::Literal& literal);

  // The order of conditions tries the cheapest first.
  [[nodiscard]] double cost(const gdl::Literal& literal, const gdl::BoundVariables& bound);
  // Expected number of ways to satisfy a condition.
  [[nodiscard]] double expected_ways(const gdl::Literal& literal, const gdl::BoundVariables& bound);
  [[nodiscard]] double scan_cost(const gdl::Term& fluent, const gdl::BoundVariables& bound) const;

  std::uint32_t request(gdl::RelationId relation, std::uint64_t bound);
  std::uint32_t table_of(gdl::RelationId relation);
  [[nodiscard]] bool only_facts(gdl::RelationId relation) const;

  const gdl::Rules& rules_;
  const gdl::Program& program_;
  gdl::TermPool& pool_;
  FluentTable& fluents_;
  std::vector<Adorned> predicates_;
  std::vector<FactTable> tables_;
  std::vector<std::uint32_t> table_of_relation_;  // no_index: none yet
  boost::unordered_flat_map<std::uint64_t, std::vector<std::uint32_t>> by_relation_;
  std::size_t compiled_ = 0;
};

}  // namespace palamedes::machine::prover
