#pragma once
// Last good replies, with forgetting: LGRF-2 as in Tak, Winands and Björnsson 2012, section IV.C.
//
//   to_one_[role][move]    reply of the role to the move before its own; none: no_reply
//   to_two_[role]          (move two steps before, move before) ─► reply; a forgotten one stays as
//                          no_reply, so that nothing is moved about
//
// Whose moves these are says past.h. A player alone always has the highest payoff, so that its
// replies are always those of the last simulation.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "base/ids.h"
#include "search/simulation.h"

namespace palamedes::search::playout {

class Replies {
 public:
  static constexpr Move no_reply{std::numeric_limits<std::uint32_t>::max()};
  // Of a role, to two moves. When there are more, all of its replies to two moves are forgotten:
  // they are the last ones anyway, and are found again soon.
  static constexpr std::size_t most_replies = std::size_t{1} << 22U;

  explicit Replies(std::size_t roles) : to_one_(roles), to_two_(roles) {}

  // A role with the highest payoff of all: each of its moves becomes the reply to those before it.
  // Any other: where such a reply is stored, it goes.
  void learn(const Simulation& simulation);

  [[nodiscard]] Move to_one(Role role, Move before) const;
  [[nodiscard]] Move to_two(Role role, Move two_before, Move before) const;
  // Position of the reply to make among `moves`: to two moves, else to one; moves.size() if there
  // is none that is legal.
  [[nodiscard]] std::size_t choose(Role role, std::span<const Move> moves,
                                   std::span<const Move> past) const;
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  void store(std::size_t role, std::span<const Move> past, Move reply);
  void forget(std::size_t role, std::span<const Move> past, Move reply);

  std::vector<std::vector<Move>> to_one_;
  std::vector<boost::unordered_flat_map<std::uint64_t, Move>> to_two_;
};

}  // namespace palamedes::search::playout
