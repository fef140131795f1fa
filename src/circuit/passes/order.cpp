// Which gate when. Evaluation is faster when a gate's inputs were made a little before: so long ago
// that they are finished, so recently that they are still near the processor. Hence windows of
// neighbours, and within a window gates by their level (docs/machines.md has the measurements).

#include <algorithm>

#include "circuit/arrange.h"
#include "circuit/passes/passes.h"

namespace palamedes::circuit::passes {
namespace {

constexpr CircuitNode window = 1024;

class Ordering {
 public:
  explicit Ordering(Circuit circuit)
      : circuit_(std::move(circuit)), level_(circuit_.node_count(), 0) {}

  Circuit run() {
    // Loops and the parts stay what and where they are.
    CircuitNode first = circuit_.first_gate();
    for (const CircuitLoop& loop : circuit_.loops) {
      order_part(first, loop.first_gate);
      order_part(loop.first_gate, loop.end_gate);
      first = loop.end_gate;
    }
    order_part(first, circuit_.node_count());
    return renumbered();
  }

 private:
  void order_part(CircuitNode first, CircuitNode end) {
    for (const CircuitNode border : {circuit_.first_goal_gate, circuit_.first_move_gate}) {
      if (first >= border || border >= end) continue;
      order_windows(first, border);
      first = border;
    }
    order_windows(first, end);
  }

  void order_windows(CircuitNode first, CircuitNode end) {
    for (; first < end; first += std::min(window, end - first)) {
      order_window(first, first + std::min(window, end - first));
    }
  }

  void order_window(CircuitNode first, CircuitNode end) {
    const auto level = [&](Literal literal) {
      return literal.node() < first ? 0 : level_[literal.node()];
    };
    const std::size_t start = order_.size();
    for (CircuitNode node = first; node < end; ++node) {
      level_[node] = 1 + std::max(level(circuit_.gate(node).a), level(circuit_.gate(node).b));
      order_.push_back(node);
    }
    std::stable_sort(order_.begin() + static_cast<std::ptrdiff_t>(start), order_.end(),
                     [&](CircuitNode a, CircuitNode b) { return level_[a] < level_[b]; });
  }

  Circuit renumbered() {
    std::vector<CircuitNode> place(circuit_.node_count());
    for (CircuitNode node = 0; node < circuit_.first_gate(); ++node) place[node] = node;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      place[order_[i]] = circuit_.first_gate() + static_cast<CircuitNode>(i);
    }
    const auto move = [&](Literal& literal) {
      literal = Literal(place[literal.node()], literal.is_complemented());
    };
    std::vector<Gate> gates;
    gates.reserve(order_.size());
    for (const CircuitNode node : order_) {
      Gate gate = circuit_.gate(node);
      move(gate.a);
      move(gate.b);
      gates.push_back(gate);
    }
    circuit_.gates = std::move(gates);
    for_each_output(circuit_, move);
    for (CircuitLoop& loop : circuit_.loops) {
      for (Literal& value : loop.values) move(value);
    }
    return std::move(circuit_);
  }

  Circuit circuit_;
  std::vector<std::uint32_t> level_;
  std::vector<CircuitNode> order_;
};

}  // namespace

Circuit order_gates(Circuit circuit, const CircuitPassOptions& /*options*/) {
  return Ordering(std::move(circuit)).run();
}

}  // namespace palamedes::circuit::passes
