#pragma once
// Move-Average Sampling Technique: a move is as good as it was on average, wherever it was made.

#include <cstddef>

#include "search/playout/decay.h"
#include "search/playout/draw.h"
#include "search/statistics/move_averages.h"

namespace palamedes::search {

class Mast {
 public:
  Mast(const Playout& plan, std::size_t roles)
      : moves_(roles, plan.fpu), draw_(plan), fading_(plan.decay) {}

  std::size_t choose(const Situation& situation, Rng& rng) {
    const auto moves = situation.moves;
    return draw_.draw(moves.size(), rng, [&](std::span<float> scores) {
      for (std::size_t i = 0; i < moves.size(); ++i) {
        scores[i] = moves_.value(situation.role, moves[i]);
      }
    });
  }
  void learn(const Simulation& simulation) { fading_.learn(moves_, simulation); }
  void next_turn() { fading_.next_turn(moves_); }

  [[nodiscard]] MoveAverages& moves() { return moves_; }
  [[nodiscard]] std::size_t memory_bytes() const { return moves_.memory_bytes(); }

 private:
  MoveAverages moves_;
  ScoreDraw draw_;
  Fading fading_;
};

}  // namespace palamedes::search
