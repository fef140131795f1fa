#include "net/move_cover.h"

#include <algorithm>
#include <utility>

namespace palamedes::net {

MoveCover::MoveCover(const PropNet& net)
    : role_of_(net.components.size(), no_component), count_(net.roles.size(), 0) {
  for (std::uint32_t role = 0; role < net.roles.size(); ++role) {
    auto& moves = moves_.emplace_back();
    for (const MoveEntry& move : net.roles[role].moves) {
      // A move without an input keeps its place, so that the others are never all there are.
      moves.push_back(move.input);
      if (move.input != no_component) role_of_[move.input] = role;
    }
    std::sort(moves.begin(), moves.end());
  }
}

MoveCover::Cover MoveCover::of(std::span<const ComponentId> inputs) {
  Cover cover;
  for (const ComponentId input : inputs) {
    if (input < role_of_.size() && role_of_[input] != no_component) ++count_[role_of_[input]];
  }
  for (std::uint32_t role = 0; role < moves_.size(); ++role) {
    const std::uint32_t count = std::exchange(count_[role], 0);
    const auto& moves = moves_[role];
    if (moves.size() < 2) continue;  // a role without a choice: the passes take its input to change
    cover.certain = cover.certain || count == moves.size();
    if (count + 1 != moves.size()) continue;
    for (const ComponentId move : moves) {
      if (!std::binary_search(inputs.begin(), inputs.end(), move)) cover.missing.push_back(move);
    }
  }
  return cover;
}

}  // namespace palamedes::net
