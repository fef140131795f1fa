#pragma once
// What holds for the diagnostics of any text, in whatever language it is.

#include <string>

#include "base/diagnostic.h"
#include "require.h"

namespace palamedes {

inline void check_diagnostics(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.list()) {
    const std::string text = to_string(diagnostic);
    require(!diagnostic.message.empty(), "each diagnostic says something");
    // Names can be as long as the text, messages cannot.
    require(text.size() < 1000, "diagnostics are short");
    for (const char c : text) require(c >= ' ' && c < 0x7f, "diagnostics are printable");
  }
  require(diagnostics.list().size() <= 2 * (Diagnostics::max_listed + 1), "diagnostics are few");
}

}  // namespace palamedes
