#pragma once
// All nodes of a search, their states, and the table that finds a state's node again.
//
//   nodes_    64 bytes each; freed places are used again
//   arena_    blocks, states, known payoffs, AMAF tables
//   table_    with transpositions: node ids by state hash, linear probing, half empty at least
//
// Memory is bounded: a tree without room makes no nodes, and whoever adds to one asks first.
// Between simulations recycle() makes room again: of what is proven it keeps the payoffs alone,
// then what has few visits and was not visited lately goes. next_turn() removes what was not
// visited for `expiry` turns; if that leaves too little room, what cannot be reached from the root;
// then what has the fewest visits. Places of nodes are made in chunks and the table doubles, so
// that the system gives out up to a quarter more than the bound.
//
// With several threads: a node's statistics are touched only while holding its lock; nodes and
// arena blocks are made under the growing lock, which is always the inner one.

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "search/tree/arena.h"
#include "search/tree/chunks.h"
#include "search/tree/node.h"
#include "search/tree/spin_lock.h"
#include "search/tree/state_store.h"

namespace palamedes::search::tree {

struct TreeOptions {
  std::size_t max_bytes = std::size_t{1} << 30U;
  bool transpositions = true;
  bool keep_states = true;
  bool shared = false;                // by several threads
  std::size_t bytes_beside_node = 0;  // that others keep for each
  PayoffFacts facts;
};

template <typename State>
class Tree {
 public:
  Tree(std::size_t roles, const TreeOptions& options)
      : roles_(roles),
        options_(options),
        locks_(options.shared ? lock_count : 0),
        arena_(options.max_bytes) {}

  [[nodiscard]] std::size_t roles() const { return roles_; }
  [[nodiscard]] bool is_shared() const { return options_.shared; }
  [[nodiscard]] NodeId root() const { return root_; }
  [[nodiscard]] std::uint32_t turn() const { return turn_; }
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] Node& operator[](NodeId id) { return nodes_[id]; }
  [[nodiscard]] const Node& operator[](NodeId id) const { return nodes_[id]; }

  [[nodiscard]] std::size_t memory_bytes() const {
    return arena_.used_bytes() + bytes_beside_arena();
  }
  // For another node, or some more about one; under the growing lock.
  [[nodiscard]] bool has_room() const {
    const std::size_t larger_table = needs_larger_table(count_ + 1) ? table_size(count_ + 1) : 0;
    return memory_bytes() + larger_table * sizeof(NodeId) < options_.max_bytes &&
           !arena_.exceeds_limit(options_.max_bytes / 8);  // what is lost between blocks
  }

  // What is known of all payoffs. The game has ended somewhere with these ones: if that cannot be,
  // what was known is wrong, and must be forgotten together with all that was proven by it.
  [[nodiscard]] const PayoffFacts& facts() const { return options_.facts; }
  void set_facts(PayoffFacts facts) { options_.facts = std::move(facts); }
  template <typename Number>
  void see_end(std::span<const Number> payoffs) {
    if (!options_.facts.allow(payoffs)) facts_are_wrong_.store(true, std::memory_order_relaxed);
  }
  [[nodiscard]] bool facts_are_wrong() const {
    return facts_are_wrong_.load(std::memory_order_relaxed);
  }
  // While nobody searches.
  void forget_facts() {
    options_.facts = {};
    facts_are_wrong_.store(false);
    for (NodeId id = 0; id < nodes_.size(); ++id) {
      if (nodes_[id].used) forget_proof(id);
    }
  }

  void get_state(NodeId id, State& state) const { states_.get(id, state); }

  // For the time of its life nobody else touches the node.
  [[nodiscard]] SpinGuard lock(NodeId id) {
    return SpinGuard(locks_.empty() ? nullptr : &locks_[id % lock_count]);
  }
  [[nodiscard]] SpinGuard lock_growing() {
    return SpinGuard(options_.shared ? &growing_ : nullptr);
  }

  struct Found {
    NodeId node = no_node;  // none: there is no room for another one
    bool created = false;
  };
  // Once the node is there, `init(node)` is called if it is new, before anybody else can see it.
  template <typename Init>
  Found find_or_create(const State& state, std::uint64_t hash, const Init& init) {
    const SpinGuard guard = lock_growing();
    if (options_.transpositions) {
      const NodeId found = find(state, hash);
      if (found != no_node) return {found, false};
    }
    if (!has_room()) {
      is_full_.store(true, std::memory_order_relaxed);
      return {};
    }
    return {create(state, hash, init), true};
  }
  // Somebody found no room for a node, and so many were made since room was made last that it is
  // worth looking at all of them again.
  [[nodiscard]] bool is_full() const {
    return is_full_.load(std::memory_order_relaxed) && created_ > count_ / 8;
  }
  [[nodiscard]] std::uint8_t period() const { return period_; }

  // While nobody searches. The root stays.
  void recycle() {
    freed_blocks_ = 0;
    for (NodeId id = 0; id < nodes_.size(); ++id) {
      if (nodes_[id].used && id != root_) strip(id);
    }
    keep_reachable();
    compact();
    for (double visits = 0; lacks_room() && count_ > 1; visits = 2 * visits + 1) {
      const auto goes = [&](NodeId id, bool lately) {
        const Node& node = nodes_[id];
        return node.known == nullptr && node.visits <= visits && (lately || node.period != period_);
      };
      remove_if([&](NodeId id) { return goes(id, false); });
      compact();
      if (!lacks_room()) break;
      remove_if([&](NodeId id) { return goes(id, true); });
      // proofs were dear: they go when nodes with many visits do
      if (visits > 64) remove_if([&](NodeId) { return true; });
      compact();
    }
    ++period_;
    created_ = 0;
    is_full_.store(false);
  }

  [[nodiscard]] NodeId find(const State& state, std::uint64_t hash) const {
    if (table_.empty()) return no_node;
    for (std::size_t at = hash & mask(); table_[at] != no_node; at = (at + 1) & mask()) {
      const NodeId id = table_[at];
      if (nodes_[id].hash == hash && states_.equals(id, state)) return id;
    }
    return no_node;
  }

  // All under the growing lock, the caller's.
  [[nodiscard]] Arena& arena() { return arena_; }

  void set_root(NodeId id) {
    root_ = id;
    nodes_[id].turn = turn_;
  }
  // Always possible, even without room.
  template <typename Init>
  NodeId make_root(const State& state, std::uint64_t hash, const Init& init) {
    NodeId id = options_.transpositions ? find(state, hash) : no_node;
    if (id == no_node) id = create(state, hash, init);
    set_root(id);
    return id;
  }

  void clear() {
    for (NodeId id = 0; id < nodes_.size(); ++id) {
      if (nodes_[id].used) free_node(id);
    }
    rebuild_table();
    arena_.merge();
    root_ = no_node;
    turn_ = 0;
  }

  // The next turn begins at this node: what is old goes. A turn in which there was nothing left to
  // search makes nothing older.
  void next_turn(NodeId root, std::uint32_t expiry, bool ages = true) {
    if (ages) ++turn_;
    set_root(root);
    if (options_.transpositions) {
      remove_if([&](NodeId id) { return nodes_[id].turn + expiry < turn_; });
      if (is_cramped()) keep_reachable();
    } else {
      keep_reachable();
    }
    for (double visits = 1; is_cramped() && count_ > 1; visits *= 2) {
      remove_if([&](NodeId id) { return nodes_[id].visits <= visits; });
    }
    arena_.merge();
    limit_arena();
  }

  // Nothing is proven any more about the node, unless the game ends there.
  void forget_proof(NodeId id) {
    Node& node = nodes_[id];
    if (node.is_stripped) {
      arena_.release(node.known, roles_ * sizeof(float));
      node.known = nullptr;
      node.is_stripped = false;
    }
    if (node.block == nullptr) return;
    arena_.release(node.known, roles_ * sizeof(float));
    node.known = nullptr;
    begin_bounds(*node.block);
    for (Entry& entry : node.block->entries(roles_)) entry.proof = Proof::none;
  }
  // Of a new block.
  void begin_bounds(Block& block) const {
    for (std::size_t role = 0; role < roles_; ++role) {
      block.bounds(roles_)[role] = options_.facts.range(role);
    }
  }

  // What all nodes together know from all moves as first, as docs/decisions.md counts it: moves
  // with at least one sample, of nodes that were left at least once. Looks at every node.
  [[nodiscard]] std::size_t amaf_statistics() {
    std::size_t known = 0;
    for (NodeId id = 0; id < nodes_.size(); ++id) {
      if (nodes_[id].visits <= 0) continue;
      AmafMap::for_each(nodes_[id].amaf, [&](std::uint32_t, const AmafStatistic& statistic) {
        if (statistic.visits > 0) ++known;
      });
    }
    return known;
  }

  // Multiplies all statistics of nodes.
  void decay(double factor) {
    const auto shrink = [&](Statistic& statistic) {
      statistic.visits *= factor;
      statistic.sum *= factor;
    };
    for (NodeId id = 0; id < nodes_.size(); ++id) {
      Node& node = nodes_[id];
      if (!node.used) continue;
      node.visits *= factor;
      if (node.block != nullptr) {
        for (std::size_t role = 0; role < roles_; ++role) node.block->totals()[role] *= factor;
        for (Entry& entry : node.block->entries(roles_)) shrink(entry);
      }
      for_each_later(node, [&](std::span<Counted> row) {
        for (Counted& statistic : row) shrink(statistic);
      });
      AmafMap::for_each(node.amaf, [&](std::uint32_t, AmafStatistic& statistic) {
        statistic.visits *= static_cast<float>(factor);
        statistic.sum *= static_cast<float>(factor);
      });
    }
  }

 private:
  static constexpr std::size_t lock_count = 1024;

  [[nodiscard]] std::size_t bytes_beside_arena() const {
    return count_ * (sizeof(Node) + sizeof(void*) + options_.bytes_beside_node) +
           table_.size() * sizeof(NodeId);
  }
  [[nodiscard]] std::size_t mask() const { return table_.size() - 1; }
  [[nodiscard]] bool needs_larger_table(std::size_t count) const {
    return options_.transpositions && count * 2 > table_.size();
  }
  static std::size_t table_size(std::size_t count) {
    return std::bit_ceil(std::max<std::size_t>(count * 3, 1024));
  }

  // Too full for a new turn.
  [[nodiscard]] bool is_cramped() const { return memory_bytes() > options_.max_bytes / 4 * 3; }

  // The same in the middle of one. Leaves leave nothing but small pieces behind, in which no block
  // has room: some of these must go too.
  [[nodiscard]] bool lacks_room() const {
    return is_cramped() || freed_blocks_ < options_.max_bytes / 8;
  }
  void compact() {
    arena_.merge();
    limit_arena();
  }

  // What nodes and table leave to it.
  void limit_arena() {
    arena_.set_limit(options_.max_bytes - std::min(options_.max_bytes, bytes_beside_arena()));
  }

  template <typename Init>
  NodeId create(const State& state, std::uint64_t hash, const Init& init) {
    NodeId id{};
    if (free_.empty()) {
      id = static_cast<NodeId>(nodes_.size());
      nodes_.add();
    } else {
      id = free_.back();
      free_.pop_back();
    }
    Node& node = nodes_[id];
    node = Node{.hash = hash, .turn = turn_, .used = true};
    if (options_.keep_states) states_.put(id, state, arena_);
    ++count_;
    ++created_;
    init(node);
    if (options_.transpositions) insert(id);
    limit_arena();
    return id;
  }

  void insert(NodeId id) {
    if (needs_larger_table(count_)) {
      rebuild_table();
      return;
    }
    std::size_t at = nodes_[id].hash & mask();
    while (table_[at] != no_node) at = (at + 1) & mask();
    table_[at] = id;
  }

  void rebuild_table() {
    if (!options_.transpositions) return;
    table_.assign(table_size(count_), no_node);
    for (NodeId id = 0; id < nodes_.size(); ++id) {
      if (!nodes_[id].used) continue;
      std::size_t at = nodes_[id].hash & mask();
      while (table_[at] != no_node) at = (at + 1) & mask();
      table_[at] = id;
    }
  }

  // use(row of statistics)
  template <typename Use>
  void for_each_later(Node& node, const Use& use) {
    LaterMap::for_each(node.later, [&](std::uint64_t key, Counted* row) {
      const std::size_t role = (key - 1) % roles_;
      if (row != nullptr) use(std::span(row, node.block->entries(roles_, role).size()));
    });
  }

  // Of a node that is proven nothing but the payoffs stays.
  void strip(NodeId id) {
    Node& node = nodes_[id];
    if (node.known == nullptr || node.block == nullptr) return;
    free_statistics(node);
    node.visits = 0;
    node.decider = nobody;
    node.is_stripped = true;
  }

  // All but payoffs and state.
  void free_statistics(Node& node) {
    for_each_later(node, [&](std::span<Counted> row) {
      arena_.release(row.data(), row.size() * sizeof(Counted));
    });
    LaterMap::release(node.later, arena_);
    if (node.block != nullptr) {
      const std::size_t bytes = Block::bytes(roles_, node.block->entries(roles_).size());
      freed_blocks_ += bytes;
      arena_.release(node.block, bytes);
      node.block = nullptr;
    }
    JointMap::release(node.joint, arena_);
    AmafMap::release(node.amaf, arena_);
  }

  void free_node(NodeId id) {
    Node& node = nodes_[id];
    free_statistics(node);
    arena_.release(node.known, roles_ * sizeof(float));
    if (options_.keep_states) states_.release(id, arena_);
    node = Node{};
    free_.push_back(id);
    --count_;
  }

  // The root stays in any case.
  template <typename Goes>
  void remove_if(const Goes& goes) {
    bool removed = false;
    for (NodeId id = 0; id < nodes_.size(); ++id) {
      if (nodes_[id].used && id != root_ && goes(id)) {
        free_node(id);
        removed = true;
      }
    }
    if (!removed) return;
    for (NodeId id = 0; id < nodes_.size(); ++id) {
      if (nodes_[id].used) forget_missing_children(nodes_[id]);
    }
    rebuild_table();
  }

  void forget_missing_children(Node& node) {
    const auto is_missing = [&](NodeId child) { return child != no_node && !nodes_[child].used; };
    if (node.block != nullptr) {
      for (Entry& entry : node.block->entries(roles_)) {
        if (is_missing(entry.child)) entry.forget_child();
      }
    }
    JointMap::for_each(node.joint, [&](std::uint64_t, NodeId& place) {
      if (is_missing(place - 1)) place = 0;
    });
  }

  void keep_reachable() {
    std::vector<bool> reached(nodes_.size(), false);
    std::vector<NodeId> open = {root_};
    reached[root_] = true;
    const auto reach = [&](NodeId child) {
      if (child == no_node || reached[child]) return;
      reached[child] = true;
      open.push_back(child);
    };
    while (!open.empty()) {
      Node& node = nodes_[open.back()];
      open.pop_back();
      if (node.block != nullptr) {
        for (const Entry& entry : node.block->entries(roles_)) reach(entry.child);
      }
      JointMap::for_each(node.joint, [&](std::uint64_t, NodeId& place) { reach(place - 1); });
    }
    remove_if([&](NodeId id) { return !reached[id]; });
  }

  std::size_t roles_;
  TreeOptions options_;
  std::vector<SpinLock> locks_;
  SpinLock growing_;
  Chunks<Node> nodes_;
  std::vector<NodeId> free_;
  std::size_t count_ = 0;
  Arena arena_;
  StateStore<State> states_;
  std::vector<NodeId> table_;
  NodeId root_ = no_node;
  std::uint32_t turn_ = 0;
  std::atomic<bool> facts_are_wrong_{false};
  std::atomic<bool> is_full_{false};
  std::uint8_t period_ = 0;
  std::size_t created_ = 0;       // nodes since room was made last
  std::size_t freed_blocks_ = 0;  // bytes, when room was made last
};

}  // namespace palamedes::search::tree
