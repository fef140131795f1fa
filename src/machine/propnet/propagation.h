#pragma once
// The truth values of one network under changing bases and inputs.
//
// Forward: a source that changes informs its readers, in the order of the ranks, and only what
// really changes goes on. Backward: a value that is asked for asks its inputs, and remembers the
// answer until the state or the moves change.

#include <cstdint>
#include <span>
#include <vector>

#include "machine/propnet/propagation_graph.h"

namespace palamedes::machine::propnet {

class ForwardPropagation {
 public:
  explicit ForwardPropagation(const PropagationGraph& network);

  void set_state(std::span<const std::uint64_t> state);
  void set_inputs(std::span<const Node> inputs);  // the ones that are true

  [[nodiscard]] bool value(Node node) {
    settle();
    return is_true(node);
  }
  // Bits of the next state, then of each role's legal moves.
  [[nodiscard]] std::span<const std::uint64_t> watched() {
    settle();
    return watched_;
  }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  [[nodiscard]] bool is_true(Node node) const {
    return graph_->group_of(node) == PropagationGraph::no_group
               ? (counter_[node] & PropagationGraph::true_bit) != 0
               : in_group_true_[node];
  }
  void mark(Node node) { dirty_[node / 64] ^= std::uint64_t{1} << (node % 64); }
  void flip_source(Node node);
  void tell(Node node, bool now_true);
  void mark_group(std::uint32_t group);
  void settle();
  void settle_group(std::uint32_t number);

  const PropagationGraph* graph_;
  std::vector<std::uint32_t> counter_;  // of a group's node: without what its group adds
  std::vector<std::uint64_t> dirty_;    // nodes whose change was not passed on yet
  std::vector<bool> in_group_true_;
  std::vector<bool> group_dirty_;
  bool has_groups_;
  std::vector<std::uint64_t> watched_;
  std::vector<std::uint64_t> state_;
  std::vector<Node> inputs_;
  std::vector<std::uint32_t> group_counter_;
  std::vector<Node> group_work_;
  std::size_t first_dirty_ = 0;  // lowest word that may hold a dirty node
};

class BackwardPropagation {
 public:
  explicit BackwardPropagation(const PropagationGraph& network);

  void set_state(std::span<const std::uint64_t> state);
  void set_inputs(std::span<const Node> inputs);
  [[nodiscard]] bool value(Node root);
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Frame {
    Node node;
    std::uint32_t next_input;
    std::uint32_t counter;
  };
  std::uint32_t new_stamp();
  [[nodiscard]] bool is_known(Node node) const {
    return stamp_[node] == (graph_->depends_on_moves(node) ? move_stamp_ : state_stamp_);
  }
  void remember(Node node, bool value) {
    stamp_[node] = graph_->depends_on_moves(node) ? move_stamp_ : state_stamp_;
    value_[node] = value;
  }
  void ask_group(std::uint32_t number);

  const PropagationGraph* graph_;
  std::vector<std::uint32_t> stamp_;
  std::vector<bool> value_;
  std::vector<bool> source_;  // bases and inputs: their value is given
  std::vector<Node> inputs_;
  std::vector<Frame> stack_;
  std::uint32_t stamps_ = 1;
  std::uint32_t state_stamp_ = 1;
  std::uint32_t move_stamp_ = 1;
};

}  // namespace palamedes::machine::propnet
