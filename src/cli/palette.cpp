#include "cli/palette.h"

#include <array>
#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

namespace palamedes::cli {

bool wants_colours(int descriptor) {
  const char* const no_color = std::getenv("NO_COLOR");
  const char* const term = std::getenv("TERM");
  return isatty(descriptor) == 1 && term != nullptr && std::string_view(term) != "dumb" &&
         (no_color == nullptr || *no_color == '\0');
}

std::string Palette::coloured(std::string_view text, std::size_t colour) const {
  // cyan, yellow, magenta, green, red, blue: all can be read on dark and on light
  constexpr std::array<std::string_view, 6> codes = {"1;36", "1;33", "1;35",
                                                     "1;32", "1;31", "1;34"};
  return styled(text, codes[colour % codes.size()]);
}

std::string Palette::styled(std::string_view text, std::string_view style) const {
  if (!colours) return std::string(text);
  const bool whole_line = text.ends_with('\n');
  if (whole_line) text.remove_suffix(1);
  return fmt::format("\x1b[{}m{}\x1b[0m{}", style, text, whole_line ? "\n" : "");
}

}  // namespace palamedes::cli
