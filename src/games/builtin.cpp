#include "games/builtin.h"

#include <algorithm>

namespace palamedes::games {

const Builtin* find(std::string_view name) {
  const std::span<const Builtin> all = builtins();
  const auto at = std::lower_bound(
      all.begin(), all.end(), name,
      [](const Builtin& game, std::string_view wanted) { return game.name < wanted; });
  return at != all.end() && at->name == name ? &*at : nullptr;
}

}  // namespace palamedes::games
