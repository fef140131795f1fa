#pragma once
// The sufficiency threshold in a tree: decides for each selection whether exploring is still worth
// it. The adaptive version learns per role: which payoffs simulations end with, and how the best
// move of the role's first selection of each simulation stood to the payoff that parts wins from
// the rest.

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "base/moments.h"
#include "base/rng.h"
#include "search/parameters.h"
#include "search/select/sufficiency.h"

namespace palamedes::search {

class SufficiencyWatch {
 public:
  SufficiencyWatch(const Select& plan, std::size_t roles) : plan_(plan), roles_(roles) {}

  void begin_simulation() {
    for (ByRole& role : roles_) role.selected = false;
  }

  // The exploration constant for this selection. Rows as in Candidates.
  double exploration(std::size_t role, std::span<const double> visits,
                     std::span<const double> means, Rng& rng) {
    if (plan_.sufficiency == Sufficiency::none) return plan_.c;
    double best = no_mean;
    for (std::size_t i = 0; i < visits.size(); ++i) {
      if (visits[i] > 0) best = std::max(best, means[i]);
    }
    if (plan_.sufficiency == Sufficiency::fixed) {
      return sufficient_exploration(plan_.c, best, plan_.alpha);
    }
    return best == no_mean ? plan_.c : adaptive(roles_[role], best, rng);
  }

  void learn(std::span<const double> payoffs) {
    if (plan_.sufficiency != Sufficiency::adaptive) return;
    for (std::size_t role = 0; role < roles_.size(); ++role) {
      (is_win(payoffs, role) ? roles_[role].wins : roles_[role].others).add(payoffs[role]);
    }
  }

 private:
  struct ByRole {
    PayoffClass wins;
    PayoffClass others;
    Moments differences;
    bool selected = false;  // in this simulation
  };

  static bool is_win(std::span<const double> payoffs, std::size_t role) {
    if (payoffs.size() == 1) return payoffs[role] >= 1;
    for (std::size_t other = 0; other < payoffs.size(); ++other) {
      if (other != role && payoffs[other] >= payoffs[role]) return false;
    }
    return true;
  }

  double adaptive(ByRole& role, double best, Rng& rng) const {
    const std::optional<double> border = discriminant(role.wins, role.others);
    if (!border) return plan_.c;
    const double difference = best - *border;
    const double unplug = unplug_probability(
        difference, role.differences, {.exploration_floor = plan_.floor, .side = plan_.side});
    if (!role.selected) role.differences.add(difference);
    role.selected = true;
    return rng.chance(unplug) ? 0 : plan_.c;
  }

  Select plan_;
  std::vector<ByRole> roles_;
};

}  // namespace palamedes::search
