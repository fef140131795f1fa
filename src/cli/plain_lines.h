#pragma once
// Lines of standard input, just as they come.

#include <functional>
#include <optional>
#include <string>

namespace palamedes::cli {

class PlainLines {
 public:
  // Without its end. Nothing at the end of the input, or when `stop` says so, which is asked
  // several times a second.
  [[nodiscard]] std::optional<std::string> read(const std::function<bool()>& stop);

 private:
  std::string unread_;
  bool ended_ = false;
};

}  // namespace palamedes::cli
