#pragma once
// Emphasis for texts at a terminal; without colours they stay as they are.

#include <string>
#include <string_view>

namespace palamedes::cli {

// A terminal that can show colours, and a user who wants them.
[[nodiscard]] bool wants_colours(int descriptor);

struct Palette {
  bool colours = false;

  [[nodiscard]] std::string bold(std::string_view text) const { return styled(text, "1"); }
  [[nodiscard]] std::string dim(std::string_view text) const { return styled(text, "2"); }
  [[nodiscard]] std::string reversed(std::string_view text) const { return styled(text, "7"); }
  // One of a few colours that distinguish things.
  [[nodiscard]] std::string coloured(std::string_view text, std::size_t colour) const;

 private:
  [[nodiscard]] std::string styled(std::string_view text, std::string_view style) const;
};

}  // namespace palamedes::cli
