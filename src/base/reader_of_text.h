#pragma once

#include <string>
#include <utility>

#include "base/diagnostic.h"

namespace palamedes {

// For whoever reads a text without lines: all that is wrong is wrong with the text as a whole.
class ReaderOfText {
 protected:
  explicit ReaderOfText(std::string name) : diagnostics_(std::move(name)) {}

  void error(std::string message, std::string hint = {}) {
    diagnostics_.error({}, std::move(message), std::move(hint));
  }
  // Those of a part of it.
  void take_errors(const Diagnostics& of_part) {
    for (const Diagnostic& each : of_part.list()) error(each.message, each.hint);
  }

  Diagnostics diagnostics_;
};

}  // namespace palamedes
