#pragma once
// What a move does, from the rules alone, as a part of its code in a learned policy (PPAF).
//
// On the largest board of the game, or among cells that are only marked, a move's cell is the last
// group of its arguments that are the coordinates of one: of (move 2 2 3 3) the cell (3 3). It
// touches that cell, and others on which it puts something every time. Two features:
//
//   capture    on the move's cell lies something that belongs to another role. A content belongs to
//              the role whose moves made nearly all facts with it, in a sample of random play.
//   contents   what lies on the cells next to those that the move touches, one step along each
//              coordinate: of a domino the six cells around it
//
//   code   bits 0-31 the move, bit 32 capture, from bit 33 on four bits for each neighbour

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "machine/bit_state.h"
#include "search/move_coder.h"
#include "search/parameters.h"

namespace palamedes::machine::propnet {
class PropnetMachine;
}
namespace palamedes::machine::scalar {
class ScalarMachine;
}

namespace palamedes::board {

class MoveFeatures final : public search::MoveCoder<machine::BitState> {
 public:
  // Of one move: all bits are positions in a state.
  struct Watch {
    std::vector<std::uint32_t> captures;                 // any of them: something is captured
    std::vector<std::vector<std::uint32_t>> neighbours;  // contents of each cell next to it
  };

  // By role and move.
  explicit MoveFeatures(std::vector<std::vector<Watch>> watches) : watches_(std::move(watches)) {}

  void encode(const machine::BitState& state, Role role, std::span<const Move> moves,
              std::vector<search::MoveCode>& codes) const override;

  [[nodiscard]] const std::vector<std::vector<Watch>>& watches() const { return watches_; }

 private:
  std::vector<std::vector<Watch>> watches_;
};

// Nothing where the plan wants no features, or the game has no cells that moves name.
// With `automatic`, captures where the sample has some, else contents.
[[nodiscard]] std::unique_ptr<MoveFeatures> find_features(machine::scalar::ScalarMachine& machine,
                                                          search::playout::Features wanted);
[[nodiscard]] std::unique_ptr<MoveFeatures> find_features(machine::propnet::PropnetMachine& machine,
                                                          search::playout::Features wanted);

}  // namespace palamedes::board
