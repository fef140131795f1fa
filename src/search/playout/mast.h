#pragma once
// MAST, the Move-Average Sampling Technique (thesis 2.5.2; Tak, Winands and Björnsson 2012, section
// IV.A): a move is as good as it was on average, wherever it was made.

#include <cstddef>

#include "search/playout/decay.h"
#include "search/playout/draw.h"
#include "search/statistics/move_averages.h"

namespace palamedes::search::playout {

class Mast {
 public:
  // fpu: value of a move never made.
  Mast(double fpu, const DrawParameters& draw, const DecayParameters& decay, std::size_t roles)
      : moves_(roles, fpu), fpu_is_of_role_(fpu < 0), draw_(draw), decay_(decay) {}

  // For the next choices.
  void use(double fpu, const DrawParameters& draw) {
    fpu_ = static_cast<float>(fpu);
    draw_.use(draw);
  }

  std::size_t choose(const Situation& situation, Rng& rng) {
    const auto moves = situation.moves;
    return draw_.draw(moves.size(), rng, [&](std::span<float> scores) {
      for (std::size_t i = 0; i < moves.size(); ++i) {
        scores[i] = moves_.value(situation.role, moves[i]);
      }
      if (fpu_is_of_role_) fill_in_fpu(scores, fpu_);
    });
  }
  void learn(const Simulation& simulation) { decay_.learn(moves_, simulation); }
  void next_turn() { decay_.next_turn(moves_); }

  [[nodiscard]] statistics::MoveAverages& moves() { return moves_; }
  [[nodiscard]] std::size_t memory_bytes() const { return moves_.memory_bytes(); }

 private:
  statistics::MoveAverages moves_;
  bool fpu_is_of_role_;
  float fpu_ = 0;
  ScoreDraw draw_;
  Decay decay_;
};

}  // namespace palamedes::search::playout
