#pragma once
// Two machines of the same game may give the same move different numbers.

#include <functional>
#include <optional>

#include "base/ids.h"

namespace palamedes::search {

// The number that the other machine gives the role's move; nothing if it does not know the move.
using Renumber = std::function<std::optional<Move>(Role, Move)>;

}  // namespace palamedes::search
