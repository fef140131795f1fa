#include "cli/plain_lines.h"

#include <array>
#include <cerrno>
#include <utility>

#include <poll.h>
#include <unistd.h>

namespace palamedes::cli {

std::optional<std::string> PlainLines::read(const std::function<bool()>& stop) {
  constexpr int look = 100;  // milliseconds
  std::array<char, 4096> buffer{};
  for (;;) {
    if (stop()) return std::nullopt;
    if (const std::size_t end = unread_.find('\n'); end != std::string::npos) {
      std::string line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      return line;
    }
    if (ended_) {
      if (unread_.empty()) return std::nullopt;
      return std::exchange(unread_, {});  // a last line without an end
    }
    pollfd entry{STDIN_FILENO, POLLIN, 0};
    if (poll(&entry, 1, look) <= 0) continue;
    const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      ended_ = true;
    } else {
      unread_.append(buffer.data(), static_cast<std::size_t>(count));
    }
  }
}

}  // namespace palamedes::cli
