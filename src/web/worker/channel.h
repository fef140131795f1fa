#pragma once
// The other end of the server's socket, inside the process of a session. Requests are taken in by a
// thread of their own, so that whoever thinks can see at any moment that somebody waits.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "web/answer.h"
#include "web/frame.h"

namespace palamedes::web::worker {

class Channel {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // It lives as long as the process. When nobody holds the other end any more, the process ends at
  // once, whatever it does.
  Channel(int socket, std::size_t longest_request);
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  // A request waits. From any thread, and often.
  [[nodiscard]] bool has_request() const { return waiting_.load(std::memory_order_relaxed) > 0; }
  // The next request; waits for it until then, or for ever.
  [[nodiscard]] std::optional<Frame> next(std::optional<Time> until);

  void answer(const Frame& request, const Answer& answer) const;
  void tell(std::string_view event, const std::string& data) const;

 private:
  void listen();

  int socket_;
  std::size_t longest_request_;
  std::mutex mutex_;
  std::condition_variable came_;
  std::deque<Frame> requests_;
  std::atomic<std::size_t> waiting_{0};
};

}  // namespace palamedes::web::worker
