#pragma once
// Counts what operator new is asked for in this program.

#include <cstddef>

namespace palamedes::search {

[[nodiscard]] std::size_t allocation_count();

}  // namespace palamedes::search
