#pragma once
// How good each move was right after certain other moves: the sequences of two and more moves of
// NST. What comes before a move is its context, and contexts form a tree, backwards in time:
//
//   contexts_  0 .. roles-1: a role, nothing known before its move
//              then: parent context, and the move one step earlier than those of the parent
//   ids_       (parent, move) ─► context: one look-up per step back
//   rows_      the moves that came after each context; all rows in one array, each with room for
//              a power of two of entries:
//
//              context ─► row ─► | move mean visits | move mean visits | … | move mean visits | …
//                                  counted: had enough visits at a time      not counted yet
//
//   totals_    by move: what is being averaged; zero between calls
//
// A playout reads the first part of one row per length and step, and does not look for each legal
// move in a table: few sequences have enough visits to count, and they stand side by side. Rows
// that were outgrown are reused.
//
// Decay of everything touches nothing: visits are counted in a unit that shrinks. When the unit has
// become very small, or the memory is used up, all is rebuilt without what is hardly ever visited.

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "base/ids.h"
#include "search/simulation.h"
#include "search/statistics/average.h"

namespace palamedes::search {

class SequenceAverages {
 public:
  using ContextId = std::uint32_t;
  static constexpr ContextId nowhere = std::numeric_limits<ContextId>::max();

  struct Entry {
    Move move{};
    Average<float> average;  // visits in units: see visits()
  };

  // Sequences of at most `length` moves, of which those with at least so many visits count. Vectors
  // double when they grow, so at most half of the bytes are in use; beyond that the least visited
  // sequences are forgotten.
  SequenceAverages(std::size_t roles, std::size_t length, double least_visits,
                   std::size_t most_bytes);

  void add(const Simulation& simulation);
  void decay_occurrences(const Simulation& simulation, double factor);
  void decay_all(double factor);

  // Makes each move's score the average of itself and of the means of all sequences that count and
  // would end with the move.
  void average_in(Role role, std::span<const Move> moves, std::span<const Move> past,
                  std::span<float> scores);

  // For looking into it. `previous`: the last move first, of the roles that past.h names.
  [[nodiscard]] ContextId find(Role role, std::span<const Move> previous) const;
  [[nodiscard]] const Entry* find(ContextId context, Move move) const;
  [[nodiscard]] double visits(const Entry& entry) const {
    return static_cast<double>(entry.average.visits) * unit_;
  }
  [[nodiscard]] bool counts(const Entry& entry) const { return entry.average.visits >= least_; }
  [[nodiscard]] std::size_t context_count() const { return contexts_.size(); }
  [[nodiscard]] bool is_role(ContextId context) const { return context < roles_; }
  [[nodiscard]] std::size_t roles() const { return roles_; }
  [[nodiscard]] ContextId parent(ContextId context) const { return contexts_[context].parent; }
  [[nodiscard]] Move earliest_move(ContextId context) const { return contexts_[context].move; }
  [[nodiscard]] std::span<const Entry> row(ContextId context) const {
    return {rows_.data() + contexts_[context].row, contexts_[context].used};
  }
  // Those of the row that count are among these.
  [[nodiscard]] std::span<const Entry> counted(ContextId context) const {
    return row(context).first(contexts_[context].counted);
  }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Context {
    ContextId parent = nowhere;
    Move move{};
    std::uint32_t row = 0;
    std::uint32_t used = 0;
    std::uint32_t counted = 0;  // so many entries in front have, or had before decay, enough visits
    std::uint8_t log_capacity = 0;
    bool has_row = false;

    [[nodiscard]] std::size_t capacity() const {
      return has_row ? std::size_t{1} << log_capacity : 0;
    }
  };
  struct Total {
    float sum = 0;
    float count = 0;
  };
  static constexpr std::uint32_t no_row = std::numeric_limits<std::uint32_t>::max();

  [[nodiscard]] ContextId child(ContextId parent, Move move) const;
  ContextId obtain_child(ContextId parent, Move move);
  // Place in rows_.
  std::size_t obtain(Context& context, Move move);
  void move_forward(Context& context, std::size_t place);
  void enlarge(Context& context);
  std::uint32_t take_row(std::uint8_t log_capacity);
  void leave_row(std::uint32_t row, std::uint8_t log_capacity);

  template <typename Visit>
  void for_each_occurrence(const Simulation& simulation, const Visit& visit);
  [[nodiscard]] std::size_t sequence_bytes() const;  // grows with play
  void keep_within_memory();
  void rebuild(double least_visits);
  void clear();
  void set_unit(double unit);

  std::size_t roles_;
  std::size_t length_;
  double least_visits_;
  std::size_t most_bytes_;
  double unit_ = 1;  // visits that one of an entry's visits stands for
  float least_ = 0;  // least_visits_ in units
  std::vector<Context> contexts_;
  boost::unordered_flat_map<std::uint64_t, ContextId> ids_;
  std::vector<Entry> rows_;
  // by capacity: a row that is free; the first entry of a free row names the next one
  std::array<std::uint32_t, 32> free_rows_{};
  std::vector<Total> totals_;
  std::vector<ContextId> collected_;  // whose rows count at a step
};

}  // namespace palamedes::search
