#pragma once
// Rules made ready for joining: every fluent and every kind of move is a relation of its own.
//
//   (true (cell ?x ?y b))       ->  relation "true cell" with 3 columns
//   (does ?r (mark ?x ?y))      ->  relation "does mark" with 3 columns, the role first
//   (true gameover), (does ?r noop)  ->  relations "true" and "does", the constant last
//
// A variable for a whole fluent or move is replaced by each shape that it can have.

#include <cstdint>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "gdl/rules.h"

namespace palamedes::ground {

enum class RelationKind : std::uint8_t {
  other,
  truth,
  does,
  next,
  legal,
  init,
  base,
  input,
  role,
  goal,
  terminal,
  helper,  // part of a rule's body, made by decomposition
  guard,   // what can occur at all; true wherever it is used, so it never enters a ground rule
};

struct RelationInfo {
  RelationKind kind = RelationKind::other;
  gdl::Symbol keyword{};  // of a flattened relation: `true`, `does`, …
  gdl::Symbol functor{};  // of a flattened relation with a function
  bool has_functor = false;
  // The relation of the same functor that this one feeds: next and init -> true, legal -> does.
  bool feeds = false;
  gdl::Symbol target{};
};

struct FlatRules {
  gdl::Rules rules;
  boost::unordered_flat_map<gdl::Symbol, RelationInfo> relations;

  [[nodiscard]] RelationInfo info(gdl::Symbol relation) const {
    const auto entry = relations.find(relation);
    return entry == relations.end() ? RelationInfo{} : entry->second;
  }
};

[[nodiscard]] FlatRules flatten(const gdl::Rules& rules);

}  // namespace palamedes::ground
