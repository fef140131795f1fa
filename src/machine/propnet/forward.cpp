#include <algorithm>
#include <bit>

#include "machine/propnet/propagation.h"

namespace palamedes::machine::propnet {

ForwardPropagation::ForwardPropagation(const PropagationGraph& network)
    : graph_(&network),
      counter_(network.node_count()),
      dirty_((network.node_count() + 63) / 64, 0),
      in_group_true_(network.node_count(), false),
      group_dirty_(network.group_count(), true),
      has_groups_(network.group_count() > 0),
      watched_(network.watched_words(), 0),
      state_(network.state_words(), 0),
      group_counter_(network.node_count(), 0) {
  for (Node node = 0; node < network.node_count(); ++node) counter_[node] = network.start(node);
  // All bases and inputs are false; what is true all the same informs its readers.
  for (Node node = 0; node < network.node_count(); ++node) {
    if ((counter_[node] & PropagationGraph::true_bit) != 0) mark(node);
  }
  for (std::uint32_t group = 0; group < network.group_count(); ++group) {
    const Node first = network.group(group).first;
    dirty_[first / 64] |= std::uint64_t{1} << (first % 64);
  }
  settle();
}

void ForwardPropagation::tell(Node node, bool now_true) {
  const std::uint32_t watched = graph_->watched_bit(node);
  if (watched != no_node) watched_[watched / 64] ^= std::uint64_t{1} << (watched % 64);
  const std::uint32_t change = now_true ? 1U : 0xffffffffU;
  for (const Node reader : graph_->outputs(node)) {
    const std::uint32_t before = counter_[reader];
    const std::uint32_t after = before + change;
    counter_[reader] = after;
    if (has_groups_ && graph_->group_of(reader) != PropagationGraph::no_group) {
      mark_group(graph_->group_of(reader));
    } else if (((before ^ after) & PropagationGraph::true_bit) != 0) {
      mark(reader);
    }
  }
}

void ForwardPropagation::mark_group(std::uint32_t group) {
  if (group_dirty_[group]) return;
  group_dirty_[group] = true;
  const Node first = graph_->group(group).first;
  dirty_[first / 64] |= std::uint64_t{1} << (first % 64);
}

void ForwardPropagation::flip_source(Node node) {
  counter_[node] ^= PropagationGraph::true_bit;
  mark(node);
  first_dirty_ = std::min(first_dirty_, static_cast<std::size_t>(node / 64));
}

void ForwardPropagation::set_state(std::span<const std::uint64_t> state) {
  for (std::size_t word = 0; word < state.size(); ++word) {
    std::uint64_t changed = state[word] ^ state_[word];
    state_[word] = state[word];
    for (; changed != 0; changed &= changed - 1) {
      flip_source(graph_->bases()[word * 64 + static_cast<std::size_t>(std::countr_zero(changed))]);
    }
  }
}

void ForwardPropagation::set_inputs(std::span<const Node> inputs) {
  for (const Node input : inputs_) flip_source(input);
  inputs_.clear();
  for (const Node input : inputs) {
    if (input == no_node) continue;
    flip_source(input);
    inputs_.push_back(input);
  }
}

void ForwardPropagation::settle() {
  for (std::size_t word = first_dirty_; word < dirty_.size(); ++word) {
    while (dirty_[word] != 0) {
      const auto node =
          static_cast<Node>(word * 64 + static_cast<std::size_t>(std::countr_zero(dirty_[word])));
      dirty_[word] &= dirty_[word] - 1;
      const std::uint32_t group = graph_->group_of(node);
      if (group == PropagationGraph::no_group) {
        tell(node, (counter_[node] & PropagationGraph::true_bit) != 0);
      } else {
        settle_group(group);
      }
    }
  }
  first_dirty_ = dirty_.size();
}

// Least fixpoint of a circle: everything starts false, and what becomes true informs the others.
void ForwardPropagation::settle_group(std::uint32_t number) {
  group_dirty_[number] = false;
  const PropagationGraph::Group& group = graph_->group(number);
  group_work_.clear();
  for (Node node = group.first; node < group.end; ++node) {
    group_counter_[node] = counter_[node];
    if ((counter_[node] & PropagationGraph::true_bit) != 0) group_work_.push_back(node);
  }
  for (std::size_t i = 0; i < group_work_.size(); ++i) {
    for (const Node reader : graph_->inner(group_work_[i])) {
      const std::uint32_t before = group_counter_[reader];
      group_counter_[reader] = before + 1;
      if (((before ^ group_counter_[reader]) & PropagationGraph::true_bit) != 0) {
        group_work_.push_back(reader);
      }
    }
  }
  for (Node node = group.first; node < group.end; ++node) {
    const bool now_true = (group_counter_[node] & PropagationGraph::true_bit) != 0;
    if (now_true == in_group_true_[node]) continue;
    in_group_true_[node] = now_true;
    tell(node, now_true);
  }
}

std::size_t ForwardPropagation::memory_bytes() const {
  return (counter_.capacity() + group_counter_.capacity()) * sizeof(std::uint32_t) +
         (dirty_.capacity() + watched_.capacity()) * sizeof(std::uint64_t);
}

}  // namespace palamedes::machine::propnet
