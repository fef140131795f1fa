#include "match/interval.h"

#include <cmath>

#include <boost/math/distributions/normal.hpp>

namespace palamedes::match {

double normal_quantile() {
  static const double quantile =
      boost::math::quantile(boost::math::complement(boost::math::normal(), 0.025));
  return quantile;
}

Estimate wilson_estimate(double mean, double games) {
  const double p = std::clamp(mean, 0.0, 1.0);
  if (!(games > 0)) return {p, 0, 1};
  const double z = normal_quantile();
  const double z2_by_n = z * z / games;
  const double centre = (p + z2_by_n / 2) / (1 + z2_by_n);
  const double half = z * std::sqrt(p * (1 - p) / games + z2_by_n / (4 * games)) / (1 + z2_by_n);
  // rounding must not move an end past the mean, or out of 0 to 1
  return {p, std::clamp(centre - half, 0.0, p), std::clamp(centre + half, p, 1.0)};
}

double games_for(double mean, double half) {
  constexpr double most = 1e12;
  const auto is_enough = [&](double games) { return wilson_estimate(mean, games).half() <= half; };
  double enough = 1;
  while (!is_enough(enough) && enough < most) enough *= 2;
  double too_few = std::floor(enough / 2);
  while (enough - too_few > 1) {
    const double middle = std::floor((enough + too_few) / 2);
    (is_enough(middle) ? enough : too_few) = middle;
  }
  return enough;
}

}  // namespace palamedes::match
