#pragma once
// GroundRules to PropNet.

#include "ground/grounder.h"
#include "net/propnet.h"

namespace palamedes::net {

struct BuildOptions {
  bool names = false;    // keep the atoms' texts, for people who look at the net
  bool condense = true;  // see condense.h
};

// Every atom becomes a proposition, every rule with several conditions an AND gate, every head with
// several rules an OR gate; NOT gates and equal AND gates are made once. Then the rules of thesis
// 4.2.1 hold: one TRUE and one FALSE; inputs and legal propositions one to one; only constants and
// inputs have no inputs, everything else without one is FALSE.
[[nodiscard]] PropNet build(ground::GroundRules rules, const BuildOptions& options = {});

}  // namespace palamedes::net
