#include "machine/scalar/no_move_values.h"

namespace palamedes::machine::scalar {

NoMoveValues::NoMoveValues(std::shared_ptr<const KeptGates> kept)
    : kept_(std::move(kept)), expressions_(kept_->circuit()) {
  const WideCircuit& wide = kept_->circuit();
  value_.resize(wide.node_count());
  first_open_.assign(wide.node_count() + 1, 0);
  std::vector<Literal> literals;
  for (CircuitNode node = 0; node < wide.node_count(); ++node) {
    first_open_[node] = static_cast<std::uint32_t>(open_.size());
    value_[node] = wide.is_input(node) ? false_literal : Literal(node, false);
    if (!wide.is_gate(node) || !kept_->depends_on_moves(node)) continue;
    literals.clear();
    for (const Literal literal : wide.inputs(node)) {
      const Literal unmoved = value(literal);
      if (unmoved == true_literal) continue;
      open_.push_back(literal);
      literals.push_back(unmoved);
    }
    value_[node] = expressions_.conjunction(literals);
  }
  first_open_.back() = static_cast<std::uint32_t>(open_.size());
  link_readers();
}

void NoMoveValues::link_readers() {
  const WideCircuit& wide = kept_->circuit();
  first_reader_.assign(wide.node_count() + 1, 0);
  const auto for_each_link = [&](auto&& function) {
    for (CircuitNode gate = wide.first_gate(); gate < wide.node_count(); ++gate) {
      if (!kept_->depends_on_moves(gate)) continue;
      for (const Literal literal : wide.inputs(gate)) {
        if (kept_->depends_on_moves(literal.node())) function(literal, gate);
      }
    }
  };
  for_each_link([&](Literal literal, CircuitNode) { ++first_reader_[literal.node() + 1]; });
  for (std::size_t i = 1; i < first_reader_.size(); ++i) first_reader_[i] += first_reader_[i - 1];
  readers_.resize(first_reader_.back());
  std::vector<std::uint32_t> next(first_reader_.begin(), first_reader_.end() - 1);
  for_each_link([&](Literal literal, CircuitNode gate) {
    readers_[next[literal.node()]++] = {gate, literal.is_complemented()};
  });
}

std::size_t NoMoveValues::memory_bytes() const {
  return expressions_.memory_bytes() + (value_.capacity() + open_.capacity()) * sizeof(Literal) +
         (first_open_.capacity() + first_reader_.capacity()) * sizeof(std::uint32_t) +
         readers_.capacity() * sizeof(Reader);
}

}  // namespace palamedes::machine::scalar
