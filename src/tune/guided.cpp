#include "tune/guided.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace palamedes::tune {
namespace {

// A value that is that many standard errors better than it looks is what might still be.
constexpr double doubt = 3;

// Samples of each value that the model begins with: one at least, so that no value is unknown.
std::uint32_t samples_before(const GuidedSettings& settings) {
  return std::max<std::uint32_t>(settings.weight, 1);
}

}  // namespace

Guided::Guided(const Space& space, const GuidedSettings& settings, Rng rng)
    : space_(&space),
      settings_(settings),
      rng_(rng),
      model_(space, settings.lengths),
      until_screen_(settings.screen),
      neighbours_(settings.neighbours),
      ucb_(settings.neighbours + std::size_t{1}) {
  for (std::size_t i = 0; i < space.size(); ++i) {
    open_.push_back(space.allowed({}, 0, i));
    if (std::popcount(open_[i]) < 2) continue;
    tuned_ |= 1U << i;
    tuned_list_.push_back(static_cast<std::uint8_t>(i));
    for (std::uint32_t value = 0; value < space.count(i); ++value) {
      model_.assume(i, static_cast<std::uint8_t>(value), 0.5, samples_before(settings));
    }
  }
  model_.go_to(space.standard());
}

void Guided::set_features(const Features& features, std::span<const KnownGame> games) {
  if (has_begun_) return;
  const std::vector<double> effects = expected_effects(
      *space_, features, games, {.width = settings_.width, .without = settings_.without});
  if (std::all_of(effects.begin(), effects.end(), [](double each) { return each == 0; })) return;
  for (std::size_t i = 0; i < space_->size(); ++i) {
    for (std::uint32_t value = 0; value < space_->count(i); ++value) {
      model_.assume(i, static_cast<std::uint8_t>(value), 0.5 + effects[space_->offset(i) + value],
                    samples_before(settings_));
    }
  }
  model_.go_to(best_single_values());
}

// One parameter after the other takes the value with the highest mean that is still allowed. Of
// equals the search's own comes first.
Digits Guided::best_single_values() const {
  Digits digits{};
  for (std::size_t i = 0; i < space_->size(); ++i) {
    ValueSet allowed = space_->allowed(digits, (1U << i) - 1, i);
    if ((allowed & open_[i]) != 0) allowed &= open_[i];
    const std::span<const Landscape::Entry> values = model_.values_of(i);
    const std::uint8_t standard = space_->standard()[i];
    const bool can_be = (allowed >> standard & 1) != 0;
    digits[i] = can_be ? standard : static_cast<std::uint8_t>(std::countr_zero(allowed));
    for (ValueSet rest = allowed; rest != 0; rest &= rest - 1) {
      const auto value = static_cast<std::uint8_t>(std::countr_zero(rest));
      if (values[value].mean > values[digits[i]].mean) digits[i] = value;
    }
  }
  return digits;
}

Choice Guided::choose() {
  if (has_begun_) go_on();
  has_begun_ = true;
  model_.visit();
  return {.digits = model_.here()};
}

// Of a parameter that is still tuned any other open value; the parameter is size() if none is
// legal.
Space::Mutation Guided::draw_neighbour() {
  constexpr int enough_tries = 100;
  for (int tries = 0; tries < enough_tries; ++tries) {
    const auto parameters = static_cast<std::uint32_t>(tuned_list_.size());
    const std::size_t i = tuned_list_[rng_.below(parameters)];
    ValueSet others = open_[i] & ~(ValueSet{1} << model_.here()[i]);
    if (others == 0) continue;
    const auto count = static_cast<std::uint32_t>(std::popcount(others));
    for (std::uint32_t skip = rng_.below(count); skip > 0; --skip) others &= others - 1;
    const auto value = static_cast<std::uint8_t>(std::countr_zero(others));
    if (space_->is_free()) return {i, value};
    Digits changed = model_.here();
    changed[i] = value;
    if (space_->is_legal(changed)) return {i, value};
  }
  return {.parameter = space_->size()};
}

void Guided::go_on() {
  if (tuned_list_.empty()) return;
  for (Space::Mutation& each : neighbours_) each = draw_neighbour();
  model_.look_around(settings_.exploration);
  for (std::size_t i = 0; i < neighbours_.size(); ++i) {
    const auto [parameter, value] = neighbours_[i];
    ucb_[i] = parameter < space_->size() ? model_.ucb_of_neighbour(parameter, value) : -infinity;
  }
  ucb_.back() = model_.ucb_here();
  const std::uint32_t best = draw_largest(ucb_, rng_);
  if (best == neighbours_.size()) return;
  model_.go_to(neighbours_[best].parameter, neighbours_[best].value);
}

void Guided::reward(const Choice& choice, double payoff) {
  payoffs_.add(payoff);
  model_.reward(choice.digits, 0.5 + payoff - payoffs_.mean);
  if (settings_.screen == 0 || tuned_list_.empty() || --until_screen_ > 0) return;
  until_screen_ = settings_.screen;
  give_up_some();
}

void Guided::give_up_some() {
  for (const std::uint8_t i : tuned_list_) open_[i] = still_open(i);
  const Digits best = best_single_values();
  Digits next = model_.here();
  for (const std::uint8_t i : tuned_list_) {
    if ((open_[i] >> next[i] & 1) == 0) {
      const std::uint8_t before = std::exchange(next[i], best[i]);
      if (!space_->is_legal(next)) next[i] = before;
    }
    // where only a value that was given up is legal, it goes on
    const bool is_alone = std::popcount(open_[i]) == 1 && (open_[i] >> next[i] & 1) != 0;
    if (is_alone) tuned_ &= ~(1U << i);
  }
  std::erase_if(tuned_list_, [&](std::uint8_t i) { return !is_tuned(i); });
  model_.go_to(next);
}

ValueSet Guided::still_open(std::size_t parameter) const {
  const std::span<const Landscape::Entry> values = model_.values_of(parameter);
  const ValueSet open = open_[parameter];
  auto best = static_cast<std::uint8_t>(std::countr_zero(open));
  for (ValueSet rest = open; rest != 0; rest &= rest - 1) {
    const auto value = static_cast<std::uint8_t>(std::countr_zero(rest));
    if (values[value].mean > values[best].mean) best = value;
  }
  const double deviation = payoffs_.deviation();
  // what other games say is believed, but makes nothing certain
  const std::uint32_t before = samples_before(settings_);
  ValueSet left = ValueSet{1} << best;
  for (ValueSet rest = open; rest != 0; rest &= rest - 1) {
    const auto value = static_cast<std::uint8_t>(std::countr_zero(rest));
    const double samples = values[value].payoffs - before;
    const double error = samples > 0 ? deviation / std::sqrt(samples) : infinity;
    const bool can_be_better =
        values[value].mean + doubt * error >= values[best].mean + settings_.margin;
    if (can_be_better) left |= rest & -rest;
  }
  return left;
}

Digits Guided::best() const {
  Digits digits = model_.here();
  const Digits best = best_single_values();
  for (const std::uint8_t i : tuned_list_) digits[i] = best[i];
  return space_->is_legal(digits) ? digits : best;
}

}  // namespace palamedes::tune
