#include "search/playout/draw.h"

#include <algorithm>
#include <cmath>

namespace palamedes::search::playout {

std::size_t draw_best(std::span<const float> scores, Rng& rng) {
  float best = scores[0];
  std::size_t first = 0;
  std::uint32_t ties = 1;
  for (std::size_t i = 1; i < scores.size(); ++i) {
    if (scores[i] > best) {
      best = scores[i];
      first = i;
      ties = 1;
    } else if (scores[i] == best) {
      ++ties;
    }
  }
  if (ties == 1) return first;
  std::size_t place = first;
  for (std::uint32_t rank = rng.below(ties); rank > 0; --rank) {
    do {
      ++place;
    } while (scores[place] != best);
  }
  return place;
}

std::size_t draw_in_proportion(std::span<const double> odds, double sum, Rng& rng) {
  double rest = rng.unit() * sum;
  std::size_t last = 0;  // rounding can leave a rest beyond the end: the last possible one takes it
  for (std::size_t i = 0; i < odds.size(); ++i) {
    if (odds[i] <= 0) continue;
    last = i;
    rest -= odds[i];
    if (rest < 0) break;
  }
  return last;
}

std::size_t draw_gibbs(std::span<const float> scores, double scaled_tau, std::span<double> odds,
                       Rng& rng) {
  // only differences matter, and those to the best cannot overflow
  const float best = *std::max_element(scores.begin(), scores.end());
  if (std::isinf(best)) return draw_best(scores, rng);
  const auto steepness = static_cast<float>(1 / scaled_tau);
  double sum = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    odds[i] = static_cast<double>(std::exp((scores[i] - best) * steepness));
    sum += odds[i];
  }
  return draw_in_proportion(odds, sum, rng);
}

}  // namespace palamedes::search::playout
