#include "web/frame.h"

#include <array>
#include <cerrno>
#include <charconv>

#include <fmt/format.h>
#include <sys/socket.h>

namespace palamedes::web {
namespace {

constexpr std::size_t longest_head = 100;

template <typename Number>
bool read_number(std::string_view text, Number& number) {
  const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && at == text.data() + text.size() && !text.empty();
}

// The four words of a head; false if they are not four.
bool split_head(std::string_view head, std::array<std::string_view, 4>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t end = std::min(head.find(' '), head.size());
    words[i] = head.substr(0, end);
    if (words[i].empty() || (i + 1 < words.size() && end == head.size())) return false;
    head.remove_prefix(std::min(end + 1, head.size()));
  }
  return head.empty();
}

}  // namespace

std::string to_bytes(const Frame& frame) {
  return fmt::format("{} {} {} {}\n{}", static_cast<char>(frame.kind), frame.number, frame.name,
                     frame.body.size(), frame.body);
}

std::optional<Frame> FrameReader::next() {
  if (is_broken_) return std::nullopt;
  const std::size_t end = heard_.find('\n');
  if (end == std::string::npos) {
    is_broken_ = heard_.size() > longest_head;
    return std::nullopt;
  }
  std::array<std::string_view, 4> words;
  Frame frame;
  std::size_t length = 0;
  const bool is_head =
      end <= longest_head && split_head(std::string_view(heard_).substr(0, end), words) &&
      words[0].size() == 1 && std::string_view("qae").find(words[0]) != std::string_view::npos &&
      read_number(words[1], frame.number) && read_number(words[3], length) && length <= max_bytes_;
  if (!is_head) {
    is_broken_ = true;
    return std::nullopt;
  }
  if (heard_.size() - end - 1 < length) return std::nullopt;
  frame.kind = static_cast<FrameKind>(words[0].front());
  frame.name = words[2];
  frame.body = heard_.substr(end + 1, length);
  heard_.erase(0, end + 1 + length);
  return frame;
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = send(descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace palamedes::web
