#pragma once
// The restrictions of the GDL specification, and what else a writer of rules wants to know.

#include "base/diagnostic.h"
#include "gdl/program.h"
#include "gdl/rules.h"

namespace palamedes::gdl {

struct CheckOptions {
  bool warn_unused = false;  // relations that nothing needs
};

// Reports every problem of the rules. An error leaves the game's meaning undefined; a warning
// breaks a restriction or looks like a slip, and the game can still be played.
void check(const Rules& rules, const Program& program, const CheckOptions& options,
           Diagnostics& diagnostics);

}  // namespace palamedes::gdl
