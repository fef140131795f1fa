#pragma once
// Beyond the thesis: it begins with what won in similar games, and gives up parameters that do not
// matter, or of which the best value is known (docs/tuning.md). It goes on as NTBEA does
// (ntbea.h), with these differences:
//
//   model        begins with pseudo-samples of each value: 1/2 + what it won more in other games;
//                they count in the mean, but a value is explored as if they were not there
//   payoffs      enter as 1/2 + payoff - mean of all payoffs so far, on the same scale as those
//   candidates   neighbours in the parameters that are still tuned, and to stay where it is
//   giving up    from time to time: values that cannot be much better than the best one are not
//                tried again; a parameter of which one value is left keeps it for the match

#include <cstdint>
#include <span>
#include <vector>

#include "base/moments.h"
#include "base/params.h"
#include "base/rng.h"
#include "tune/known_games.h"
#include "tune/landscape.h"
#include "tune/space.h"

namespace palamedes::tune {

struct GuidedSettings {
  std::uint32_t neighbours = 5;
  Lengths lengths = Lengths::singles;
  double exploration = 0.7;
  std::uint32_t weight = 200;
  double width = 1;
  std::uint32_t screen = 500;
  double margin = 0.05;
  std::uint32_t without = 0;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("neighbours", neighbours, Range{1, 10000}, "random neighbours to take the best of");
    visit("lengths", lengths,
          "of the tuples in the model: singles (1), ends (1 and all parameters), pairs (1, 2 and "
          "all parameters) or all");
    visit("exploration", exploration, Range{0, 100}, "constant C of UCB1");
    visit("weight", weight, Range{0, 1e6},
          "samples of each value that other games stand for; 0: nothing is taken from them");
    visit("width", width, Range{0.01, 100}, "distance at which another game counts exp(-1/2)");
    visit("screen", screen, Range{0, 1e9},
          "simulations between two looks at which values to give up; 0: all are kept");
    visit("margin", margin, Range{0, 1},
          "a value is given up once it cannot be better than the best one by this payoff");
    visit("without", without, Range{0, 10000}, "number of a known game that is left out; 0: none");
  }
};

class Guided {
 public:
  Guided(const Space& space, const GuidedSettings& settings, Rng rng);

  [[nodiscard]] bool needs_features() const { return settings_.weight > 0 && !has_begun_; }
  // Before the first choice; without them it begins as if nothing was known of other games.
  void set_features(const Features& features, std::span<const KnownGame> games);

  Choice choose();
  void reward(const Choice& choice, double payoff);
  [[nodiscard]] Digits best() const;

  [[nodiscard]] bool is_tuned(std::size_t parameter) const {
    return (tuned_ >> parameter & 1) != 0;
  }

 private:
  [[nodiscard]] Digits best_single_values() const;
  [[nodiscard]] Space::Mutation draw_neighbour();
  void go_on();
  void give_up_some();
  // Those of the open values of a parameter that may be better than the best one by the margin, and
  // the best one.
  [[nodiscard]] ValueSet still_open(std::size_t parameter) const;

  const Space* space_;
  GuidedSettings settings_;
  Rng rng_;
  Landscape model_;
  Moments payoffs_;
  std::uint32_t tuned_ = 0;  // parameters as bits
  std::vector<std::uint8_t> tuned_list_;
  std::vector<ValueSet> open_;  // by parameter: values that are not given up
  std::uint64_t until_screen_;
  std::vector<Space::Mutation> neighbours_;
  std::vector<double> ucb_;
  bool has_begun_ = false;
};

}  // namespace palamedes::tune
