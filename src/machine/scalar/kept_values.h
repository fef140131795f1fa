#pragma once
// One game's state with everything that is kept up to date about it. How to go on from one state to
// the next is the matter of effect_engine.h and propagation_engine.h.

#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/rng.h"
#include "machine/scalar/kept_gates.h"
#include "machine/scalar/on_demand.h"
#include "model/draw.h"
#include "model/forward_model.h"

namespace palamedes::machine::scalar {

class KeptValues {
 public:
  void enter(const std::uint64_t* state) {
    std::uint64_t difference = 0;
    for (std::size_t i = 0; i < next_.size(); ++i) difference |= state[i] ^ truth_[i];
    if (difference != 0) change_to(state);
  }

  [[nodiscard]] bool terminal() const { return watched_bit(kept_->terminal_bit()); }
  [[nodiscard]] int goal(Role role);
  // Bits of the role's legal moves, one word after the other.
  [[nodiscard]] std::uint64_t legal_word(const KeptGates::Role& role, std::size_t word) const {
    std::uint64_t bits = 0;
    for (const KeptGates::LegalGroup& group : role.groups) {
      const std::uint64_t is_on = watched_bit(group.switch_bit) ? ~std::uint64_t{0} : 0;
      bits |= watched_[group.first_word + word] & is_on;
    }
    return bits;
  }
  void legal(Role role, model::MoveList& moves) const;
  [[nodiscard]] model::DrawnMove draw_legal(Role role, Rng& rng) {
    const KeptGates::Role& entry = kept_->roles()[index_of(role)];
    std::uint32_t count = 0;
    for (std::size_t word = 0; word < entry.words; ++word) {
      legal_words_[word] = legal_word(entry, word);
      count += static_cast<std::uint32_t>(std::popcount(legal_words_[word]));
    }
    if (count == 0) return {};
    return {count, Move{legal_at(count == 1 ? 0 : rng.below(count))}};
  }
  [[nodiscard]] const KeptGates& kept() const { return *kept_; }
  [[nodiscard]] std::size_t memory_bytes() const;

 protected:
  KeptValues(std::shared_ptr<const KeptGates> kept,
             std::shared_ptr<const OnDemandGates> goal_gates);
  [[nodiscard]] static std::shared_ptr<const OnDemandGates> goal_gates_of(const KeptGates& kept);

  [[nodiscard]] bool watched_bit(std::uint32_t bit) const {
    return (watched_[bit / 64] >> (bit % 64) & 1U) != 0;
  }
  // The number of the move that comes after `before` others in legal_words_.
  [[nodiscard]] std::uint32_t legal_at(std::uint32_t before) const {
    std::uint32_t word = 0;
    for (;; ++word) {
      const auto here = static_cast<std::uint32_t>(std::popcount(legal_words_[word]));
      if (before < here) break;
      before -= here;
    }
    std::uint64_t bits = legal_words_[word];
    for (; before > 0; --before) bits &= bits - 1;
    return word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
  }
  [[nodiscard]] bool is_true(std::uint32_t place) const {
    return (truth_[place / 64] >> (place % 64) & 1U) != 0;
  }
  void change_to(const std::uint64_t* state);
  // A base or input has changed; settle() has to follow.
  void change(KeptNode node, bool now_true) {
    truth_[node / 64] ^= std::uint64_t{1} << (node % 64);
    if (has_pairs_) {
      pass_on<true>(node, now_true);
    } else {
      pass_on<false>(node, now_true);
    }
  }
  template <bool WithPairs>
  void pass_on(KeptNode node, bool now_true);
  void pass_on_to_pairs(KeptNode node);
  void mark(std::uint32_t gate);
  void settle() { has_pairs_ ? settle_all<true>() : settle_all<false>(); }
  template <bool WithPairs>
  void settle_all();
  template <bool WithPairs>
  void settle_layers();
  template <bool WithPairs>
  void settle_word(std::size_t word);
  template <bool WithPairs>
  void change_all(const std::uint64_t* state);

  std::shared_ptr<const KeptGates> kept_;
  std::shared_ptr<const OnDemandGates> goal_gates_;
  OnDemand goal_values_;
  DerivedFacts derived_;
  bool has_pairs_;
  bool has_recursion_;
  bool goals_known_ = false;          // of this state
  std::vector<std::uint64_t> truth_;  // a bit per kept node; what stands behind belongs to others
  std::vector<std::uint64_t> next_;   // a state in the making
  std::vector<std::uint64_t> watched_;
  std::vector<std::uint64_t> legal_words_;  // while a move is drawn
  std::vector<std::uint32_t> count_;        // by gate
  std::vector<std::uint32_t> crossed_;      // gates whose value one change has changed
  std::vector<std::uint64_t> dirty_;        // gates whose change was not passed on yet
  std::vector<std::uint64_t> dirty_words_;  // words of dirty_ that are not 0
};

}  // namespace palamedes::machine::scalar
