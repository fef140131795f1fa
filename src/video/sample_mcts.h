#pragma once
// SampleMCTS, the agent that comes with the Java framework (thesis 3.2.4): open-loop UCT with
// random playouts. Tree and playout together reach 10 ticks ahead; nothing is kept from tick to
// tick. docs/decisions.md has what the thesis leaves open.

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/params.h"
#include "video/agent.h"
#include "video/evaluation.h"
#include "video/forward_model.h"

namespace palamedes::video {

struct SampleMctsParameters {
  double c = 1.4142135623730951;
  std::uint32_t depth = 10;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("select.c", c, Range{0, 100}, "how much exploring is worth");
    visit("playout.depth", depth, Range{1, 1000}, "how many ticks tree and playout look ahead");
  }
};

// mean + C sqrt(ln(N + 1) / n), the mean rescaled to [0, 1].
[[nodiscard]] inline double sample_uct(double mean, double visits, double parent_visits, double c,
                                       const Bounds& bounds) {
  return bounds.rescale(mean) + c * std::sqrt(std::log(parent_visits + 1) / visits);
}

class SampleMcts : public Agent {
 public:
  SampleMcts(const vgdl::Game& game, const SampleMctsParameters& parameters, std::uint64_t seed)
      : model_(game, seed), parameters_(parameters) {}

  void prepare(const vgdl::State& /*start*/, Budget /*budget*/) override {}
  vgdl::Action act(const vgdl::State& state, Budget budget) override;
  [[nodiscard]] std::uint64_t iterations() const override { return iterations_; }

 private:
  struct Node {
    std::array<std::uint32_t, vgdl::action_count> children{};  // 0: none
    double total = 0;
    std::uint32_t visits = 0;
  };

  void iterate(const vgdl::State& root);
  [[nodiscard]] std::size_t best_child(const Node& node);
  [[nodiscard]] std::size_t most_visited();

  ForwardModel model_;
  SampleMctsParameters parameters_;
  Actions actions_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> path_;
  Bounds bounds_;
  vgdl::State state_;
  std::uint64_t iterations_ = 0;
};

}  // namespace palamedes::video
