#pragma once
// RAVE, GRAVE and HRAVE (thesis 5.2): UCT that trusts the averages of all moves as first (amaf.h)
// as long as a move has few visits of its own. They differ in whose averages a node uses: its own
// (RAVE, ref 0), those of an ancestor with enough visits (GRAVE), or the root's (HRAVE, ref inf).

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/params.h"
#include "search/tree/node.h"
#include "search/tree/tree.h"

namespace palamedes::search::select {

enum class Beta : std::uint8_t { visits, bias, fading };

}  // namespace palamedes::search::select

namespace palamedes {

template <>
inline constexpr std::array<std::string_view, 3> names_of<search::select::Beta> = {"visits", "bias",
                                                                                   "fading"};

namespace search::select {

struct GraveParameters {
  double k = 250;
  double ref = 50;
  Beta beta = Beta::visits;
  double bias = 0.1;
  bool repeats = false;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("k", k, Range{0, infinity}, "amaf: equivalence parameter K",
          Domain{0, 10, 50, 100, 250, 500, 750, 1000, 2000, infinity});
    visit("ref", ref, Range{0, infinity},
          "amaf: a node with at most this number of visits uses the statistics of an ancestor; 0 "
          "is RAVE, "
          "inf is HRAVE",
          Domain{0, 50, 100, 250, 500, 1000, 10000, infinity});
    visit("beta", beta,
          "amaf: weight sqrt(K/(3n+K)) by visits, Gelly and Silver's of 2011 with a bias, or "
          "K/(3n+K), fading sooner");
    visit("bias", bias, Range{0, 1}, "amaf: the bias b of Gelly and Silver's weight");
    visit("repeats", repeats, "amaf: a move made twice in a simulation counts twice");
  }
};

// GRAVE, thesis 5.2.2: whose statistics a node uses. Its own once it has more than `ref` visits,
// before that those that its parent uses.
inline tree::NodeId amaf_reference(tree::NodeId of_parent, tree::NodeId own, double visits,
                                   double ref) {
  return visits > ref ? own : of_parent;
}

// Whether all that is ever asked of a node's statistics is about its own legal moves, as RAVE needs
// no more (thesis 5.2.2): nobody below it uses them. With ref = 0 a node that nobody has left yet
// does, but none of its moves has a value of its own then, unless what is known elsewhere counts
// (`blends`). In an open loop a node's legal moves are never all known.
[[nodiscard]] inline bool asks_for_own_moves_only(const GraveParameters& parameters, bool blends,
                                                  bool open_loop) {
  return parameters.ref <= 0 && !parameters.repeats && !blends && !open_loop;
}

// The weight of AMAF statistics in formula 5.1: sqrt(K / (3 n_s + K)).
inline double amaf_weight(double k, double visits) {
  if (std::isinf(k)) return 1;
  return k <= 0 ? 0 : std::sqrt(k / (3 * visits + k));
}

// The square of it, which goes as fast as what is known of the moves themselves grows.
inline double fading_amaf_weight(double k, double visits) {
  const double weight = amaf_weight(k, visits);
  return weight * weight;
}

// Gelly and Silver (2011): n' / (n + n' + 4 n n' b^2), with n visits of the move in the node, n'
// occurrences below it, and the bias b.
inline double amaf_weight_by_bias(double move_visits, double amaf_visits, double bias) {
  const double all = move_visits + amaf_visits + 4 * move_visits * amaf_visits * bias * bias;
  return all > 0 ? amaf_visits / all : 0;
}

// The first two terms of formula 5.1. A side without weight may be infinite.
inline double blend(double mean, double amaf_mean, double weight) {
  if (weight >= 1) return amaf_mean;
  return (1 - weight) * mean + weight * amaf_mean;
}

// What the reference knows of the candidates of one choice.
class Grave {
 public:
  explicit Grave(const GraveParameters& parameters) : parameters_(parameters) {}

  void use(const GraveParameters& parameters) { parameters_ = parameters; }

  // Looks up a role's moves, before the node that they belong to is locked.
  template <typename State>
  void look_up(tree::Tree<State>& tree, tree::NodeId reference, std::size_t role,
               std::span<const tree::Entry> entries) {
    found_.assign(entries.size(), {});
    const tree::SpinGuard guard = tree.lock(reference);
    tree::AmafMap* const map = tree[reference].amaf;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const std::uint32_t key = tree::amaf_key(role, entries[i].move);
      if (key == tree::no_key) continue;
      const tree::AmafStatistic* const found = tree::AmafMap::find(map, key);
      if (found != nullptr) found_[i] = *found;
    }
  }

  void resize(std::size_t candidates) {
    visits_.resize(candidates);
    means_.resize(candidates);
    under_way_.resize(candidates);
  }
  // So many of the candidate's visits are those of simulations that have not ended.
  void set_under_way(std::size_t i, double visits) { under_way_[i] = visits; }
  // Candidate i is the entry; what is known of it counts so much.
  void set(std::size_t i, std::size_t entry, double factor) {
    const tree::AmafStatistic& found = found_[entry];
    const auto visits = static_cast<double>(found.visits);
    set_known(i, visits, visits > 0 ? static_cast<double>(found.sum) / visits * factor : 0);
  }
  void set_known(std::size_t i, double visits, double mean) {
    visits_[i] = visits;
    means_[i] = mean;
  }

  class Estimate {
   public:
    // The node's visits that something is known about.
    Estimate(const Grave& grave, double node_visits)
        : grave_(grave),
          weight_(grave.parameters_.beta == Beta::fading
                      ? fading_amaf_weight(grave.parameters_.k, node_visits)
                      : amaf_weight(grave.parameters_.k, node_visits)) {}

    // The first two terms of formula 5.1.
    [[nodiscard]] double of_visited(std::size_t i, double mean, double visits) const {
      const double occurrences = grave_.visits_[i];
      if (occurrences <= 0) return mean;
      const double share = is_by_visits()
                               ? weight_
                               : amaf_weight_by_bias(visits - grave_.under_way_[i], occurrences,
                                                     grave_.parameters_.bias);
      return blend(mean, grave_.means_[i], share);
    }
    // A move that was never tried here may have been made elsewhere.
    [[nodiscard]] double of_unvisited(std::size_t i, double value) const {
      if (grave_.visits_[i] <= 0) return value;
      return blend(value, grave_.means_[i], is_by_visits() ? weight_ : 1);
    }

   private:
    [[nodiscard]] bool is_by_visits() const { return grave_.parameters_.beta != Beta::bias; }

    const Grave& grave_;
    double weight_;
  };
  [[nodiscard]] Estimate estimate(double node_visits) const { return {*this, node_visits}; }

 private:
  GraveParameters parameters_;
  std::vector<tree::AmafStatistic> found_;  // by entry
  std::vector<double> visits_;              // by candidate
  std::vector<double> means_;
  std::vector<double> under_way_;
};

}  // namespace search::select
}  // namespace palamedes
