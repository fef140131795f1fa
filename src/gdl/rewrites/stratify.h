#pragma once
// Makes rules that are stratified clause by clause stratified by names too, so that later stages
// can evaluate one relation after the other.

#include "gdl/program.h"
#include "gdl/rules.h"

namespace palamedes::gdl::rewrites {

// `(goal ?r 0)` if not `(goal ?r 100)` is a cycle of the name `goal`. Each group of clauses that
// need each other gets a relation of its own, and conditions name the groups they can match:
//
//   (<= (goal#1 ?r 100) ...)
//   (<= (goal#2 ?r 0) (role ?r) (not (goal#1 ?r 100)))
//   (<= (goal ?1 ?2) (goal#1 ?1 ?2))
//   (<= (goal ?1 ?2) (goal#2 ?1 ?2))
//
// The rules must have passed the checks. True if anything was rewritten; then `program`, the
// analysis of `rules`, is out of date.
bool stratify(Rules& rules, const Program& program);

}  // namespace palamedes::gdl::rewrites
