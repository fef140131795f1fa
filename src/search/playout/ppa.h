#pragma once
// PPA, Playout Policy Adaptation (Cazenave and Diemert, Memorizing the Playout Policy, 2017,
// section 2, Algorithms 1 and 2): moves are drawn by weights that the winners of simulations teach.
// With codes that say what a move does it is PPAF, with memorise PPAFM (section 3, Algorithm 5).

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "base/ids.h"
#include "base/params.h"
#include "search/playout/draw.h"
#include "search/simulation.h"

namespace palamedes::search::playout {

enum class Features : std::uint8_t { none, automatic, capture, contents, both };

}  // namespace palamedes::search::playout

namespace palamedes {

template <>
inline constexpr std::array<std::string_view, 5> names_of<search::playout::Features> = {
    "none", "auto", "capture", "contents", "both"};

namespace search::playout {

struct PpaParameters {
  double alpha = 0.32;
  double k = 1;
  bool memorise = false;
  Features features = Features::none;
  std::uint32_t prelude = 0;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("alpha", alpha, Range{0, 100}, "ppa: step of the adaptation");
    visit("k", k, Range{0, 100}, "ppa: factor of the weights in playouts");
    visit("memorise", memorise, "ppa: keep the weights from move to move (PPAFM)");
    visit("features", features,
          "ppa: weights by move and what it does (PPAF): whether it captures, the contents of the "
          "cells around it, or both; auto: captures if the game has some, else contents");
    visit(
        "prelude", prelude, Range{0, 1e9},
        "ppa: simulations that only teach the weights, where a role chooses in a state with fewer "
        "than two moves made");
  }
};

// A policy that is learned while searching:
//
//   ids_[role]   code of a move ─► where its weight is
//   weights_     weight w, exp(w) for the adaptation, exp(k w) for playouts
//
// The exponentials are those from before the adaptation until it is over. So they are the
// algorithm's `policy`, the weights its `polp`, and nothing has to be copied.
class PolicyWeights {
 public:
  // Weights, and k times weights in exponents, stay between plus and minus this: then sums of
  // exponentials are neither zero nor infinite. Nobody can tell odds of exp(300) from certainty.
  static constexpr double largest_weight = 300;

  PolicyWeights(std::size_t roles, double alpha, double k)
      : alpha_(alpha), k_(k), used_k_(k), ids_(roles) {}

  // Adapts the policy of the winner to its moves: the role with strictly the highest payoff, or
  // with payoff 1 if it plays alone. Without a winner nothing is learned.
  void learn(const Simulation& simulation);
  void clear();
  // The factor k from now on.
  void use(double k) { used_k_ = k; }

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
  [[nodiscard]] double odds_of(const Weight& weight) const;

  double alpha_;
  double k_;       // of the odds that are kept
  double used_k_;  // of those that are asked for
  std::vector<Ids> ids_;
  std::vector<Weight> weights_;
  std::vector<std::uint32_t> changed_;  // in the adaptation under way
  std::vector<std::uint32_t> choice_;   // weights of the moves of a step
};

class Ppa {
 public:
  Ppa(const PpaParameters& parameters, std::size_t roles)
      : weights_(roles, parameters.alpha, parameters.k), memorise_(parameters.memorise) {}

  std::size_t choose(const Situation& situation, Rng& rng) {
    odds_.resize(situation.codes.size());
    const double sum = weights_.fill_odds(situation.role, situation.codes, odds_);
    return draw_in_proportion(odds_, sum, rng);
  }
  // For the next choices.
  void use(const PpaParameters& parameters) { weights_.use(parameters.k); }
  void learn(const Simulation& simulation) { weights_.learn(simulation); }
  void next_turn() {
    if (!memorise_) forget();
  }
  void forget() { weights_.clear(); }

  [[nodiscard]] const PolicyWeights& weights() const { return weights_; }
  [[nodiscard]] std::size_t memory_bytes() const { return weights_.memory_bytes(); }

 private:
  PolicyWeights weights_;
  bool memorise_;
  std::vector<double> odds_;
};

}  // namespace search::playout
}  // namespace palamedes
