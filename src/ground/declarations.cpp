#include "ground/declarations.h"

#include <algorithm>

namespace palamedes::ground {

gdl::Rules kept_to_declarations(const gdl::Rules& rules) {
  const auto declares = [&](gdl::Symbol relation) {
    return std::any_of(rules.clauses.begin(), rules.clauses.end(),
                       [&](const gdl::Clause& clause) { return clause.head.relation == relation; });
  };
  const bool has_bases = declares(gdl::keyword::base);
  const bool has_inputs = declares(gdl::keyword::input);
  gdl::Rules result = rules;
  for (gdl::Clause& clause : result.clauses) {
    gdl::Atom declared = clause.head;
    if (has_bases && clause.head.relation == gdl::keyword::next) {
      declared.relation = gdl::keyword::base;
    } else if (has_inputs && clause.head.relation == gdl::keyword::legal) {
      declared.relation = gdl::keyword::input;
    } else {
      continue;
    }
    clause.body.push_back({gdl::Literal::Kind::positive, std::move(declared)});
  }
  return result;
}

}  // namespace palamedes::ground
