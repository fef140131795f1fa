#pragma once
// The candidates of one choice, their values by a formula, and the best of them with random ties.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/rng.h"
#include "search/select/proven.h"
#include "search/select/ties.h"
#include "search/select/uct.h"
#include "search/select/unvisited.h"

namespace palamedes::search::select {

// Moves of one role in one node that may be tried; all rows have the same length.
struct Candidates {
  std::vector<std::uint32_t> entries;  // which of the role's moves
  std::vector<double> visits;
  std::vector<double> means;  // of those with visits

  void resize(std::size_t size) {
    entries.resize(size);
    visits.resize(size);
    means.resize(size);
  }
  [[nodiscard]] std::size_t size() const { return visits.size(); }
};

// An estimate is what a formula knows beside the node's own visits and means:
//   of_visited(i, mean, visits)   takes the place of the mean in formula 2.3
//   of_unvisited(i, value)        takes the place of the first play urgency, if that is wanted
class Evaluation {
 public:
  Evaluation(const UctParameters& uct, const UnvisitedParameters& unvisited)
      : offset_(uct.offset), unvisited_(unvisited) {}

  void use(const UctParameters& uct, const UnvisitedParameters& unvisited) {
    offset_ = uct.offset;
    unvisited_ = unvisited;
  }

  Candidates candidates;
  ProvenMoves proven;  // of the candidates: their means are their values

  // Position of the candidate to try. `node_visits` is the sum of the moves' visits, `c` the
  // exploration constant that holds here.
  template <typename Estimate>
  std::size_t best(const Estimate& estimate, double node_visits, double c, Rng& rng) {
    evaluate(estimate, node_visits, c);
    return draw_best(values_, offset_, rng);
  }

  // After best(): the same without those that are ruled out; one at least has to be left.
  std::size_t best_except(std::span<const char> ruled_out, Rng& rng) {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (ruled_out[i] != 0) values_[i] = -infinity;
    }
    return draw_best(values_, offset_, rng);
  }

  // The candidate with the fewest visits, if these are less than so many; proven ones need none.
  [[nodiscard]] std::optional<std::size_t> starving(double visits) const {
    std::optional<std::size_t> least;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (candidates.visits[i] >= visits || (proven.has_any() && proven.has(i))) continue;
      visits = candidates.visits[i];
      least = i;
    }
    return least;
  }

  // Values of the candidates, for looking at.
  template <typename Estimate>
  std::span<const double> evaluate(const Estimate& estimate, double node_visits, double c) {
    values_.resize(candidates.size());
    const double log_visits = std::log(std::max(node_visits, 1.0));
    const double unvisited =
        value_of_unvisited(unvisited_, c, log_visits, candidates.visits, candidates.means);
    const bool blends = unvisited_.by == Unvisited::blend || unvisited_.by == Unvisited::parent;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const double visits = candidates.visits[i];
      if (visits <= 0) {
        values_[i] = blends ? estimate.of_unvisited(i, unvisited) : unvisited;
        continue;
      }
      values_[i] =
          estimate.of_visited(i, candidates.means[i], visits) + exploration(c, log_visits, visits);
    }
    if (proven.has_any()) take_proven();
    return values_;
  }

 private:
  void take_proven() {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (proven.has(i)) values_[i] = candidates.means[i];
    }
  }

  double offset_;
  UnvisitedParameters unvisited_;
  std::vector<double> values_;
};

}  // namespace palamedes::search::select
