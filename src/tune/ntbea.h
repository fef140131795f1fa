#pragma once
// N-tuple bandit evolutionary algorithm (thesis 6.3.1, Algorithm 15). From the combination that was
// sampled last it goes to the best of X neighbours, by the UCB values of a model of the landscape
// (landscape.h). It never stays.

#include <cstdint>
#include <vector>

#include "base/params.h"
#include "base/rng.h"
#include "tune/landscape.h"
#include "tune/space.h"

namespace palamedes::tune {

struct NtbeaSettings {
  std::uint32_t neighbours = 5;
  Lengths lengths = Lengths::ends;
  double exploration = 0.2;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("neighbours", neighbours, Range{1, 10000}, "random neighbours to take the best of (X)");
    visit("lengths", lengths,
          "of the tuples in the model: ends (1 and all parameters), all, pairs (1, 2 and all "
          "parameters) or singles (1)");
    visit("exploration", exploration, Range{0, 100}, "constant C of UCB1");
  }
};

class Ntbea {
 public:
  Ntbea(const Space& space, const NtbeaSettings& settings, Rng rng)
      : space_(&space),
        settings_(settings),
        rng_(rng),
        model_(space, settings.lengths),
        neighbours_(settings.neighbours),
        ucb_(settings.neighbours) {}

  Choice choose();
  void reward(const Choice& choice, double payoff) {
    model_.reward(choice.digits, payoff);
    prefetch();
  }
  [[nodiscard]] Digits best() const;

 private:
  void draw_neighbours();
  void prefetch() const;
  void go_to_best_neighbour();

  const Space* space_;
  NtbeaSettings settings_;
  Rng rng_;
  Landscape model_;
  std::vector<Space::Mutation> neighbours_;  // of where it stands: what it chooses from next
  std::vector<double> ucb_;
  bool has_begun_ = false;
};

}  // namespace palamedes::tune
