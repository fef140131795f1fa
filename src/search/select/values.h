#pragma once
// Values of a move in a node, as the thesis writes them. Payoffs are from 0 to 1.

#include <cmath>

namespace palamedes::search {

// C * sqrt(ln n_s / n_a), the second term of formula 2.3. `log_visits` is ln n_s.
inline double exploration(double c, double log_visits, double move_visits) {
  return c * std::sqrt(log_visits / move_visits);
}

// Formula 2.3.
inline double uct(double mean, double c, double log_visits, double move_visits) {
  return mean + exploration(c, log_visits, move_visits);
}

// The weight of AMAF statistics in formula 5.1: sqrt(K / (3 n_s + K)).
inline double amaf_weight(double k, double visits) {
  if (std::isinf(k)) return 1;
  return k <= 0 ? 0 : std::sqrt(k / (3 * visits + k));
}

// Gelly and Silver (2011): n' / (n + n' + 4 n n' b^2), with n visits of the move in the node, n'
// occurrences below it, and the bias b.
inline double amaf_weight_by_bias(double move_visits, double amaf_visits, double bias) {
  const double all = move_visits + amaf_visits + 4 * move_visits * amaf_visits * bias * bias;
  return all > 0 ? amaf_visits / all : 0;
}

// The first two terms of formula 5.1. A side without weight may be infinite.
inline double blend(double mean, double amaf_mean, double weight) {
  if (weight >= 1) return amaf_mean;
  return (1 - weight) * mean + weight * amaf_mean;
}

// The last term of formula 2.4: global mean of the move times W / ((1 - q) n + 1).
inline double history_bias(double global_mean, double w, double mean, double move_visits) {
  return global_mean * w / ((1 - mean) * move_visits + 1);
}

// Value of a move that was never tried, as if it had been tried once and ended in a draw. The less
// of the node is unexplored, the less its exploration counts (Unexplored Action Urgency).
inline double urgency(double c, double log_visits, double untried, double moves) {
  return 0.5 + exploration(c, log_visits, 1) * untried / moves;
}

// Lower bound of the secure child.
inline double secure(double mean, double a, double move_visits) {
  return mean - a / std::sqrt(move_visits);
}

}  // namespace palamedes::search
