#pragma once
// What is kept up to date while a game goes on, and how; immutable, shared by all machines on it.
//
// Kept are the conditions of the legal moves, the end, and what of the next state depends on the
// state alone; where moves are propagated, everything that the next state depends on. Goals, and
// conditions that matter only when a certain move is made, are worked out when they are asked for.
//
//   kept node   bases | inputs | feedback | gates, inputs before readers; each fills whole words
//   count       of a gate: how many of its literals are false; it is true at 0
//   readers_    per node: gates that read it | gates that read its complement | watched bits
//   watched     next state | terminal and switches | legal moves per role and group | conditions
//               of recursive rules (recursion.h)
//
// Gates of two literals may be pairs (pair_gates.h). A pair has no count: when one literal changes,
// the gate changes if the other is true, and that is asked for a word of others at a time.
//
//   blocks_     per node: the pairs that read it, by the word of their other literals
//
// Where the others of a node are spread over many words, they are gathered: each has a copy in
// watched words of the node's own, side by side, that changes with it.

#include <cstdint>
#include <span>
#include <vector>

#include "machine/scalar/literal.h"
#include "machine/scalar/recursion.h"
#include "machine/scalar/switches.h"

namespace palamedes::machine::scalar {

using KeptNode = std::uint32_t;
inline constexpr KeptNode not_kept = 0xffffffffU;

// Of the part of a circuit that depends on moves.
enum class MovePart : std::uint8_t {
  left_out,  // what a move does is found out by itself (effects.h)
  kept,      // moves are inputs that change, like the state
};

class KeptGates {
 public:
  explicit KeptGates(WideCircuit wide, MovePart moves = MovePart::left_out);
  // The same where these gates, by number, are pairs, and the others of these nodes are gathered
  // (of none if it is empty).
  [[nodiscard]] KeptGates with_pairs(std::vector<bool> is_pair,
                                     const std::vector<bool>& is_gathered = {}) const;

  struct Links {
    std::uint32_t plain = 0;  // into readers(): where each of the three lists starts
    std::uint32_t complemented = 0;
    std::uint32_t watched = 0;
    std::uint32_t end = 0;
  };

  // Pairs that read a node, and whose other literals stand in one word.
  struct PairBlock {
    std::uint64_t others = 0;        // bits of the word
    std::uint64_t complemented = 0;  // those of them that are read as complements
    std::uint32_t word = 0;          // of all nodes' values, and watched words behind them
    std::uint32_t first_gate = 0;    // one for each bit, from the lowest on
  };

  struct LegalGroup {
    std::uint32_t first_word = 0;  // of watched, as many as the role's moves need
    std::uint32_t switch_bit = 0;  // of watched
  };

  struct Role {
    std::size_t words = 0;
    std::vector<LegalGroup> groups;
  };

  [[nodiscard]] const WideCircuit& circuit() const { return circuit_; }
  [[nodiscard]] std::size_t base_count() const { return circuit_.base_count; }
  [[nodiscard]] std::size_t gate_count() const { return start_.size(); }
  [[nodiscard]] KeptNode first_input() const {
    return static_cast<KeptNode>(circuit_.state_words() * 64);
  }
  [[nodiscard]] KeptNode first_feedback() const { return first_feedback_; }
  [[nodiscard]] KeptNode first_gate() const { return first_gate_; }
  // Nodes from here on are free for others.
  [[nodiscard]] KeptNode end() const {
    return first_gate() + static_cast<KeptNode>((gate_count() + 63) / 64 * 64);
  }
  [[nodiscard]] const Links& links(KeptNode node) const { return links_[node]; }
  [[nodiscard]] const std::uint32_t* readers() const { return readers_.data(); }
  [[nodiscard]] bool has_pairs() const { return !blocks_.empty(); }
  [[nodiscard]] std::span<const PairBlock> blocks(KeptNode node) const {
    return {blocks_.data() + first_block_[node], first_block_[node + 1] - first_block_[node]};
  }
  [[nodiscard]] const std::uint32_t* pairs() const { return pairs_.data(); }
  // With all bases false and nothing passed on.
  [[nodiscard]] const std::vector<std::uint32_t>& start() const { return start_; }
  [[nodiscard]] const std::vector<Role>& roles() const { return roles_; }
  [[nodiscard]] std::uint32_t terminal_bit() const { return terminal_bit_; }
  [[nodiscard]] const std::vector<std::uint64_t>& watched_start() const { return watched_start_; }
  [[nodiscard]] const RecursiveRules& recursion() const { return recursion_; }
  // Of watched.
  [[nodiscard]] std::size_t first_condition_word() const { return first_condition_word_; }
  // By layer of recursive rules: the first gate that is none of its conditions nor before them.
  [[nodiscard]] std::span<const std::uint32_t> layer_ends() const { return layer_ends_; }
  // Bases whose next value is kept, so that their watched bits hold it.
  [[nodiscard]] const std::vector<std::uint64_t>& kept_next() const { return kept_next_; }
  [[nodiscard]] bool depends_on_moves(CircuitNode node) const { return depends_on_moves_[node]; }
  [[nodiscard]] KeptNode kept(CircuitNode node) const { return kept_[node]; }
  // Of a gate by its number among the kept.
  [[nodiscard]] std::span<const Literal> literals(std::size_t gate) const {
    return circuit_.inputs(gates_[gate]);
  }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Watch {
    CircuitNode node;
    std::uint32_t bit;
    bool complemented;
  };

  void choose_kept(const std::vector<SwitchedRole>& roles);
  void order_gates(const std::vector<bool>& wanted);
  [[nodiscard]] std::vector<std::uint32_t> levels(const std::vector<bool>& wanted) const;
  void find_layers(const std::vector<std::uint32_t>& level);
  [[nodiscard]] bool is_next_kept(Literal next) const {
    return moves_ == MovePart::kept || !depends_on_moves_[next.node()];
  }
  void keep_cones_of_move_conditions(std::vector<bool>& wanted) const;
  void watch(Literal literal, std::uint32_t bit);
  void lay_out_watched(const std::vector<SwitchedRole>& roles);
  void link();
  struct PairLink;
  [[nodiscard]] std::vector<PairLink> pair_links() const;
  void gather(std::vector<PairLink>& links, const std::vector<bool>& is_gathered);
  void link_pairs(const std::vector<PairLink>& links);
  [[nodiscard]] bool is_pair(std::size_t gate) const { return !is_pair_.empty() && is_pair_[gate]; }

  WideCircuit circuit_;
  MovePart moves_;
  KeptNode first_feedback_ = 0;
  KeptNode first_gate_ = 0;
  std::vector<bool> depends_on_moves_;
  std::vector<KeptNode> kept_;  // by wide node
  std::vector<CircuitNode> gates_;
  std::vector<Watch> watches_;
  std::vector<Links> links_;
  std::vector<std::uint32_t> readers_;
  std::vector<std::uint32_t> start_;
  std::vector<bool> is_pair_;               // by gate; empty if none is
  std::vector<std::uint32_t> first_block_;  // by node
  std::vector<PairBlock> blocks_;
  std::vector<std::uint32_t> pairs_;  // gates
  RecursiveRules recursion_;
  std::size_t first_condition_word_ = 0;
  std::vector<std::uint32_t> layer_ends_;
  std::vector<Role> roles_;
  std::uint32_t terminal_bit_ = 0;
  std::vector<std::uint64_t> watched_start_;
  std::vector<std::uint64_t> kept_next_;
};

}  // namespace palamedes::machine::scalar
