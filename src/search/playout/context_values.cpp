#include "search/playout/context_values.h"

#include <algorithm>
#include <tuple>

#include "search/statistics/memory.h"
#include "search/statistics/past.h"

namespace palamedes::search::playout {

namespace {

using ContextId = statistics::SequenceAverages::ContextId;

ContextId role_of(const statistics::SequenceAverages& sequences, ContextId context) {
  while (!sequences.is_role(context)) context = sequences.parent(context);
  return context;
}

std::uint32_t length_of(const statistics::SequenceAverages& sequences, ContextId context) {
  std::uint32_t length = 0;
  for (; !sequences.is_role(context); context = sequences.parent(context)) ++length;
  return length;
}

// NST's score of the move after the context.
float value(const statistics::MoveAverages& moves, const statistics::SequenceAverages& sequences,
            ContextId context, Move move) {
  float sum = 0;
  float number = 1;  // of averages
  for (; !sequences.is_role(context); context = sequences.parent(context)) {
    const statistics::SequenceAverages::Entry* const entry = sequences.find(context, move);
    if (entry == nullptr || !sequences.counts(*entry)) continue;
    sum += entry->average.mean;
    number += 1;
  }
  return (sum + moves.value(Role(context), move)) / number;
}

}  // namespace

std::span<const model::MoveContext> ContextValues::make(
    const statistics::MoveAverages& moves, const statistics::SequenceAverages& sequences,
    const ContextsWanted& wanted) {
  find_candidates(sequences, wanted);
  keep_most_visited(wanted.most);
  put_in_order(sequences);
  previous_.clear();
  values_.clear();
  value_ends_.clear();
  ContextId summed = statistics::SequenceAverages::nowhere;
  for (const Candidate& candidate : candidates_) {
    if (candidate.parent != summed) {  // it is the same for many in a row
      close_totals();
      summed = candidate.parent;
      open_totals(sequences, summed);
    }
    add_previous(sequences, candidate);
    add_values(moves, sequences, candidate, places_[summed] != model::MoveContext::no_base);
    value_ends_.push_back(values_.size());
  }
  close_totals();
  add_contexts(sequences);
  told_ = static_cast<std::uint32_t>(candidates_.size());
  return contexts_;
}

// Only now do the buffers stay where they are.
void ContextValues::add_contexts(const statistics::SequenceAverages& sequences) {
  contexts_.clear();
  std::span<const model::MadeMove> previous = previous_;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    const Candidate& candidate = candidates_[i];
    contexts_.push_back(
        {.role = Role(role_of(sequences, candidate.context)),
         .previous = previous.first(candidate.length),
         .base = places_[candidate.parent],
         .values = std::span<const ValuedMove>(values_).subspan(begin, value_ends_[i] - begin),
         .visits = candidate.visits});
    previous = previous.subspan(candidate.length);
    begin = value_ends_[i];
  }
}

std::optional<model::ContextNews> ContextValues::update(
    const statistics::MoveAverages& moves, const statistics::SequenceAverages& sequences) {
  const auto changes = sequences.changes();
  if (!changes) return std::nullopt;
  const std::uint32_t first_new = told_;
  places_.resize(sequences.context_count(), model::MoveContext::no_base);
  candidates_.clear();
  revised_.clear();
  for (const auto [context, move] : *changes) {
    const statistics::SequenceAverages::Entry* const entry = sequences.find(context, move);
    if (entry == nullptr || !sequences.counts(*entry)) continue;
    if (places_[context] == model::MoveContext::no_base) {
      if (!add_candidate(sequences, context)) return std::nullopt;
    } else if (places_[context] < first_new) {
      revised_.push_back({places_[context], {move, value(moves, sequences, context, move)}});
    }
  }
  previous_.clear();
  values_.clear();
  value_ends_.clear();
  for (const Candidate& candidate : candidates_) {
    add_previous(sequences, candidate);
    for (const statistics::SequenceAverages::Entry& entry : sequences.counted(candidate.context)) {
      if (!sequences.counts(entry)) continue;
      values_.push_back({entry.move, value(moves, sequences, candidate.context, entry.move)});
    }
    value_ends_.push_back(values_.size());
  }
  add_contexts(sequences);
  return model::ContextNews{.revised = revised_, .added = contexts_};
}

// False if it would have to say what its base, which nobody knows, says.
bool ContextValues::add_candidate(const statistics::SequenceAverages& sequences,
                                  ContextId context) {
  const ContextId parent = sequences.parent(context);
  if (!sequences.is_role(parent) && places_[parent] == model::MoveContext::no_base) return false;
  candidates_.push_back(
      {.context = context, .parent = parent, .length = length_of(sequences, context)});
  places_[context] = told_++;
  return true;
}

void ContextValues::find_candidates(const statistics::SequenceAverages& sequences,
                                    const ContextsWanted& wanted) {
  candidates_.clear();
  for (auto id = static_cast<ContextId>(sequences.roles()); id < sequences.context_count(); ++id) {
    if (!sequences.is_recent(id, wanted.periods)) continue;
    Candidate candidate{.context = id, .parent = sequences.parent(id)};
    for (const statistics::SequenceAverages::Entry& entry : sequences.counted(id)) {
      if (sequences.counts(entry)) candidate.visits += sequences.visits(entry);
    }
    if (candidate.visits <= 0) continue;
    candidate.length = length_of(sequences, id);
    if (candidate.length <= wanted.longest) candidates_.push_back(candidate);
  }
}

void ContextValues::keep_most_visited(std::size_t most) {
  if (candidates_.size() <= most) return;
  std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
    return std::tuple(b.length, b.visits, a.context) < std::tuple(a.length, a.visits, b.context);
  });
  std::size_t rank = 0;  // among those of its length
  std::uint32_t length = 0;
  std::erase_if(candidates_, [&](const Candidate& candidate) {
    rank = candidate.length == length ? rank + 1 : 0;
    length = candidate.length;
    return rank >= most;
  });
}

void ContextValues::put_in_order(const statistics::SequenceAverages& sequences) {
  std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
    return std::tuple(b.length, a.parent, a.context) < std::tuple(a.length, b.parent, b.context);
  });
  places_.assign(sequences.context_count(), model::MoveContext::no_base);
  for (std::uint32_t i = 0; i < candidates_.size(); ++i) places_[candidates_[i].context] = i;
}

// A context knows its earliest move, its parent the one after that.
void ContextValues::add_previous(const statistics::SequenceAverages& sequences,
                                 const Candidate& candidate) {
  const std::size_t role = role_of(sequences, candidate.context);
  ContextId context = candidate.context;
  for (std::size_t back = candidate.length; back > 0; --back) {
    previous_.push_back({Role(statistics::preceding_role(role, back, sequences.roles())),
                         sequences.earliest_move(context)});
    context = sequences.parent(context);
  }
  std::reverse(previous_.end() - static_cast<std::ptrdiff_t>(candidate.length), previous_.end());
}

void ContextValues::open_totals(const statistics::SequenceAverages& sequences, ContextId context) {
  for (; !sequences.is_role(context); context = sequences.parent(context)) {
    for (const statistics::SequenceAverages::Entry& entry : sequences.counted(context)) {
      if (!sequences.counts(entry)) continue;
      const std::size_t move = index_of(entry.move);
      if (move >= totals_.size()) totals_.resize(move + 1);
      if (totals_[move].number == 0) summed_.push_back(entry.move);
      totals_[move].sum += entry.average.mean;
      totals_[move].number += 1;
    }
  }
}

void ContextValues::close_totals() {
  for (const Move move : summed_) totals_[index_of(move)] = {};
  summed_.clear();
}

// Moves that end a sequence of the context itself; without a base, also those of shorter ones. The
// totals are those of its parent.
void ContextValues::add_values(const statistics::MoveAverages& moves,
                               const statistics::SequenceAverages& sequences,
                               const Candidate& candidate, bool with_base) {
  const auto role = Role(role_of(sequences, candidate.context));
  const auto add = [&](Move move, const Total& total) {
    values_.push_back({move, (total.sum + moves.value(role, move)) / (total.number + 1)});
  };
  const std::size_t first = values_.size();
  for (const statistics::SequenceAverages::Entry& entry : sequences.counted(candidate.context)) {
    if (!sequences.counts(entry)) continue;
    Total total;
    if (index_of(entry.move) < totals_.size()) total = totals_[index_of(entry.move)];
    total.sum += entry.average.mean;
    total.number += 1;
    add(entry.move, total);
  }
  if (with_base) return;
  const std::size_t own = values_.size();
  for (const Move move : summed_) {
    const bool is_own = std::any_of(values_.begin() + static_cast<std::ptrdiff_t>(first),
                                    values_.begin() + static_cast<std::ptrdiff_t>(own),
                                    [&](const ValuedMove& one) { return one.move == move; });
    if (!is_own) add(move, totals_[index_of(move)]);
  }
}

std::size_t ContextValues::memory_bytes() const {
  return statistics::vector_bytes(totals_) + statistics::vector_bytes(candidates_) +
         statistics::vector_bytes(previous_) + statistics::vector_bytes(values_) +
         statistics::vector_bytes(value_ends_) + statistics::vector_bytes(contexts_) +
         statistics::vector_bytes(places_) + statistics::vector_bytes(summed_) +
         statistics::vector_bytes(revised_);
}

}  // namespace palamedes::search::playout
