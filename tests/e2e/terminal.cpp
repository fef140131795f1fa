#include "e2e/terminal.h"

#include <csignal>
#include <cstdlib>

#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include "e2e/program.h"

namespace palamedes::e2e {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds patience{30'000};
constexpr int look = 20;  // milliseconds

}  // namespace

Terminal::Terminal(const std::vector<std::string>& arguments, const char* kind)
    : Terminal(arguments, kind, Size{}) {}

Terminal::Terminal(const std::vector<std::string>& arguments, const char* kind, Size dimensions) {
  std::vector<std::string> words = {program()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const winsize size{
      .ws_row = dimensions.rows, .ws_col = dimensions.columns, .ws_xpixel = 0, .ws_ypixel = 0};
  child_ = forkpty(&terminal_, nullptr, nullptr, &size);
  if (child_ != 0) return;
  setenv("TERM", kind, 1);
  setenv("LC_ALL", "C.UTF-8", 1);
  unsetenv("NO_COLOR");
  execv(pointers[0], pointers.data());
  _exit(127);
}

Terminal::~Terminal() {
  if (!status_) {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  close(terminal_);
}

void Terminal::type(const std::string& keys) const {
  (void)!write(terminal_, keys.data(), keys.size());
}

bool Terminal::read_some(int milliseconds) {
  pollfd entry{terminal_, POLLIN, 0};
  if (poll(&entry, 1, milliseconds) <= 0) return false;
  char buffer[4096];
  const ssize_t count = read(terminal_, buffer, sizeof buffer);
  if (count > 0) screen_.append(buffer, static_cast<std::size_t>(count));
  return count > 0;
}

bool Terminal::shows(const std::string& text) {
  const auto until = Clock::now() + patience;
  for (;;) {
    if (const std::size_t at = screen_.find(text, seen_); at != std::string::npos) {
      seen_ = at + text.size();
      return true;
    }
    if (Clock::now() >= until) return false;
    read_some(look);
  }
}

void Terminal::signal(int number) const { kill(child_, number); }

termios Terminal::modes() const {
  termios modes{};
  tcgetattr(terminal_, &modes);
  return modes;
}

std::optional<int> Terminal::wait(milliseconds longest) {
  const auto until = Clock::now() + longest;
  while (!status_) {
    read_some(look);  // or it could not write what it still has to say
    int status = 0;
    if (waitpid(child_, &status, WNOHANG) == child_) {
      status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      while (read_some(0)) {
      }
    } else if (Clock::now() >= until) {
      return std::nullopt;
    }
  }
  return status_;
}

}  // namespace palamedes::e2e
