#pragma once
// Who plays which role: every way in which not all roles are played by the same agent, so that two
// agents in a game of r roles have 2^r - 2 (Sturtevant 2008). A game for one role is played by each
// agent alone.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace palamedes::match {

using Assignment = std::vector<std::uint32_t>;  // by role: number of its agent

// More than `most` are not made; there is at least one.
[[nodiscard]] std::vector<Assignment> assignments(std::size_t agents, std::size_t roles,
                                                  std::size_t most = 100'000);

}  // namespace palamedes::match
