#pragma once
// Another grounder's answer to the same question: what can ever be legal, next, a goal, terminal?
//
// The rules are written down for gringo, the grounder of clingo. There `true` follows from `init`
// and `next`, `does` from `legal`, and negated conditions on what may change are left out, which is
// the over-approximation that ground/ makes. What depends on nothing is exact, negation included.
// So the program has one model, and gringo finds it while it grounds.

#include <set>
#include <string>
#include <string_view>

#include "gdl/rules.h"
#include "ground/grounder.h"

namespace palamedes::oracle {

// True if the program is installed.
bool has_gringo();

// The rules as an answer set program. Names are replaced by numbers, so any name will do.
std::string to_asp(const gdl::Rules& rules);

// "(legal x (mark 1))", "(next (cell 1 x))", "(goal x 100)", "terminal", "(true ...)", "(does
// ...)".
using Atoms = std::set<std::string>;

struct Answer {
  Atoms atoms;
  std::string error;  // empty: all is well
};
// Stops gringo after some seconds.
Answer ask_gringo(const gdl::Rules& rules, int seconds);

// The same from ground rules; `roles` are those of the ground rules.
Atoms atoms_of(const ground::GroundRules& rules);

// Takes away what somebody who is no role does or gets.
Atoms of_roles(const Atoms& atoms, const ground::GroundRules& rules);

// Both ways on one sheet, with and without decomposition. Reports differences to GoogleTest.
void expect_same_as_gringo(std::string_view text, std::string_view name);

}  // namespace palamedes::oracle
