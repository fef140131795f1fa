#include "cli/key_reader.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <poll.h>
#include <unistd.h>

namespace palamedes::cli {
namespace {

struct Binding {
  std::string_view text;
  Key key;
};

constexpr std::array bindings = {
    Binding{"\033[A", Key::up},    Binding{"\033[B", Key::down}, Binding{"\033[C", Key::right},
    Binding{"\033[D", Key::left},  Binding{"\033OA", Key::up},   Binding{"\033OB", Key::down},
    Binding{"\033OC", Key::right}, Binding{"\033OD", Key::left}, Binding{"w", Key::up},
    Binding{"s", Key::down},       Binding{"d", Key::right},     Binding{"a", Key::left},
    Binding{" ", Key::use},        Binding{"p", Key::pause},     Binding{".", Key::step},
    Binding{"q", Key::quit},       Binding{"\004", Key::quit},
};

}  // namespace

KeyReader::KeyReader() {
  if (isatty(STDIN_FILENO) == 0 || tcgetattr(STDIN_FILENO, &old_) != 0) return;
  termios raw = old_;
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  raw.c_cc[VMIN] = 0;
  raw.c_cc[VTIME] = 0;
  ready_ = tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0;
}

KeyReader::~KeyReader() {
  if (ready_) tcsetattr(STDIN_FILENO, TCSANOW, &old_);
}

std::optional<Key> KeyReader::wait(double seconds) const {
  pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  const auto milliseconds = static_cast<int>(std::clamp(seconds, 0.0, 60.0) * 1000);
  if (poll(&input, 1, milliseconds) <= 0) return std::nullopt;
  std::array<char, 64> buffer{};
  const ssize_t count = read(STDIN_FILENO, buffer.data(), buffer.size());
  if (count <= 0) return Key::quit;
  // Of keys that came together, the last one counts.
  const std::string_view text(buffer.data(), static_cast<std::size_t>(count));
  for (const Binding& binding : bindings) {
    if (text.ends_with(binding.text)) return binding.key;
  }
  return Key::other;
}

}  // namespace palamedes::cli
