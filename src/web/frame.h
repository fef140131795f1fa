#pragma once
// Messages between the server and the process of a session, over a socket:
//
//   q 17 moves 24\n{"role":0,"move":"(a 1)"}      request 17
//   a 17 200 120\n{...}                           its answer, with a status of HTTP
//   e 0 analysis 300\n{...}                       an event, which nobody asked for
//
// kind, number, name and length of the body.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace palamedes::web {

enum class FrameKind : char { request = 'q', answer = 'a', event = 'e' };

struct Frame {
  FrameKind kind = FrameKind::request;
  std::uint64_t number = 0;
  std::string name;  // of a request or event; the status of an answer
  std::string body;
};

[[nodiscard]] std::string to_bytes(const Frame& frame);

// Puts frames together as their bytes come in.
class FrameReader {
 public:
  explicit FrameReader(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  void take(std::string_view bytes) { heard_ += bytes; }
  // The next whole frame.
  [[nodiscard]] std::optional<Frame> next();
  // What came is no frame, or a larger one than is allowed: nothing can be read any more.
  [[nodiscard]] bool is_broken() const { return is_broken_; }

 private:
  std::size_t max_bytes_;  // of a body
  std::string heard_;
  bool is_broken_ = false;
};

// All of it, whatever signals come. False if nobody reads it any more.
[[nodiscard]] bool write_all(int descriptor, std::string_view bytes);

}  // namespace palamedes::web
