#pragma once
// Where several roles choose at once (thesis 2.4.1): decoupled UCT lets each role choose by
// statistics of its own moves; in sequential UCT they choose one after the other, and each knows
// what those before it chose. So a role has a row of statistics for each combination of the choices
// before its own, made when it is needed.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/params.h"
#include "search/descent.h"
#include "search/tree/node.h"
#include "search/tree/tree.h"

namespace palamedes::search::select {

enum class Simultaneous : std::uint8_t { decoupled, sequential };

}  // namespace palamedes::search::select

namespace palamedes {

template <>
inline constexpr std::array<std::string_view, 2> names_of<search::select::Simultaneous> = {
    "decoupled", "sequential"};

namespace search::select {

// Finds the statistics that a choice is made by. Choices of a node are given in the order of
// role_at(): begin(), then chose() after each role's.
template <typename State>
class ChoiceStatistics {
 public:
  // `first` chooses first where roles choose in sequence. In an open loop they never do: rows for
  // choices before would not know of moves that are seen later.
  ChoiceStatistics(tree::Tree<State>& tree, Simultaneous kind, bool open_loop, std::size_t first)
      : tree_(tree),
        roles_(tree.roles()),
        first_(first),
        open_loop_(open_loop),
        in_sequence_(kind == Simultaneous::sequential && !open_loop) {}

  [[nodiscard]] std::size_t role_at(std::size_t turn) const {
    return in_sequence_ ? (first_ + turn) % roles_ : turn;
  }
  // A role's only move needs no statistics, unless others may be seen later.
  [[nodiscard]] bool is_counted(std::span<const tree::Entry> entries) const {
    return open_loop_ || entries.size() > 1;
  }
  [[nodiscard]] bool depends_on_choices(const tree::Node& node, std::size_t role) const {
    return in_sequence_ && node.decider == tree::several && role != first_;
  }

  void begin() {
    prefix_ = 0;
    is_numbered_ = true;
  }
  void chose(std::size_t moves, std::size_t chosen) {
    if (!in_sequence_) return;
    is_numbered_ = is_numbered_ && !__builtin_mul_overflow(prefix_, moves, &prefix_) &&
                   !__builtin_add_overflow(prefix_, chosen, &prefix_) && prefix_ < most_prefixes;
  }

  // Those that belong to the choices given before; none: the entries are the role's statistics. The
  // caller holds the lock. Without room, and for more combinations than there are numbers, the role
  // does not know of others' choices.
  std::span<tree::Counted> row_of(tree::Node& node, std::size_t role,
                                  std::span<tree::Entry> entries) {
    if (!depends_on_choices(node, role) || !is_numbered_) return {};
    const std::uint64_t key = prefix_ * roles_ + role + 1;
    if (tree::Counted** const found = tree::LaterMap::find(node.later, key)) {
      return {*found, entries.size()};
    }
    const tree::SpinGuard growing = tree_.lock_growing();
    // room does not come back in a turn: it stays so until the simulation is over
    if (!tree_.has_room()) return {};
    tree::Counted*& row = tree::LaterMap::at(node.later, key, tree_.arena());
    row =
        static_cast<tree::Counted*>(tree_.arena().allocate(entries.size() * sizeof(tree::Counted)));
    return {row, entries.size()};
  }
  tree::Counted& of(tree::Node& node, std::size_t role, std::span<tree::Entry> entries,
                    std::size_t move) {
    const std::span<tree::Counted> row = row_of(node, role, entries);
    return row.empty() ? entries[move] : row[move];
  }

  // use(role, statistic of the move that it chose at that step); the caller holds the lock.
  template <typename Use>
  void for_each_choice(tree::Node& node, const Descent<State>& descent, std::size_t step,
                       const Use& use) {
    begin();
    for (std::size_t turn = 0; turn < roles_; ++turn) {
      const std::size_t role = role_at(turn);
      const std::span<tree::Entry> entries = node.block->entries(roles_, role);
      const std::size_t taken = descent.taken[step * roles_ + role];
      if (is_counted(entries)) use(role, of(node, role, entries, taken));
      chose(entries.size(), taken);
    }
  }

 private:
  // So that the key, which has the role in it, fits into 64 bits as well.
  static constexpr std::uint64_t most_prefixes = std::uint64_t{1} << 55U;

  tree::Tree<State>& tree_;
  std::size_t roles_;
  std::size_t first_;
  bool open_loop_;
  bool in_sequence_;
  std::uint64_t prefix_ = 0;  // number of the choices given so far
  bool is_numbered_ = true;
};

}  // namespace search::select
}  // namespace palamedes
