#pragma once
// What NST would do after certain moves, as orders of moves: for machines that play many playouts
// at once and cannot ask about each step of each.

#include <cstddef>
#include <span>
#include <tuple>
#include <vector>

#include "base/ids.h"
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
  std::span<const Move> order;         // best first
  double visits = 0;
};

// Buffers of the answer; it is valid until the next one.
class ContextOrders {
 public:
  // The longest contexts first; of each length the `most` most visited ones that have a sequence
  // that counts, since the others change no score. An order has the role's moves by falling score
  // in the context, equal ones by their numbers, up to the last one that ends a sequence there, but
  // not more than `order_length`: all others stand by their values as moves alone.
  std::span<const MoveContext> make(const MoveAverages& moves, const SequenceAverages& sequences,
                                    std::size_t most, std::size_t order_length);
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  using ContextId = SequenceAverages::ContextId;
  struct Candidate {
    ContextId context = 0;
    std::size_t length = 0;
    double visits = 0;
  };
  struct Scored {
    Move move{};
    float score = 0;
    auto operator<=>(const Scored& other) const {  // better first
      return std::tuple(other.score, move) <=> std::tuple(score, other.move);
    }
  };
  struct Total {
    float sum = 0;
    float number = 0;
  };

  void find_candidates(const SequenceAverages& sequences);
  void keep_most_visited(std::size_t most);
  void add_previous(const SequenceAverages& sequences, const Candidate& candidate);
  void order_by_value(const MoveAverages& moves, std::size_t roles);
  void add_order(const MoveAverages& moves, const SequenceAverages& sequences,
                 const Candidate& candidate, std::size_t order_length);

  std::vector<Candidate> candidates_;
  std::vector<std::vector<Scored>> by_value_;  // by role: moves by themselves
  std::vector<Total> totals_;                  // by move: of sequences; zero between calls
  std::vector<Scored> scored_;
  std::vector<MadeMove> previous_;  // of all contexts, one after the other
  std::vector<Move> orders_;        // the same
  std::vector<std::size_t> order_ends_;
  std::vector<MoveContext> contexts_;
};

}  // namespace palamedes::search
