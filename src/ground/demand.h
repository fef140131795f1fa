#pragma once
// Demand-driven grounding ("magic sets"). A wide relation may be asked for few of its tuples only:
// a counter that starts at 0, a line of sight between two given squares. For every such relation p
// a guard "need p" collects the arguments it can be asked with, and the rules of p start from it.
//
// One set of bound arguments per relation: those that are known at every place where it is used.
// So no relation is copied, and the ground atoms stay the same, only fewer.

#include <cstddef>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "ground/flat_rules.h"

namespace palamedes::ground {

struct DemandReport {
  std::size_t relations = 0;  // now derived on demand
  std::size_t rules = 0;      // that collect the demand
};

// How many tuples a relation has, and how many different values each of its arguments.
struct RelationSize {
  double rows = 0;
  std::vector<double> distinct;
};
using RelationSizes = boost::unordered_flat_map<gdl::Symbol, RelationSize>;

// `sizes` are those of the relations that are known beforehand.
DemandReport restrict_to_demand(FlatRules& rules, const RelationSizes& sizes);

}  // namespace palamedes::ground
