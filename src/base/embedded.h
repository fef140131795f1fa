#pragma once
// Text files that are part of the program (cmake/PalamedesEmbed.cmake).

#include <span>
#include <string_view>

namespace palamedes {

struct Embedded {
  std::string_view name;  // of the file, without its ending
  std::string_view text;
};

// The one of exactly this name, or nullptr. The files are sorted by name (byte order).
[[nodiscard]] const Embedded* find(std::span<const Embedded> files, std::string_view name);

}  // namespace palamedes
