#include "tune/cma_es.h"

#include <algorithm>
#include <cmath>

namespace palamedes::tune {
namespace {

std::vector<double> random_point(std::size_t dimensions, Rng& rng) {
  std::vector<double> point(dimensions);
  for (double& each : point) each = rng.unit();
  return point;
}

}  // namespace

double repair(std::span<const double> point, std::span<double> repaired, double alpha) {
  double squares = 0;
  for (std::size_t i = 0; i < point.size(); ++i) {
    repaired[i] = std::clamp(point[i], 0.0, 1.0);
    squares += (point[i] - repaired[i]) * (point[i] - repaired[i]);
  }
  return alpha * std::sqrt(squares);
}

CmaEs::CmaEs(const Space& space, const CmaEsSettings& settings, Rng rng)
    : space_(&space),
      settings_(settings),
      rng_(rng),
      cma_(random_point(space.size(), rng_), settings.sigma, settings.population, Rng(rng_(), 1)) {
  begin_population();
}

Choice CmaEs::choose(std::span<double> values) {
  if (step_ != Step::decided && round_.is_complete()) advance();
  if (step_ == Step::decided) {
    denormalise(best_, values);
    return {.digits = bins_of(best_)};
  }
  const std::uint32_t member = round_.next(rng_);
  denormalise(repaired(member), values);
  return {.digits = bins_of(repaired(member)), .member = member, .round = round_.number()};
}

void CmaEs::reward(const Choice& choice, double payoff) {
  if (step_ == Step::decided || choice.round != round_.number()) return;
  round_.reward(choice.member, choice.round);
  Individual& individual = individuals_[choice.member];
  individual.payoff += (payoff - individual.payoff) / ++individual.payoffs;
}

void CmaEs::advance() {
  keep_best();
  if (step_ == Step::mean) {
    step_ = Step::decided;
    return;
  }
  fitness_.clear();
  for (const Individual& each : individuals_) fitness_.push_back(each.fitness());
  cma_.update(fitness_);
  if (cma_.is_stopped()) {
    begin_mean();
  } else {
    begin_population();
  }
}

void CmaEs::keep_best() {
  for (std::size_t j = 0; j < individuals_.size(); ++j) {
    if (individuals_[j].fitness() >= best_fitness_) continue;
    best_fitness_ = individuals_[j].fitness();
    best_.assign(repaired(j).begin(), repaired(j).end());
  }
}

void CmaEs::begin_population() {
  cma_.sample();
  individuals_.assign(cma_.lambda(), {});
  points_.resize(cma_.lambda() * space_->size());
  for (std::size_t j = 0; j < individuals_.size(); ++j) {
    individuals_[j].penalty =
        repair(cma_.individual(j), std::span(points_).subspan(j * space_->size(), space_->size()),
               settings_.penalty);
  }
  round_.begin(individuals_.size(), 1);
}

void CmaEs::begin_mean() {
  step_ = Step::mean;
  individuals_.assign(1, {});
  individuals_[0].penalty =
      repair(cma_.mean(), std::span(points_).first(space_->size()), settings_.penalty);
  round_.begin(1, 1);
}

void CmaEs::best(std::span<double> values) const {
  std::vector<double> point(best_);
  if (step_ != Step::decided) {
    point.resize(space_->size());
    repair(cma_.mean(), point, 0);
  }
  denormalise(point, values);
}

void CmaEs::denormalise(std::span<const double> point, std::span<double> values) const {
  for (std::size_t i = 0; i < space_->size(); ++i) {
    const Range interval = (*space_)[i].interval;
    const double value = interval.min + point[i] * (interval.max - interval.min);
    values[i] = (*space_)[i].kind == ParameterKind::integer ? std::round(value) : value;
  }
}

Digits CmaEs::bins_of(std::span<const double> point) const {
  Digits digits{};
  for (std::size_t i = 0; i < space_->size(); ++i) {
    digits[i] = static_cast<std::uint8_t>(std::min<double>(point[i] * bins, bins - 1));
  }
  return digits;
}

}  // namespace palamedes::tune
