#pragma once
// Diagnostics: how every stage reports bad input. A stage collects all it finds; nobody stops at
// the first problem, and nobody prints.

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace palamedes {

// Position in a text, counted from 1; line 0 means "the text as a whole".
struct SourceLocation {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  auto operator<=>(const SourceLocation&) const = default;
};

enum class Severity : std::uint8_t { error, warning };

struct Diagnostic {
  Severity severity = Severity::error;
  std::string file;
  SourceLocation where;
  std::string message;
  std::string hint;  // what was probably meant; may be empty
};

// "file:line:column: error: message (hint)"; the position is left out where there is none.
[[nodiscard]] std::string to_string(const Diagnostic& diagnostic);

// A name for a message: in single quotes, a very long one with its middle left out.
[[nodiscard]] std::string quote(std::string_view name);

class Diagnostics {
 public:
  // Of each severity this number is kept, and one more that says that there were more: a hostile
  // text can have a problem in every byte.
  static constexpr std::size_t max_listed = 1000;

  explicit Diagnostics(std::string file = {}) : file_(std::move(file)) {}

  void error(SourceLocation where, std::string message, std::string hint = {}) {
    add(Severity::error, where, std::move(message), std::move(hint));
  }
  void warning(SourceLocation where, std::string message, std::string hint = {}) {
    add(Severity::warning, where, std::move(message), std::move(hint));
  }
  void append(const Diagnostics& other);

  // Brings the list into the order of the text, equal ones once.
  void sort();

  [[nodiscard]] bool has_errors() const { return errors_ > 0; }
  // Of the listed ones.
  [[nodiscard]] std::size_t error_count() const { return errors_; }
  [[nodiscard]] bool empty() const { return list_.empty(); }
  [[nodiscard]] const std::vector<Diagnostic>& list() const { return list_; }
  [[nodiscard]] const std::string& file() const { return file_; }

 private:
  void add(Severity severity, SourceLocation where, std::string message, std::string hint);
  void add(Diagnostic diagnostic);

  std::string file_;
  std::vector<Diagnostic> list_;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
};

template <typename T>
using Result = tl::expected<T, Diagnostics>;

// A result that failed for a single reason.
[[nodiscard]] tl::unexpected<Diagnostics> failure(std::string file, std::string message,
                                                  std::string hint = {});

}  // namespace palamedes
