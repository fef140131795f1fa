#pragma once
// Where a match stands and what is legal there, with moves as texts: what a manager decides by, and
// what a player can fall back on.

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ggp/message.h"
#include "machine/game.h"
#include "machine/position.h"

namespace palamedes::ggp {

class Referee {
 public:
  static constexpr std::size_t all_moves = std::numeric_limits<std::size_t>::max();

  explicit Referee(std::unique_ptr<machine::Game> game)
      : game_(std::move(game)), position_(*game_) {}

  [[nodiscard]] const std::vector<std::string>& role_names() const { return game_->role_names(); }
  [[nodiscard]] std::optional<Role> find_role(std::string_view name) const;

  [[nodiscard]] bool terminal() const { return position_.terminal(); }
  // At most this number.
  [[nodiscard]] std::vector<std::string> legal(Role role, std::size_t most = all_moves);
  // Why it cannot be made here; empty if it can.
  [[nodiscard]] std::string problem_with(const JointMove& moves);
  // Of legal moves.
  void advance(const JointMove& moves);

  [[nodiscard]] std::vector<std::string> facts() const { return position_.facts(); }
  // By role, ascending: one value each if the rules are as they should be.
  [[nodiscard]] std::vector<std::vector<int>> all_goals() const;
  // By role, the highest; -1 without a value.
  [[nodiscard]] std::vector<int> goals() const;
  // Why the machine gave up; usually empty. After that every state counts as terminal.
  [[nodiscard]] const std::string& fault() const { return position_.fault(); }
  // The last question was cut off: see Prover::was_cut_off.
  [[nodiscard]] bool was_cut_off() const { return game_->was_cut_off(); }
  [[nodiscard]] machine::Game& game() { return *game_; }

 private:
  std::unique_ptr<machine::Game> game_;
  machine::Position position_;
};

// The ids of a joint move in a game; nothing if the game knows one of them not.
[[nodiscard]] std::optional<std::vector<Move>> find_moves(machine::Game& game,
                                                          const JointMove& moves);

// What to say of a joint move that is none.
[[nodiscard]] std::string wrong_count(std::size_t moves, std::size_t roles);

}  // namespace palamedes::ggp
