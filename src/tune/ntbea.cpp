#include "tune/ntbea.h"

namespace palamedes::tune {

Choice Ntbea::choose() {
  here_ = has_begun_ ? best_neighbour() : space_->draw(rng_);
  has_begun_ = true;
  model_.visit(here_);
  return {.digits = here_};
}

Digits Ntbea::best_neighbour() {
  model_.stand_at(here_, settings_.exploration);
  Digits best_digits = here_;
  double highest = -infinity;
  std::uint32_t ties = 0;
  for (std::uint32_t i = 0; i < settings_.neighbours; ++i) {
    const auto [parameter, value] = space_->draw_neighbour(here_, rng_);
    if (parameter == space_->size()) break;  // there is only one combination
    const double ucb = model_.ucb_of_neighbour(parameter, value);
    if (ucb < highest) continue;
    ties = ucb > highest ? 1 : ties + 1;
    highest = ucb;
    if (ties > 1 && rng_.below(ties) != 0) continue;
    best_digits = here_;
    best_digits[parameter] = value;
  }
  return best_digits;
}

Digits Ntbea::best() const {
  const std::span<const Arm> all = model_.combinations();
  if (all.empty()) return here_;
  std::uint32_t best = 0;
  for (std::uint32_t i = 1; i < all.size(); ++i) {
    if (is_preferred(all[i], all[best])) best = i;
  }
  return space_->digits_of(best);
}

}  // namespace palamedes::tune
