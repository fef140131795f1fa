#pragma once
// How good each move was right after certain other moves: the sequences of two and more moves of
// NST. What comes before a move is its context. A context and a move after it make the context of
// the next role's move, so that contexts form a tree, forwards in time:
//
//   after_one_   by role and move: the context of the role's move after that one alone
//   rows_        by context: the moves after it, each with its average and the context they make
//   origins_     by context: its earliest move, and the context without that one; which comes
//                before it. 0 .. roles-1: a role, nothing known before its move
//   averages_    what the rows consist of: sequence_rows.h has the picture
//   totals_      by move: what is being averaged; zero between calls
//
//   after_one_ ─► context ─► row ─► entry of a move ─► context ─► row ─► entry of the next one …
//
// Entries of one step are thus where the longer contexts of the next step are found, and only one
// search in a row is needed per step and length. A playout reads the first part of one row per
// length and step, and does not look for each legal move in a table: few sequences have enough
// visits to count, and they stand side by side.
//
// Learning goes through all steps of a simulation length by length, so that the rows of all of them
// come from memory at the same time.
//
// Decay of everything touches nothing: visits are counted in a unit that shrinks. When the unit has
// become very small, or the memory is used up, all is rebuilt without what is hardly ever visited.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/ids.h"
#include "search/renumber.h"
#include "search/simulation.h"
#include "search/statistics/sequence_rows.h"

namespace palamedes::search::statistics {

class SequenceAverages {
 public:
  using ContextId = SequenceRows::ContextId;
  static constexpr ContextId nowhere = SequenceRows::nowhere;
  using Entry = SequenceRows::Entry;  // visits in units: see visits()

  // Sequences of at most `length` moves, of which those with at least this number of visits count.
  // Vectors double when they grow, so at most half of the bytes are in use; beyond that the least
  // visited sequences are forgotten.
  SequenceAverages(std::size_t roles, std::size_t length, double least_visits,
                   std::size_t most_bytes);

  void add(const Simulation& simulation);
  void decay_occurrences(const Simulation& simulation, double factor);
  void decay_all(double factor);
  // What another one has learned of sequences, in place of what this one knows of the same.
  void take(const SequenceAverages& other, const Renumber& renumber);

  // Only shorter sequences, and those with more visits, make scores from now on.
  void use(std::size_t length, double least_visits) {
    used_length_ = length < length_ ? length : length_;
    used_visits_ = least_visits;
  }
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
  [[nodiscard]] std::size_t context_count() const { return rows_.size(); }
  [[nodiscard]] bool is_role(ContextId context) const { return context < roles_; }
  [[nodiscard]] std::size_t roles() const { return roles_; }
  [[nodiscard]] std::size_t role_after(ContextId context) const;
  // Without its earliest move.
  [[nodiscard]] ContextId parent(ContextId context) const { return origins_[context].parent; }
  [[nodiscard]] Move earliest_move(ContextId context) const { return origins_[context].move; }
  // Some may have no visits: they only lead to a longer context.
  [[nodiscard]] std::span<const Entry> row(ContextId context) const {
    return averages_.entries(rows_[context]);
  }
  // Those of the row that count are among these.
  [[nodiscard]] std::span<const Entry> counted(ContextId context) const {
    return row(context).first(rows_[context].counted);
  }
  // What was learned since this was forgotten last, for those who keep a copy: an occurrence after
  // another. Nothing if it was more than is kept, or if everything may have changed.
  struct Change {
    ContextId context = nowhere;
    Move move{};
  };
  void keep_changes(std::size_t most);
  void forget_changes();
  void lose_changes() { all_changed_ = true; }
  [[nodiscard]] std::optional<std::span<const Change>> changes() const;
  // Time is counted in periods, to distinguish contexts that come up now from those of other
  // situations: whether something was learned after the context in that number of last ones, this
  // one included.
  void next_period() { ++period_; }
  [[nodiscard]] bool is_recent(ContextId context, std::uint32_t periods) const {
    return static_cast<std::uint16_t>(period_ - rows_[context].period) < periods;
  }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  using Row = SequenceRows::Row;
  struct Origin {
    ContextId parent = nowhere;
    Move move{};
  };
  struct Total {
    float sum = 0;
    float count = 0;
  };
  // Of a simulation, one move per step, each of the role after the last one's.
  struct Step {
    Move move{};
    ContextId context = nowhere;  // of the length at hand
    std::uint16_t lengths = 0;    // of contexts for which the move must be found
    std::uint16_t role = 0;
    bool matters = false;  // if not, others may still come after it
  };

  ContextId make_context(ContextId parent, Move earliest);
  [[nodiscard]] ContextId after_one(std::size_t role, Move move) const;
  ContextId obtain_after_one(std::size_t role, Move move);
  // What the entry at that place leads to.
  ContextId obtain_next(std::size_t place, ContextId parent, Move earliest);
  // Of the role's move after these, the earliest first.
  ContextId obtain(std::size_t role, std::span<const Move> moves);
  template <typename NumberOf>
  ContextId obtain_like(const SequenceAverages& other, ContextId context,
                        const NumberOf& number_of);
  template <typename NumberOf>
  void take(const SequenceAverages& other, double least_visits, const NumberOf& number_of);
  template <typename MoveBack>
  [[nodiscard]] ContextId find_context(std::size_t role, std::size_t length,
                                       const MoveBack& move_back) const;

  template <typename Visit>
  void for_each_occurrence(const Simulation& simulation, const Visit& visit);
  std::size_t line_up(const Simulation& simulation, std::size_t first_role);
  void fetch_ahead(std::size_t back) const;
  template <typename Visit>
  void visit_length(std::size_t back, const Visit& visit);

  void count(Row& row, std::size_t place);
  void note_change(ContextId context, Move move);

  [[nodiscard]] std::size_t sequence_bytes() const;  // grows with play
  void keep_within_memory();
  void rebuild(double least_visits);
  void clear();
  void set_unit(double unit);

  [[nodiscard]] float in_units(double visits) const;

  std::size_t roles_;
  std::size_t length_;
  double least_visits_;
  std::size_t used_length_;  // in scores: at most length_
  double used_visits_ = 0;   // and at least these, if they are more than least_visits_
  std::size_t most_bytes_;
  std::uint16_t period_ = 0;
  double unit_ = 1;  // visits that one of an entry's visits stands for
  float least_ = 0;  // least_visits_ in units
  std::vector<std::vector<ContextId>> after_one_;
  std::vector<Row> rows_;
  std::vector<Origin> origins_;
  SequenceRows averages_;
  std::vector<Total> totals_;
  std::vector<ContextId> collected_;  // whose rows count at a step
  std::vector<Step> steps_;
  std::size_t most_changes_ = 0;
  bool all_changed_ = true;
  std::vector<Change> changes_;
};

}  // namespace palamedes::search::statistics
