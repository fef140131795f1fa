#include "tune/he.h"

#include <numeric>
#include <span>
#include <utility>

namespace palamedes::tune {

HierarchicalExpansion::HierarchicalExpansion(const Space& space, const HeSettings& settings,
                                             Rng rng)
    : space_(&space), settings_(settings), rng_(rng), order_(space.size()) {
  std::iota(order_.begin(), order_.end(), std::uint8_t{0});
  if (settings.order == LevelOrder::random) {
    for (std::size_t i = order_.size(); i > 1; --i) {
      std::swap(order_[i - 1], order_[rng_.below(static_cast<std::uint32_t>(i))]);
    }
  }
  std::size_t nodes = 1;
  std::size_t arms = 0;
  for (const std::size_t parameter : order_) {
    first_.push_back(arms);
    nodes *= space.count(parameter);
    arms += nodes;
  }
  arms_.resize(arms);
}

Choice HierarchicalExpansion::choose() {
  Choice choice;
  std::size_t node = 0;
  std::uint32_t chosen = 0;
  std::uint64_t visits = root_visits_++;
  for (std::size_t level = 0; level < order_.size(); ++level) {
    const std::size_t parameter = order_[level];
    const std::uint32_t count = space_->count(parameter);
    const std::span arms = std::span(arms_).subspan(first_[level] + node * count, count);
    const double scale = exploration_scale(settings_.exploration, visits);
    const ValueSet allowed = space_->allowed(choice.digits, chosen, parameter);
    const std::uint32_t value = best_arm(arms, scale, allowed, rng_);
    visits = arms[value].visits;
    arms[value].visit();
    choice.digits[parameter] = static_cast<std::uint8_t>(value);
    chosen |= 1U << parameter;
    node = node * count + value;
  }
  return choice;
}

void HierarchicalExpansion::reward(const Choice& choice, double payoff) {
  std::size_t node = 0;
  for (std::size_t level = 0; level < order_.size(); ++level) {
    const std::size_t parameter = order_[level];
    node = node * space_->count(parameter) + choice.digits[parameter];
    arms_[first_[level] + node].reward(payoff);
  }
}

Digits HierarchicalExpansion::best() const {
  const std::size_t begin = first_.back();
  std::size_t best = begin;
  for (std::size_t i = begin; i < arms_.size(); ++i) {
    if (is_preferred(arms_[i], arms_[best])) best = i;
  }
  Digits digits{};
  std::size_t node = best - begin;
  for (std::size_t level = order_.size(); level-- > 0;) {
    const std::size_t parameter = order_[level];
    digits[parameter] = static_cast<std::uint8_t>(node % space_->count(parameter));
    node /= space_->count(parameter);
  }
  return digits;
}

}  // namespace palamedes::tune
