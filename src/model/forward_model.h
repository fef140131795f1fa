#pragma once
// What a search sees of a game, and nothing else.

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"

namespace palamedes::model {

using MoveList = std::vector<Move>;

// goal() is 0 to 100, or below zero where the rules leave it open: they give no value from 0 to
// 100,
inline constexpr int undefined_goal = -1;
// or several, of which the highest is given.
[[nodiscard]] constexpr int contradictory_goal(int highest) { return -2 - highest; }
// What somebody plays for who must play on all the same.
[[nodiscard]] constexpr int highest_goal(int goal) {
  if (goal >= 0) return goal;
  return goal == undefined_goal ? 0 : -2 - goal;
}

// Finds the one goal value that holds.
class GoalReader {
 public:
  void holds(int value) {
    ++count_;
    if (value >= 0 && value <= 100) highest_ = std::max(highest_, value);
  }
  [[nodiscard]] int goal() const {
    return count_ <= 1 || highest_ < 0 ? highest_ : contradictory_goal(highest_);
  }

 private:
  int highest_ = undefined_goal;
  int count_ = 0;
};

// A model is one thread's view of a game: it may keep caches, so its methods are not const. States
// are values: copies are independent, and equal states compare equal.
//
// A model never fails loudly in the middle of a game. When the rules cannot be evaluated (a limit
// was reached, evaluation does not end) fault() says why, and from then on every state counts as
// terminal with undefined goals.
template <typename M>
concept ForwardModel = requires(M& model, typename M::State& state,
                                const typename M::State& position, Role role, MoveList& moves,
                                std::span<const Move> joint_move) {
  requires std::copyable<typename M::State>;
  requires std::equality_comparable<typename M::State>;
  { model.role_count() } -> std::convertible_to<std::size_t>;
  { model.initial() } -> std::convertible_to<typename M::State>;
  { model.terminal(position) } -> std::same_as<bool>;
  { model.goal(position, role) } -> std::same_as<int>;  // 0..100, or left open
  {model.legal(position, role, moves)};                 // fills the caller's list, no duplicates
  {model.advance(state, joint_move)};                   // one move per role, in role order
  { model.fault() } -> std::convertible_to<const std::string&>;  // empty: all is well
};

}  // namespace palamedes::model
