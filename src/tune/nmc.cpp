#include "tune/nmc.h"

namespace palamedes::tune {

Choice NaiveMonteCarlo::choose() {
  Choice choice;
  if (global_.is_empty() || rng_.chance(settings_.explore)) {
    choice.digits = local_.choose(settings_.local, rng_);
    choice.combination = space_->number_of(choice.digits);
  } else {
    choice.combination = global_.best(settings_.global);
    choice.digits = space_->digits_of(choice.combination);
  }
  local_.visit(choice.digits);
  global_.visit(choice.combination, rng_);
  return choice;
}

void NaiveMonteCarlo::reward(const Choice& choice, double payoff) {
  local_.reward(choice.digits, payoff);
  global_.reward(choice.combination, payoff, rng_);
}

}  // namespace palamedes::tune
