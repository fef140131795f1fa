#include "cli/person.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <unistd.h>

#include "agent/line.h"
#include "base/suggest.h"
#include "cli/text.h"

namespace palamedes::cli {
namespace {

// The move that a line means; nothing if it means none.
std::optional<std::string> chosen(const std::string& line, const std::vector<std::string>& legal) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
  if (error == std::errc{} && end == line.data() + line.size() && number >= 1 &&
      number <= legal.size()) {
    return legal[number - 1];
  }
  const auto terms = agent::read_terms(line);
  if (!terms || terms->size() != 1) return std::nullopt;
  if (std::find(legal.begin(), legal.end(), terms->front()) == legal.end()) return std::nullopt;
  return terms->front();
}

void show(const ggp::Situation& situation) {
  constexpr std::size_t width = 100;
  fmt::print(stderr, "\nStep {}, {} to move\n", situation.step + 1, situation.role);
  for (const std::string& line :
       wrapped(fmt::format("{}", fmt::join(situation.facts, " ")), width)) {
    fmt::print(stderr, "  {}\n", line);
  }
  for (std::size_t i = 0; i < situation.legal.size(); ++i) {
    fmt::print(stderr, "{:>4}  {}\n", i + 1, situation.legal[i]);
  }
}

}  // namespace

std::optional<std::string> Person::ask(const ggp::Situation& situation,
                                       const std::atomic<bool>& interrupted) {
  const std::lock_guard lock(mutex_);
  show(situation);
  for (;;) {
    fmt::print(stderr, "{}> ", situation.role);
    const auto line = read_line(interrupted);
    if (!line) return std::nullopt;
    if (auto move = chosen(*line, situation.legal)) return move;
    const std::string hint = did_you_mean(*line, situation.legal);
    fmt::print(stderr, "A number from 1 to {}, or a move as it is written{}.\n",
               situation.legal.size(), hint.empty() ? "" : "; " + hint);
  }
}

std::optional<std::string> Person::read_line(const std::atomic<bool>& interrupted) {
  constexpr int look = 100;  // milliseconds
  std::array<char, 4096> buffer{};
  for (;;) {
    if (const std::size_t end = unread_.find('\n'); end != std::string::npos) {
      std::string line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      return line;
    }
    if (interrupted) return std::nullopt;
    pollfd entry{STDIN_FILENO, POLLIN, 0};
    if (poll(&entry, 1, look) <= 0) continue;
    const ssize_t count = read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::nullopt;
    unread_.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace palamedes::cli
