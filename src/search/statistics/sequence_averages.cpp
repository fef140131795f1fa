#include "search/statistics/sequence_averages.h"

#include <algorithm>
#include <utility>

#include "search/statistics/memory.h"
#include "search/statistics/past.h"

namespace palamedes::search {

namespace {

// Small enough to be rare, large enough for the precision of the visits.
constexpr double smallest_unit = 0x1p-20;

constexpr std::uint64_t key_of(SequenceAverages::ContextId parent, Move move) {
  return static_cast<std::uint64_t>(parent) << 32U | static_cast<std::uint32_t>(move);
}

}  // namespace

SequenceAverages::SequenceAverages(std::size_t roles, std::size_t length, double least_visits,
                                   std::size_t most_bytes)
    : roles_(roles),
      length_(length),
      least_visits_(std::max(least_visits, negligible_visits)),
      most_bytes_(most_bytes) {
  clear();
}

void SequenceAverages::clear() {
  contexts_.assign(roles_, {});
  ids_.clear();
  rows_.clear();
  free_rows_.fill(no_row);
  set_unit(1);
}

void SequenceAverages::set_unit(double unit) {
  unit_ = unit;
  // a little less, so that rounding does not decide where visits are just enough
  least_ = static_cast<float>(least_visits_ / unit_ * (1 - 1e-5));
}

// --- Contexts

SequenceAverages::ContextId SequenceAverages::child(ContextId parent, Move move) const {
  const auto found = ids_.find(key_of(parent, move));
  return found == ids_.end() ? nowhere : found->second;
}

SequenceAverages::ContextId SequenceAverages::obtain_child(ContextId parent, Move move) {
  const auto next = static_cast<ContextId>(contexts_.size());
  const auto [place, is_new] = ids_.try_emplace(key_of(parent, move), next);
  if (is_new) contexts_.push_back({.parent = parent, .move = move});
  return place->second;
}

SequenceAverages::ContextId SequenceAverages::find(Role role,
                                                   std::span<const Move> previous) const {
  auto context = static_cast<ContextId>(role);
  for (const Move move : previous) {
    context = child(context, move);
    if (context == nowhere) break;
  }
  return context;
}

// --- Rows

const SequenceAverages::Entry* SequenceAverages::find(ContextId context, Move move) const {
  for (const Entry& entry : row(context)) {
    if (entry.move == move) return &entry;
  }
  return nullptr;
}

std::size_t SequenceAverages::obtain(Context& context, Move move) {
  const Entry* row = rows_.data() + context.row;
  for (std::size_t i = 0; i < context.used; ++i) {
    if (row[i].move == move) return context.row + i;
  }
  if (context.used == context.capacity()) enlarge(context);
  const std::size_t place = context.row + context.used++;
  rows_[place] = {.move = move};
  return place;
}

// Called whenever an entry got more visits, so none that has enough is left behind. Elsewhere what
// comes often goes half of the way to the front, where it is found soon.
void SequenceAverages::move_forward(Context& context, std::size_t place) {
  const std::size_t position = place - context.row;
  const std::size_t counted = context.counted;
  std::size_t target = position / 2;
  if (position >= counted) {
    const bool is_enough = rows_[place].average.visits >= least_;
    target = is_enough ? counted : counted + (position - counted) / 2;
    if (is_enough) ++context.counted;
  }
  std::swap(rows_[place], rows_[context.row + target]);
}

void SequenceAverages::enlarge(Context& context) {
  const Context old = context;
  context.log_capacity = static_cast<std::uint8_t>(old.has_row ? old.log_capacity + 1 : 0);
  context.has_row = true;
  context.row = take_row(context.log_capacity);
  std::copy_n(rows_.begin() + old.row, old.used, rows_.begin() + context.row);
  if (old.has_row) leave_row(old.row, old.log_capacity);
}

std::uint32_t SequenceAverages::take_row(std::uint8_t log_capacity) {
  std::uint32_t& free = free_rows_[log_capacity];
  if (free == no_row) {
    const auto row = static_cast<std::uint32_t>(rows_.size());
    rows_.resize(rows_.size() + (std::size_t{1} << log_capacity));
    return row;
  }
  const std::uint32_t row = free;
  free = static_cast<std::uint32_t>(rows_[row].move);
  return row;
}

void SequenceAverages::leave_row(std::uint32_t row, std::uint8_t log_capacity) {
  rows_[row].move = Move{free_rows_[log_capacity]};
  free_rows_[log_capacity] = row;
}

// --- Learning

// For each role, step and length: visit(context, move, role), with as much of a context as there
// is.
template <typename Visit>
void SequenceAverages::for_each_occurrence(const Simulation& simulation, const Visit& visit) {
  const std::span<const Move> moves = simulation.moves;
  for (std::size_t role = 0; role < roles_; ++role) {
    for (std::size_t step = 1; step < simulation.steps(); ++step) {
      if (!simulation.matters(role, simulation.move(step, role))) continue;
      const std::span<const Move> past = moves.first(step * roles_);
      auto context = static_cast<ContextId>(role);
      for (std::size_t back = 1; back <= std::min(step, length_ - 1); ++back) {
        context = obtain_child(context, preceding_move(past, role, back, roles_));
        visit(contexts_[context], simulation.move(step, role), role);
      }
    }
  }
}

void SequenceAverages::add(const Simulation& simulation) {
  if (simulation.moves.empty()) return;
  const Move highest = *std::max_element(simulation.moves.begin(), simulation.moves.end());
  if (index_of(highest) >= totals_.size()) totals_.resize(index_of(highest) + 1);
  const auto weight = static_cast<float>(1 / unit_);
  for_each_occurrence(simulation, [&](Context& context, Move move, std::size_t role) {
    const std::size_t place = obtain(context, move);
    rows_[place].average.add(static_cast<float>(simulation.payoffs[role]), weight);
    move_forward(context, place);
  });
  keep_within_memory();
}

void SequenceAverages::decay_occurrences(const Simulation& simulation, double factor) {
  for_each_occurrence(simulation, [&](Context& context, Move move, std::size_t) {
    rows_[obtain(context, move)].average.visits *= static_cast<float>(factor);
  });
}

void SequenceAverages::decay_all(double factor) {
  if (factor == 0) {
    clear();
    return;
  }
  set_unit(unit_ * factor);
  if (unit_ < smallest_unit) rebuild(negligible_visits);
}

// --- Scores

void SequenceAverages::average_in(Role role, std::span<const Move> moves,
                                  std::span<const Move> past, std::span<float> scores) {
  collected_.clear();
  const std::size_t longest = std::min(length_ - 1, past.size() / roles_);
  auto context = static_cast<ContextId>(role);
  for (std::size_t back = 1; back <= longest; ++back) {
    context = child(context, preceding_move(past, index_of(role), back, roles_));
    if (context == nowhere) break;
    if (contexts_[context].counted > 0) collected_.push_back(context);
  }
  if (collected_.empty()) return;
  for (const ContextId id : collected_) {
    for (const Entry& entry : counted(id)) {
      if (entry.average.visits < least_) continue;
      Total& total = totals_[index_of(entry.move)];
      total.sum += entry.average.mean;
      total.count += 1;
    }
  }
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (index_of(moves[i]) >= totals_.size()) continue;
    const Total& total = totals_[index_of(moves[i])];
    scores[i] = (scores[i] + total.sum) / (1 + total.count);
  }
  for (const ContextId id : collected_) {
    for (const Entry& entry : counted(id)) totals_[index_of(entry.move)] = {};
  }
}

// --- Memory

void SequenceAverages::keep_within_memory() {
  if (sequence_bytes() <= most_bytes_ / 2) return;
  for (double least_visits = 2; sequence_bytes() > most_bytes_ / 4; least_visits *= 2) {
    rebuild(least_visits);
    if (rows_.empty()) break;
  }
}

// A context comes after its parent, so one walk through them in their order is enough. What comes
// after a forgotten context goes with it.
void SequenceAverages::rebuild(double least_visits) {
  SequenceAverages kept(roles_, length_, least_visits_, most_bytes_);
  std::vector<ContextId> new_ids(contexts_.size(), nowhere);
  for (ContextId id = 0; id < contexts_.size(); ++id) {
    if (is_role(id)) {
      new_ids[id] = id;
      continue;
    }
    const ContextId new_parent = new_ids[contexts_[id].parent];
    if (new_parent == nowhere) continue;
    for (const Entry& entry : row(id)) {
      if (visits(entry) < least_visits) continue;
      new_ids[id] = kept.obtain_child(new_parent, contexts_[id].move);
      Context& context = kept.contexts_[new_ids[id]];
      const std::size_t place = kept.obtain(context, entry.move);
      kept.rows_[place].average = {entry.average.mean, static_cast<float>(visits(entry))};
      kept.move_forward(context, place);
    }
  }
  kept.totals_ = std::move(totals_);
  *this = std::move(kept);
}

std::size_t SequenceAverages::sequence_bytes() const {
  return vector_bytes(contexts_) + map_bytes(ids_) + vector_bytes(rows_);
}

std::size_t SequenceAverages::memory_bytes() const {
  return sequence_bytes() + vector_bytes(totals_) + vector_bytes(collected_);
}

}  // namespace palamedes::search
