#pragma once
// Moves that a role makes only where it has no other, such as waiting while others move. They are
// never compared with another move, so nothing needs to be learned about them: in games with turns
// that is half of all moves.
//
// Nobody says which these are, so they are watched: a move is idle once it was often made alone, as
// long as it was never chosen among several.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/ids.h"

namespace palamedes::search {

class IdleMoves {
 public:
  static constexpr std::uint8_t often = 32;

  explicit IdleMoves(std::size_t roles) : times_alone_(roles) {}

  void made(std::size_t role, Move move, std::size_t among) {
    std::uint8_t& times = at(role, move);
    if (among > 1) {
      times = never_idle;
    } else if (times < often) {
      ++times;
    }
  }
  [[nodiscard]] bool is_idle(std::size_t role, Move move) const {
    const auto& row = times_alone_[role];
    return index_of(move) < row.size() && row[index_of(move)] == often;
  }

 private:
  static constexpr std::uint8_t never_idle = 255;

  std::uint8_t& at(std::size_t role, Move move) {
    auto& row = times_alone_[role];
    if (index_of(move) >= row.size()) row.resize(2 * index_of(move) + 16, 0);
    return row[index_of(move)];
  }

  std::vector<std::vector<std::uint8_t>> times_alone_;  // by role and move, up to `often`
};

}  // namespace palamedes::search
