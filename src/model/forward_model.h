#pragma once
// What a search sees of a game, and nothing else.

#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"

namespace palamedes::model {

using MoveList = std::vector<Move>;

// goal() where the rules give a role no value or several.
inline constexpr int undefined_goal = -1;

// Finds the one goal value that holds.
class GoalReader {
 public:
  void holds(int value) {
    value_ = value;
    ++count_;
  }
  [[nodiscard]] int goal() const {
    return count_ == 1 && value_ >= 0 && value_ <= 100 ? value_ : undefined_goal;
  }

 private:
  int value_ = undefined_goal;
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
  { model.goal(position, role) } -> std::same_as<int>;  // 0..100 or undefined_goal
  {model.legal(position, role, moves)};                 // fills the caller's list, no duplicates
  {model.advance(state, joint_move)};                   // one move per role, in role order
  { model.fault() } -> std::convertible_to<const std::string&>;  // empty: all is well
};

}  // namespace palamedes::model
