#pragma once
// Linear side information (thesis 6.3.1, Algorithm 12). A known number of samples is divided into
// three steps, and what they recommend is used for the rest of the match:
//
//   waiting      until the budget is known: the search's own values
//   side info    N_g samples: each value x times, the other parameters at random; Q^ of each value
//   candidates   k combinations, drawn value by value with probabilities like Q^
//   halving      N_e samples: sequential halving of the candidates
//   decided      the one that is left

#include <cstdint>
#include <vector>

#include "base/params.h"
#include "base/rng.h"
#include "tune/arm.h"
#include "tune/round.h"
#include "tune/space.h"

namespace palamedes::tune {

struct LsiSettings {
  double kappa = 3;
  double generation = 0.75;
  std::uint32_t candidates = 0;
  std::uint64_t budget = 0;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("kappa", kappa, Range{0.001, 1000},
          "how many times faster simulations are over the match than in the start clock");
    visit("generation", generation, Range{0, 1},
          "share of the samples for single values (N_g / N)");
    visit("candidates", candidates, Range{0, 1e6},
          "combinations to choose from (k); 0: 20 for up to two parameters, else 2000");
    visit("budget", budget, Range{0, 1e15}, "samples of a match (N); 0: estimated at its start");
  }
};

class LinearSideInformation {
 public:
  LinearSideInformation(const Space& space, const LsiSettings& settings, Rng rng);

  [[nodiscard]] bool needs_budget() const { return step_ == Step::waiting; }
  [[nodiscard]] double kappa() const { return settings_.kappa; }
  // N_tot; has an effect once.
  void set_budget(std::uint64_t samples);

  Choice choose();
  void reward(const Choice& choice, double payoff);
  [[nodiscard]] Digits best() const;

  enum class Step : std::uint8_t { waiting, side_info, halving, decided };
  [[nodiscard]] Step step() const { return step_; }
  // Q^, by position of the value in the space; the candidates C*; the numbers of those left.
  [[nodiscard]] const std::vector<Arm>& side_info() const { return side_info_; }
  [[nodiscard]] const std::vector<Digits>& candidates() const { return candidates_; }
  [[nodiscard]] const std::vector<std::uint32_t>& left() const { return left_; }

 private:
  void advance();
  void generate();
  [[nodiscard]] Digits draw_candidate();
  [[nodiscard]] Digits extend(std::uint32_t value);
  void begin_halving();
  void halve();

  const Space* space_;
  LsiSettings settings_;
  Rng rng_;
  Step step_ = Step::waiting;
  std::uint64_t evaluation_ = 0;  // N_e
  Round round_;
  std::vector<Arm> side_info_;
  std::vector<Digits> candidates_;
  std::vector<Arm> found_;                  // what is known of each candidate
  std::vector<std::uint32_t> left_;         // C_i
  std::uint32_t halvings_ = 0;              // ceil(log2 |C*|)
  std::vector<std::uint8_t> parameter_of_;  // by value
  std::vector<std::uint32_t> possible_;     // values that are in some legal combination
};

}  // namespace palamedes::tune
