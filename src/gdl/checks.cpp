#include "gdl/checks.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/suggest.h"
#include "gdl/checks/pass.h"

namespace palamedes::gdl {
namespace checks {

const KeywordUse* find_keyword(Symbol symbol) {
  const auto* found = std::find_if(keyword_uses.begin(), keyword_uses.end(),
                                   [&](const KeywordUse& use) { return use.symbol == symbol; });
  return found == keyword_uses.end() ? nullptr : found;
}

std::string Suggestions::did_you_mean(std::string_view name,
                                      const std::vector<std::string>& known) {
  if (known.size() > comparisons_left_) return {};
  comparisons_left_ -= known.size();
  return palamedes::did_you_mean(name, known);
}

std::string to_text(SourceLocation where) { return fmt::format("{}:{}", where.line, where.column); }

std::string arrows(const std::vector<std::string>& names) {
  constexpr std::size_t longest = 8;
  constexpr std::size_t kept_at_each_end = 3;
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += " -> ";
    if (names.size() > longest && i == kept_at_each_end) {
      text += "...";
      i = names.size() - kept_at_each_end - 1;
      continue;
    }
    const std::string quoted = quote(names[i]);
    text.append(quoted, 1, quoted.size() - 2);
  }
  return text;
}

}  // namespace checks

void check(const Rules& rules, const Program& program, const CheckOptions& options,
           Diagnostics& diagnostics) {
  checks::Pass pass{rules, program, diagnostics, {}};
  checks::check_keywords(pass);
  checks::check_presence(pass);
  checks::check_arities(pass);
  checks::check_definitions(pass);
  checks::check_needs(pass, options.warn_unused);
  checks::check_safety(pass);
  checks::check_dependencies(pass);
  checks::check_negation(pass);
  checks::check_recursion(pass);
  checks::check_matches(pass);
}

}  // namespace palamedes::gdl
