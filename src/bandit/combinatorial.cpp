#include "bandit/combinatorial.h"

#include <algorithm>
#include <cmath>

namespace palamedes::bandit {
namespace {

constexpr double lowest_mean = 0.2;
constexpr double highest_mean = 0.8;

}  // namespace

std::size_t CombinatorialSettings::arms() const {
  std::size_t product = 1;
  for (std::size_t i = 0; i < parameters; ++i) product *= values;
  return product;
}

Combinatorial::Combinatorial(const CombinatorialSettings& settings, Rng& rng)
    : settings_(settings), means_(settings.arms()) {
  draw_means(rng);
  const auto [worst, best] = std::minmax_element(means_.begin(), means_.end());
  best_ = static_cast<std::size_t>(best - means_.begin());
  const double from = *worst;
  const double spread = std::max(*best - from, 1e-12);
  for (double& mean : means_)
    mean = lowest_mean + (highest_mean - lowest_mean) * (mean - from) / spread;
}

void Combinatorial::draw_means(Rng& rng) {
  const std::size_t values = settings_.values;
  // adds part(digit of i, digit of j) to each arm
  const auto add = [&](std::size_t i, std::size_t j, const auto& part) {
    const auto stride = [&](std::size_t parameter) {
      return static_cast<std::size_t>(
          std::llround(std::pow(static_cast<double>(values), static_cast<double>(parameter))));
    };
    const std::size_t stride_i = stride(i);
    const std::size_t stride_j = stride(j);
    for (std::size_t arm = 0; arm < means_.size(); ++arm) {
      means_[arm] += part(arm / stride_i % values, arm / stride_j % values);
    }
  };
  const double reach = std::max(1., static_cast<double>(values) - 1);
  for (std::size_t i = 0; i < settings_.parameters; ++i) {
    const double weight = 0.5 + rng.unit();
    const double target = rng.below(static_cast<std::uint32_t>(values));
    add(i, i, [&](std::size_t value, std::size_t) {
      return -weight * std::abs(static_cast<double>(value) - target) / reach;
    });
  }
  std::vector<double> parts(values * values);
  for (std::size_t i = 0; i < settings_.parameters; ++i) {
    for (std::size_t j = i + 1; j < settings_.parameters; ++j) {
      for (double& part : parts) part = settings_.interaction * (2 * rng.unit() - 1);
      add(i, j, [&](std::size_t u, std::size_t v) { return parts[u * values + v]; });
    }
  }
}

std::size_t Combinatorial::arm_of(std::span<const double> values) const {
  std::size_t arm = 0;
  for (std::size_t i = values.size(); i-- > 0;) {
    const auto digit = std::min(static_cast<std::size_t>(values[i]), settings_.values - 1);
    arm = arm * settings_.values + digit;
  }
  return arm;
}

std::vector<std::size_t> Combinatorial::best_values() const {
  std::vector<std::size_t> digits;
  for (std::size_t i = 0, rest = best_; i < settings_.parameters; ++i) {
    digits.push_back(rest % settings_.values);
    rest /= settings_.values;
  }
  return digits;
}

}  // namespace palamedes::bandit
