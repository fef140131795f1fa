#include "cli/person.h"

#include <fmt/format.h>

#include "base/suggest.h"
#include "cli/move_input.h"
#include "cli/text.h"

namespace palamedes::cli {
namespace {

void show(const ggp::Situation& situation) {
  constexpr std::size_t width = 100;
  fmt::print(stderr, "\nStep {}, {} to move\n", situation.step + 1, situation.role);
  for (const std::string& line : wrapped(situation.facts, width)) {
    fmt::print(stderr, "  {}\n", line);
  }
  fmt::print(stderr, "{}", move_list(situation.legal, true));
}

}  // namespace

std::optional<std::string> Person::ask(const ggp::Situation& situation,
                                       const std::atomic<bool>& interrupted) {
  const std::lock_guard lock(mutex_);
  show(situation);
  for (;;) {
    fmt::print(stderr, "{}> ", situation.role);
    const auto line = lines_.read([&interrupted] { return interrupted.load(); });
    if (!line) return std::nullopt;
    if (const auto place = chosen_move(*line, situation.legal)) return situation.legal[*place];
    const std::string hint = did_you_mean(*line, situation.legal);
    fmt::print(stderr, "A number from 1 to {}, or a move as it is written{}.\n",
               situation.legal.size(), hint.empty() ? "" : "; " + hint);
  }
}

}  // namespace palamedes::cli
