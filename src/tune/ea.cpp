#include "tune/ea.h"

#include <algorithm>
#include <numeric>

namespace palamedes::tune {

Evolution::Evolution(const Space& space, const EaSettings& settings, Rng rng)
    : space_(&space),
      settings_(settings),
      rng_(rng),
      elite_(std::min(settings.elite, settings.population)),
      population_(settings.population),
      ranked_(settings.population),
      lots_(settings.population) {
  for (Individual& each : population_) each = {.genes = space.draw(rng_), .name = names_++};
  std::iota(ranked_.begin(), ranked_.end(), 0U);
  round_.begin(population_.size(), 1);
}

Choice Evolution::choose() {
  if (round_.is_complete()) evolve();
  const std::uint32_t member = round_.next(rng_);
  return {.digits = population_[member].genes,
          .combination = population_[member].name,
          .member = member,
          .round = round_.number()};
}

void Evolution::reward(const Choice& choice, double payoff) {
  round_.reward(choice.member, choice.round);
  Individual& individual = population_[choice.member];
  if (individual.name != choice.combination) return;  // it has died
  individual.fitness += (payoff - individual.fitness) / ++individual.payoffs;
}

void Evolution::evolve() {
  for (std::uint32_t& lot : lots_) lot = rng_();
  const auto is_fitter = [&](std::uint32_t a, std::uint32_t b) {
    const double difference = population_[a].fitness - population_[b].fitness;
    return difference != 0 ? difference > 0 : lots_[a] > lots_[b];
  };
  if (elite_ < ranked_.size()) {
    std::nth_element(ranked_.begin(), ranked_.begin() + elite_, ranked_.end(), is_fitter);
  }
  for (std::size_t i = elite_; i < ranked_.size(); ++i) {
    population_[ranked_[i]] = {.genes = child(), .name = names_++};
  }
  for (std::size_t i = 0; i < elite_ && !settings_.keep; ++i) {
    Individual& individual = population_[ranked_[i]];
    individual = {.genes = individual.genes, .name = names_++};
  }
  round_.begin(population_.size(), 1);
}

Digits Evolution::child() {
  if (rng_.chance(settings_.crossover)) {
    const Digits& one = parent();
    return cross(one, parent());
  }
  Digits genes = parent();
  space_->mutate(genes, rng_);
  return genes;
}

// Uniform crossover. Both parents are legal, so some mixture is: at worst one of them.
Digits Evolution::cross(const Digits& one, const Digits& other) {
  Digits genes{};
  do {
    const std::uint32_t coins = rng_();
    for (std::size_t i = 0; i < space_->size(); ++i) {
      genes[i] = (coins >> i & 1) != 0 ? one[i] : other[i];
    }
  } while (!space_->is_free() && !space_->is_legal(genes));
  return genes;
}

Digits Evolution::best() const {
  const auto found = std::max_element(
      population_.begin(), population_.end(), [](const Individual& a, const Individual& b) {
        return a.payoffs != b.payoffs ? a.payoffs < b.payoffs : a.fitness < b.fitness;
      });
  return found->genes;
}

}  // namespace palamedes::tune
