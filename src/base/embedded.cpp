#include "base/embedded.h"

#include <algorithm>

namespace palamedes {

const Embedded* find(std::span<const Embedded> files, std::string_view name) {
  const auto at = std::lower_bound(
      files.begin(), files.end(), name,
      [](const Embedded& file, std::string_view wanted) { return file.name < wanted; });
  return at != files.end() && at->name == name ? &*at : nullptr;
}

}  // namespace palamedes
