#pragma once
// Text to Sheet.

#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "gdl/expression.h"
#include "gdl/sheet.h"

namespace palamedes::gdl {

// Reads a whole rule sheet. Every problem goes to `diagnostics`; a sentence with a problem is left
// out of the sheet, the others are in it.
Sheet parse_sheet(std::string_view text, std::string file, const ReadLimits& limits,
                  Diagnostics& diagnostics);

}  // namespace palamedes::gdl
