#pragma once
// What the tests of the rules' way share.

#include <string>
#include <string_view>
#include <vector>

#include "gdl/load.h"
#include "gdl/parser.h"
#include "gdl/printer.h"

namespace palamedes::gdl {

// "line:column: severity: message (hint)" for each diagnostic.
inline std::vector<std::string> texts(const Diagnostics& diagnostics) {
  std::vector<std::string> result;
  for (const Diagnostic& diagnostic : diagnostics.list()) result.push_back(to_string(diagnostic));
  return result;
}

// All that loading has to say about a text, in the order of the text.
inline std::vector<std::string> problems(std::string_view text, const LoadOptions& options = {}) {
  const auto loaded = load(text, "", options);
  return texts(loaded ? loaded->warnings : loaded.error());
}

// A sheet that must be readable.
struct Parsed {
  Sheet sheet;
  std::vector<std::string> problems;
};
inline Parsed parse(std::string_view text, const ReadLimits& limits = {}) {
  Diagnostics diagnostics;
  Sheet sheet = parse_sheet(text, "", limits, diagnostics);
  return {std::move(sheet), texts(diagnostics)};
}

// The clauses of a text after all rewrites.
inline Rules rules_of(std::string_view text) {
  Diagnostics diagnostics;
  return rewrites::normalise(parse_sheet(text, "", {}, diagnostics), {}, diagnostics);
}

// How deep the tests nest. Sanitizers make stack frames several times larger than they are.
#if PALAMEDES_IS_SANITIZED
constexpr std::size_t deepest_tested = ReadLimits::deepest / 5;
#else
constexpr std::size_t deepest_tested = ReadLimits::deepest;
#endif

inline std::string repeat(std::string_view part, std::size_t times) {
  std::string result;
  result.reserve(part.size() * times);
  for (std::size_t i = 0; i < times; ++i) result += part;
  return result;
}

// `core` inside as many pairs of parentheses, each opened with `open`.
inline std::string nested(std::string_view open, std::string_view core, std::size_t depth) {
  return repeat(open, depth) + std::string(core) + repeat(")", depth);
}

}  // namespace palamedes::gdl
