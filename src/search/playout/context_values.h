#pragma once
// What NST thinks of moves after certain others: for machines that play many playouts at once and
// cannot ask about each step of each.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
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
  static constexpr std::size_t no_base = std::numeric_limits<std::size_t>::max();

  Role role{};                         // whose moves
  std::span<const MadeMove> previous;  // one per step, the last first
  // number of the context without the earliest move; none: the moves by themselves
  std::size_t base = no_base;
  std::span<const ValuedMove> values;  // of moves that have another value here than there
  double visits = 0;                   // of sequences that count
};

// What is different from the last answer.
struct ContextNews {
  struct Revision {
    std::size_t context = 0;  // its number
    ValuedMove value;
  };
  std::span<const Revision> revised;
  std::span<const MoveContext> added;  // numbered on from the last one
};

// Buffers of the answers; one is valid until the next one.
class ContextValues {
 public:
  // The longest contexts first. Of each length the `most` most visited ones that came up in the
  // last so many periods and have a sequence that counts, since the others change no score.
  std::span<const MoveContext> make(const MoveAverages& moves, const SequenceAverages& sequences,
                                    std::size_t most, std::uint32_t periods);
  // Only what the sequences noted as changes. Values change where they were learned: those of
  // longer contexts that follow from shorter ones stay, and so do those of moves by themselves.
  // Nothing if it takes more than that.
  std::optional<ContextNews> update(const MoveAverages& moves, const SequenceAverages& sequences);
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  using ContextId = SequenceAverages::ContextId;
  struct Candidate {
    ContextId context = 0;
    ContextId parent = 0;
    std::uint32_t length = 0;
    double visits = 0;
  };
  struct Total {
    float sum = 0;
    float number = 0;
  };

  void find_candidates(const SequenceAverages& sequences, std::uint32_t periods);
  void keep_most_visited(std::size_t most);
  void put_in_order(const SequenceAverages& sequences);
  void add_previous(const SequenceAverages& sequences, const Candidate& candidate);
  // Sums up the sequences of the context and of those without its earliest moves.
  void open_totals(const SequenceAverages& sequences, ContextId context);
  void close_totals();
  void add_values(const MoveAverages& moves, const SequenceAverages& sequences,
                  const Candidate& candidate, bool with_base);

  void add_contexts(const SequenceAverages& sequences);
  bool add_candidate(const SequenceAverages& sequences, ContextId context);

  std::size_t told_ = 0;  // contexts, those that were added with them
  std::vector<Candidate> candidates_;
  std::vector<std::size_t> places_;  // by context: among the candidates, or no_base
  std::vector<Total> totals_;        // by move: of sequences; zero between calls
  std::vector<Move> summed_;         // that are not zero
  std::vector<MadeMove> previous_;   // of all contexts, one after the other
  std::vector<ValuedMove> values_;   // the same
  std::vector<std::size_t> value_ends_;
  std::vector<MoveContext> contexts_;
  std::vector<ContextNews::Revision> revised_;
};

}  // namespace palamedes::search
