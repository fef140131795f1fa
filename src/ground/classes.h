#pragma once
// Which relations are settled before play begins, and which are part of it.

#include <vector>

#include "gdl/program.h"
#include "ground/engine.h"
#include "ground/flat_rules.h"

namespace palamedes::ground {

// Relations that answer a question about a state; they are atoms even where they never change.
[[nodiscard]] bool is_question(RelationKind kind);

struct Classified {
  gdl::Program program;
  std::vector<TableClass> classes;  // by relation

  [[nodiscard]] TableClass class_of(const gdl::Atom& atom) const {
    return classes[index_of(program.relation_of(atom))];
  }
};

[[nodiscard]] Classified classify(const FlatRules& rules);

}  // namespace palamedes::ground
