#include "base/diagnostic.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

namespace palamedes {

std::string to_string(const Diagnostic& diagnostic) {
  std::string text;
  if (!diagnostic.file.empty()) text += diagnostic.file + ":";
  if (diagnostic.where.line > 0) {
    text += fmt::format("{}:{}:", diagnostic.where.line, diagnostic.where.column);
  }
  if (!text.empty()) text += " ";
  text += diagnostic.severity == Severity::error ? "error: " : "warning: ";
  text += diagnostic.message;
  if (!diagnostic.hint.empty()) text += " (" + diagnostic.hint + ")";
  return text;
}

std::string quote(std::string_view name) {
  constexpr std::size_t longest = 60;
  constexpr std::size_t kept_at_each_end = 28;
  if (name.size() <= longest) return fmt::format("'{}'", name);
  return fmt::format("'{}...{}'", name.substr(0, kept_at_each_end),
                     name.substr(name.size() - kept_at_each_end));
}

void Diagnostics::add(Severity severity, SourceLocation where, std::string message,
                      std::string hint) {
  add({severity, file_, where, std::move(message), std::move(hint)});
}

void Diagnostics::add(Diagnostic diagnostic) {
  const bool is_error = diagnostic.severity == Severity::error;
  std::size_t& count = is_error ? errors_ : warnings_;
  if (count > max_listed) return;
  if (count == max_listed) {
    diagnostic.where = {};
    diagnostic.message = fmt::format("more than {} {}; the rest is not listed", max_listed,
                                     is_error ? "errors" : "warnings");
    diagnostic.hint.clear();
  }
  ++count;
  list_.push_back(std::move(diagnostic));
}

void Diagnostics::append(const Diagnostics& other) {
  for (const Diagnostic& diagnostic : other.list_) add(diagnostic);
}

void Diagnostics::sort() {
  const auto key = [](const Diagnostic& d) {
    return std::tie(d.file, d.where, d.severity, d.message, d.hint);
  };
  std::stable_sort(list_.begin(), list_.end(),
                   [&](const auto& a, const auto& b) { return key(a) < key(b); });
  list_.erase(std::unique(list_.begin(), list_.end(),
                          [&](const auto& a, const auto& b) { return key(a) == key(b); }),
              list_.end());
  errors_ = static_cast<std::size_t>(std::count_if(
      list_.begin(), list_.end(), [](const auto& d) { return d.severity == Severity::error; }));
  warnings_ = list_.size() - errors_;
}

tl::unexpected<Diagnostics> failure(std::string file, std::string message, std::string hint) {
  Diagnostics diagnostics(std::move(file));
  diagnostics.error({}, std::move(message), std::move(hint));
  return tl::unexpected<Diagnostics>(std::move(diagnostics));
}

}  // namespace palamedes
