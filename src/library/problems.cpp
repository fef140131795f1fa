#include "library/problems.h"

#include <utility>

namespace palamedes::library {

std::vector<Problem> problems_of(const Diagnostics& diagnostics) {
  std::vector<Problem> problems;
  problems.reserve(diagnostics.list().size());
  for (const Diagnostic& one : diagnostics.list()) {
    problems.push_back(
        {.kind = one.severity == Severity::error ? Problem::Kind::error : Problem::Kind::warning,
         .file = one.file,
         .line = one.where.line,
         .column = one.where.column,
         .message = one.message,
         .hint = one.hint});
  }
  return problems;
}

std::vector<Problem> one_problem(std::string file, std::string message, std::string hint) {
  return {{.kind = Problem::Kind::error,
           .file = std::move(file),
           .message = std::move(message),
           .hint = std::move(hint)}};
}

}  // namespace palamedes::library

namespace palamedes {
inline namespace v0 {

std::string describe(const Problem& problem) {
  return to_string(Diagnostic{
      .severity = problem.kind == Problem::Kind::error ? Severity::error : Severity::warning,
      .file = problem.file,
      .where = {problem.line, problem.column},
      .message = problem.message,
      .hint = problem.hint});
}

std::string describe(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) {
    if (!text.empty()) text += "\n";
    text += describe(problem);
  }
  return text;
}

Failure::Failure(std::vector<Problem> problems)
    : std::runtime_error(describe(problems)),
      problems_(std::make_shared<const std::vector<Problem>>(std::move(problems))) {}
Failure::Failure(const Failure&) = default;
Failure& Failure::operator=(const Failure&) = default;
Failure::~Failure() = default;

}  // namespace v0
}  // namespace palamedes
