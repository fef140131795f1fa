#include "machine/scalar/symbolic_moves.h"

#include <algorithm>
#include <bit>

namespace palamedes::machine::scalar {

SymbolicMoves::SymbolicMoves(const NoMoveValues& no_moves)
    : no_moves_(&no_moves),
      value_(no_moves.kept().circuit().node_count()),
      stamp_(value_.size(), 0),
      waiting_(value_.size() / 64 + 1, 0),
      first_news_(value_.size(), no_news) {}

void SymbolicMoves::begin() {
  if (++now_ == 0) {
    std::fill(stamp_.begin(), stamp_.end(), 0);
    now_ = 1;
  }
  first_waiting_ = waiting_.size();
  visits_.clear();
  touched_.clear();
}

void SymbolicMoves::tell_readers(CircuitNode node) {
  for (const NoMoveValues::Reader& reader : no_moves_->readers(node)) {
    const Literal literal(node, reader.complemented);
    if (no_moves_->value(literal) == true_literal) {
      news_.push_back({literal, first_news_[reader.gate]});
      first_news_[reader.gate] = static_cast<std::uint32_t>(news_.size() - 1);
    }
    wake(reader.gate);
  }
}

// Inputs come before readers, so nothing that is woken lies behind.
template <typename Look>
void SymbolicMoves::look_at_waiting(const Look& look) {
  for (std::size_t word = first_waiting_; word < waiting_.size(); ++word) {
    while (waiting_[word] != 0) {
      const auto gate = static_cast<CircuitNode>(word * 64) +
                        static_cast<CircuitNode>(std::countr_zero(waiting_[word]));
      waiting_[word] &= waiting_[word] - 1;
      look(gate);
    }
  }
}

void SymbolicMoves::fix(std::span<const CircuitNode> inputs, Expressions& expressions) {
  begin();
  for (const CircuitNode input : inputs) {
    set(input, true_literal);
    tell_readers(input);
  }
  look_at_waiting([&](CircuitNode gate) {
    literals_.clear();
    for (const Literal literal : no_moves_->open_inputs(gate)) literals_.push_back(value(literal));
    for (std::uint32_t i = first_news_[gate]; i != no_news; i = news_[i].next) {
      literals_.push_back(value(news_[i].literal));
    }
    first_news_[gate] = no_news;
    const Literal now = expressions.conjunction(literals_);
    visits_.push_back({gate, now});
    if (now == no_moves_->value(Literal(gate, false))) return;
    set(gate, now);
    tell_readers(gate);
  });
  news_.clear();
}

void SymbolicMoves::combine(std::span<const CircuitNode> inputs,
                            std::span<const std::span<const Visit>> alone,
                            Expressions& expressions) {
  begin();
  for (const CircuitNode input : inputs) set(input, true_literal);
  for (const std::span<const Visit> visits : alone) {
    for (const Visit& visit : visits) {
      if (stamp_[visit.gate] == now_) wake(visit.gate);
      // Where one of two has changed the gate, its readers must not be taken for unchanged.
      const bool is_first = stamp_[visit.gate] != now_;
      if (is_first || visit.value != no_moves_->value(Literal(visit.gate, false))) {
        set(visit.gate, visit.value);
      }
    }
  }
  const WideCircuit& wide = no_moves_->kept().circuit();
  look_at_waiting([&](CircuitNode gate) {
    literals_.clear();
    for (const Literal literal : wide.inputs(gate)) {
      const Literal now = value(literal);
      if (now == true_literal) continue;
      literals_.push_back(now);
      if (now == false_literal) break;
    }
    const Literal before = value(Literal(gate, false));
    const Literal now = expressions.conjunction(literals_);
    touched_.push_back(gate);
    set(gate, now);
    const Literal unmoved = no_moves_->value(Literal(gate, false));
    if (now == unmoved && before == unmoved) return;
    for (const NoMoveValues::Reader& reader : no_moves_->readers(gate)) wake(reader.gate);
  });
}

std::size_t SymbolicMoves::memory_bytes() const {
  return value_.capacity() * (sizeof(Literal) + 2 * sizeof(std::uint32_t)) +
         waiting_.capacity() * sizeof(std::uint64_t);
}

}  // namespace palamedes::machine::scalar
