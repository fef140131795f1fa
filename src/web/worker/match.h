#pragma once
// A match that can be walked through: all its states, and which of them is shown.
//
//   positions   initial, after step 1, after step 2, ...
//   made               step 1,       step 2, ...         joint moves
//   shown       one of the positions; a move made there forgets what came after it

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "machine/game.h"
#include "machine/position.h"

namespace palamedes::web::worker {

class Match {
 public:
  explicit Match(machine::Game& game);

  [[nodiscard]] machine::Game& game() const { return game_; }
  [[nodiscard]] std::size_t step() const { return shown_; }
  [[nodiscard]] std::size_t steps() const { return made_.size(); }
  [[nodiscard]] bool is_at_end() const { return shown_ == made_.size(); }
  [[nodiscard]] const machine::Position& position(std::size_t step) const {
    return positions_[step];
  }
  [[nodiscard]] const std::vector<std::vector<Move>>& made() const { return made_; }
  // By role: whether it had more than one move in a step.
  [[nodiscard]] const std::vector<std::vector<bool>>& choices() const { return choices_; }
  // When the states were reached: milliseconds since 1970.
  [[nodiscard]] const std::vector<std::int64_t>& times() const { return times_; }
  // The first so many steps, as machine::play_line() reads them.
  [[nodiscard]] std::string line(std::size_t steps) const;

  // Of the shown state.
  [[nodiscard]] bool terminal() const { return terminal_; }
  [[nodiscard]] const std::vector<std::vector<Move>>& legal() const { return legal_; }
  [[nodiscard]] bool has_choice(std::size_t role) const { return legal_[role].size() > 1; }
  [[nodiscard]] bool is_legal(std::size_t role, Move move) const;
  // Why nothing can be played there: the machine gave up, or a role has no move before the end.
  // Usually empty.
  [[nodiscard]] const std::string& fault() const { return fault_; }

  // One legal move per role; what came after the shown step is forgotten.
  void advance(std::span<const Move> joint_move);
  void show(std::size_t step);
  // Forgets what came after this step, and shows it.
  void go_back(std::size_t step);

 private:
  void look();

  machine::Game& game_;
  std::vector<machine::Position> positions_;
  std::vector<std::vector<Move>> made_;
  std::vector<std::vector<bool>> choices_;
  std::vector<std::string> texts_;
  std::vector<std::int64_t> times_;
  std::size_t shown_ = 0;
  bool terminal_ = false;
  std::vector<std::vector<Move>> legal_;
  std::string fault_;
};

}  // namespace palamedes::web::worker
