#pragma once
// Progressive History (thesis 2.4 and 3.2.4), values rescaled to [0, 1]:
//
//   q + C sqrt(ln N / n)  +  h * W / ((1 - mean) n + 1)
//
// q is the mean of the child, or in a game without chance 3/4 mean + 1/4 best; h is the mean of the
// action at this place of the avatar, whatever came before.

#include <algorithm>
#include <cmath>

namespace palamedes::video::maast {

struct ChildValues {
  double mean = 0;
  double best = 0;
  double visits = 0;
  double history = 1;  // of an action that was never made here
};

[[nodiscard]] inline double progressive_history(const ChildValues& child, double parent_visits,
                                                double c, double w, bool is_deterministic) {
  // Decay leaves parts of visits.
  const double visits = std::max(child.visits, 1e-5);
  const double scale = std::max(0., std::log(parent_visits));
  const double q = is_deterministic ? 0.75 * child.mean + 0.25 * child.best : child.mean;
  return q + c * std::sqrt(scale / visits) + child.history * w / ((1 - child.mean) * visits + 1);
}

}  // namespace palamedes::video::maast
