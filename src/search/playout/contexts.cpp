#include "search/playout/contexts.h"

#include <algorithm>
#include <tuple>

#include "search/statistics/memory.h"
#include "search/statistics/past.h"

namespace palamedes::search {

namespace {

using ContextId = SequenceAverages::ContextId;

ContextId role_of(const SequenceAverages& sequences, ContextId context) {
  while (!sequences.is_role(context)) context = sequences.parent(context);
  return context;
}

float score(const MoveAverages& moves, const SequenceAverages& sequences, ContextId context,
            Move move) {
  float sum = 0;
  float number = 0;
  for (; !sequences.is_role(context); context = sequences.parent(context)) {
    const SequenceAverages::Entry* entry = sequences.find(context, move);
    if (entry == nullptr || !sequences.counts(*entry)) continue;
    sum += entry->average.mean;
    number += 1;
  }
  return (sum + moves.value(Role(context), move)) / (number + 1);
}

}  // namespace

std::span<const MoveContext> ContextOrders::make(const MoveAverages& moves,
                                                 const SequenceAverages& sequences,
                                                 std::size_t most, std::size_t order_length) {
  find_candidates(sequences);
  keep_most_visited(most);
  previous_.clear();
  orders_.clear();
  order_ends_.clear();
  for (const Candidate& candidate : candidates_) {
    add_previous(sequences, candidate);
    add_order(moves, sequences, candidate, order_length);
    order_ends_.push_back(orders_.size());
  }
  // only now do the buffers stay where they are
  contexts_.clear();
  std::span<const MadeMove> previous = previous_;
  std::size_t order_begin = 0;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    const Candidate& candidate = candidates_[i];
    contexts_.push_back(
        {.role = Role(role_of(sequences, candidate.context)),
         .previous = previous.first(candidate.length),
         .order = std::span<const Move>(orders_).subspan(order_begin, order_ends_[i] - order_begin),
         .visits = candidate.visits});
    previous = previous.subspan(candidate.length);
    order_begin = order_ends_[i];
  }
  return contexts_;
}

void ContextOrders::find_candidates(const SequenceAverages& sequences) {
  candidates_.clear();
  for (ContextId id = 0; id < sequences.context_count(); ++id) {
    Candidate candidate{.context = id};
    bool matters = false;
    for (const SequenceAverages::Entry& entry : sequences.row(id)) {
      candidate.visits += sequences.visits(entry);
      matters = matters || sequences.counts(entry);
    }
    if (!matters) continue;
    for (ContextId at = id; !sequences.is_role(at); at = sequences.parent(at)) ++candidate.length;
    candidates_.push_back(candidate);
  }
}

void ContextOrders::keep_most_visited(std::size_t most) {
  std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
    return std::tuple(b.length, b.visits, a.context) < std::tuple(a.length, a.visits, b.context);
  });
  std::size_t kept = 0;
  std::size_t rank = 0;  // among those of its length
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    rank = i > 0 && candidates_[i].length == candidates_[i - 1].length ? rank + 1 : 0;
    if (rank < most) std::swap(candidates_[kept++], candidates_[i]);
  }
  candidates_.resize(kept);
}

// A context knows its earliest move, its parent the one after that.
void ContextOrders::add_previous(const SequenceAverages& sequences, const Candidate& candidate) {
  const std::size_t role = role_of(sequences, candidate.context);
  ContextId context = candidate.context;
  for (std::size_t back = candidate.length; back > 0; --back) {
    previous_.push_back(
        {Role(preceding_role(role, back, sequences.roles())), sequences.earliest_move(context)});
    context = sequences.parent(context);
  }
  std::reverse(previous_.end() - static_cast<std::ptrdiff_t>(candidate.length), previous_.end());
}

void ContextOrders::add_order(const MoveAverages& moves, const SequenceAverages& sequences,
                              const Candidate& candidate, std::size_t order_length) {
  scored_.clear();
  const std::size_t role = role_of(sequences, candidate.context);
  for (std::uint32_t move = 0; move < moves.move_count(Role(role)); ++move) {
    scored_.push_back({Move{move}, score(moves, sequences, candidate.context, Move{move})});
  }
  std::sort(scored_.begin(), scored_.end(), [](const Scored& a, const Scored& b) {
    return std::tuple(b.score, a.move) < std::tuple(a.score, b.move);
  });
  scored_.resize(std::min(scored_.size(), order_length));
  for (const Scored& scored : scored_) orders_.push_back(scored.move);
}

std::size_t ContextOrders::memory_bytes() const {
  return vector_bytes(candidates_) + vector_bytes(scored_) + vector_bytes(previous_) +
         vector_bytes(orders_) + vector_bytes(order_ends_) + vector_bytes(contexts_);
}

}  // namespace palamedes::search
