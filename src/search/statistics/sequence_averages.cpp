#include "search/statistics/sequence_averages.h"

#include <algorithm>
#include <utility>

#include "search/statistics/memory.h"
#include "search/statistics/past.h"

namespace palamedes::search::statistics {

namespace {

// Small enough to be rare, large enough for the precision of the visits.
constexpr double smallest_unit = 0x1p-20;

// So much stays in the nearest caches, from where nothing needs to be fetched ahead.
constexpr std::size_t bytes_at_hand = std::size_t{1} << 17U;

}  // namespace

SequenceAverages::SequenceAverages(std::size_t roles, std::size_t length, double least_visits,
                                   std::size_t most_bytes)
    : roles_(roles),
      length_(length),
      least_visits_(std::max(least_visits, negligible_visits)),
      used_length_(length),
      most_bytes_(most_bytes) {
  clear();
}

void SequenceAverages::clear() {
  after_one_.assign(roles_, {});
  rows_.assign(roles_, {});
  origins_.assign(roles_, {});
  averages_ = {};
  all_changed_ = true;
  set_unit(1);
}

void SequenceAverages::set_unit(double unit) {
  unit_ = unit;
  least_ = in_units(least_visits_);
}

float SequenceAverages::in_units(double visits) const {
  // a little less, so that rounding does not decide where visits are just enough
  return static_cast<float>(visits / unit_ * (1 - 1e-5));
}

// --- Contexts

SequenceAverages::ContextId SequenceAverages::make_context(ContextId parent, Move earliest) {
  const auto id = static_cast<ContextId>(rows_.size());
  rows_.emplace_back();
  origins_.push_back({.parent = parent, .move = earliest});
  return id;
}

SequenceAverages::ContextId SequenceAverages::after_one(std::size_t role, Move move) const {
  const std::vector<ContextId>& contexts = after_one_[role];
  return index_of(move) < contexts.size() ? contexts[index_of(move)] : nowhere;
}

SequenceAverages::ContextId SequenceAverages::obtain_after_one(std::size_t role, Move move) {
  std::vector<ContextId>& contexts = after_one_[role];
  if (index_of(move) >= contexts.size()) contexts.resize(index_of(move) + 1, nowhere);
  ContextId& context = contexts[index_of(move)];
  if (context == nowhere) context = make_context(static_cast<ContextId>(role), move);
  return context;
}

SequenceAverages::ContextId SequenceAverages::obtain_next(std::size_t place, ContextId parent,
                                                          Move earliest) {
  ContextId& context = averages_[place].context;
  if (context == nowhere) context = make_context(parent, earliest);
  return context;
}

SequenceAverages::ContextId SequenceAverages::obtain(std::size_t role,
                                                     std::span<const Move> moves) {
  if (moves.size() == 1) return obtain_after_one(role, moves.front());
  const ContextId parent = obtain(role, moves.subspan(1));
  const ContextId before = obtain(preceding_role(role, 1, roles_), moves.first(moves.size() - 1));
  return obtain_next(averages_.obtain(rows_[before], moves.back()), parent, moves.front());
}

// Of this number of moves, of which move_back(steps) was made that number of steps ago.
template <typename MoveBack>
SequenceAverages::ContextId SequenceAverages::find_context(std::size_t role, std::size_t length,
                                                           const MoveBack& move_back) const {
  ContextId context = after_one(preceding_role(role, length - 1, roles_), move_back(length));
  for (std::size_t back = length - 1; back > 0 && context != nowhere; --back) {
    const std::size_t place = averages_.find(rows_[context], move_back(back));
    context = place == SequenceRows::missing ? nowhere : averages_[place].context;
  }
  return context;
}

SequenceAverages::ContextId SequenceAverages::find(Role role,
                                                   std::span<const Move> previous) const {
  if (previous.empty()) return static_cast<ContextId>(role);
  return find_context(index_of(role), previous.size(),
                      [&](std::size_t back) { return previous[back - 1]; });
}

const SequenceAverages::Entry* SequenceAverages::find(ContextId context, Move move) const {
  const std::size_t place = averages_.find(rows_[context], move);
  return place == SequenceRows::missing ? nullptr : &averages_[place];
}

// --- Learning

// For each role, step and length, in any order: visit(context, place of the move's entry, role),
// with as much of a context as there is.
template <typename Visit>
void SequenceAverages::for_each_occurrence(const Simulation& simulation, const Visit& visit) {
  for (std::size_t first_role = 0; first_role < roles_; ++first_role) {
    const std::size_t longest = line_up(simulation, first_role);
    for (std::size_t back = 1; back <= longest; ++back) {
      visit_length(back, visit);
    }
  }
}

// Returns how long contexts become. The moves that come before each other are those of one role
// after the other, see past.h: so there are as many lines as roles.
std::size_t SequenceAverages::line_up(const Simulation& simulation, std::size_t first_role) {
  steps_.resize(simulation.steps());
  std::size_t role = first_role;
  for (std::size_t i = 0; i < steps_.size(); ++i, role = role + 1 == roles_ ? 0 : role + 1) {
    const Move move = simulation.move(i, role);
    steps_[i] = {.move = move,
                 .role = static_cast<std::uint16_t>(role),
                 .matters = simulation.matters(role, move)};
  }
  std::size_t longest = 0;
  std::size_t next = 0;
  for (std::size_t i = steps_.size(); i-- > 1;) {
    Step& step = steps_[i];
    const std::size_t lengths =
        step.matters ? std::min(i, length_ - 1) : std::max<std::size_t>(next, 1) - 1;
    step.lengths = static_cast<std::uint16_t>(lengths);
    if (lengths > 0) step.context = obtain_after_one(step.role, steps_[i - 1].move);
    longest = std::max(longest, lengths);
    next = lengths;
  }
  return longest;
}

// One part of what each step needs after the other, so that those of all steps are under way at the
// same time. A function that does nothing else is taken for one without effect: it must be inlined
// before anybody notices.
[[gnu::always_inline]] inline void SequenceAverages::fetch_ahead(std::size_t back) const {
  const std::span<const Step> steps = steps_;
  for (const Step& step : steps) {
    if (step.lengths >= back) __builtin_prefetch(&rows_[step.context]);
  }
  for (const Step& step : steps) {
    if (step.lengths >= back) averages_.prefetch_search(rows_[step.context], step.move);
  }
  for (const Step& step : steps) {
    if (step.lengths >= back) averages_.prefetch_found(rows_[step.context], step.move);
  }
}

// From the end, so that the context of the step after it is no longer needed when the longer one
// takes its place.
template <typename Visit>
void SequenceAverages::visit_length(std::size_t back, const Visit& visit) {
  const std::span<Step> steps = steps_;
  if (averages_.memory_bytes() > bytes_at_hand) fetch_ahead(back);
  for (std::size_t i = steps.size(); i-- > back;) {
    const Step& step = steps[i];
    if (step.lengths < back) continue;
    const std::size_t place = averages_.obtain(rows_[step.context], step.move);
    if (i + 1 < steps.size() && steps[i + 1].lengths > back) {
      ContextId& next = steps[i + 1].context;
      next = obtain_next(place, next, steps[i - back].move);
    }
    if (step.matters) visit(rows_[step.context], place, step.role);
  }
}

void SequenceAverages::add(const Simulation& simulation) {
  const auto weight = static_cast<float>(1 / unit_);
  for_each_occurrence(simulation, [&](Row& row, std::size_t place, std::size_t role) {
    Average<float>& average = averages_[place].average;
    average.add(static_cast<float>(simulation.payoffs[role]), weight);
    row.period = period_;
    if (!all_changed_) {
      note_change(static_cast<ContextId>(&row - rows_.data()), averages_[place].move);
    }
    if (average.visits >= least_ && !SequenceRows::is_counted(row, place)) count(row, place);
  });
  keep_within_memory();
}

void SequenceAverages::count(Row& row, std::size_t place) {
  const std::size_t move = index_of(averages_[place].move);
  if (move >= totals_.size()) totals_.resize(move + 1);
  averages_.count(row, place);
}

void SequenceAverages::keep_changes(std::size_t most) {
  most_changes_ = most;
  changes_.reserve(most);
}

void SequenceAverages::forget_changes() {
  changes_.clear();
  all_changed_ = most_changes_ == 0;
}

void SequenceAverages::note_change(ContextId context, Move move) {
  all_changed_ = changes_.size() == most_changes_;
  if (!all_changed_) changes_.push_back({context, move});
}

std::optional<std::span<const SequenceAverages::Change>> SequenceAverages::changes() const {
  if (all_changed_) return std::nullopt;
  return changes_;
}

void SequenceAverages::decay_occurrences(const Simulation& simulation, double factor) {
  for_each_occurrence(simulation, [&](Row&, std::size_t place, std::size_t) {
    averages_[place].average.visits *= static_cast<float>(factor);
  });
}

void SequenceAverages::decay_all(double factor) {
  if (factor == 0) {
    clear();
    return;
  }
  if (factor < 1) all_changed_ = true;
  set_unit(unit_ * factor);
  if (unit_ < smallest_unit) rebuild(negligible_visits);
}

// --- Scores

void SequenceAverages::average_in(Role role, std::span<const Move> moves,
                                  std::span<const Move> past, std::span<float> scores) {
  collected_.clear();
  const std::size_t longest = std::min(used_length_ - 1, past.size() / roles_);
  for (std::size_t back = 1; back <= longest; ++back) {
    const ContextId context = find_context(index_of(role), back, [&](std::size_t steps) {
      return preceding_move(past, index_of(role), steps, roles_);
    });
    if (context == nowhere) break;
    if (rows_[context].counted > 0) collected_.push_back(context);
  }
  if (collected_.empty()) return;
  const float least = used_visits_ > least_visits_ ? in_units(used_visits_) : least_;
  for (const ContextId id : collected_) {
    for (const Entry& entry : counted(id)) {
      if (entry.average.visits < least) continue;
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
    if (averages_.empty()) break;
  }
}

void SequenceAverages::rebuild(double least_visits) {
  SequenceAverages kept(roles_, length_, least_visits_, most_bytes_);
  kept.totals_ = std::move(totals_);
  kept.period_ = period_;
  kept.used_length_ = used_length_;
  kept.used_visits_ = used_visits_;
  kept.keep_changes(most_changes_);
  kept.take(*this, least_visits, [](std::size_t, Move move) { return std::optional(move); });
  *this = std::move(kept);
}

void SequenceAverages::take(const SequenceAverages& other, const Renumber& renumber) {
  take(other, negligible_visits,
       [&](std::size_t role, Move move) { return renumber(Role(role), move); });
  all_changed_ = true;
  keep_within_memory();
}

// What has so many visits there. number_of(role, move): the number that the move has here.
template <typename NumberOf>
void SequenceAverages::take(const SequenceAverages& other, double least_visits,
                            const NumberOf& number_of) {
  for (ContextId id = 0; id < other.rows_.size(); ++id) {
    ContextId context = nowhere;
    for (const Entry& entry : other.row(id)) {
      if (other.visits(entry) < least_visits) continue;
      if (context == nowhere) context = obtain_like(other, id, number_of);
      if (context == nowhere) break;
      const std::optional<Move> move = number_of(other.role_after(id), entry.move);
      if (!move) continue;
      Row& row = rows_[context];
      row.period = other.rows_[id].period;
      const std::size_t place = averages_.obtain(row, *move);
      Average<float>& average = averages_[place].average;
      average = {entry.average.mean, static_cast<float>(other.visits(entry) / unit_)};
      if (average.visits >= least_ && !SequenceRows::is_counted(row, place)) count(row, place);
    }
  }
}

// Who moves after the context.
std::size_t SequenceAverages::role_after(ContextId context) const {
  while (!is_role(context)) context = parent(context);
  return context;
}

// The context of the same moves; nowhere if one of them has no number here. Shorter ones on the way
// to it come along even if nothing is kept of them.
template <typename NumberOf>
SequenceAverages::ContextId SequenceAverages::obtain_like(const SequenceAverages& other,
                                                          ContextId context,
                                                          const NumberOf& number_of) {
  const std::size_t role = other.role_after(context);
  std::size_t length = 0;
  for (ContextId at = context; !other.is_role(at); at = other.parent(at)) ++length;
  std::vector<Move> moves;
  for (; !other.is_role(context); context = other.parent(context)) {
    const std::size_t maker = preceding_role(role, length - moves.size(), roles_);
    const std::optional<Move> move = number_of(maker, other.earliest_move(context));
    if (!move) return nowhere;
    moves.push_back(*move);
  }
  return obtain(role, moves);
}

std::size_t SequenceAverages::sequence_bytes() const {
  std::size_t bytes = vector_bytes(rows_) + vector_bytes(origins_) + averages_.memory_bytes();
  for (const auto& contexts : after_one_) bytes += vector_bytes(contexts);
  return bytes;
}

std::size_t SequenceAverages::memory_bytes() const {
  return sequence_bytes() + vector_bytes(totals_) + vector_bytes(collected_) +
         vector_bytes(steps_) + vector_bytes(changes_);
}

}  // namespace palamedes::search::statistics
