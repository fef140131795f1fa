#include "explore/perft.h"

#include <algorithm>

namespace palamedes::explore {

JointMoves::JointMoves(const std::vector<model::MoveList>& moves)
    : moves_(moves),
      positions_(moves.size(), 0),
      done_(std::any_of(moves.begin(), moves.end(), [](const auto& m) { return m.empty(); })) {
  if (done_) return;
  for (const model::MoveList& of_role : moves) current_.push_back(of_role.front());
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

}  // namespace palamedes::explore
