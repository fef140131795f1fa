#pragma once
// Which moves come before a role's move in sequences: one per step, each of the role before the
// next one's (Tak, Winands and Björnsson 2012, section IV.B). With two players who take turns, the
// opponent's last move, one's own before that, and so on; alone, all one's own.

#include <cstddef>
#include <span>

#include "base/ids.h"

namespace palamedes::search::statistics {

constexpr std::size_t preceding_role(std::size_t role, std::size_t steps_back, std::size_t roles) {
  return (role + steps_back * (roles - 1)) % roles;
}

// `past` holds joint moves role by role, at least `steps_back` of them.
inline Move preceding_move(std::span<const Move> past, std::size_t role, std::size_t steps_back,
                           std::size_t roles) {
  return past[past.size() - steps_back * roles + preceding_role(role, steps_back, roles)];
}

}  // namespace palamedes::search::statistics
