#include "web/worker/match.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "ggp/record.h"
#include "machine/notation.h"

namespace palamedes::web::worker {

Match::Match(machine::Game& game) : game_(game) {
  positions_.emplace_back(game);
  times_.push_back(ggp::milliseconds());
  look();
}

std::string Match::line(std::size_t steps) const {
  std::string line;
  for (std::size_t i = 0; i < steps; ++i) {
    if (!line.empty() && !texts_[i].empty()) line += " ";
    line += texts_[i];
  }
  return line;
}

bool Match::is_legal(std::size_t role, Move move) const {
  return std::find(legal_[role].begin(), legal_[role].end(), move) != legal_[role].end();
}

void Match::advance(std::span<const Move> joint_move) {
  go_back(shown_);
  texts_.push_back(machine::write_step(game_, positions_.back(), joint_move));
  std::vector<bool>& chose = choices_.emplace_back();
  for (const std::vector<Move>& moves : legal_) chose.push_back(moves.size() > 1);
  machine::Position next = positions_.back();
  next.advance(joint_move);
  positions_.push_back(std::move(next));
  made_.emplace_back(joint_move.begin(), joint_move.end());
  times_.push_back(ggp::milliseconds());
  game_.end_turn();
  show(made_.size());
}

void Match::show(std::size_t step) {
  shown_ = step;
  look();
}

void Match::go_back(std::size_t step) {
  if (step < made_.size()) {
    made_.resize(step);
    choices_.resize(step);
    texts_.resize(step);
    times_.resize(step + 1);
    positions_.erase(positions_.begin() + static_cast<std::ptrdiff_t>(step) + 1, positions_.end());
  }
  if (shown_ != step) show(step);
}

void Match::look() {
  const machine::Position& position = positions_[shown_];
  fault_.clear();
  terminal_ = position.terminal();
  legal_.assign(game_.role_count(), {});
  for (std::size_t role = 0; role < legal_.size() && !terminal_; ++role) {
    legal_[role] = position.legal(Role(role));
    if (legal_[role].empty() && fault_.empty()) {
      fault_ =
          fmt::format("{} has no legal move, and the game is not over", game_.role_names()[role]);
    }
  }
  if (!position.fault().empty()) {  // then all of the above means nothing
    fault_ = position.fault();
    terminal_ = false;
    legal_.assign(game_.role_count(), {});
  }
}

}  // namespace palamedes::web::worker
