#include "tune/local.h"

#include <span>

namespace palamedes::tune {

Digits LocalBandits::choose(double exploration, Rng& rng) const {
  const double scale = exploration_scale(exploration, visits_);
  Digits digits{};
  std::uint32_t chosen = 0;
  for (std::size_t i = 0; i < space_->size(); ++i) {
    const auto arms = std::span(arms_).subspan(space_->offset(i), space_->count(i));
    const ValueSet allowed = space_->allowed(digits, chosen, i);
    digits[i] = static_cast<std::uint8_t>(best_arm(arms, scale, allowed, rng));
    chosen |= 1U << i;
  }
  return digits;
}

void LocalBandits::visit(const Digits& digits) {
  ++visits_;
  for (std::size_t i = 0; i < space_->size(); ++i) arms_[space_->offset(i) + digits[i]].visit();
}

void LocalBandits::reward(const Digits& digits, double payoff) {
  for (std::size_t i = 0; i < space_->size(); ++i) {
    arms_[space_->offset(i) + digits[i]].reward(payoff);
  }
}

Digits LocalBandits::best() const {
  Digits digits{};
  for (std::size_t i = 0; i < space_->size(); ++i) {
    const auto arms = std::span(arms_).subspan(space_->offset(i), space_->count(i));
    for (std::uint32_t value = 1; value < arms.size(); ++value) {
      if (is_preferred(arms[value], arms[digits[i]])) digits[i] = static_cast<std::uint8_t>(value);
    }
  }
  return digits;
}

}  // namespace palamedes::tune
