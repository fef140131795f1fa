#include "ground/classes.h"

namespace palamedes::ground {

using gdl::Literal;

bool is_question(RelationKind kind) {
  return kind == RelationKind::next || kind == RelationKind::legal || kind == RelationKind::goal ||
         kind == RelationKind::terminal;
}

Classified classify(const FlatRules& rules) {
  std::vector<gdl::GivenRelation> given;
  for (const auto& [relation, info] : rules.relations) {
    if (info.kind == RelationKind::truth) given.push_back({relation, gdl::Scope::state});
    if (info.kind == RelationKind::does) given.push_back({relation, gdl::Scope::moves});
  }
  Classified result{gdl::analyse(rules.rules, given), {}};
  const gdl::Program& program = result.program;
  result.classes.assign(program.relations.size(), TableClass::fixed);
  // Needed components come first, so one pass carries "not fixed" upwards.
  for (const auto& component : program.components) {
    bool dynamic = false;
    for (const gdl::RelationId id : component) {
      dynamic = dynamic || program[id].scope != gdl::Scope::fixed ||
                is_question(rules.info(program[id].name).kind);
      for (const std::uint32_t clause : program[id].clauses) {
        for (const Literal& literal : rules.rules.clauses[clause].body) {
          dynamic = dynamic || (literal.kind != Literal::Kind::distinct &&
                                result.class_of(literal.atom) != TableClass::fixed);
        }
      }
    }
    if (!dynamic) continue;
    for (const gdl::RelationId id : component) {
      const bool guard = rules.info(program[id].name).kind == RelationKind::guard;
      result.classes[index_of(id)] = guard ? TableClass::guard : TableClass::dynamic;
    }
  }
  return result;
}

}  // namespace palamedes::ground
