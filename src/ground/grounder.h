#pragma once
// Rules to ground rules: the whole stop.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "gdl/load.h"
#include "gdl/term_pool.h"
#include "ground/flat_rules.h"
#include "ground/rule_stream.h"

namespace palamedes::ground {

struct GroundOptions {
  GroundLimits limits;
  bool decompose = true;
  // Demand-driven rules cost time and pay off for the larger games only: `automatic` tries without
  // them first, up to `rules_before_demand` ground rules or as many as there are fixed facts: a
  // second try finds those again, and asks its way through them.
  enum class Demand : std::uint8_t { never, automatic, always };
  Demand demand = Demand::automatic;
  std::size_t rules_before_demand = 250'000;
  // Keep to what `base` and `input` declare. Off, since public sheets declare too little.
  bool trust_declarations = false;
};

struct StepReport {
  std::string name;
  double seconds = 0;
  std::string detail;
};

// What can ever be true, what can ever be done, and the rules between them, without variables.
//
// Atoms are numbered densely. A rule is a head with conditions; what nothing derives is false and
// no longer mentioned, and conditions that depend on neither state nor moves have been decided.
struct GroundRules {
  struct Atom {
    RelationKind kind = RelationKind::other;
    std::uint32_t role = 0;           // of does, legal, goal
    gdl::TermId term = gdl::no_term;  // fluent, move or goal value
    gdl::Symbol relation{};           // of the others: name and arguments
    std::uint32_t first_argument = 0;
    std::uint32_t argument_count = 0;
  };

  gdl::SymbolTable symbols;
  gdl::TermPool pool;
  std::vector<gdl::TermId> roles;
  std::vector<gdl::TermId> init;  // fluents that hold at the start
  std::vector<Atom> atoms;
  std::vector<gdl::TermId> arguments;
  RuleStream rules;
  std::vector<StepReport> steps;
  std::size_t memory_bytes = 0;  // the most that was in use on the way
  std::size_t rows_tried = 0;    // by the joins: what it took, on whatever machine

  [[nodiscard]] std::string text(std::uint32_t number) const;
  // Calls visit(head, conditions) for every rule.
  template <typename Visit>
  void for_each_rule(Visit&& visit) const {
    for (std::size_t i = 0; i < rules.words.size();) {
      const std::uint32_t head = rules.words[i];
      const std::uint32_t count = rules.words[i + 1];
      visit(head, std::span<const std::uint32_t>(rules.words.data() + i + 2, count));
      i += 2 + count;
    }
  }
};

// Fails with a clear message when a limit is reached; nothing is half-made then.
[[nodiscard]] Result<GroundRules> ground(const gdl::Loaded& game, const GroundOptions& options);

}  // namespace palamedes::ground
