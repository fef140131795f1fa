#pragma once
// A node of the tree, which with transpositions is a graph.
//
//   Node     64 bytes: what is known about one state
//   Block    of a node that was left at least once:
//              totals   [role] sum of payoffs of all simulations that left the node
//              pending  of the node's visits: those of simulations that have not ended yet
//              bounds   [role] between which payoffs it is worth, as far as that is proven
//              ends     [role] where the role's entries end
//              entries  a role's legal moves, role after role: visits, sum of payoffs, child
//   known    [role] exact payoffs of a terminal or proven node
//   joint    children by joint move, only where several roles choose
//   later    statistics of roles that choose after others (sequential UCT)
//   amaf     all moves as first: statistics of every move made below the node

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/ids.h"
#include "model/limits.h"
#include "search/tree/arena.h"
#include "search/tree/payoff_bounds.h"
#include "search/tree/small_map.h"

namespace palamedes::search::tree {

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = std::numeric_limits<NodeId>::max();

struct Statistic {
  double visits = 0;
  double sum = 0;
  [[nodiscard]] double mean() const { return sum / visits; }
};

// What is proven, for the role that chooses, about the state that a move leads to: another move is
// better in any case or nothing can be worse (loss), or what it is worth is known (other). It
// stands beside the move, since looking into each child would take longer than all the rest of a
// choice. Somebody who came to the child in another way may know more.
enum class Proof : std::uint8_t { none, loss, other };

// Of a move that roles choose.
struct Counted : Statistic {
  float pending = 0;  // of the visits: those of simulations that have not ended yet
};

struct Entry : Counted {
  Move move{};
  NodeId child = no_node;  // where this role's choice decides alone
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
using LaterMap = SmallMap<std::uint64_t, Counted*>;

// What no key is.
inline constexpr std::uint64_t no_key = 0;

// Of a role and its move: no_key where the number of the move is too large for it. A machine that
// numbers moves as it meets them may come so far; then nothing is known about the move.
inline constexpr std::uint32_t amaf_move_bits = 24;
inline std::uint32_t amaf_key(std::size_t role, Move move) {
  static_assert(model::max_roles < std::size_t{1} << (32 - amaf_move_bits));
  if (index_of(move) >> amaf_move_bits != 0) return no_key;
  return (static_cast<std::uint32_t>(role) + 1) << amaf_move_bits |
         static_cast<std::uint32_t>(move);
}
inline Role role_of_amaf(std::uint32_t key) { return Role((key >> amaf_move_bits) - 1); }
inline Move move_of_amaf(std::uint32_t key) {
  return Move{key & ((std::uint32_t{1} << amaf_move_bits) - 1)};
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
  double& pending(std::size_t roles) { return totals()[roles]; }
  Bound* bounds(std::size_t roles) { return reinterpret_cast<Bound*>(totals() + roles + 1); }
  std::uint32_t* ends(std::size_t roles) {
    return reinterpret_cast<std::uint32_t*>(bounds(roles) + roles);
  }
  std::span<Entry> entries(std::size_t roles) { return {first(roles), ends(roles)[roles - 1]}; }
  std::span<Entry> entries(std::size_t roles, std::size_t role) {
    const std::uint32_t begin = role == 0 ? 0 : ends(roles)[role - 1];
    return {first(roles) + begin, ends(roles)[role] - begin};
  }

 private:
  static std::size_t header(std::size_t roles) {
    return sizeof(double) + roles * (sizeof(double) + sizeof(Bound)) +
           (roles + 1) / 2 * 2 * sizeof(std::uint32_t);
  }
  Entry* first(std::size_t roles) {
    return reinterpret_cast<Entry*>(reinterpret_cast<std::byte*>(this) + header(roles));
  }
};

// Who has more than one move: a role, or
inline constexpr std::uint8_t nobody = 254;
inline constexpr std::uint8_t several = 255;
static_assert(model::max_roles <= nobody);

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
  bool used = false;         // false: the place is free
  bool is_stripped = false;  // payoffs are known, and the block that proved them has gone
  std::uint8_t period = 0;   // of recycling in which it was last visited
};
static_assert(sizeof(Node) == 64);

// Which of a node's joint moves: `taken` has each role's choice. no_key where there are more of
// them than numbers: such a node keeps no children, and they are found by their states.
inline std::uint64_t joint_key(Block& block, std::size_t roles, const std::uint32_t* taken) {
  std::uint64_t key = 0;
  for (std::size_t role = 0; role < roles; ++role) {
    const std::uint64_t moves = block.entries(roles, role).size();
    if (__builtin_mul_overflow(key, moves, &key) ||
        __builtin_add_overflow(key, std::uint64_t{taken[role]}, &key)) {
      return no_key;
    }
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
  const std::uint64_t key = joint_key(*node.block, roles, taken);
  if (key == no_key) return no_node;
  const NodeId* const place = JointMap::find(node.joint, key);
  return place == nullptr ? no_node : *place - 1;
}

// The same by the moves themselves, of a node that has entries.
inline NodeId find_child(const Node& node, std::size_t roles, std::span<const Move> joint_move) {
  std::vector<std::uint32_t> taken;
  for (std::size_t role = 0; role < roles; ++role) {
    const std::span<const Entry> entries = node.block->entries(roles, role);
    const auto at = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) {
      return entry.move == joint_move[role];
    });
    if (at == entries.end()) return no_node;
    taken.push_back(static_cast<std::uint32_t>(at - entries.begin()));
  }
  return find_child(node, roles, taken.data());
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

inline double exact_payoff(float known) {
  return static_cast<double>(hundredths(static_cast<double>(known))) / 100;
}

}  // namespace palamedes::search::tree
