#include "tune/lsi.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>
#include <utility>

namespace palamedes::tune {
namespace {

constexpr std::uint32_t candidates_of_two = 20;
constexpr std::uint32_t candidates_of_more = 2000;

std::uint32_t times(std::uint64_t samples, std::uint64_t members) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(samples / members, 0xffffffff));
}

std::uint32_t rounded_up_log(std::size_t number) {
  return number < 2 ? 0 : static_cast<std::uint32_t>(std::bit_width(number - 1));
}

}  // namespace

LinearSideInformation::LinearSideInformation(const Space& space, const LsiSettings& settings,
                                             Rng rng)
    : space_(&space), settings_(settings), rng_(rng), side_info_(space.value_count()) {
  if (settings_.candidates == 0) {
    settings_.candidates = space.size() <= 2 ? candidates_of_two : candidates_of_more;
  }
  for (std::size_t i = 0; i < space.size(); ++i) {
    const ValueSet possible = space.allowed({}, 0, i);
    for (std::uint32_t value = 0; value < space.count(i); ++value) {
      parameter_of_.push_back(static_cast<std::uint8_t>(i));
      if ((possible >> value & 1) != 0) possible_.push_back(space.offset(i) + value);
    }
  }
  if (settings_.budget > 0) set_budget(settings_.budget);
}

void LinearSideInformation::set_budget(std::uint64_t samples) {
  if (step_ != Step::waiting) return;
  const auto generation =
      static_cast<std::uint64_t>(static_cast<double>(samples) * settings_.generation);
  evaluation_ = samples - std::min(generation, samples);
  step_ = Step::side_info;
  round_.begin(possible_, side_info_.size(), times(generation, possible_.size()));
}

Choice LinearSideInformation::choose() {
  while (step_ != Step::waiting && step_ != Step::decided && round_.is_complete()) advance();
  if (step_ == Step::waiting) return {.digits = space_->standard()};
  if (step_ == Step::decided) return {.digits = candidates_[left_.front()]};
  const std::uint32_t member = round_.next(rng_);
  return {.digits = step_ == Step::side_info ? extend(member) : candidates_[member],
          .combination = static_cast<std::uint32_t>(step_),
          .member = member,
          .round = round_.number()};
}

void LinearSideInformation::reward(const Choice& choice, double payoff) {
  if (choice.round == 0 || static_cast<Step>(choice.combination) != step_) return;
  round_.reward(choice.member, choice.round);
  (step_ == Step::side_info ? side_info_ : found_)[choice.member].reward(payoff);
}

void LinearSideInformation::advance() {
  if (step_ == Step::side_info) {
    generate();
    step_ = Step::halving;
  } else {
    halve();
  }
  if (left_.size() == 1) {
    step_ = Step::decided;
  } else {
    begin_halving();
  }
}

// RANDOMLYEXTEND: this value, and any values of the other parameters that go with it.
Digits LinearSideInformation::extend(std::uint32_t value) {
  const std::size_t fixed = parameter_of_[value];
  Digits digits{};
  if (space_->is_free()) digits = space_->draw(rng_);
  digits[fixed] = static_cast<std::uint8_t>(value - space_->offset(fixed));
  std::uint32_t chosen = 1U << fixed;
  for (std::size_t i = 0; i < space_->size() && !space_->is_free(); ++i) {
    if (i == fixed) continue;
    digits[i] = space_->draw_allowed(digits, chosen, i, rng_);
    chosen |= 1U << i;
  }
  return digits;
}

void LinearSideInformation::generate() {
  std::set<Digits> seen;
  for (std::uint32_t i = 0; i < settings_.candidates; ++i) {
    const Digits candidate = draw_candidate();
    if (seen.insert(candidate).second) candidates_.push_back(candidate);
  }
  found_.resize(candidates_.size());
  left_.resize(candidates_.size());
  std::iota(left_.begin(), left_.end(), 0U);
  halvings_ = rounded_up_log(candidates_.size());
}

// Lines 10 to 15: each step draws from all values of the parameters that have none yet.
Digits LinearSideInformation::draw_candidate() {
  Digits digits{};
  std::uint32_t chosen = 0;
  std::vector<double> weights(side_info_.size());
  for (std::size_t step = 0; step < space_->size(); ++step) {
    double sum = 0;
    std::uint32_t possible = 0;
    for (std::size_t i = 0; i < space_->size(); ++i) {
      const bool is_open = (chosen >> i & 1) == 0;
      const ValueSet set = is_open ? space_->allowed(digits, chosen, i) : 0;
      for (std::uint32_t value = 0; value < space_->count(i); ++value) {
        const std::uint32_t at = space_->offset(i) + value;
        const bool is_possible = (set >> value & 1) != 0;
        weights[at] = is_possible ? side_info_[at].mean : -1;
        sum += is_possible ? weights[at] : 0;
        possible += is_possible ? 1 : 0;
      }
    }
    // without any payoff there is no reason to prefer a value
    const bool is_uniform = !(sum > 0);
    double lot = rng_.unit() * (is_uniform ? possible : sum);
    std::uint32_t drawn = 0;
    for (std::uint32_t at = 0; at < weights.size(); ++at) {
      if (weights[at] < 0 || (weights[at] == 0 && !is_uniform)) continue;
      drawn = at;
      lot -= is_uniform ? 1 : weights[at];
      if (lot < 0) break;
    }
    const std::size_t parameter = parameter_of_[drawn];
    digits[parameter] = static_cast<std::uint8_t>(drawn - space_->offset(parameter));
    chosen |= 1U << parameter;
  }
  return digits;
}

void LinearSideInformation::begin_halving() {
  round_.begin(left_, candidates_.size(), times(evaluation_, left_.size() * halvings_));
}

// Line 35: the better half stays, the odd one with it. Equals are drawn.
void LinearSideInformation::halve() {
  for (std::size_t i = left_.size(); i > 1; --i) {
    std::swap(left_[i - 1], left_[rng_.below(static_cast<std::uint32_t>(i))]);
  }
  std::stable_sort(left_.begin(), left_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return found_[a].mean > found_[b].mean;
  });
  left_.resize((left_.size() + 1) / 2);
}

Digits LinearSideInformation::best() const {
  if (candidates_.empty()) return space_->standard();
  const auto found = std::max_element(
      left_.begin(), left_.end(), [&](auto a, auto b) { return found_[a].mean < found_[b].mean; });
  return candidates_[*found];
}

}  // namespace palamedes::tune
