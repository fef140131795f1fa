#pragma once
// From scores to a move: greedily but for epsilon, or by the Gibbs measure (thesis 2.5.2, formula
// 2.5; Tak, Winands and Björnsson 2012, sections IV.A and VI.A).

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/params.h"
#include "base/rng.h"
#include "search/simulation.h"

namespace palamedes::search::playout {

enum class Draw : std::uint8_t { greedy, gibbs };

}  // namespace palamedes::search::playout

namespace palamedes {

template <>
inline constexpr std::array<std::string_view, 2> names_of<search::playout::Draw> = {"greedy",
                                                                                    "gibbs"};

namespace search::playout {

struct DrawParameters {
  Draw by = Draw::greedy;
  double epsilon = 0.4;
  double tau = 10;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("draw", by,
          "mast and nst: greedy (the best, but with probability epsilon any move) or gibbs");
    visit("epsilon", epsilon, Range{0, 1}, "greedy: probability of a uniformly random move",
          Domain{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1});
    visit("tau", tau, Range{1e-6, infinity}, "gibbs: temperature, for goals from 0 to 100");
  }
};

// In place of the value of a move never made: each role has one of its own.
inline constexpr double fpu_of_role = -1;

// Puts the role's value in.
inline void fill_in_fpu(std::span<float> scores, float fpu) {
  for (float& score : scores) score = score < 0 ? fpu : score;
}

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

// As the parameters say: greedily but for epsilon, or by the Gibbs measure.
class ScoreDraw {
 public:
  explicit ScoreDraw(const DrawParameters& parameters) { use(parameters); }

  void use(const DrawParameters& parameters) {
    draw_ = parameters.by;
    epsilon_ = parameters.epsilon;
    tau_ = parameters.tau;
  }

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
    return draw_gibbs(scores_, tau_ / 100, odds_, rng);
  }

 private:
  Draw draw_ = Draw::greedy;
  double epsilon_ = 0;
  double tau_ = 100;  // for goals up to 100, payoffs are up to 1
  std::vector<float> scores_;
  std::vector<double> odds_;
};

}  // namespace search::playout
}  // namespace palamedes
