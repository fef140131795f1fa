#pragma once
// Steps by what is known about each move: most facts keep their value under most moves, and what a
// joint move does to the others is found out once (effects.h). Good where moves do little, and
// where there are not too many of them.

#include <cstdint>
#include <memory>
#include <span>

#include "base/ids.h"
#include "machine/scalar/effects.h"
#include "machine/scalar/kept_values.h"

namespace palamedes::machine::scalar {

class EffectEngine : public KeptValues {
 public:
  explicit EffectEngine(const std::shared_ptr<const NoMoveValues>& no_moves,
                        const EffectOptions& effects = {});
  // Another one on what never changes, for any thread: it knows the effects that were known when
  // remember() was called, and has to find out the others by itself.
  [[nodiscard]] EffectEngine another() const {
    return EffectEngine(no_moves_, effect_options_, goal_gates_, known_);
  }
  // What was found out so far is for others too.
  void remember() { known_ = std::make_shared<const Effects>(effects_); }

  // To the state after the moves, which is also written to `state`.
  void advance(std::span<const Move> joint_move, std::uint64_t* state);
  [[nodiscard]] std::size_t memory_bytes() const;
  // How many effects were found out so far, and how many there may be if moves are made in turn.
  [[nodiscard]] std::size_t found_out() const { return effects_.found_out(); }
  [[nodiscard]] std::size_t to_find_out() const;

 private:
  EffectEngine(std::shared_ptr<const NoMoveValues> no_moves, const EffectOptions& effects,
               std::shared_ptr<const OnDemandGates> goal_gates,
               std::shared_ptr<const Effects> known);

  // 0 or 1
  [[nodiscard]] std::uint64_t value(Operand operand) const {
    return (truth_[operand / 128] >> (operand / 2 % 64) ^ operand) & 1U;
  }
  void apply(const Effects::Effect& effect);
  void apply_branches(const Effects::Effect& effect);
  void run(const CodePool& pool, const Code& code);

  std::shared_ptr<const NoMoveValues> no_moves_;
  EffectOptions effect_options_;
  std::shared_ptr<const Effects> known_;  // nothing yet, or what others begin with
  Effects effects_;
};

}  // namespace palamedes::machine::scalar
