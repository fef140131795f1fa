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
}

void Landscape::add_tuple(std::uint32_t parameters) {
  Tuple tuple{.parameters = parameters, .first = static_cast<std::uint32_t>(entries_.size())};
  std::uint32_t size = 1;
  for (std::size_t i = 0; i < space_->size(); ++i) {
    if ((parameters >> i & 1) == 0) continue;
    tuple.strides[i] = size;
    size *= space_->count(i);
    tuples_with_[i].push_back(static_cast<std::uint32_t>(tuples_.size()));
  }
  tuples_.push_back(tuple);
  entries_.resize(entries_.size() + size);
}

std::uint32_t Landscape::entry_of(const Tuple& tuple, const Digits& digits) const {
  std::uint32_t entry = tuple.first;
  for (std::size_t i = 0; i < space_->size(); ++i) entry += digits[i] * tuple.strides[i];
  return entry;
}

void Landscape::visit(const Digits& digits) {
  ++visits_;
  for (const Tuple& tuple : tuples_) entries_[entry_of(tuple, digits)].visit();
}

void Landscape::reward(const Digits& digits, double payoff) {
  for (const Tuple& tuple : tuples_) entries_[entry_of(tuple, digits)].reward(payoff);
}

double Landscape::ucb(const Digits& digits, double c) const {
  const double scale = exploration_scale(c, visits_);
  double sum = 0;
  std::uint32_t known = 0;
  for (const Tuple& tuple : tuples_) {
    const Term term = term_of(entry_of(tuple, digits), scale);
    sum += term.value;
    known += term.known;
  }
  return known > 0 ? sum / known : 0;
}

void Landscape::stand_at(const Digits& digits, double c) {
  here_ = digits;
  scale_ = exploration_scale(c, visits_);
  sum_ = 0;
  known_ = 0;
  for (std::size_t t = 0; t < tuples_.size(); ++t) {
    terms_[t] = term_of(entry_of(tuples_[t], digits), scale_);
    sum_ += terms_[t].value;
    known_ += terms_[t].known;
  }
}

double Landscape::ucb_of_neighbour(std::size_t parameter, std::uint8_t value) const {
  double sum = sum_;
  std::uint32_t known = known_;
  for (const std::uint32_t t : tuples_with_[parameter]) {
    const Term& old = terms_[t];
    const std::uint32_t stride = tuples_[t].strides[parameter];
    const Term term = term_of(old.entry - here_[parameter] * stride + value * stride, scale_);
    sum += term.value - old.value;
    known += term.known - old.known;  // wraps round and back
  }
  return known > 0 ? sum / known : 0;
}

std::span<const Arm> Landscape::combinations() const {
  if (tuples_.back().parameters != (1U << space_->size()) - 1) return {};
  return std::span(entries_).subspan(tuples_.back().first);
}

}  // namespace palamedes::tune
