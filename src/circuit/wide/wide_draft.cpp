#include "circuit/wide/wide_draft.h"

#include <algorithm>

#include "circuit/builder.h"
#include "circuit/wide/reader_count.h"

namespace palamedes::circuit::wide {

WideDraft::WideDraft(Circuit circuit)
    : draft_(draft_of(std::move(circuit))), first_gate_(draft_.circuit.first_gate()) {
  const Circuit& source = draft_.circuit;
  meaning_.resize(source.node_count());
  for (CircuitNode node = 0; node < source.node_count(); ++node) meaning_[node] = {node, false};
  ReaderCount readers(source.node_count());
  for_each_root([&](const Literal& literal) { readers.add_output(literal); });
  for (const Gate& gate : source.gates) {
    readers.add_gate(gate.a);
    readers.add_gate(gate.b);
  }
  leaves_.resize(source.gates.size());
  for (CircuitNode node = source.first_gate(); node < source.node_count(); ++node) {
    Leaves& own = leaves(node);
    for (const Literal literal : {source.gate(node).a, source.gate(node).b}) {
      if (is_gate(literal.node()) && readers.goes_into_reader(literal.node())) {
        Leaves& taken = leaves(literal.node());
        own.insert(own.end(), taken.begin(), taken.end());
        taken.clear();
      } else {
        own.push_back(literal);
      }
    }
  }
  draft_.circuit.gates.clear();
}

CircuitNode WideDraft::add(Leaves leaves) {
  const CircuitNode node = node_count();
  leaves_.push_back(std::move(leaves));
  meaning_.emplace_back(node, false);
  return node;
}

Literal WideDraft::resolve(Literal literal) const {
  for (;;) {
    const Literal meaning = meaning_[literal.node()];
    if (meaning.node() == literal.node()) return literal;
    literal = literal.is_complemented() ? !meaning : meaning;
  }
}

std::vector<CircuitNode> WideDraft::order() const {
  struct Frame {
    CircuitNode node;
    std::size_t leaf;
  };
  std::vector<CircuitNode> result;
  std::vector<bool> seen(node_count(), false);
  std::vector<Frame> frames;
  const auto enter = [&](CircuitNode node) {
    if (!is_gate(node) || seen[node]) return;
    seen[node] = true;
    frames.push_back({node, 0});
  };
  for_each_root([&](const Literal& root) {
    enter(resolve(root).node());
    while (!frames.empty()) {
      Frame& frame = frames.back();
      const Leaves& own = leaves(frame.node);
      if (frame.leaf == own.size()) {
        result.push_back(frame.node);
        frames.pop_back();
      } else {
        enter(resolve(own[frame.leaf++]).node());
      }
    }
  });
  return result;
}

std::vector<std::uint32_t> WideDraft::count_readers(const std::vector<CircuitNode>& order) const {
  std::vector<std::uint32_t> readers(node_count(), 0);
  for_each_root([&](const Literal& literal) { ++readers[resolve(literal).node()]; });
  for (const CircuitNode node : order) {
    for (const Literal leaf : leaves(node)) ++readers[resolve(leaf).node()];
  }
  return readers;
}

std::size_t WideDraft::cost() const {
  std::size_t gates = 0;
  for (const CircuitNode node : order()) gates += leaves(node).size() - 1;
  return gates;
}

Circuit WideDraft::narrow() {
  const std::vector<CircuitNode> gates = order();
  CircuitBuilder builder(first_gate_, gates.size() * 2);
  std::vector<Literal> made(node_count());
  for (CircuitNode node = 0; node < first_gate_; ++node) made[node] = {node, false};
  const auto map = [&](Literal literal) {
    literal = resolve(literal);
    return literal.is_complemented() ? !made[literal.node()] : made[literal.node()];
  };
  std::vector<Literal> row;
  for (const CircuitNode node : gates) {
    row.clear();
    for (const Literal leaf : leaves(node)) row.push_back(map(leaf));
    made[node] = builder.and_of_all(row);
  }
  for_each_output(draft_.circuit, [&](Literal& literal) { literal = map(literal); });
  for (Literal& literal : draft_.feedback) literal = map(literal);
  draft_.circuit.gates = builder.take();
  return arrange(std::move(draft_));
}

}  // namespace palamedes::circuit::wide
