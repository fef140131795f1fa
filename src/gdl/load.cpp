#include "gdl/load.h"

#include "gdl/parser.h"
#include "gdl/rewrites/stratify.h"

namespace palamedes::gdl {

Result<Loaded> load(std::string_view text, const std::string& file, const LoadOptions& options) {
  Diagnostics diagnostics(file);
  Sheet sheet = parse_sheet(text, file, options.read, diagnostics);
  Loaded loaded;
  loaded.rules = rewrites::normalise(std::move(sheet), options.rewrite, diagnostics);
  loaded.program = analyse(loaded.rules);
  // A sheet with lost sentences would only earn complaints about what is missing.
  if (!diagnostics.has_errors()) check(loaded.rules, loaded.program, options.check, diagnostics);
  diagnostics.sort();
  if (diagnostics.has_errors()) return tl::unexpected(std::move(diagnostics));
  if (rewrites::stratify(loaded.rules, loaded.program)) loaded.program = analyse(loaded.rules);
  loaded.warnings = std::move(diagnostics);
  return loaded;
}

}  // namespace palamedes::gdl
