#pragma once
// How large games may be. Whoever reads rules refuses more roles; whoever packs a role or a move
// into fewer bits than its id has holds them against these.

#include <cstddef>

namespace palamedes::model {

// A byte has room for them and for two more values, such as "nobody".
inline constexpr std::size_t max_roles = 254;

}  // namespace palamedes::model
