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
  draw_neighbours();
  return {.digits = model_.here()};
}

void Ntbea::draw_neighbours() {
  Rng rng = rng_;  // in registers
  space_->draw_neighbours(model_.here(), neighbours_, rng);
  rng_ = rng;
}

// The simulation before has driven them out of the cache.
void Ntbea::prefetch() const {
  if (neighbours_.front().parameter == space_->size()) return;
  for (const Space::Mutation& each : neighbours_) {
    model_.prefetch_neighbour(each.parameter, each.value);
  }
}

void Ntbea::go_to_best_neighbour() {
  if (neighbours_.front().parameter == space_->size()) return;  // there is only one combination
  model_.look_around(settings_.exploration);
  model_.value_neighbours(neighbours_, ucb_);
  const Space::Mutation& best = neighbours_[draw_largest(ucb_, rng_)];
  model_.go_to(best.parameter, best.value);
}

Digits Ntbea::best() const {
  const auto best = model_.best_combination();
  return best ? space_->digits_of(*best) : model_.here();
}

}  // namespace palamedes::tune
