#include "tune/mab.h"

#include <utility>

namespace palamedes::tune {

Mab::Mab(const Space& space, const MabSettings& settings, Rng rng)
    : space_(&space), settings_(settings), rng_(rng), arms_(space.numbers()) {
  for (std::uint32_t i = 0; i < space.numbers(); ++i) {
    if (space.is_free() || space.is_legal(space.digits_of(i))) unvisited_.push_back(i);
  }
}

Choice Mab::choose() {
  if (left_ == 0) {
    left_ = settings_.batch;
    if (unvisited_.empty()) {
      current_.combination = arms_.best(settings_.exploration);
    } else {
      // arms without visits come first, in any order
      std::swap(unvisited_[rng_.below(static_cast<std::uint32_t>(unvisited_.size()))],
                unvisited_.back());
      current_.combination = unvisited_.back();
      unvisited_.pop_back();
    }
    current_.digits = space_->digits_of(current_.combination);
  }
  --left_;
  arms_.visit(current_.combination, rng_);
  return current_;
}

}  // namespace palamedes::tune
