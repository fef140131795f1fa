#include <algorithm>
#include <bit>

#include "machine/propnet/propagation.h"

namespace palamedes::machine::propnet {

BackwardPropagation::BackwardPropagation(const PropagationGraph& network)
    : graph_(&network),
      stamp_(network.node_count(), 0),
      value_(network.node_count(), false),
      source_(network.node_count(), false) {
  for (const Node base : network.bases()) source_[base] = true;
  for (const PropagationGraph::RoleNodes& role : network.roles()) {
    for (const Node input : role.input) {
      if (input != no_node) source_[input] = true;
    }
  }
}

// After four thousand million steps the stamps start again; nothing may look known by accident.
std::uint32_t BackwardPropagation::new_stamp() {
  if (++stamps_ == 0) {
    std::fill(stamp_.begin(), stamp_.end(), 0);
    stamps_ = 1;
  }
  return stamps_;
}

void BackwardPropagation::set_state(std::span<const std::uint64_t> state) {
  state_stamp_ = move_stamp_ = new_stamp();
  for (std::size_t i = 0; i < graph_->bases().size(); ++i) {
    value_[graph_->bases()[i]] = (state[i / 64] >> (i % 64) & 1U) != 0;
  }
}

void BackwardPropagation::set_inputs(std::span<const Node> inputs) {
  move_stamp_ = new_stamp();
  for (const Node input : inputs_) value_[input] = false;
  inputs_.clear();
  for (const Node input : inputs) {
    if (input == no_node) continue;
    value_[input] = true;
    inputs_.push_back(input);
  }
}

bool BackwardPropagation::value(Node root) {
  const auto settled = [&](Node node) { return source_[node] || is_known(node); };
  if (settled(root)) return value_[root];
  const std::size_t floor = stack_.size();
  stack_.push_back({root, 0, graph_->start(root)});
  while (stack_.size() > floor) {
    Frame& frame = stack_.back();
    const Node node = frame.node;
    const std::uint32_t group = graph_->group_of(node);
    if (group != PropagationGraph::no_group) {
      stack_.pop_back();
      ask_group(group);
      continue;
    }
    const auto inputs = graph_->inputs(node);
    bool waiting = false;
    while (frame.next_input < inputs.size()) {
      const Node input = inputs[frame.next_input];
      if (!settled(input)) {
        stack_.push_back({input, 0, graph_->start(input)});
        waiting = true;
        break;
      }
      ++frame.next_input;
      if (value_[input]) ++frame.counter;
      // An OR with a true input, an AND that can no longer have all.
      const auto left = static_cast<std::uint32_t>(inputs.size()) - frame.next_input;
      if ((frame.counter & PropagationGraph::true_bit) != 0 ||
          frame.counter + left < PropagationGraph::true_bit) {
        break;
      }
    }
    if (waiting) continue;
    remember(node, (frame.counter & PropagationGraph::true_bit) != 0);
    stack_.pop_back();
  }
  return value_[root];
}

// Asks for all that enters the circle, then brings it to its least fixpoint.
void BackwardPropagation::ask_group(std::uint32_t number) {
  const PropagationGraph::Group& group = graph_->group(number);
  std::vector<std::uint32_t> counter(group.end - group.first);
  std::vector<Node> work;
  for (Node node = group.first; node < group.end; ++node) {
    std::uint32_t count = graph_->start(node);
    for (const Node input : graph_->inputs(node)) {
      if (graph_->group_of(input) != number && value(input)) ++count;
    }
    counter[node - group.first] = count;
    if ((count & PropagationGraph::true_bit) != 0) work.push_back(node);
  }
  for (std::size_t i = 0; i < work.size(); ++i) {
    for (const Node reader : graph_->inner(work[i])) {
      std::uint32_t& count = counter[reader - group.first];
      const std::uint32_t before = count;
      ++count;
      if (((before ^ count) & PropagationGraph::true_bit) != 0) work.push_back(reader);
    }
  }
  for (Node node = group.first; node < group.end; ++node) {
    remember(node, (counter[node - group.first] & PropagationGraph::true_bit) != 0);
  }
}

std::size_t BackwardPropagation::memory_bytes() const {
  return stamp_.capacity() * sizeof(std::uint32_t) + value_.capacity() / 4;
}

}  // namespace palamedes::machine::propnet
