#pragma once
// What NST thinks of moves after certain others: for machines that play many playouts at once and
// cannot ask about each step of each.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/valued_move.h"
#include "model/move_context.h"
#include "search/statistics/move_averages.h"
#include "search/statistics/sequence_averages.h"

namespace palamedes::search::playout {

// Which contexts are asked for: of each length the most visited ones, those that came up in the
// last periods, and none with more steps.
struct ContextsWanted {
  std::size_t most = 0;
  std::uint32_t periods = 0;
  std::uint32_t longest = 0;
};

// Buffers of the answers; one is valid until the next one.
class ContextValues {
 public:
  // The longest contexts first. All have a sequence that counts, since the others change no score.
  std::span<const model::MoveContext> make(const statistics::MoveAverages& moves,
                                           const statistics::SequenceAverages& sequences,
                                           const ContextsWanted& wanted);
  // Only what the sequences noted as changes. Values change where they were learned: those of
  // longer contexts that follow from shorter ones stay, and so do those of moves by themselves.
  // Nothing if it takes more than that.
  std::optional<model::ContextNews> update(const statistics::MoveAverages& moves,
                                           const statistics::SequenceAverages& sequences);
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  using ContextId = statistics::SequenceAverages::ContextId;
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

  void find_candidates(const statistics::SequenceAverages& sequences, const ContextsWanted& wanted);
  void keep_most_visited(std::size_t most);
  void put_in_order(const statistics::SequenceAverages& sequences);
  void add_previous(const statistics::SequenceAverages& sequences, const Candidate& candidate);
  // Sums up the sequences of the context and of those without its earliest moves.
  void open_totals(const statistics::SequenceAverages& sequences, ContextId context);
  void close_totals();
  void add_values(const statistics::MoveAverages& moves,
                  const statistics::SequenceAverages& sequences, const Candidate& candidate,
                  bool with_base);

  void add_contexts(const statistics::SequenceAverages& sequences);
  bool add_candidate(const statistics::SequenceAverages& sequences, ContextId context);

  std::uint32_t told_ = 0;  // contexts, those that were added with them
  std::vector<Candidate> candidates_;
  std::vector<std::uint32_t> places_;      // by context: among the candidates, or no_base
  std::vector<Total> totals_;              // by move: of sequences; zero between calls
  std::vector<Move> summed_;               // that are not zero
  std::vector<model::MadeMove> previous_;  // of all contexts, one after the other
  std::vector<ValuedMove> values_;         // the same
  std::vector<std::size_t> value_ends_;
  std::vector<model::MoveContext> contexts_;
  std::vector<model::ContextRevision> revised_;
};

}  // namespace palamedes::search::playout
