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

std::span<const MoveContext> ContextValues::make(const MoveAverages& moves,
                                                 const SequenceAverages& sequences,
                                                 std::size_t most) {
  find_candidates(sequences);
  keep_most_visited(most);
  previous_.clear();
  values_.clear();
  value_ends_.clear();
  for (const Candidate& candidate : candidates_) {
    add_previous(sequences, candidate);
    add_values(moves, sequences, candidate);
    value_ends_.push_back(values_.size());
  }
  // only now do the buffers stay where they are
  contexts_.clear();
  std::span<const MadeMove> previous = previous_;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    const Candidate& candidate = candidates_[i];
    contexts_.push_back(
        {.role = Role(role_of(sequences, candidate.context)),
         .previous = previous.first(candidate.length),
         .values = std::span<const ValuedMove>(values_).subspan(begin, value_ends_[i] - begin),
         .visits = candidate.visits});
    previous = previous.subspan(candidate.length);
    begin = value_ends_[i];
  }
  return contexts_;
}

void ContextValues::find_candidates(const SequenceAverages& sequences) {
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

void ContextValues::keep_most_visited(std::size_t most) {
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
void ContextValues::add_previous(const SequenceAverages& sequences, const Candidate& candidate) {
  const std::size_t role = role_of(sequences, candidate.context);
  ContextId context = candidate.context;
  for (std::size_t back = candidate.length; back > 0; --back) {
    previous_.push_back(
        {Role(preceding_role(role, back, sequences.roles())), sequences.earliest_move(context)});
    context = sequences.parent(context);
  }
  std::reverse(previous_.end() - static_cast<std::ptrdiff_t>(candidate.length), previous_.end());
}

// Only moves that end a sequence have another score than by themselves.
void ContextValues::add_values(const MoveAverages& moves, const SequenceAverages& sequences,
                               const Candidate& candidate) {
  const std::size_t first = values_.size();
  ContextId context = candidate.context;
  for (; !sequences.is_role(context); context = sequences.parent(context)) {
    for (const SequenceAverages::Entry& entry : sequences.counted(context)) {
      if (!sequences.counts(entry)) continue;
      const std::size_t move = index_of(entry.move);
      if (move >= totals_.size()) totals_.resize(move + 1);
      if (totals_[move].number == 0) values_.push_back({.move = entry.move});
      totals_[move].sum += entry.average.mean;
      totals_[move].number += 1;
    }
  }
  const auto role = Role(context);
  for (ValuedMove& valued : std::span(values_).subspan(first)) {
    Total& total = totals_[index_of(valued.move)];
    valued.value = (total.sum + moves.value(role, valued.move)) / (total.number + 1);
    total = {};
  }
}

std::size_t ContextValues::memory_bytes() const {
  return vector_bytes(totals_) + vector_bytes(candidates_) + vector_bytes(previous_) +
         vector_bytes(values_) + vector_bytes(value_ends_) + vector_bytes(contexts_);
}

}  // namespace palamedes::search
