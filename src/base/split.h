#pragma once
// A text between separators.

#include <string_view>
#include <vector>

namespace palamedes {

// The pieces, empty ones too: "a,,b" has three, "" has one. They point into the text.
[[nodiscard]] inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  for (std::size_t end = text.find(separator); end != std::string_view::npos;
       end = text.find(separator)) {
    pieces.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  pieces.push_back(text);
  return pieces;
}

}  // namespace palamedes
