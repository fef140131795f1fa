#pragma once
// Which outermost symbols the terms at each argument position can have: constants, or functions of
// these names. Needed where a variable stands for a whole fluent or move.

#include <cstdint>
#include <set>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include "gdl/rules.h"

namespace palamedes::ground {

struct ShapeSet {
  bool constants = false;
  std::set<std::pair<gdl::Symbol, std::uint32_t>> functions;  // name, arity

  bool merge(const ShapeSet& other);  // true if something was new
  void restrict_to(const ShapeSet& other);
};

class Shapes {
 public:
  explicit Shapes(const gdl::Rules& rules);

  // Shapes that every positive condition with this variable allows.
  [[nodiscard]] ShapeSet of_variable(const gdl::Clause& clause, std::uint32_t variable) const;

  // Shapes of the terms that can be this argument of this relation.
  [[nodiscard]] const ShapeSet& of(gdl::Symbol relation, std::size_t arity,
                                   std::size_t argument) const;

 private:
  bool visit(const gdl::Clause& clause);
  void collect(const gdl::Clause& clause, std::vector<ShapeSet>& variables,
               std::vector<bool>& seen) const;
  bool flow(const gdl::Atom& from, gdl::Symbol to, std::size_t first_argument);
  bool add(std::uint64_t position, const gdl::Term& term, const std::vector<ShapeSet>& variables);
  void collect(std::uint64_t position, const gdl::Term& term, std::vector<ShapeSet>& variables,
               std::vector<bool>& seen) const;

  boost::unordered_flat_map<std::uint64_t, ShapeSet> positions_;
  ShapeSet nothing_;
};

}  // namespace palamedes::ground
