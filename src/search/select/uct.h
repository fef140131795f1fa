#pragma once
// UCT (thesis 2.4): the mean payoff of a move, and more the less it was tried.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "base/params.h"
#include "base/rng.h"
#include "search/select/ties.h"

namespace palamedes::search::select {

struct UctParameters {
  double c = 0.7;
  double offset = 0.01;  // VO of the thesis
  double growth = 0;
  double visit_floor = 0;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("c", c, Range{0, 100}, "exploration constant C of UCT",
          Domain{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9});
    visit("offset", offset, Range{0, 1}, "moves so close to the best value are tied (VO)",
          Domain{0.001, 0.005, 0.01, 0.015, 0.02, 0.025});
    visit("growth", growth, Range{0, 100},
          "how much C grows with the visits of a node: by so many times ln(1 + visits / 1000)");
    visit("visit_floor", visit_floor, Range{0, 100},
          "a move is tried before others while its visits are less than so many times the root of "
          "its node's");
  }
};

// C * sqrt(ln n_s / n_a), the second term of formula 2.3. `log_visits` is ln n_s.
inline double exploration(double c, double log_visits, double move_visits) {
  return c * std::sqrt(log_visits / move_visits);
}

// C where a node has so many visits: what a few thousand simulations must not try again, a hundred
// thousand can afford to doubt.
inline double grown(double c, double growth, double node_visits) {
  return c + growth * std::log1p(node_visits / 1000);
}

// Formula 2.3.
inline double uct(double mean, double c, double log_visits, double move_visits) {
  return mean + exploration(c, log_visits, move_visits);
}

// What a formula knows of a candidate beside its visits in the node: UCT knows nothing more.
struct UctEstimate {
  [[nodiscard]] double of_visited(std::size_t /*i*/, double mean, double /*visits*/) const {
    return mean;
  }
  [[nodiscard]] double of_unvisited(std::size_t /*i*/, double value) const { return value; }
};

// UCT and nothing else, straight from the entries of a node: no candidates are gathered.
class PlainUct {
 public:
  // Moves never tried count `fpu`.
  PlainUct(const UctParameters& parameters, double fpu)
      : c_(parameters.c), offset_(parameters.offset), fpu_(fpu) {}

  void use(const UctParameters& parameters, double fpu) {
    c_ = parameters.c;
    offset_ = parameters.offset;
    fpu_ = fpu;
  }

  // mean(entry): of one with visits.
  template <typename Entries, typename Mean>
  std::size_t best(const Entries& entries, double node_visits, Rng& rng, Mean mean) {
    values_.resize(entries.size());
    const double scaled = c_ * std::sqrt(std::log(std::max(node_visits, 1.0)));
    double best = -infinity;
    double second = -infinity;
    std::size_t at = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const double visits = entries[i].visits;
      const double value = visits > 0 ? mean(entries[i]) + scaled / std::sqrt(visits) : fpu_;
      values_[i] = value;
      if (value > best) {
        second = best;
        best = value;
        at = i;
      } else if (value > second) {
        second = value;
      }
    }
    return second < best - offset_ ? at : draw_best(values_, offset_, rng);
  }

 private:
  double c_;
  double offset_;
  double fpu_;
  std::vector<double> values_;
};

}  // namespace palamedes::search::select
