#pragma once
// A node of the tree, which with transpositions is a graph.
//
//   Node     64 bytes: what is known about one state
//   Block    of a node that was left at least once:
//              totals   [role] sum of payoffs of all simulations that left the node
//              ends     [role] where the role's entries end
//              entries  a role's legal moves, role after role: visits, sum of payoffs, child
//   known    [role] exact payoffs of a terminal or proven node
//   joint    children by joint move, only where several roles choose
//   later    statistics of roles that choose after others (sequential UCT)
//   amaf     all moves as first: statistics of every move made below the node

#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "base/ids.h"
#include "search/tree/arena.h"
#include "search/tree/small_map.h"

namespace palamedes::search {

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = std::numeric_limits<NodeId>::max();

struct Statistic {
  double visits = 0;
  double sum = 0;
  [[nodiscard]] double mean() const { return sum / visits; }
};

// What is known about the state that a move leads to. It stands beside the move, since looking
// into each child would take longer than all the rest of a choice. Somebody who came to the child
// in another way may know more.
enum class Proof : std::uint8_t { none, loss, other };

struct Entry : Statistic {
  Move move{};
  NodeId child = no_node;  // where this role's choice decides alone
  float under_way = 0;     // of the visits: losses of simulations that have not ended yet
  Proof proof = Proof::none;

  void forget_child() {
    child = no_node;
    proof = Proof::none;
  }
};

struct AmafStatistic {
  float visits;
  float sum;
};
using AmafMap = SmallMap<std::uint32_t, AmafStatistic>;
// Ids plus one: a place without a child is 0.
using JointMap = SmallMap<std::uint64_t, NodeId>;
// Rows of statistics, one per legal move of the role that the key names.
using LaterMap = SmallMap<std::uint64_t, Statistic*>;

// Never 0.
inline std::uint32_t amaf_key(std::size_t role, Move move) {
  return (static_cast<std::uint32_t>(role) + 1) << 26U | static_cast<std::uint32_t>(move);
}

class Block {
 public:
  static std::size_t bytes(std::size_t roles, std::size_t entries) {
    return header(roles) + entries * sizeof(Entry);
  }
  static Block* make(std::size_t roles, std::size_t entries, Arena& arena) {
    return static_cast<Block*>(arena.allocate(bytes(roles, entries)));
  }

  double* totals() { return reinterpret_cast<double*>(this); }
  std::uint32_t* ends(std::size_t roles) {
    return reinterpret_cast<std::uint32_t*>(totals() + roles);
  }
  std::span<Entry> entries(std::size_t roles) { return {first(roles), ends(roles)[roles - 1]}; }
  std::span<Entry> entries(std::size_t roles, std::size_t role) {
    const std::uint32_t begin = role == 0 ? 0 : ends(roles)[role - 1];
    return {first(roles) + begin, ends(roles)[role] - begin};
  }

 private:
  static std::size_t header(std::size_t roles) {
    return roles * sizeof(double) + (roles + 1) / 2 * 2 * sizeof(std::uint32_t);
  }
  Entry* first(std::size_t roles) {
    return reinterpret_cast<Entry*>(reinterpret_cast<std::byte*>(this) + header(roles));
  }
};

// Who has more than one move.
inline constexpr std::uint8_t nobody = 254;
inline constexpr std::uint8_t several = 255;

// A cache line of its own.
struct alignas(64) Node {
  std::uint64_t hash = 0;
  double visits = 0;  // simulations that left it, with virtual ones
  Block* block = nullptr;
  float* known = nullptr;
  JointMap* joint = nullptr;
  LaterMap* later = nullptr;
  AmafMap* amaf = nullptr;
  std::uint32_t turn = 0;  // in which it was last visited
  std::uint8_t decider = nobody;
  bool used = false;  // false: the place is free
};

// Which of its joint moves: `taken` has each role's choice. Never 0.
inline std::uint64_t joint_key(const Node& node, std::size_t roles, const std::uint32_t* taken) {
  std::uint64_t key = 0;
  for (std::size_t role = 0; role < roles; ++role) {
    key = key * node.block->entries(roles, role).size() + taken[role];
  }
  return key + 1;
}

// The entry that keeps the child of these choices, where not several roles choose.
inline Entry& entry_of_child(const Node& node, std::size_t roles, const std::uint32_t* taken) {
  const std::size_t role = node.decider == nobody ? 0 : node.decider;
  return node.block->entries(roles, role)[taken[role]];
}

inline NodeId find_child(const Node& node, std::size_t roles, const std::uint32_t* taken) {
  if (node.decider != several) return entry_of_child(node, roles, taken).child;
  const NodeId* const place = JointMap::find(node.joint, joint_key(node, roles, taken));
  return place == nullptr ? no_node : *place - 1;
}

// Some of a node may be read by threads that do not hold its lock; only those that hold it write.
template <typename T>
T peek(const T& value) {
  // the reference wants something that could be written
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast)
  return std::atomic_ref<T>(const_cast<T&>(value)).load(std::memory_order_acquire);
}
template <typename T>
void publish(T& place, T value) {
  std::atomic_ref<T>(place).store(value, std::memory_order_release);
}

// Exact payoffs of a terminal or proven node by role, else nothing.
inline const float* known_payoffs(const Node& node) { return peek(node.known); }

// Goals are whole hundredths.
inline double exact_payoff(float known) {
  return std::round(static_cast<double>(known) * 100) / 100;
}

}  // namespace palamedes::search
