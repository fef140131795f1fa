#pragma once
// OLETS, open-loop expectimax tree search (Perez-Liebana et al. 2016), the winner of the first
// competition: no playouts, a new leaf is worth what its state is worth, and a node the mixture of
// what ended there and of its best child:
//
//   r(n) = (E / N) * mean of the E simulations that ended in n  +  (1 - E / N) * max over c of r(c)
//
// A child is chosen by r + C sqrt(ln(N + 1) / n) - taboo, where places that the avatar left a short
// time ago are taboo. docs/decisions.md has what the paper leaves open.

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/params.h"
#include "video/agent.h"
#include "video/forward_model.h"

namespace palamedes::video {

struct OletsParameters {
  double c = 1.4142135623730951;
  double epsilon = 0.05;
  double taboo = 0.5;
  std::uint32_t memory = 15;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("select.c", c, Range{0, 100}, "how much exploring is worth");
    visit("select.epsilon", epsilon, Range{0, 1}, "how often any child is taken");
    visit("taboo.bias", taboo, Range{0, 100}, "what a place of the last ticks costs");
    visit("taboo.memory", memory, Range{0, 1000}, "how many ticks a place is remembered");
  }
};

// What a state is worth at this depth of the tree: a loss counts less the later it is.
[[nodiscard]] double olets_value(int score, bool ended, vgdl::Winner winner, std::uint32_t depth);

// r(n) of the formula above.
[[nodiscard]] inline double olets_mixture(double exits, double exit_total, double visits,
                                          double best_child) {
  const double share = exits / visits;
  return (exits > 0 ? share * exit_total / exits : 0) + (1 - share) * best_child;
}

class Olets : public Agent {
 public:
  Olets(const vgdl::Game& game, const OletsParameters& parameters, std::uint64_t seed)
      : model_(game, seed), parameters_(parameters) {}

  void prepare(const vgdl::State& /*start*/, Budget /*budget*/) override {}
  vgdl::Action act(const vgdl::State& state, Budget budget) override;
  [[nodiscard]] std::uint64_t iterations() const override { return iterations_; }

 private:
  struct Node {
    std::array<std::uint32_t, vgdl::action_count> children{};  // 0: none
    double total = 0;
    double mixture = 0;
    double exit_total = 0;
    double taboo = 0;
    std::uint32_t visits = 0;
    std::uint32_t exits = 0;
    std::uint32_t depth = 0;
    bool is_fresh = true;  // no simulation of this tick came here
  };

  void iterate(const vgdl::State& root);
  [[nodiscard]] std::size_t choose(const Node& node);
  [[nodiscard]] std::size_t expand(std::uint32_t node);
  void back_up(double value);
  [[nodiscard]] std::size_t most_visited();
  [[nodiscard]] double taboo_of(const vgdl::State& state) const;
  void keep_below(std::uint32_t node);
  void remember(const vgdl::State& state);

  ForwardModel model_;
  OletsParameters parameters_;
  Actions actions_;
  std::vector<Node> nodes_;  // the tree of the last tick below the action that was played
  std::vector<Node> kept_;
  std::vector<std::uint32_t> path_;
  struct Place {
    std::int32_t x;
    std::int32_t y;
  };
  std::vector<Place> places_;
  std::size_t next_place_ = 0;
  vgdl::State state_;
  std::uint64_t iterations_ = 0;
};

}  // namespace palamedes::video
