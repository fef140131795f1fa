#include "machine/scalar/kept_values.h"

#include <algorithm>

namespace palamedes::machine::scalar {
namespace {

std::vector<Literal> goal_literals(const WideCircuit& wide) {
  std::vector<Literal> result;
  for (const WideCircuit::Role& role : wide.roles) {
    for (const auto& [value, literal] : role.goals) {
      if (!literal.is_constant()) result.push_back(literal);
    }
  }
  return result;
}

}  // namespace

std::shared_ptr<const OnDemandGates> KeptValues::goal_gates_of(const KeptGates& kept) {
  return std::make_shared<const OnDemandGates>(kept, goal_literals(kept.circuit()));
}

KeptValues::KeptValues(std::shared_ptr<const KeptGates> kept,
                       std::shared_ptr<const OnDemandGates> goal_gates)
    : kept_(std::move(kept)),
      goal_gates_(std::move(goal_gates)),
      goal_values_(*goal_gates_),
      derived_(kept_->recursion()),
      has_pairs_(kept_->has_pairs()),
      has_recursion_(!kept_->recursion().layers().empty()),
      truth_(kept_->end() / 64, 0),
      next_(kept_->circuit().state_words(), 0),
      watched_(kept_->watched_start()),
      count_(kept_->start()),
      crossed_(kept_->gate_count() + 1, 0),
      dirty_((kept_->gate_count() + 63) / 64, 0),
      dirty_words_((dirty_.size() + 63) / 64, 0) {
  for (const KeptGates::Role& role : kept_->roles()) {
    legal_words_.resize(std::max(legal_words_.size(), role.words));
  }
  for (std::uint32_t gate = 0; gate < count_.size(); ++gate) {
    if (count_[gate] == 0) mark(gate);
  }
  settle();
  change_to(kept_->circuit().initial.data());
}

inline void KeptValues::mark(std::uint32_t gate) {
  dirty_[gate / 64] ^= std::uint64_t{1} << (gate % 64);
  dirty_words_[gate / 4096] |= std::uint64_t{1} << (gate / 64 % 64);
}

template <bool WithPairs>
void KeptValues::pass_on(KeptNode node, bool now_true) {
  const KeptGates::Links& links = kept_->links(node);
  const std::uint32_t* const readers = kept_->readers();
  const std::uint32_t* const plain = readers + links.plain;
  const std::uint32_t* const complemented = readers + links.complemented;
  const std::uint32_t* const watched = readers + links.watched;
  const std::uint32_t* const end = readers + links.end;
  const std::uint32_t* true_now = now_true ? plain : complemented;
  const std::uint32_t* const true_end = now_true ? complemented : watched;
  const std::uint32_t* false_now = now_true ? complemented : plain;
  const std::uint32_t* const false_end = now_true ? watched : complemented;
  std::uint32_t* const count = count_.data();
  if constexpr (WithPairs) {  // the gates that are left cross zero rarely
    for (; true_now != true_end; ++true_now) {
      if (--count[*true_now] == 0) mark(*true_now);
    }
    for (; false_now != false_end; ++false_now) {
      if (count[*false_now]++ == 0) mark(*false_now);
    }
  } else {
    // Whether a gate crosses zero is hard to guess, so it is no branch: what has crossed is
    // collected first.
    std::uint32_t* const crossed = crossed_.data();
    std::size_t crossings = 0;
    for (; true_now != true_end; ++true_now) {
      crossed[crossings] = *true_now;
      crossings += --count[*true_now] == 0 ? 1 : 0;
    }
    for (; false_now != false_end; ++false_now) {
      crossed[crossings] = *false_now;
      crossings += count[*false_now]++ == 0 ? 1 : 0;
    }
    for (std::size_t i = 0; i < crossings; ++i) mark(crossed[i]);
  }
  for (const std::uint32_t* bit = watched; bit != end; ++bit) {
    watched_[*bit / 64] ^= std::uint64_t{1} << (*bit % 64);
  }
  if constexpr (WithPairs) pass_on_to_pairs(node);
}
template void KeptValues::pass_on<true>(KeptNode node, bool now_true);
template void KeptValues::pass_on<false>(KeptNode node, bool now_true);

void KeptValues::pass_on_to_pairs(KeptNode node) {
  const std::size_t kept_words = kept_->end() / 64;
  for (const KeptGates::PairBlock& block : kept_->blocks(node)) {
    const std::uint32_t* const gates = kept_->pairs() + block.first_gate;
    const std::uint64_t values =
        block.word < kept_words ? truth_[block.word] : watched_[block.word - kept_words];
    std::uint64_t open = block.others & (values ^ block.complemented);
    for (; open != 0; open &= open - 1) {
      const std::uint64_t below = (open & (~open + 1)) - 1;
      mark(gates[std::popcount(block.others & below)]);
    }
  }
}

template <bool WithPairs>
inline void KeptValues::settle_word(std::size_t word) {
  const KeptNode first_gate = kept_->first_gate();
  while (dirty_[word] != 0) {
    const auto gate = static_cast<std::uint32_t>(word * 64) +
                      static_cast<std::uint32_t>(std::countr_zero(dirty_[word]));
    dirty_[word] &= dirty_[word] - 1;
    std::uint64_t& values = truth_[(first_gate + gate) / 64];
    values ^= std::uint64_t{1} << (gate % 64);
    pass_on<WithPairs>(first_gate + gate, (values >> (gate % 64) & 1U) != 0);
  }
  // Its own gates have marked it again.
  dirty_words_[word / 64] &= ~(std::uint64_t{1} << (word % 64));
}

// Conditions of recursive rules, and what these derive. The last word before a layer may hold gates
// that read it: they are looked at again if something has changed.
template <bool WithPairs>
void KeptValues::settle_layers() {
  const std::span<const RecursiveRules::Layer> layers = kept_->recursion().layers();
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const std::size_t end = (kept_->layer_ends()[i] + 63) / 64;
    for (std::size_t block = 0; block * 64 < end; ++block) {
      for (;;) {
        const std::size_t word =
            block * 64 + static_cast<std::size_t>(std::countr_zero(dirty_words_[block]));
        if (dirty_words_[block] == 0 || word >= end) break;
        settle_word<WithPairs>(word);
      }
    }
    derived_.update(layers[i], watched_.data() + kept_->first_condition_word(),
                    [&](Fact fact, bool now_true) {
                      const KeptNode node = kept_->first_feedback() + fact;
                      truth_[node / 64] ^= std::uint64_t{1} << (node % 64);
                      pass_on<WithPairs>(node, now_true);
                    });
  }
}

template <bool WithPairs>
void KeptValues::settle_all() {
  if (has_recursion_) settle_layers<WithPairs>();
  for (std::size_t block = 0; block < dirty_words_.size(); ++block) {
    while (dirty_words_[block] != 0) {
      settle_word<WithPairs>(block * 64 +
                             static_cast<std::size_t>(std::countr_zero(dirty_words_[block])));
    }
  }
}

template <bool WithPairs>
void KeptValues::change_all(const std::uint64_t* state) {
  for (std::size_t word = 0; word < next_.size(); ++word) {
    const std::uint64_t now = state[word];
    std::uint64_t changed = now ^ truth_[word];
    if constexpr (!WithPairs) truth_[word] = now;
    for (; changed != 0; changed &= changed - 1) {
      const auto bit = static_cast<unsigned>(std::countr_zero(changed));
      // Pairs ask for values, so these change one by one, as they are passed on.
      if constexpr (WithPairs) truth_[word] ^= std::uint64_t{1} << bit;
      pass_on<WithPairs>(static_cast<KeptNode>(word * 64 + bit), (now >> bit & 1U) != 0);
    }
  }
}

void KeptValues::change_to(const std::uint64_t* state) {
  goals_known_ = false;
  if (has_pairs_) {
    change_all<true>(state);
  } else {
    change_all<false>(state);
  }
  settle();
}

int KeptValues::goal(Role role) {
  model::GoalReader reader;
  const auto kept = [&](KeptNode node) { return is_true(node); };
  if (!goals_known_) goal_values_.evaluate(kept);
  goals_known_ = true;
  for (const auto& [value, literal] : kept_->circuit().roles[index_of(role)].goals) {
    const bool holds = literal.is_constant()
                           ? literal == true_literal
                           : goal_values_.value(goal_gates_->operand(literal), kept);
    if (holds) reader.holds(value);
  }
  return reader.goal();
}

void KeptValues::legal(Role role, model::MoveList& moves) const {
  const KeptGates::Role& entry = kept_->roles()[index_of(role)];
  for (std::size_t word = 0; word < entry.words; ++word) {
    for (std::uint64_t bits = legal_word(entry, word); bits != 0; bits &= bits - 1) {
      moves.push_back(Move{static_cast<std::uint32_t>(word * 64) +
                           static_cast<std::uint32_t>(std::countr_zero(bits))});
    }
  }
}

std::size_t KeptValues::memory_bytes() const {
  return kept_->memory_bytes() + goal_gates_->memory_bytes() + goal_values_.memory_bytes() +
         derived_.memory_bytes() + count_.capacity() * sizeof(std::uint32_t) +
         (watched_.capacity() + dirty_.capacity() + truth_.capacity() + next_.capacity()) *
             sizeof(std::uint64_t);
}

}  // namespace palamedes::machine::scalar
