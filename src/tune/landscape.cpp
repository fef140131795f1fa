#include "tune/landscape.h"

#include <bit>
#include <span>

namespace palamedes::tune {
namespace {

bool has_length(Lengths lengths, std::size_t length, std::size_t parameters) {
  switch (lengths) {
    case Lengths::ends:
      return length == 1 || length == parameters;
    case Lengths::all:
      return true;
    case Lengths::pairs:
      return length <= 2 || length == parameters;
    case Lengths::singles:
      break;
  }
  return length == 1;
}

template <typename Use>
void for_each_tuple(const Space& space, Lengths lengths, const Use& use) {
  for (std::size_t length = 1; length <= space.size(); ++length) {
    if (!has_length(lengths, length, space.size())) continue;
    for (std::uint32_t set = 1; set < 1U << space.size(); ++set) {
      if (static_cast<std::size_t>(std::popcount(set)) == length) use(set);
    }
  }
}

}  // namespace

std::uint64_t Landscape::entries(const Space& space, Lengths lengths) {
  constexpr std::uint64_t very_many = std::uint64_t{1} << 40;
  std::uint64_t entries = 0;
  for_each_tuple(space, lengths, [&](std::uint32_t set) {
    std::uint64_t product = 1;
    for (std::size_t i = 0; i < space.size(); ++i) {
      if ((set >> i & 1) != 0) product = std::min(product * space.count(i), very_many);
    }
    entries = std::min(entries + product, very_many);
  });
  return entries;
}

Landscape::Landscape(const Space& space, Lengths lengths) : space_(&space) {
  entries_.reserve(entries(space, lengths));
  for_each_tuple(space, lengths, [&](std::uint32_t set) { add_tuple(set); });
  find_memberships();
  visits_.resize(entries_.size());
  terms_.resize(tuples_.size());
  entries_here_.resize(tuples_.size());
  go_to(Digits{});
}

void Landscape::add_tuple(std::uint32_t parameters) {
  const auto begin = static_cast<std::uint32_t>(parts_.size());
  std::uint32_t size = 1;
  for (std::uint32_t i = 0; i < space_->size(); ++i) {
    if ((parameters >> i & 1) == 0) continue;
    parts_.push_back({i, size});
    size *= space_->count(i);
  }
  tuples_.push_back({.parameters = parameters,
                     .first = static_cast<std::uint32_t>(entries_.size()),
                     .begin = begin,
                     .end = static_cast<std::uint32_t>(parts_.size())});
  best_ = tuples_.back().first;  // any one, as long as no payoff is known
  entries_.resize(entries_.size() + size);
}

void Landscape::find_memberships() {
  for (std::uint32_t i = 0; i < space_->size(); ++i) {
    begins_.push_back(static_cast<std::uint32_t>(memberships_.size()));
    for (std::uint32_t t = 0; t < tuples_.size(); ++t) {
      for (std::uint32_t part = tuples_[t].begin; part < tuples_[t].end; ++part) {
        if (parts_[part].parameter == i) memberships_.push_back({t, parts_[part].stride});
      }
    }
  }
  begins_.push_back(static_cast<std::uint32_t>(memberships_.size()));
}

void Landscape::go_to(const Digits& digits) {
  here_ = digits;
  for (std::size_t t = 0; t < tuples_.size(); ++t) entries_here_[t] = entry_of(tuples_[t], digits);
}

void Landscape::go_to(std::size_t parameter, std::uint8_t value) {
  for_each_moved(parameter, value,
                 [&](std::uint32_t tuple, std::uint32_t entry) { entries_here_[tuple] = entry; });
  here_[parameter] = value;
}

void Landscape::visit() {
  ++all_visits_;
  for (const std::uint32_t entry : entries_here_) {
    const float reach = reach_of(++visits_[entry]);
    entries_[entry].reach = entries_[entry].payoffs > 0 ? reach : 0;
  }
}

void Landscape::assume(std::size_t parameter, std::uint8_t value, double mean,
                       std::uint32_t samples) {
  if (samples == 0) return;
  // tuples of one parameter come first, in the order of the parameters
  const std::uint32_t entry = tuples_[parameter].first + value;
  entries_[entry] = {.mean = mean, .reach = 1, .payoffs = samples};
}

void Landscape::reward(const Digits& digits, double payoff) {
  if (digits == here_) {
    for (const std::uint32_t entry : entries_here_) pay(entry, payoff);
    return note_best(entries_here_.back());
  }
  for (const Tuple& tuple : tuples_) pay(entry_of(tuple, digits), payoff);
  note_best(entry_of(tuples_.back(), digits));
}

std::optional<std::uint32_t> Landscape::best_combination() const {
  if (combinations().empty()) return std::nullopt;
  return best_ - tuples_.back().first;
}

double Landscape::ucb(const Digits& digits, double c) const {
  const double scale = exploration_scale(c, all_visits_);
  Term sum;
  for (const Tuple& tuple : tuples_) {
    const Term term = term_of(entry_of(tuple, digits), scale);
    sum.value += term.value;
    sum.known += term.known;
  }
  return sum.mean();
}

void Landscape::look_around(double c) {
  scale_ = exploration_scale(c, all_visits_);
  sum_ = {};
  for (std::size_t t = 0; t < tuples_.size(); ++t) {
    terms_[t] = term_of(entries_here_[t], scale_);
    sum_.value += terms_[t].value;
    sum_.known += terms_[t].known;
  }
}

// As ucb_of_neighbour for each, with nothing looked up twice.
void Landscape::value_neighbours(std::span<const Space::Mutation> neighbours,
                                 std::span<double> ucb) const {
  if (has_ends_only()) return value_by_ends(neighbours, ucb);
  const Entry* const entries = entries_.data();
  const std::uint32_t* const here = entries_here_.data();
  const Term* const terms = terms_.data();
  for (std::size_t i = 0; i < neighbours.size(); ++i) {
    const auto [parameter, value] = neighbours[i];
    const std::uint32_t by = std::uint32_t{value} - here_[parameter];  // may wrap around
    const Membership* membership = memberships_.data() + begins_[parameter];
    const Membership* const end = memberships_.data() + begins_[parameter + 1];
    Term sum = sum_;
    for (; membership != end; ++membership) {
      const Entry& entry = entries[here[membership->tuple] + by * membership->stride];
      const Term& old = terms[membership->tuple];
      sum.value += entry.mean + scale_ * static_cast<double>(entry.reach) - old.value;
      sum.known += (entry.payoffs > 0 ? 1 : 0) - old.known;
    }
    ucb[i] = sum.mean();
  }
}

void Landscape::value_by_ends(std::span<const Space::Mutation> neighbours,
                              std::span<double> ucb) const {
  const Entry* const entries = entries_.data();
  const std::size_t all = tuples_.size() - 1;
  const Entry* const here = entries + entries_here_[all];
  const Term old = terms_[all];
  for (std::size_t i = 0; i < neighbours.size(); ++i) {
    const auto [parameter, value] = neighbours[i];
    const std::int32_t by = std::int32_t{value} - std::int32_t{here_[parameter]};
    const auto stride = static_cast<std::int32_t>(space_->stride(parameter));
    const Entry& own = entries[entries_here_[parameter] + static_cast<std::uint32_t>(by)];
    const Entry& whole = here[std::ptrdiff_t{by} * stride];
    double sum = sum_.value;
    sum += own.mean + scale_ * static_cast<double>(own.reach) - terms_[parameter].value;
    sum += whole.mean + scale_ * static_cast<double>(whole.reach) - old.value;
    const std::int32_t known = sum_.known - terms_[parameter].known - old.known +
                               (own.payoffs > 0 ? 1 : 0) + (whole.payoffs > 0 ? 1 : 0);
    ucb[i] = Term{sum, known}.mean();
  }
}

std::span<const Landscape::Entry> Landscape::combinations() const {
  if (tuples_.back().parameters != (1U << space_->size()) - 1) return {};
  return std::span(entries_).subspan(tuples_.back().first);
}

}  // namespace palamedes::tune
