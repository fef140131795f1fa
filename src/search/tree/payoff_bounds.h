#pragma once
// Between which payoffs a state is worth to a role, as far as that is proven (backup/solver.h), and
// what is known of payoffs before anything is searched.

#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace palamedes::search::tree {

struct Bound {
  float low = 0;
  float high = 1;

  [[nodiscard]] bool is_exact() const { return low == high; }
  bool operator==(const Bound&) const = default;
};

// Goals are whole hundredths.
inline int hundredths(double payoff) { return static_cast<int>(std::lround(payoff * 100)); }
inline int hundredths(float payoff) { return hundredths(static_cast<double>(payoff)); }
inline float payoff_of(int goal) { return static_cast<float>(goal / 100.0); }

// Of all ends of the game. Roles that are not in the list have goals from 0 to 100.
struct PayoffFacts {
  std::vector<Bound> ranges;  // by role: its lowest and its highest goal
  std::optional<int> sum;     // of all roles' goals, where that is always the same

  [[nodiscard]] Bound range(std::size_t role) const {
    return role < ranges.size() ? ranges[role] : Bound{};
  }
  // Whether a game can end with these payoffs.
  template <typename Number>
  [[nodiscard]] bool allow(std::span<const Number> payoffs) const {
    int all = 0;
    for (std::size_t role = 0; role < payoffs.size(); ++role) {
      const int goal = hundredths(static_cast<double>(payoffs[role]));
      const Bound bound = range(role);
      if (goal < hundredths(bound.low) || goal > hundredths(bound.high)) return false;
      all += goal;
    }
    return !sum || all == *sum;
  }
};

// Two roles play for a sum of 100, unless a model says something else (`payoff_facts()`), or the
// play shows it (Tree::see_end).
template <typename M>
[[nodiscard]] PayoffFacts facts_of(const M& model) {
  if constexpr (requires { model.payoff_facts(); }) {
    return model.payoff_facts();
  } else {
    PayoffFacts facts;
    if (model.role_count() == 2) facts.sum = 100;
    return facts;
  }
}

}  // namespace palamedes::search::tree
