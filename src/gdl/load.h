#pragma once
// The whole way from a text to checked rules.

#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "gdl/checks.h"
#include "gdl/expression.h"
#include "gdl/program.h"
#include "gdl/rewrites/normalise.h"
#include "gdl/rules.h"

namespace palamedes::gdl {

struct LoadOptions {
  ReadLimits read;
  rewrites::RewriteLimits rewrite;
  CheckOptions check;
};

struct Loaded {
  Rules rules;
  Program program;
  Diagnostics warnings;
};

// Parses, rewrites and checks. With any error the result is the sorted list of all diagnostics.
// Without, no relation of the rules needs its own negation.
[[nodiscard]] Result<Loaded> load(std::string_view text, const std::string& file,
                                  const LoadOptions& options = {});

}  // namespace palamedes::gdl
