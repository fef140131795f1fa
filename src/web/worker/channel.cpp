#include "web/worker/channel.h"

#include <array>
#include <cerrno>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

namespace palamedes::web::worker {

Channel::Channel(int socket, std::size_t longest_request)
    : socket_(socket), longest_request_(longest_request) {
  std::thread([this] { listen(); }).detach();
}

void Channel::listen() {
  FrameReader reader(longest_request_);
  std::array<char, 1 << 16> buffer{};
  for (;;) {
    const ssize_t count = read(socket_, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    // Also while a machine is made, which nothing else could end.
    if (count <= 0) _exit(0);
    reader.take({buffer.data(), static_cast<std::size_t>(count)});
    while (std::optional<Frame> frame = reader.next()) {
      const std::scoped_lock lock(mutex_);
      requests_.push_back(std::move(*frame));
      ++waiting_;
      came_.notify_one();
    }
    if (reader.is_broken()) _exit(1);
  }
}

std::optional<Frame> Channel::next(std::optional<Time> until) {
  std::unique_lock lock(mutex_);
  const auto is_there = [&] { return !requests_.empty(); };
  if (until) {
    if (!came_.wait_until(lock, *until, is_there)) return std::nullopt;
  } else {
    came_.wait(lock, is_there);
  }
  Frame frame = std::move(requests_.front());
  requests_.pop_front();
  --waiting_;
  return frame;
}

void Channel::answer(const Frame& request, const Answer& answer) const {
  static_cast<void>(write_all(socket_, to_bytes({.kind = FrameKind::answer,
                                                 .number = request.number,
                                                 .name = fmt::format("{}", answer.status),
                                                 .body = answer.body})));
}

void Channel::tell(std::string_view event, const std::string& data) const {
  static_cast<void>(write_all(
      socket_,
      to_bytes({.kind = FrameKind::event, .number = 0, .name = std::string(event), .body = data})));
}

}  // namespace palamedes::web::worker
