// Arbitrary bytes as a rule sheet: the whole way from text to checked rules, and back to text.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "check_diagnostics.h"
#include "gdl/load.h"
#include "gdl/parser.h"
#include "gdl/printer.h"
#include "require.h"

namespace {

using namespace palamedes;
using namespace palamedes::gdl;

bool is_stratified(const Rules& rules, const Program& program) {
  for (std::size_t c = 0; c < rules.clauses.size(); ++c) {
    if (!program.live[c]) continue;
    const auto component = program[program.relation_of(rules.clauses[c].head)].component;
    for (const Literal& literal : rules.clauses[c].body) {
      if (literal.kind != Literal::Kind::negative) continue;
      if (program[program.relation_of(literal.atom)].component == component) return false;
    }
  }
  return true;
}

void check_round_trip(std::string_view text, const ReadLimits& limits) {
  Diagnostics diagnostics;
  const Sheet sheet = parse_sheet(text, "", limits, diagnostics);
  if (diagnostics.has_errors()) return;
  const std::string printed = to_text(sheet);
  const Sheet again = parse_sheet(printed, "", limits, diagnostics);
  require(!diagnostics.has_errors(), "what was printed can be read");
  require(sheet.sentences == again.sentences, "what was printed means the same");
  require(to_text(again) == printed, "printing is idempotent");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  LoadOptions options;
  options.read.max_depth = 200;
  options.check.warn_unused = true;
  const auto loaded = load(text, "", options);
  if (loaded) {
    require(!loaded->warnings.has_errors(), "a result has no errors");
    check_diagnostics(loaded->warnings);
    require(loaded->program.live.size() == loaded->rules.clauses.size(), "each clause is judged");
    require(is_stratified(loaded->rules, loaded->program), "accepted rules are stratified");
    // The rewritten rules are rules themselves, and rewriting them changes nothing.
    const std::string rewritten = to_text(loaded->rules);
    Diagnostics diagnostics;
    ReadLimits no_limit;
    no_limit.max_bytes = std::size_t{1} << 30U;
    no_limit.max_depth = ReadLimits::deepest;
    const Rules again =
        rewrites::normalise(parse_sheet(rewritten, "", no_limit, diagnostics), {}, diagnostics);
    require(diagnostics.has_errors() || to_text(again) == rewritten, "rewriting is idempotent");
  } else {
    require(loaded.error().has_errors(), "a failure has an error");
    check_diagnostics(loaded.error());
  }
  check_round_trip(text, options.read);
  return 0;
}
