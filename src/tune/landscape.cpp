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

Landscape::Landscape(const Space& space, Lengths lengths)
    : space_(&space), tuples_with_(space.size()) {
  entries_.reserve(entries(space, lengths));
  for_each_tuple(space, lengths, [&](std::uint32_t set) { add_tuple(set); });
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
    tuples_with_[i].push_back({static_cast<std::uint32_t>(tuples_.size()), size});
    size *= space_->count(i);
  }
  tuples_.push_back({.parameters = parameters,
                     .first = static_cast<std::uint32_t>(entries_.size()),
                     .begin = begin,
                     .end = static_cast<std::uint32_t>(parts_.size())});
  entries_.resize(entries_.size() + size);
}

void Landscape::go_to(const Digits& digits) {
  here_ = digits;
  for (std::size_t t = 0; t < tuples_.size(); ++t) entries_here_[t] = entry_of(tuples_[t], digits);
}

void Landscape::go_to(std::size_t parameter, std::uint8_t value) {
  for (const auto& [tuple, stride] : tuples_with_[parameter]) {
    entries_here_[tuple] += value * stride - here_[parameter] * stride;
  }
  here_[parameter] = value;
}

void Landscape::visit() {
  ++visits_;
  for (const std::uint32_t entry : entries_here_) entries_[entry].visit();
}

void Landscape::reward(const Digits& digits, double payoff) {
  for (const Tuple& tuple : tuples_) entries_[entry_of(tuple, digits)].reward(payoff);
}

double Landscape::ucb(const Digits& digits, double c) const {
  const double scale = exploration_scale(c, visits_);
  Term sum;
  for (const Tuple& tuple : tuples_) {
    const Term term = term_of(entry_of(tuple, digits), scale);
    sum.value += term.value;
    sum.known += term.known;
  }
  return sum.known > 0 ? sum.value / sum.known : 0;
}

void Landscape::look_around(double c) {
  scale_ = exploration_scale(c, visits_);
  sum_ = {};
  for (std::size_t t = 0; t < tuples_.size(); ++t) {
    terms_[t] = term_of(entries_here_[t], scale_);
    sum_.value += terms_[t].value;
    sum_.known += terms_[t].known;
  }
}

double Landscape::ucb_of_neighbour(std::size_t parameter, std::uint8_t value) const {
  Term sum = sum_;
  for (const auto& [tuple, stride] : tuples_with_[parameter]) {
    const Term& old = terms_[tuple];
    const std::uint32_t entry = entries_here_[tuple] + (value * stride - here_[parameter] * stride);
    const Term term = term_of(entry, scale_);
    sum.value += term.value - old.value;
    sum.known += term.known - old.known;
  }
  return sum.known > 0 ? sum.value / sum.known : 0;
}

std::span<const Arm> Landscape::combinations() const {
  if (tuples_.back().parameters != (1U << space_->size()) - 1) return {};
  return std::span(entries_).subspan(tuples_.back().first);
}

}  // namespace palamedes::tune
