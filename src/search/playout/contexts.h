#pragma once
// What NST thinks of moves after certain others: for machines that play many playouts at once and
// cannot ask about each step of each.

#include <cstddef>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/valued_move.h"
#include "search/statistics/move_averages.h"
#include "search/statistics/sequence_averages.h"

namespace palamedes::search {

struct MadeMove {
  Role role{};
  Move move{};
  auto operator<=>(const MadeMove&) const = default;
};

struct MoveContext {
  Role role{};                         // whose moves
  std::span<const MadeMove> previous;  // one per step, the last first
  std::span<const ValuedMove> values;  // of moves that have another value here than by themselves
  double visits = 0;
};

// Buffers of the answer; it is valid until the next one.
class ContextValues {
 public:
  // The longest contexts first; of each length the `most` most visited ones that have a sequence
  // that counts, since the others change no score.
  std::span<const MoveContext> make(const MoveAverages& moves, const SequenceAverages& sequences,
                                    std::size_t most);
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  using ContextId = SequenceAverages::ContextId;
  struct Candidate {
    ContextId context = 0;
    std::size_t length = 0;
    double visits = 0;
  };
  struct Total {
    float sum = 0;
    float number = 0;
  };

  void find_candidates(const SequenceAverages& sequences);
  void keep_most_visited(std::size_t most);
  void add_previous(const SequenceAverages& sequences, const Candidate& candidate);
  void add_values(const MoveAverages& moves, const SequenceAverages& sequences,
                  const Candidate& candidate);

  std::vector<Candidate> candidates_;
  std::vector<Total> totals_;       // by move: of sequences; zero between calls
  std::vector<MadeMove> previous_;  // of all contexts, one after the other
  std::vector<ValuedMove> values_;  // the same
  std::vector<std::size_t> value_ends_;
  std::vector<MoveContext> contexts_;
};

}  // namespace palamedes::search
