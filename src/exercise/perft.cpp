#include "exercise/perft.h"

#include <algorithm>
#include <limits>

namespace palamedes::exercise {

JointMoves::JointMoves(const std::vector<model::MoveList>& moves)
    : moves_(moves),
      positions_(moves.size(), 0),
      done_(std::any_of(moves.begin(), moves.end(), [](const auto& m) { return m.empty(); })) {
  if (done_) return;
  for (const model::MoveList& of_role : moves) current_.push_back(of_role.front());
}

std::uint64_t JointMoves::count(const std::vector<model::MoveList>& moves) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t product = 1;
  for (const model::MoveList& of_role : moves) {
    if (of_role.empty()) return 0;
    product = product > most / of_role.size() ? most : product * of_role.size();
  }
  return product;
}

void JointMoves::advance() {
  for (std::size_t role = 0; role < moves_.size(); ++role) {
    const bool wraps = ++positions_[role] == moves_[role].size();
    if (wraps) positions_[role] = 0;
    current_[role] = moves_[role][positions_[role]];
    if (!wraps) return;
  }
  done_ = true;
}

}  // namespace palamedes::exercise
