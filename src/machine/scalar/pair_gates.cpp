#include "machine/scalar/pair_gates.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <type_traits>
#include <utility>

#include "base/stopwatch.h"
#include "machine/scalar/random_steps.h"

namespace palamedes::machine::scalar {
namespace {

// Counts the changes of an engine's kept nodes.
template <typename Engine>
class ActivityMeter : public Engine {
 public:
  explicit ActivityMeter(Engine engine) : Engine(std::move(engine)), before_(this->truth_) {
    const std::size_t nodes = this->kept_->end();
    moving_.assign(nodes, 0);
    settling_.assign(nodes, 0);
  }

  void advance(std::span<const Move> joint_move, std::uint64_t* state) {
    before_ = this->truth_;
    if constexpr (std::is_same_v<Engine, PropagationEngine>) {
      this->make_moves(joint_move);
      count_changes(moving_);
      this->take_next(joint_move, state);
    } else {
      Engine::advance(joint_move, state);
    }
    count_changes(settling_);
    ++steps_;
  }

  [[nodiscard]] Activity result() const {
    const auto per_step = [&](const std::vector<std::uint32_t>& counts) {
      std::vector<double> result(counts.begin(), counts.end());
      for (double& value : result) value /= static_cast<double>(std::max<std::size_t>(steps_, 1));
      return result;
    };
    return {per_step(moving_), per_step(settling_)};
  }

 private:
  static void count_bits(std::uint64_t bits, std::uint32_t* counts) {
    for (; bits != 0; bits &= bits - 1) ++counts[std::countr_zero(bits)];
  }
  void count_changes(std::vector<std::uint32_t>& counts) {
    before_.resize(this->truth_.size());  // results of code stand behind the kept nodes
    for (std::size_t word = 0; word < counts.size() / 64; ++word) {
      count_bits(this->truth_[word] ^ before_[word], counts.data() + word * 64);
    }
    before_ = this->truth_;
  }

  std::vector<std::uint64_t> before_;
  std::vector<std::uint32_t> moving_;
  std::vector<std::uint32_t> settling_;
  std::size_t steps_ = 0;
};

template <typename Engine>
Activity activity_of(Engine engine, std::vector<std::uint64_t> initial, double seconds) {
  constexpr std::size_t fewest_steps = 32;
  constexpr std::size_t most_steps = 4096;
  const std::size_t roles = engine.kept().circuit().roles.size();
  ActivityMeter<Engine> meter(std::move(engine));
  RandomSteps games(std::move(initial), roles);
  const CpuStopwatch watch;
  for (std::size_t i = 0; i < most_steps; ++i) {
    if (i >= fewest_steps && i % 16 == 0 && watch.seconds() > seconds) break;
    games.step(meter);
  }
  return meter.result();
}

// Costs are in units of one count that is changed.
constexpr double block_cost = 1.5;   // a look at a word of other literals
constexpr double copy_cost = 1.5;    // a copy that is changed
constexpr double least_saved = 0.2;  // of all changes of counts

class PairChooser {
 public:
  PairChooser(const KeptGates& kept, const Activity& activity)
      : kept_(kept),
        activity_(activity),
        is_pair_(kept.gate_count(), false),
        is_gathered_(kept.end(), false) {}

  PairChoice run() {
    for (std::size_t gate = 0; gate < kept_.gate_count(); ++gate) {
      is_pair_[gate] = kept_.literals(gate).size() == 2;
    }
    // What is dropped makes the blocks of others emptier.
    constexpr int rounds = 2;
    double saved = 0;
    for (int i = 0; i < rounds; ++i) saved = drop_costly();
    double all = 0;
    for (std::size_t gate = 0; gate < kept_.gate_count(); ++gate) all += cost_of_counting(gate);
    if (saved < least_saved * all) return {};
    return {std::move(is_pair_), std::move(is_gathered_)};
  }

 private:
  [[nodiscard]] KeptNode node(Literal literal) const { return kept_.kept(literal.node()); }
  [[nodiscard]] double cost_of_counting(std::size_t gate) const {
    double cost = 0;
    for (const Literal literal : kept_.literals(gate)) cost += activity_.of(node(literal));
    return cost;
  }
  // Calls function(node, other) for both literals of all pairs.
  template <typename Function>
  void for_each_link(const Function& function) const {
    for (std::size_t gate = 0; gate < kept_.gate_count(); ++gate) {
      if (!is_pair_[gate]) continue;
      const KeptNode a = node(kept_.literals(gate)[0]);
      const KeptNode b = node(kept_.literals(gate)[1]);
      function(a, b);
      function(b, a);
    }
  }

  // By node, what a change of it costs for each of its pairs. Others are gathered where that is
  // cheaper, the changes of their copies included.
  [[nodiscard]] std::vector<double> cost_of_looking() {
    std::vector<std::pair<KeptNode, KeptNode>> places;  // node, word of the other
    std::vector<double> readers(kept_.end(), 0);
    std::vector<double> copies_change(kept_.end(), 0);
    for_each_link([&](KeptNode one, KeptNode other) {
      places.emplace_back(one, other / 64);
      ++readers[one];
      copies_change[one] += activity_.of(other);
    });
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    std::vector<double> blocks(kept_.end(), 0);
    for (const auto& place : places) ++blocks[place.first];
    for (KeptNode one = 0; one < kept_.end(); ++one) {
      const double gathered = std::ceil(readers[one] / 64);
      const double saved = activity_.of(one) * block_cost * (blocks[one] - gathered);
      is_gathered_[one] = saved > copy_cost * copies_change[one];
      if (is_gathered_[one]) blocks[one] = gathered;
      if (readers[one] > 0) blocks[one] *= block_cost / readers[one];
    }
    return blocks;
  }

  // Drops pairs that cost more than counting; returns what the rest saves.
  double drop_costly() {
    const std::vector<double> looking = cost_of_looking();
    double saved = 0;
    for (std::size_t gate = 0; gate < kept_.gate_count(); ++gate) {
      if (!is_pair_[gate]) continue;
      const KeptNode a = node(kept_.literals(gate)[0]);
      const KeptNode b = node(kept_.literals(gate)[1]);
      double cost = activity_.of(kept_.first_gate() + static_cast<KeptNode>(gate));
      cost += activity_.of(a) * looking[a] + activity_.of(b) * looking[b];
      if (is_gathered_[a]) cost += copy_cost * activity_.of(b);
      if (is_gathered_[b]) cost += copy_cost * activity_.of(a);
      is_pair_[gate] = cost < cost_of_counting(gate);
      if (is_pair_[gate]) saved += cost_of_counting(gate) - cost;
    }
    return saved;
  }

  const KeptGates& kept_;
  const Activity& activity_;
  std::vector<bool> is_pair_;
  std::vector<bool> is_gathered_;  // by node
};

}  // namespace

Activity measure_activity(const PropagationEngine& engine, std::vector<std::uint64_t> initial,
                          double seconds) {
  return activity_of(engine.another(), std::move(initial), seconds);
}

Activity measure_activity(const EffectEngine& engine, std::vector<std::uint64_t> initial,
                          double seconds) {
  return activity_of(engine.another(), std::move(initial), seconds);
}

PairChoice choose_pairs(const KeptGates& kept, const Activity& activity) {
  return PairChooser(kept, activity).run();
}

}  // namespace palamedes::machine::scalar
