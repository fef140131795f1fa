#pragma once
// Chooses among moves by their values: first what is known about each move, then the formula, then
// the best with random ties. Keeps its buffers.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.h"
#include "search/parameters.h"
#include "search/select/values.h"

namespace palamedes::search {

// What is known about the moves of one role in one node; all rows have the same length.
struct Candidates {
  std::vector<double> visits;
  std::vector<double> means;        // of those with visits
  std::vector<double> amaf_visits;  // formula amaf
  std::vector<double> amaf_means;
  std::vector<double> global_means;  // formula history

  // Rows that the formula does not ask for stay empty.
  void resize(std::size_t size, Formula formula) {
    visits.resize(size);
    means.resize(size);
    amaf_visits.resize(formula == Formula::amaf ? size : 0);
    amaf_means.resize(formula == Formula::amaf ? size : 0);
    global_means.resize(formula == Formula::history ? size : 0);
  }
  [[nodiscard]] std::size_t size() const { return visits.size(); }
};

class Selection {
 public:
  explicit Selection(const Select& plan) : plan_(plan) {}

  Candidates candidates;

  // Position of the move to try. `node_visits` is the sum of the moves' visits, `c` the exploration
  // constant that holds here.
  std::size_t best(double node_visits, double c, Rng& rng) {
    evaluate(node_visits, c);
    return pick(rng);
  }

  // After best(): the same without those that are ruled out; one at least has to be left.
  std::size_t best_except(std::span<const char> ruled_out, Rng& rng) {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (ruled_out[i] != 0) values_[i] = -infinity;
    }
    return pick(rng);
  }

  // The same for plain UCT, straight from the entries: moves never tried count fpu.
  template <typename Entries, typename Mean>
  std::size_t best_uct(const Entries& entries, double node_visits, double c, Rng& rng, Mean mean) {
    values_.resize(entries.size());
    const double scaled = c * std::sqrt(std::log(std::max(node_visits, 1.0)));
    double best = -infinity;
    double second = -infinity;
    std::size_t at = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const double visits = entries[i].visits;
      const double value = visits > 0 ? mean(entries[i]) + scaled / std::sqrt(visits) : plan_.fpu;
      values_[i] = value;
      if (value > best) {
        second = best;
        best = value;
        at = i;
      } else if (value > second) {
        second = value;
      }
    }
    return second < best - plan_.offset ? at : pick(rng);
  }

  // Values of the candidates, for looking at.
  std::span<const double> evaluate(double node_visits, double c) {
    const std::size_t count = candidates.size();
    values_.resize(count);
    const double log_visits = std::log(std::max(node_visits, 1.0));
    const double unvisited = value_of_unvisited(c, log_visits);
    const double weight = plan_.formula == Formula::amaf ? amaf_weight(plan_.k, node_visits) : 0;
    for (std::size_t i = 0; i < count; ++i) {
      const double visits = candidates.visits[i];
      if (visits <= 0) {
        values_[i] = blended(i, unvisited, weight);
        continue;
      }
      values_[i] = estimate(i, weight) + exploration(c, log_visits, visits);
    }
    return values_;
  }

 private:
  [[nodiscard]] double estimate(std::size_t i, double weight) const {
    const double mean = candidates.means[i];
    const double visits = candidates.visits[i];
    switch (plan_.formula) {
      case Formula::amaf: {
        const double occurrences = candidates.amaf_visits[i];
        if (occurrences <= 0) return mean;
        const double share = plan_.beta == Beta::visits
                                 ? weight
                                 : amaf_weight_by_bias(visits, occurrences, plan_.bias);
        return blend(mean, candidates.amaf_means[i], share);
      }
      case Formula::history:
        return mean + history_bias(candidates.global_means[i], plan_.w, mean, visits);
      case Formula::uct:
      case Formula::flat:
        break;
    }
    return mean;
  }

  [[nodiscard]] double value_of_unvisited(double c, double log_visits) const {
    if (plan_.unvisited != Unvisited::urgency) return plan_.fpu;
    double untried = 0;
    for (const double visits : candidates.visits) untried += visits > 0 ? 0 : 1;
    return urgency(c, log_visits, untried, static_cast<double>(candidates.size()));
  }
  // A move that was never tried here may have been made elsewhere.
  [[nodiscard]] double blended(std::size_t i, double unvisited, double weight) const {
    if (plan_.unvisited != Unvisited::blend) return unvisited;
    if (plan_.formula == Formula::history) return unvisited + plan_.w * candidates.global_means[i];
    if (plan_.formula != Formula::amaf || candidates.amaf_visits[i] <= 0) return unvisited;
    const double share = plan_.beta == Beta::visits ? weight : 1;
    return blend(unvisited, candidates.amaf_means[i], share);
  }

  std::size_t pick(Rng& rng) {
    double best = -infinity;
    for (const double value : values_) best = std::max(best, value);
    const double least = best - plan_.offset;
    std::uint32_t tied = 0;
    for (const double value : values_) tied += value >= least ? 1 : 0;
    std::uint32_t chosen = tied > 1 ? rng.below(tied) : 0;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (values_[i] >= least && chosen-- == 0) return i;
    }
    return 0;  // values that are no numbers
  }

  Select plan_;
  std::vector<double> values_;
};

}  // namespace palamedes::search
