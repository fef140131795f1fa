#include "cli/screen.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/text.h"

namespace palamedes::cli {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 16U;
constexpr double progress_seconds = 0.2;

bool is_plain_terminal() {
  const char* term = std::getenv("TERM");
  return term == nullptr || std::strcmp(term, "dumb") == 0;
}

// Of the terminal on which progress is shown; many if it does not say.
std::size_t terminal_columns() {
  winsize size{};
  constexpr std::size_t unknown = 1000;
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : unknown;
}

}  // namespace

Screen::Screen()
    : to_terminal_(isatty(STDOUT_FILENO) == 1),
      editable_(to_terminal_ && !is_plain_terminal()),
      palette_{wants_colours(STDOUT_FILENO)},
      shows_progress_(isatty(STDERR_FILENO) == 1 && !is_plain_terminal()) {}

void Screen::print(std::string_view text) {
  clear_progress();
  buffer_ += shown(std::string(text));
  if (to_terminal_ || buffer_.size() >= buffer_bytes) flush();
}

bool Screen::wants_progress() const {
  return shows_progress_ && since_progress_.seconds() >= progress_seconds;
}

void Screen::progress(std::string_view text) {
  since_progress_ = Stopwatch();
  progress_visible_ = true;
  const std::string line = shown(std::string(text));
  fmt::print(stderr, "\r\x1b[K{}", fitting(line, terminal_columns()));
  std::fflush(stderr);
}

void Screen::complain(std::string_view text) {
  clear_progress();
  // In the order in which they happened, where both go to the same place.
  flush();
  const std::string line = fmt::format("{}\n", shown(std::string(text)));
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void Screen::complain(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.list()) complain(to_string(diagnostic));
}

Exit Screen::wrong_usage(std::string_view command, std::string_view problem) {
  const std::string_view blank = command.empty() ? "" : " ";
  complain(fmt::format("palamedes{}{}: {}", blank, command, problem));
  complain(fmt::format("See 'palamedes help{}{}'.", blank, command));
  return Exit::usage;
}

Room Screen::room() const { return room_of(STDOUT_FILENO); }

Exit Screen::finish(Exit exit) {
  clear_progress();
  flush();
  if (write_error_ == 0) return exit;
  complain(fmt::format("palamedes: the output cannot be written: {}", std::strerror(write_error_)));
  return Exit::failed;
}

void Screen::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty() && !closed_) {
    const ssize_t written = write(STDOUT_FILENO, rest.data(), rest.size());
    if (written >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      closed_ = true;
      if (errno != EPIPE) write_error_ = errno;
    }
  }
  buffer_.clear();
}

void Screen::clear_progress() {
  if (!progress_visible_) return;
  progress_visible_ = false;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
}

}  // namespace palamedes::cli
