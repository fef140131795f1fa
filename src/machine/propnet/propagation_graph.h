#pragma once
// A PropNet made ready for evaluation; immutable, shared by all machines on it.
//
// Nodes are the components in an order in which inputs come before readers, so one pass over the
// ranks settles everything. Circles (recursive rules) are groups of neighbouring ranks; each is
// brought to its least fixpoint as one.
//
//   start_    counter of a node without true inputs; every true input adds 1. The node is true when
//             the top bit is set: AND starts at 2^31 - inputs, OR at 2^31 - 1, NOT at 2^32 - 1,
//             which its input makes 0
//   outputs_  readers outside the node's group; inner_: readers within it

#include <cstdint>
#include <span>
#include <vector>

#include "net/propnet.h"

namespace palamedes::machine::propnet {

using Node = std::uint32_t;
inline constexpr Node no_node = 0xffffffffU;

class PropagationGraph {
 public:
  explicit PropagationGraph(const net::PropNet& net);

  static constexpr std::uint32_t true_bit = 0x80000000U;

  [[nodiscard]] std::size_t node_count() const { return start_.size(); }
  [[nodiscard]] std::uint32_t start(Node node) const { return start_[node]; }
  [[nodiscard]] std::span<const Node> outputs(Node node) const { return outputs_.of(node); }
  [[nodiscard]] std::span<const Node> inner(Node node) const { return inner_.of(node); }
  [[nodiscard]] std::span<const Node> inputs(Node node) const { return inputs_.of(node); }

  struct Group {
    Node first = 0;
    Node end = 0;
  };
  static constexpr std::uint32_t no_group = 0xffffffffU;
  [[nodiscard]] std::uint32_t group_of(Node node) const { return group_[node]; }
  [[nodiscard]] const Group& group(std::uint32_t number) const { return groups_[number]; }
  [[nodiscard]] std::size_t group_count() const { return groups_.size(); }

  // What a node's value is copied to when it changes: a bit of the next state or of a role's legal
  // moves; no_node if nobody looks.
  [[nodiscard]] std::uint32_t watched_bit(Node node) const { return watched_bit_[node]; }
  [[nodiscard]] bool depends_on_moves(Node node) const { return depends_on_moves_[node]; }

  struct RoleNodes {
    std::uint32_t first_legal_bit = 0;  // a multiple of 64
    std::vector<Node> legal;            // by move
    std::vector<Node> input;            // by move; no_node: nothing depends on it
    std::vector<std::pair<int, Node>> goals;
  };

  [[nodiscard]] const std::vector<Node>& bases() const { return bases_; }
  [[nodiscard]] const std::vector<Node>& transitions() const { return transitions_; }
  [[nodiscard]] const std::vector<RoleNodes>& roles() const { return roles_; }
  [[nodiscard]] Node terminal() const { return terminal_; }
  [[nodiscard]] std::size_t state_words() const { return (bases_.size() + 63) / 64; }
  [[nodiscard]] std::size_t watched_words() const { return watched_words_; }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  class Links {
   public:
    void build(std::size_t nodes, const std::vector<std::pair<Node, Node>>& edges);
    [[nodiscard]] std::span<const Node> of(Node node) const {
      return {targets_.data() + first_[node], first_[node + 1] - first_[node]};
    }
    [[nodiscard]] std::size_t memory_bytes() const {
      return first_.capacity() * sizeof(std::uint32_t) + targets_.capacity() * sizeof(Node);
    }

   private:
    std::vector<std::uint32_t> first_;
    std::vector<Node> targets_;
  };

  void order(const net::PropNet& net);
  void add_nodes(const net::PropNet& net);
  void name_nodes(const net::PropNet& net);
  void mark_dependence();

  std::vector<Node> node_of_;  // by component
  std::vector<net::ComponentId> component_of_;
  std::vector<std::uint32_t> start_;
  std::vector<std::uint32_t> group_;
  std::vector<Group> groups_;
  Links outputs_;
  Links inner_;
  Links inputs_;
  std::vector<std::uint32_t> watched_bit_;
  std::vector<bool> depends_on_moves_;
  std::vector<Node> bases_;
  std::vector<Node> transitions_;
  std::vector<RoleNodes> roles_;
  Node terminal_ = no_node;
  std::size_t watched_words_ = 0;
};

}  // namespace palamedes::machine::propnet
