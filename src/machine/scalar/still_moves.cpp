#include "machine/scalar/still_moves.h"

namespace palamedes::machine::scalar {

StillMoves::StillMoves(std::shared_ptr<const Plan> plan)
    : plan_(std::move(plan)), expressions_(plan_->logic()) {
  const Logic& logic = plan_->logic();
  value_.resize(logic.node_count());
  first_open_.assign(logic.node_count() + 1, 0);
  std::vector<Literal> literals;
  for (LogicNode node = 0; node < logic.node_count(); ++node) {
    first_open_[node] = static_cast<std::uint32_t>(open_.size());
    value_[node] = logic.is_input(node) ? false_literal : Literal(node, false);
    if (!logic.is_gate(node) || !plan_->depends_on_moves(node)) continue;
    literals.clear();
    for (const Literal literal : logic.inputs(node)) {
      const Literal still = value(literal);
      if (still == true_literal) continue;
      open_.push_back(literal);
      literals.push_back(still);
    }
    value_[node] = expressions_.conjunction(literals);
  }
  first_open_.back() = static_cast<std::uint32_t>(open_.size());
  link_readers();
}

void StillMoves::link_readers() {
  const Logic& logic = plan_->logic();
  first_reader_.assign(logic.node_count() + 1, 0);
  const auto for_each_link = [&](auto&& function) {
    for (LogicNode gate = logic.first_gate(); gate < logic.node_count(); ++gate) {
      if (!plan_->depends_on_moves(gate)) continue;
      for (const Literal literal : logic.inputs(gate)) {
        if (plan_->depends_on_moves(literal.node())) function(literal, gate);
      }
    }
  };
  for_each_link([&](Literal literal, LogicNode) { ++first_reader_[literal.node() + 1]; });
  for (std::size_t i = 1; i < first_reader_.size(); ++i) first_reader_[i] += first_reader_[i - 1];
  readers_.resize(first_reader_.back());
  std::vector<std::uint32_t> next(first_reader_.begin(), first_reader_.end() - 1);
  for_each_link([&](Literal literal, LogicNode gate) {
    readers_[next[literal.node()]++] = {gate, literal.is_complemented()};
  });
}

std::size_t StillMoves::memory_bytes() const {
  return expressions_.memory_bytes() + (value_.capacity() + open_.capacity()) * sizeof(Literal) +
         (first_open_.capacity() + first_reader_.capacity()) * sizeof(std::uint32_t) +
         readers_.capacity() * sizeof(Reader);
}

}  // namespace palamedes::machine::scalar
