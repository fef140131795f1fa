#include "tune/ntbea.h"

namespace palamedes::tune {

Choice Ntbea::choose() {
  if (has_begun_) {
    go_to_best_neighbour();
  } else {
    model_.go_to(space_->draw(rng_));
    has_begun_ = true;
  }
  model_.visit();
  return {.digits = model_.here()};
}

void Ntbea::go_to_best_neighbour() {
  for (Space::Mutation& each : neighbours_) each = space_->draw_neighbour(model_.here(), rng_);
  if (neighbours_.front().parameter == space_->size()) return;  // there is only one combination
  model_.look_around(settings_.exploration);
  for (std::size_t i = 0; i < neighbours_.size(); ++i) {
    ucb_[i] = model_.ucb_of_neighbour(neighbours_[i].parameter, neighbours_[i].value);
  }
  const Space::Mutation& best = neighbours_[draw_largest(ucb_, rng_)];
  model_.go_to(best.parameter, best.value);
}

Digits Ntbea::best() const {
  const std::span<const Arm> all = model_.combinations();
  if (all.empty()) return model_.here();
  std::uint32_t best = 0;
  for (std::uint32_t i = 1; i < all.size(); ++i) {
    if (is_preferred(all[i], all[best])) best = i;
  }
  return space_->digits_of(best);
}

}  // namespace palamedes::tune
