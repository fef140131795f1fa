#pragma once
// From scores to a move.

#include <cstddef>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/rng.h"
#include "search/parameters.h"
#include "search/simulation.h"

namespace palamedes::search {

// A role that has to choose.
struct Situation {
  Role role{};
  std::span<const Move> moves;      // more than one
  std::span<const MoveCode> codes;  // parallel to the moves, or empty
  std::span<const Move> past;       // joint moves of the simulation so far, role by role
};

// A position with the highest score, each with the same probability.
[[nodiscard]] std::size_t draw_best(std::span<const float> scores, Rng& rng);

// A position with a probability in proportion to its odds, which have this sum.
[[nodiscard]] std::size_t draw_in_proportion(std::span<const double> odds, double sum, Rng& rng);

// Gibbs measure: odds exp(score / tau), for scores from 0 to 100. Where a score is infinite, only
// such ones are drawn. `odds` is room for as many numbers as there are scores.
[[nodiscard]] std::size_t draw_gibbs(std::span<const float> scores, double scaled_tau,
                                     std::span<double> odds, Rng& rng);

// As the plan says: greedily but for epsilon, or by the Gibbs measure.
class ScoreDraw {
 public:
  explicit ScoreDraw(const Playout& plan);

  // fill(scores) is called only if they are needed; scores are from 0 to 1.
  template <typename Fill>
  std::size_t draw(std::size_t count, Rng& rng, const Fill& fill) {
    if (draw_ == Draw::greedy && rng.chance(epsilon_)) {
      return rng.below(static_cast<std::uint32_t>(count));
    }
    scores_.resize(count);
    fill(std::span<float>(scores_));
    if (draw_ == Draw::greedy) return draw_best(scores_, rng);
    odds_.resize(count);
    return draw_gibbs(scores_, scaled_tau_, odds_, rng);
  }

 private:
  Draw draw_;
  double epsilon_;
  double scaled_tau_;  // tau is for goals up to 100, payoffs are up to 1
  std::vector<float> scores_;
  std::vector<double> odds_;
};

}  // namespace palamedes::search
