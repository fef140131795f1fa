// Which two leaves to join first when wide gates are built from two-input ones: always the pair
// that most gates have in common.

#include <algorithm>
#include <queue>

#include <boost/unordered/unordered_flat_map.hpp>

#include "circuit/passes/passes.h"
#include "circuit/wide/wide_draft.h"

namespace palamedes::circuit::passes {
namespace {

constexpr std::size_t most_pairs = 4'000'000;
constexpr std::size_t widest = 200;  // wider gates keep their order

class PairSharing {
 public:
  explicit PairSharing(wide::WideDraft& wide) : wide_(wide) {}

  void run() {
    gates_ = wide_.order();
    choose_width();
    for (const CircuitNode gate : gates_) add_gate(gate);
    for (const auto& [pair, count] : counts_) push(pair, count);
    while (!queue_.empty()) {
      const Entry top = queue_.top();
      queue_.pop();
      const auto found = counts_.find(top.pair);
      if (found == counts_.end() || found->second != top.count) continue;  // has changed since
      join(top.pair);
    }
  }

 private:
  using Leaves = wide::WideDraft::Leaves;
  using Pair = std::uint64_t;  // the smaller literal in the upper half
  struct Entry {
    std::uint32_t count;
    Pair pair;
    bool operator<(const Entry& other) const {
      return count != other.count ? count < other.count : pair > other.pair;
    }
  };

  static Pair pair_of(Literal a, Literal b) {
    return (std::uint64_t{std::min(a, b).code()} << 32U) | std::max(a, b).code();
  }

  // As wide as the number of pairs allows.
  void choose_width() {
    std::vector<std::size_t> pairs(widest + 1, 0);
    for (const CircuitNode gate : gates_) {
      const std::size_t size = wide_.leaves(gate).size();
      if (size <= widest) pairs[size] += size * (size - 1) / 2;
    }
    std::size_t sum = 0;
    for (limit_ = 0; limit_ < widest; ++limit_) {
      sum += pairs[limit_ + 1];
      if (sum > most_pairs) break;
    }
  }

  void add_gate(CircuitNode gate) {
    Leaves& leaves = wide_.leaves(gate);
    for (Literal& leaf : leaves) leaf = wide_.resolve(leaf);
    std::sort(leaves.begin(), leaves.end());
    leaves.erase(std::unique(leaves.begin(), leaves.end()), leaves.end());
    if (leaves.size() > limit_) return;
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      readers_[leaves[i].code()].push_back(gate);
      for (std::size_t j = i + 1; j < leaves.size(); ++j) ++counts_[pair_of(leaves[i], leaves[j])];
    }
  }

  void push(Pair pair, std::uint32_t count) {
    if (count > 1) queue_.push({count, pair});
  }

  void change(Literal a, Literal b, bool more) {
    const Pair pair = pair_of(a, b);
    std::uint32_t& count = counts_[pair];
    count = more ? count + 1 : count - 1;
    touched_.push_back(pair);
  }

  void join(Pair pair) {
    const Literal a = Literal::from_code(static_cast<std::uint32_t>(pair >> 32U));
    const Literal b = Literal::from_code(static_cast<std::uint32_t>(pair));
    const auto& of_a = readers_[a.code()];
    const auto& of_b = readers_[b.code()];
    const std::vector<CircuitNode> candidates = of_a.size() < of_b.size() ? of_a : of_b;
    touched_.clear();
    Literal joined;
    // A gate that is just this pair is the one that the others read.
    for (const CircuitNode gate : candidates) {
      const Leaves& leaves = wide_.leaves(gate);
      if (leaves.size() == 2 && has(leaves, a) && has(leaves, b)) joined = {gate, false};
    }
    if (joined == false_literal) joined = {wide_.add({a, b}), false};
    for (const CircuitNode gate : candidates) {
      Leaves& leaves = wide_.leaves(gate);
      if (leaves.size() < 3 || !has(leaves, a) || !has(leaves, b)) continue;
      leaves.erase(std::remove_if(leaves.begin(), leaves.end(),
                                  [&](Literal leaf) { return leaf == a || leaf == b; }),
                   leaves.end());
      for (const Literal leaf : leaves) {
        change(leaf, a, false);
        change(leaf, b, false);
        change(leaf, joined, true);
      }
      leaves.push_back(joined);
      readers_[joined.code()].push_back(gate);
    }
    counts_.erase(pair);
    for (const Pair changed : touched_) {
      const auto found = counts_.find(changed);
      if (found == counts_.end()) continue;
      if (found->second == 0) {
        counts_.erase(found);
      } else {
        push(changed, found->second);
      }
    }
  }

  static bool has(const Leaves& leaves, Literal literal) {
    return std::find(leaves.begin(), leaves.end(), literal) != leaves.end();
  }

  wide::WideDraft& wide_;
  std::vector<CircuitNode> gates_;
  std::size_t limit_ = 0;
  boost::unordered_flat_map<Pair, std::uint32_t> counts_;
  boost::unordered_flat_map<std::uint32_t, std::vector<CircuitNode>> readers_;  // by literal
  std::priority_queue<Entry> queue_;
  std::vector<Pair> touched_;
};

}  // namespace

Circuit share(Circuit circuit, const CircuitPassOptions& options) {
  if (circuit.gates.size() > options.max_gates) return circuit;
  wide::WideDraft wide(circuit);
  PairSharing(wide).run();
  Circuit result = wide.narrow();
  return result.gates.size() < circuit.gates.size() ? result : circuit;
}

}  // namespace palamedes::circuit::passes
