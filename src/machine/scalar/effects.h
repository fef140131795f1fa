#pragma once
// What a joint move does to the state, found by fixing the moves in the circuit once and for all.
//
// Most bases keep their value under most moves and need no work at all; others become true or
// false; for the rest a condition on the state is left. Joint moves are compiled when they are
// first made. Where most are new (simultaneous moves), each role's move is
// compiled alone, and for a joint move only what several moves decide together.
//
//   words_     per effect: where the state is cleared and set
//   bits_      per effect: base and operand of its condition
//   branches_  per effect: what else happens if a condition holds, and if not

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "base/ids.h"
#include "machine/scalar/code.h"
#include "machine/scalar/expressions.h"
#include "machine/scalar/kept_gates.h"
#include "machine/scalar/no_move_values.h"
#include "machine/scalar/symbolic_moves.h"

namespace palamedes::machine::scalar {

struct EffectOptions {
  std::size_t max_bytes = std::size_t{256} << 20U;  // then all are forgotten
  // While moves are made in turn there are about as many joint moves as moves. When more than this
  // have come up, they are simultaneous, and most will never come again.
  std::size_t joint_moves_before_factoring = 1024;
  std::size_t whole_per_move = 2;
};

class Effects {
 public:
  struct Word {
    std::uint32_t word;
    std::uint64_t keep;  // what is not cleared
    std::uint64_t set;
  };
  struct Bit {
    std::uint32_t base;
    Operand operand;
  };
  using EffectNumber = std::uint32_t;
  static constexpr std::size_t max_branches = 8;  // of one effect
  // Many conditions often hang on one: whether a piece was captured decides all digits of a count.
  struct Branch {
    Operand operand = 0;
    EffectNumber if_true = 0;
    EffectNumber if_false = 0;
  };
  struct Effect {
    std::uint32_t first_word = 0;
    std::uint32_t end_word = 0;
    std::uint32_t first_bit = 0;
    std::uint32_t end_bit = 0;
    std::uint32_t first_branch = 0;
    std::uint32_t end_branch = 0;
    Code code;
  };

  Effects(std::shared_ptr<const NoMoveValues> no_moves, const EffectOptions& options);

  // To be applied one after the other, all conditions on the state before. Valid until the next
  // call.
  std::span<const EffectNumber> of(std::span<const Move> joint_move) {
    if (is_factored_) return factored(joint_move);
    const std::uint64_t key = key_of(joint_move);
    if (whole_[key] == none) return compile_whole(joint_move);
    return {whole_.data() + key, 1};
  }
  [[nodiscard]] const Effect& effect(EffectNumber number) const { return effects_[number]; }
  [[nodiscard]] std::span<const Word> words(const Effect& effect) const {
    return {words_.data() + effect.first_word, effect.end_word - effect.first_word};
  }
  [[nodiscard]] std::span<const Bit> bits(const Effect& effect) const {
    return {bits_.data() + effect.first_bit, effect.end_bit - effect.first_bit};
  }
  [[nodiscard]] std::span<const Branch> branches(const Effect& effect) const {
    return {branches_.data() + effect.first_branch, effect.end_branch - effect.first_branch};
  }
  [[nodiscard]] const CodePool& code() const { return code_; }
  // Joint moves, or moves of one role alone, whose effects were found out so far.
  [[nodiscard]] std::size_t found_out() const { return found_out_; }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  static constexpr std::uint32_t none = 0xffffffffU;

  // A move of one role alone.
  struct Alone {
    std::uint32_t effect = none;  // none: not looked at yet
    std::vector<SymbolicMoves::Visit> visits;
  };

  // A number for the joint move, below whole_.size().
  std::uint64_t key_of(std::span<const Move> joint_move) {
    return is_dense_ ? one_key(joint_move) : sparse_key(joint_move);
  }
  [[nodiscard]] std::uint64_t one_key(std::span<const Move> joint_move) const {
    std::uint64_t key = 0;
    for (std::size_t role = 0; role < joint_move.size(); ++role) {
      key = key * move_counts_[role] + index_of(joint_move[role]);
    }
    return key;
  }
  std::uint64_t sparse_key(std::span<const Move> joint_move);
  std::span<const EffectNumber> compile_whole(std::span<const Move> joint_move);
  std::span<const EffectNumber> factored(std::span<const Move> joint_move);
  const Alone& alone(std::size_t role, Move move);
  std::uint32_t compile_together(std::span<const Move> joint_move);
  void inputs_of(std::span<const Move> joint_move);
  // A base and what it becomes.
  struct Change {
    std::uint32_t base = 0;
    Literal next;
  };
  // What a branch leads to has no branches again: there could be two to the power of their number.
  EffectNumber make(std::vector<Change> changes, std::size_t most_branches = max_branches);
  // The node on which most of the changes hang, if these are enough.
  [[nodiscard]] CircuitNode decisive_node(const std::vector<Change>& changes);
  [[nodiscard]] bool hangs_on(Literal literal, CircuitNode node) const;
  [[nodiscard]] Literal keeps(std::uint32_t base) const;
  void forget();

  std::shared_ptr<const NoMoveValues> no_moves_;
  std::size_t max_bytes_;
  std::size_t most_whole_;
  Expressions expressions_;
  SymbolicMoves symbolic_;
  CodePool code_;
  std::vector<std::uint32_t> move_counts_;  // by role
  bool is_dense_ = false;                   // few enough joint moves for a plain table
  bool has_one_key_ = true;                 // all joint moves can be numbered in a word
  // Numbers of the joint moves that were made, where there is no plain table. Where a word does not
  // do, a joint move gets its number role by role: the number so far and the move.
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> numbers_;
  std::vector<std::uint32_t> whole_;  // by key: the effect, or what is to be added when factored
  std::size_t compiled_ = 0;          // whole joint moves
  bool is_factored_ = false;
  std::size_t found_out_ = 0;
  std::vector<std::vector<Alone>> alone_;  // by role and move
  std::uint32_t still_effect_ = none;
  std::vector<EffectNumber> joint_;  // what factored() gives
  std::vector<Effect> effects_;
  std::vector<Word> words_;
  std::vector<Bit> bits_;
  std::vector<Branch> branches_;
  std::vector<std::uint32_t> move_bases_;  // bases whose next value depends on moves
  std::vector<std::uint32_t> first_base_;  // by node: where its bases are in bases_of_
  std::vector<std::uint32_t> bases_of_;    // bases by the node of their next value

  // while one effect is made
  std::vector<CircuitNode> inputs_;
  std::vector<std::span<const SymbolicMoves::Visit>> visits_;
  boost::unordered_flat_map<CircuitNode, std::uint32_t> uses_;
};

}  // namespace palamedes::machine::scalar
