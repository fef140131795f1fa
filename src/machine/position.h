#pragma once
// A game in progress, whatever machine plays it: for referees, managers and people.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "machine/game.h"

namespace palamedes::machine {

class Position {
 public:
  // The initial one.
  explicit Position(Game& game);
  ~Position();
  Position(Position&&) noexcept;
  Position& operator=(Position&&) noexcept;
  Position(const Position&);
  Position& operator=(const Position&);

  [[nodiscard]] bool terminal() const;
  // 0 to 100; nothing where the rules give no value or several.
  [[nodiscard]] std::optional<int> goal(Role role) const;
  // All values that the rules of its game give a role, ascending; -1 stands for one that is no
  // number. Other machines than the prover know one value only, so a prover is asked, which takes a
  // while. Nothing if that gives up.
  [[nodiscard]] std::optional<std::vector<int>> goal_values(const Game& game, Role role) const;
  [[nodiscard]] std::vector<Move> legal(Role role) const;
  // One legal move per role.
  void advance(std::span<const Move> joint_move);
  // Without `true`, sorted.
  [[nodiscard]] std::vector<std::string> facts() const;
  // Why the machine gave up; usually empty. Look at it after every other answer: from then on every
  // state counts as terminal, without goals and moves.
  [[nodiscard]] const std::string& fault() const;

 private:
  struct Erased;
  template <typename M>
  struct Concrete;
  std::unique_ptr<Erased> state_;
};

// The values from 0 to 100 among them: one, if the rules are as they should be.
[[nodiscard]] std::vector<int> good_goals(const Game& game, const Position& position, Role role);

}  // namespace palamedes::machine
