#include "machine/scalar/engine.h"

#include <algorithm>
#include <array>

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

IncrementalEngine::IncrementalEngine(std::shared_ptr<const NoMoveValues> no_moves,
                                     const EffectOptions& effects)
    : IncrementalEngine(no_moves, effects,
                        std::make_shared<const OnDemandGates>(
                            no_moves->kept(), goal_literals(no_moves->kept().circuit()))) {}

IncrementalEngine::IncrementalEngine(std::shared_ptr<const NoMoveValues> no_moves,
                                     const EffectOptions& effects,
                                     std::shared_ptr<const OnDemandGates> goal_gates)
    : no_moves_(std::move(no_moves)),
      kept_(&no_moves_->kept()),
      effect_options_(effects),
      effects_(no_moves_, effects),
      goal_gates_(std::move(goal_gates)),
      goal_values_(*goal_gates_),
      truth_(kept_->end() / 64, 0),
      next_(kept_->circuit().state_words(), 0),
      watched_(kept_->watched_start()),
      count_(kept_->start()),
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

inline void IncrementalEngine::mark(std::uint32_t gate) {
  dirty_[gate / 64] ^= std::uint64_t{1} << (gate % 64);
  dirty_words_[gate / 4096] |= std::uint64_t{1} << (gate / 64 % 64);
}

inline void IncrementalEngine::tell(KeptNode node, bool now_true) {
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
  for (; true_now != true_end; ++true_now) {
    if (--count[*true_now] == 0) mark(*true_now);
  }
  for (; false_now != false_end; ++false_now) {
    if (count[*false_now]++ == 0) mark(*false_now);
  }
  for (const std::uint32_t* bit = watched; bit != end; ++bit) {
    watched_[*bit / 64] ^= std::uint64_t{1} << (*bit % 64);
  }
}

void IncrementalEngine::settle() {
  const KeptNode first_gate = kept_->first_gate();
  for (std::size_t block = 0; block < dirty_words_.size(); ++block) {
    while (dirty_words_[block] != 0) {
      const std::size_t word =
          block * 64 + static_cast<std::size_t>(std::countr_zero(dirty_words_[block]));
      dirty_words_[block] &= dirty_words_[block] - 1;
      while (dirty_[word] != 0) {
        const auto gate = static_cast<std::uint32_t>(word * 64) +
                          static_cast<std::uint32_t>(std::countr_zero(dirty_[word]));
        dirty_[word] &= dirty_[word] - 1;
        truth_[(first_gate + gate) / 64] ^= std::uint64_t{1} << (gate % 64);
        tell(first_gate + gate, count_[gate] == 0);
      }
      // Its own gates have marked it again.
      dirty_words_[block] &= ~(std::uint64_t{1} << (word % 64));
    }
  }
}

void IncrementalEngine::change_to(const std::uint64_t* state) {
  goals_known_ = false;
  for (std::size_t word = 0; word < next_.size(); ++word) {
    std::uint64_t changed = state[word] ^ truth_[word];
    const std::uint64_t now = state[word];
    truth_[word] = now;
    for (; changed != 0; changed &= changed - 1) {
      const int bit = std::countr_zero(changed);
      tell(static_cast<KeptNode>(word * 64) + static_cast<KeptNode>(bit),
           (now >> static_cast<unsigned>(bit) & 1U) != 0);
    }
  }
  settle();
}

void IncrementalEngine::run(const CodePool& pool, const Code& code) {
  const std::size_t first_result = kept_->end() / 64;
  if (truth_.size() < first_result + pool.longest()) truth_.resize(first_result + pool.longest());
  // Most are short, so looking at all operands is faster than guessing where to stop.
  std::uint64_t* result = truth_.data() + first_result;
  for (std::uint32_t i = code.first; i < code.end; ++i) {
    std::uint64_t all = 1;
    for (const Operand operand : pool.operands(i)) all &= value(operand);
    *result++ = all;
  }
}

int IncrementalEngine::goal(Role role) {
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

void IncrementalEngine::legal(Role role, model::MoveList& moves) const {
  const KeptGates::Role& entry = kept_->roles()[index_of(role)];
  for (std::size_t word = 0; word < entry.words; ++word) {
    for (std::uint64_t bits = legal_word(entry, word); bits != 0; bits &= bits - 1) {
      moves.push_back(Move{static_cast<std::uint32_t>(word * 64) +
                           static_cast<std::uint32_t>(std::countr_zero(bits))});
    }
  }
}

void IncrementalEngine::apply(const Effects::Effect& effect) {
  for (const Effects::Word& word : effects_.words(effect)) {
    next_[word.word] = (next_[word.word] & word.keep) | word.set;
  }
  if (effect.first_bit == effect.end_bit && effect.first_branch == effect.end_branch) return;
  run(effects_.code(), effect.code);
  for (const Effects::Bit& bit : effects_.bits(effect)) {
    std::uint64_t& word = next_[bit.base / 64];
    const std::uint64_t now = value(bit.operand) << (bit.base % 64);
    word = (word & ~(std::uint64_t{1} << (bit.base % 64))) | now;
  }
  apply_branches(effect);
}

// Following a branch uses the places of this effect's results, so all are looked at before.
void IncrementalEngine::apply_branches(const Effects::Effect& effect) {
  std::array<Effects::EffectNumber, Effects::max_branches> taken{};
  std::size_t count = 0;
  for (const Effects::Branch& branch : effects_.branches(effect)) {
    taken[count++] = value(branch.operand) != 0 ? branch.if_true : branch.if_false;
  }
  for (std::size_t i = 0; i < count; ++i) apply(effects_.effect(taken[i]));
}

void IncrementalEngine::advance(std::span<const Move> joint_move, std::uint64_t* state) {
  const std::vector<std::uint64_t>& kept_next = kept_->kept_next();
  for (std::size_t word = 0; word < next_.size(); ++word) {
    next_[word] = (truth_[word] & ~kept_next[word]) | (watched_[word] & kept_next[word]);
  }
  for (const Effects::EffectNumber number : effects_.of(joint_move)) apply(effects_.effect(number));
  for (std::size_t word = 0; word < next_.size(); ++word) state[word] = next_[word];
  change_to(state);
}

std::size_t IncrementalEngine::memory_bytes() const {
  return kept_->memory_bytes() + no_moves_->memory_bytes() + effects_.memory_bytes() +
         goal_gates_->memory_bytes() + goal_values_.memory_bytes() +
         count_.capacity() * sizeof(std::uint32_t) +
         (watched_.capacity() + dirty_.capacity() + truth_.capacity() + next_.capacity()) *
             sizeof(std::uint64_t);
}

}  // namespace palamedes::machine::scalar
