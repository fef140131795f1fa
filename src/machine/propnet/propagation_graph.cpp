#include "machine/propnet/propagation_graph.h"

#include <algorithm>

#include "base/graph.h"

namespace palamedes::machine::propnet {

using net::Component;
using net::ComponentId;
using net::ComponentType;

namespace {

std::uint32_t round_up_to_words(std::size_t bits) {
  return static_cast<std::uint32_t>((bits + 63) / 64 * 64);
}

}  // namespace

void PropagationGraph::Links::build(std::size_t nodes,
                                    const std::vector<std::pair<Node, Node>>& edges) {
  first_.assign(nodes + 1, 0);
  for (const auto& [from, to] : edges) ++first_[from + 1];
  for (std::size_t i = 1; i <= nodes; ++i) first_[i] += first_[i - 1];
  targets_.resize(edges.size());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (const auto& [from, to] : edges) targets_[next[from]++] = to;
}

PropagationGraph::PropagationGraph(const net::PropNet& net) {
  order(net);
  add_nodes(net);
  name_nodes(net);
  mark_dependence();
}

// Strong components come out with inputs first. A base reads its transition a step later, so that
// link is no dependency.
void PropagationGraph::order(const net::PropNet& net) {
  std::vector<std::vector<std::uint32_t>> needs(net.components.size());
  for (ComponentId id = 0; id < net.components.size(); ++id) {
    const Component& component = net.components[id];
    if (component.type == ComponentType::proposition &&
        component.proposition == net::PropositionType::base) {
      continue;
    }
    needs[id].assign(component.inputs.begin(), component.inputs.end());
  }
  node_of_.assign(net.components.size(), no_node);
  for (const auto& members : strong_components(needs)) {
    if (net.components[members.front()].type == ComponentType::removed) continue;
    const auto first = static_cast<Node>(component_of_.size());
    for (const std::uint32_t member : members) {
      node_of_[member] = static_cast<Node>(component_of_.size());
      component_of_.push_back(member);
    }
    const bool circle = members.size() > 1 ||
                        std::find(needs[members.front()].begin(), needs[members.front()].end(),
                                  members.front()) != needs[members.front()].end();
    const auto group = circle ? static_cast<std::uint32_t>(groups_.size()) : no_group;
    group_.resize(component_of_.size(), group);
    if (circle) groups_.push_back({first, static_cast<Node>(component_of_.size())});
  }
}

void PropagationGraph::add_nodes(const net::PropNet& net) {
  std::vector<std::pair<Node, Node>> outer;
  std::vector<std::pair<Node, Node>> inner;
  std::vector<std::pair<Node, Node>> inputs;
  for (Node node = 0; node < component_of_.size(); ++node) {
    const Component& component = net.components[component_of_[node]];
    const auto count = static_cast<std::uint32_t>(component.inputs.size());
    std::uint32_t start = true_bit - 1;  // one true input is enough
    switch (component.type) {
      case ComponentType::constant:
        start = component_of_[node] == net::true_component ? true_bit : 0;
        break;
      case ComponentType::and_gate:
        start = true_bit - count;
        break;
      case ComponentType::not_gate:
        start = 0xffffffffU;
        break;
      default:
        break;
    }
    start_.push_back(start);
    const bool is_base = component.type == ComponentType::proposition &&
                         component.proposition == net::PropositionType::base;
    if (is_base) continue;
    for (const ComponentId input : component.inputs) {
      const Node from = node_of_[input];
      const bool same_group = group_[node] != no_group && group_[node] == group_[from];
      (same_group ? inner : outer).emplace_back(from, node);
      inputs.emplace_back(node, from);
    }
  }
  outputs_.build(component_of_.size(), outer);
  inner_.build(component_of_.size(), inner);
  inputs_.build(component_of_.size(), inputs);
}

void PropagationGraph::name_nodes(const net::PropNet& net) {
  watched_bit_.assign(component_of_.size(), no_node);
  for (const net::BaseEntry& base : net.bases) {
    if (base.transition == net::no_component) continue;
    const auto bit = static_cast<std::uint32_t>(bases_.size());
    bases_.push_back(node_of_[base.proposition]);
    transitions_.push_back(node_of_[base.transition]);
    watched_bit_[transitions_.back()] = bit;
  }
  std::uint32_t bit = round_up_to_words(bases_.size());
  for (const net::RoleEntry& role : net.roles) {
    RoleNodes nodes{.first_legal_bit = bit};
    for (const net::MoveEntry& move : role.moves) {
      nodes.legal.push_back(node_of_[move.legal]);
      nodes.input.push_back(move.input == net::no_component ? no_node : node_of_[move.input]);
      watched_bit_[nodes.legal.back()] = bit++;
    }
    for (const net::GoalEntry& goal : role.goals) {
      nodes.goals.emplace_back(goal.value, node_of_[goal.proposition]);
    }
    bit = round_up_to_words(bit);
    roles_.push_back(std::move(nodes));
  }
  watched_words_ = bit / 64;
  if (net.terminal != net::no_component) terminal_ = node_of_[net.terminal];
}

void PropagationGraph::mark_dependence() {
  depends_on_moves_.assign(component_of_.size(), false);
  for (const RoleNodes& role : roles_) {
    for (const Node input : role.input) {
      if (input != no_node) depends_on_moves_[input] = true;
    }
  }
  for (Node node = 0; node < component_of_.size(); ++node) {
    for (const Node input : inputs(node)) {
      if (depends_on_moves_[input]) depends_on_moves_[node] = true;
    }
    if (group_[node] == no_group || node + 1 != groups_[group_[node]].end) continue;
    // A circle is one: what holds for a member holds for all.
    const Group& group = groups_[group_[node]];
    bool any = false;
    for (Node member = group.first; member < group.end; ++member) {
      any = any || depends_on_moves_[member];
    }
    for (Node member = group.first; member < group.end; ++member) depends_on_moves_[member] = any;
  }
}

std::size_t PropagationGraph::memory_bytes() const {
  return outputs_.memory_bytes() + inner_.memory_bytes() + inputs_.memory_bytes() +
         (start_.capacity() + group_.capacity() + watched_bit_.capacity() + node_of_.capacity() +
          component_of_.capacity()) *
             sizeof(std::uint32_t);
}

}  // namespace palamedes::machine::propnet
