#include "machine/scalar/fixing.h"

#include <algorithm>
#include <bit>

namespace palamedes::machine::scalar {

Fixing::Fixing(const StillMoves& still)
    : still_(&still),
      value_(still.plan().logic().node_count()),
      stamp_(value_.size(), 0),
      waiting_(value_.size() / 64 + 1, 0),
      first_news_(value_.size(), no_news) {}

void Fixing::begin() {
  if (++now_ == 0) {
    std::fill(stamp_.begin(), stamp_.end(), 0);
    now_ = 1;
  }
  first_waiting_ = waiting_.size();
  visits_.clear();
  touched_.clear();
}

void Fixing::tell_readers(LogicNode node) {
  for (const StillMoves::Reader& reader : still_->readers(node)) {
    const Literal literal(node, reader.complemented);
    if (still_->value(literal) == true_literal) {
      news_.push_back({literal, first_news_[reader.gate]});
      first_news_[reader.gate] = static_cast<std::uint32_t>(news_.size() - 1);
    }
    wake(reader.gate);
  }
}

// Inputs come before readers, so nothing that is woken lies behind.
template <typename Look>
void Fixing::look_at_waiting(const Look& look) {
  for (std::size_t word = first_waiting_; word < waiting_.size(); ++word) {
    while (waiting_[word] != 0) {
      const auto gate = static_cast<LogicNode>(word * 64) +
                        static_cast<LogicNode>(std::countr_zero(waiting_[word]));
      waiting_[word] &= waiting_[word] - 1;
      look(gate);
    }
  }
}

void Fixing::fix(std::span<const LogicNode> inputs, Expressions& expressions) {
  begin();
  for (const LogicNode input : inputs) {
    set(input, true_literal);
    tell_readers(input);
  }
  look_at_waiting([&](LogicNode gate) {
    literals_.clear();
    for (const Literal literal : still_->open_inputs(gate)) literals_.push_back(value(literal));
    for (std::uint32_t i = first_news_[gate]; i != no_news; i = news_[i].next) {
      literals_.push_back(value(news_[i].literal));
    }
    first_news_[gate] = no_news;
    const Literal now = expressions.conjunction(literals_);
    visits_.push_back({gate, now});
    if (now == still_->value(Literal(gate, false))) return;
    set(gate, now);
    tell_readers(gate);
  });
  news_.clear();
}

void Fixing::combine(std::span<const LogicNode> inputs,
                     std::span<const std::span<const Visit>> alone, Expressions& expressions) {
  begin();
  for (const LogicNode input : inputs) set(input, true_literal);
  for (const std::span<const Visit> visits : alone) {
    for (const Visit& visit : visits) {
      if (stamp_[visit.gate] == now_) wake(visit.gate);
      // Where one of two has changed the gate, its readers must not be taken for unchanged.
      const bool is_first = stamp_[visit.gate] != now_;
      if (is_first || visit.value != still_->value(Literal(visit.gate, false))) {
        set(visit.gate, visit.value);
      }
    }
  }
  const Logic& logic = still_->plan().logic();
  look_at_waiting([&](LogicNode gate) {
    literals_.clear();
    for (const Literal literal : logic.inputs(gate)) {
      const Literal now = value(literal);
      if (now == true_literal) continue;
      literals_.push_back(now);
      if (now == false_literal) break;
    }
    const Literal before = value(Literal(gate, false));
    const Literal now = expressions.conjunction(literals_);
    touched_.push_back(gate);
    set(gate, now);
    const Literal still = still_->value(Literal(gate, false));
    if (now == still && before == still) return;
    for (const StillMoves::Reader& reader : still_->readers(gate)) wake(reader.gate);
  });
}

std::size_t Fixing::memory_bytes() const {
  return value_.capacity() * (sizeof(Literal) + 2 * sizeof(std::uint32_t)) +
         waiting_.capacity() * sizeof(std::uint64_t);
}

}  // namespace palamedes::machine::scalar
