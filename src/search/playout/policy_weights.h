#pragma once
// A policy that is learned while searching: Playout Policy Adaptation (Cazenave and Diemert,
// Memorizing the Playout Policy, Algorithms 1 and 2).
//
//   ids_[role]   code of a move ─► where its weight is
//   weights_     weight w, exp(w) for the adaptation, exp(k w) for playouts
//
// The exponentials are those from before the adaptation until it is over. So they are the
// algorithm's `policy`, the weights its `polp`, and nothing has to be copied.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "base/ids.h"
#include "search/simulation.h"

namespace palamedes::search {

class PolicyWeights {
 public:
  // Weights, and k times weights in exponents, stay between plus and minus this: then sums of
  // exponentials are neither zero nor infinite. Nobody can tell odds of exp(300) from certainty.
  static constexpr double largest_weight = 300;

  PolicyWeights(std::size_t roles, double alpha, double k) : alpha_(alpha), k_(k), ids_(roles) {}

  // Adapts the policy of the winner to its moves: the role with strictly the highest payoff, or
  // with payoff 1 if it plays alone. Without a winner nothing is learned.
  void learn(const Simulation& simulation);
  void clear();

  // exp(k w) of each code; a code never seen has weight 0. Returns their sum.
  double fill_odds(Role role, std::span<const MoveCode> codes, std::span<double> odds) const;
  [[nodiscard]] double weight(Role role, MoveCode code) const;
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Weight {
    double weight = 0;
    double exp = 1;
    double odds = 1;
    bool changed = false;
  };
  using Ids = boost::unordered_flat_map<MoveCode, std::uint32_t>;

  std::uint32_t obtain(Ids& ids, MoveCode code);
  void adapt(Ids& ids, std::span<const MoveCode> codes, std::size_t taken);
  void change(std::uint32_t id, double difference);
  void finish();

  double alpha_;
  double k_;
  std::vector<Ids> ids_;
  std::vector<Weight> weights_;
  std::vector<std::uint32_t> changed_;  // in the adaptation under way
  std::vector<std::uint32_t> choice_;   // weights of the moves of a step
};

}  // namespace palamedes::search
