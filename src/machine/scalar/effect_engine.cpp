#include "machine/scalar/effect_engine.h"

#include <array>
#include <utility>

namespace palamedes::machine::scalar {

EffectEngine::EffectEngine(const std::shared_ptr<const NoMoveValues>& no_moves,
                           const EffectOptions& effects)
    : EffectEngine(no_moves, effects, goal_gates_of(no_moves->kept()), nullptr) {}

EffectEngine::EffectEngine(std::shared_ptr<const NoMoveValues> no_moves,
                           const EffectOptions& effects,
                           std::shared_ptr<const OnDemandGates> goal_gates,
                           std::shared_ptr<const Effects> known)
    : KeptValues(no_moves->shared_kept(), std::move(goal_gates)),
      no_moves_(std::move(no_moves)),
      effect_options_(effects),
      known_(std::move(known)),
      effects_(known_ != nullptr ? *known_ : Effects(no_moves_, effects)) {}

// Results of the code stand behind the kept nodes, a word each.
void EffectEngine::run(const CodePool& pool, const Code& code) {
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

void EffectEngine::apply(const Effects::Effect& effect) {
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
void EffectEngine::apply_branches(const Effects::Effect& effect) {
  std::array<Effects::EffectNumber, Effects::max_branches> taken{};
  std::size_t count = 0;
  for (const Effects::Branch& branch : effects_.branches(effect)) {
    taken[count++] = value(branch.operand) != 0 ? branch.if_true : branch.if_false;
  }
  for (std::size_t i = 0; i < count; ++i) apply(effects_.effect(taken[i]));
}

void EffectEngine::advance(std::span<const Move> joint_move, std::uint64_t* state) {
  const std::vector<std::uint64_t>& kept_next = kept_->kept_next();
  for (std::size_t word = 0; word < next_.size(); ++word) {
    next_[word] = (truth_[word] & ~kept_next[word]) | (watched_[word] & kept_next[word]);
  }
  for (const Effects::EffectNumber number : effects_.of(joint_move)) apply(effects_.effect(number));
  for (std::size_t word = 0; word < next_.size(); ++word) state[word] = next_[word];
  change_to(state);
}

std::size_t EffectEngine::to_find_out() const {
  std::size_t moves = 0;
  for (const WideCircuit::Role& role : kept_->circuit().roles) moves += role.legal.size();
  return moves;
}

std::size_t EffectEngine::memory_bytes() const {
  return KeptValues::memory_bytes() + no_moves_->memory_bytes() + effects_.memory_bytes() +
         (known_ != nullptr ? known_->memory_bytes() : 0);
}

}  // namespace palamedes::machine::scalar
