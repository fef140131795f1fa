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

}  // namespace

std::span<const MoveContext> ContextOrders::make(const MoveAverages& moves,
                                                 const SequenceAverages& sequences,
                                                 std::size_t most, std::size_t order_length) {
  find_candidates(sequences);
  keep_most_visited(most);
  order_by_value(moves, sequences.roles());
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
    const auto counted = sequences.counted(id);
    const auto counts = [&](const SequenceAverages::Entry& entry) {
      return sequences.counts(entry);
    };
    if (std::none_of(counted.begin(), counted.end(), counts)) continue;
    Candidate candidate{.context = id};
    for (const SequenceAverages::Entry& entry : sequences.row(id)) {
      candidate.visits += sequences.visits(entry);
    }
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

void ContextOrders::order_by_value(const MoveAverages& moves, std::size_t roles) {
  by_value_.resize(roles);
  for (std::size_t role = 0; role < roles; ++role) {
    std::vector<Scored>& row = by_value_[role];
    row.clear();
    for (std::uint32_t move = 0; move < moves.move_count(Role(role)); ++move) {
      row.push_back({Move{move}, moves.value(Role(role), Move{move})});
    }
    std::sort(row.begin(), row.end());
    totals_.resize(std::max(totals_.size(), row.size()));
  }
}

// Only moves that end a sequence have another score than by themselves. After the last of these all
// others stand by their own values, which need not be said again.
void ContextOrders::add_order(const MoveAverages& moves, const SequenceAverages& sequences,
                              const Candidate& candidate, std::size_t order_length) {
  scored_.clear();
  ContextId context = candidate.context;
  for (; !sequences.is_role(context); context = sequences.parent(context)) {
    for (const SequenceAverages::Entry& entry : sequences.counted(context)) {
      if (!sequences.counts(entry)) continue;
      Total& total = totals_[index_of(entry.move)];
      if (total.number == 0) scored_.push_back({entry.move});
      total.sum += entry.average.mean;
      total.number += 1;
    }
  }
  const auto role = Role(context);
  for (Scored& scored : scored_) {
    const Total& total = totals_[index_of(scored.move)];
    scored.score = (total.sum + moves.value(role, scored.move)) / (total.number + 1);
  }
  std::sort(scored_.begin(), scored_.end());
  // the best of both kinds, until all sequences had their turn
  auto other = by_value_[index_of(role)].cbegin();
  const auto no_other = by_value_[index_of(role)].cend();
  std::size_t room = order_length;
  for (auto next = scored_.cbegin(); next != scored_.cend() && room > 0; --room) {
    while (other != no_other && totals_[index_of(other->move)].number > 0) ++other;
    orders_.push_back(other != no_other && *other < *next ? (other++)->move : (next++)->move);
  }
  for (const Scored& scored : scored_) totals_[index_of(scored.move)] = {};
}

std::size_t ContextOrders::memory_bytes() const {
  std::size_t by_value = 0;
  for (const auto& row : by_value_) by_value += vector_bytes(row);
  return by_value + vector_bytes(totals_) + vector_bytes(candidates_) + vector_bytes(scored_) +
         vector_bytes(previous_) + vector_bytes(orders_) + vector_bytes(order_ends_) +
         vector_bytes(contexts_);
}

}  // namespace palamedes::search
