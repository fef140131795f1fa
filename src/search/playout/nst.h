#pragma once
// NST, the N-Gram Selection Technique: a move is as good as it was on average alone, after the move
// before it, after the two moves before it, and so on; of these, the average (Tak, Winands and
// Björnsson 2012, section IV.B).

#include <cstddef>
#include <cstdint>

#include "base/params.h"
#include "search/playout/decay.h"
#include "search/playout/draw.h"
#include "search/statistics/move_averages.h"
#include "search/statistics/sequence_averages.h"

namespace palamedes::search::playout {

struct NstParameters {
  std::uint32_t length = 3;
  double visits = 7;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("length", length, Range{1, 8}, "nst: moves of the longest sequences");
    visit("visits", visits, Range{0, infinity},
          "nst: longer sequences count from this number of occurrences on");
  }
};

// Sequences of length 1 and longer ones.
struct SequenceStatistics {
  statistics::MoveAverages moves;
  statistics::SequenceAverages sequences;

  void add(const Simulation& simulation) {
    moves.add(simulation);
    sequences.add(simulation);
  }
  void decay_occurrences(const Simulation& simulation, double factor) {
    moves.decay_occurrences(simulation, factor);
    sequences.decay_occurrences(simulation, factor);
  }
  void decay_all(double factor) {
    moves.decay_all(factor);
    sequences.decay_all(factor);
  }
};

class Nst {
 public:
  // fpu: value of a move never made.
  Nst(const NstParameters& parameters, double fpu, const DrawParameters& draw,
      const DecayParameters& decay, std::size_t roles, std::size_t most_bytes)
      : statistics_{statistics::MoveAverages(roles, fpu),
                    statistics::SequenceAverages(roles, parameters.length, parameters.visits,
                                                 most_bytes)},
        fpu_is_of_role_(fpu < 0),
        draw_(draw),
        decay_(decay) {}

  // For the next choices; sequences that were not asked for at first are never there.
  void use(const NstParameters& parameters, double fpu, const DrawParameters& draw) {
    statistics_.sequences.use(parameters.length, parameters.visits);
    fpu_ = static_cast<float>(fpu);
    draw_.use(draw);
  }

  std::size_t choose(const Situation& situation, Rng& rng) {
    return draw_.draw(situation.moves.size(), rng,
                      [&](std::span<float> scores) { fill_scores(situation, scores); });
  }
  void learn(const Simulation& simulation) { decay_.learn(statistics_, simulation); }
  void next_turn() { decay_.next_turn(statistics_); }

  // The score T(a) of each move, from 0 to 1.
  void fill_scores(const Situation& situation, std::span<float> scores);

  [[nodiscard]] statistics::MoveAverages& moves() { return statistics_.moves; }
  [[nodiscard]] statistics::SequenceAverages& sequences() { return statistics_.sequences; }
  [[nodiscard]] std::size_t memory_bytes() const {
    return statistics_.moves.memory_bytes() + statistics_.sequences.memory_bytes();
  }

 private:
  SequenceStatistics statistics_;
  bool fpu_is_of_role_;
  float fpu_ = 0;
  ScoreDraw draw_;
  Decay decay_;
};

}  // namespace palamedes::search::playout
