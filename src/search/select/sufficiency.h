#pragma once
// Sufficiency threshold: once a move is good enough, exploration stops.
// Gudmundsson and Björnsson, "Sufficiency-Based Selection Strategy for MCTS" (2013): formula (2)
// with a fixed threshold, and the version of section 4.3, which learns what good enough means.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/moments.h"
#include "base/params.h"
#include "base/rng.h"

namespace palamedes::search::select {

enum class Sufficiency : std::uint8_t { none, fixed, adaptive };

// Which side of the differences so far makes the probability (docs/decisions.md).
enum class DifferenceSide : std::uint8_t {
  below,  // how many were smaller than now: the better the best move stands, the less exploration
  above,  // how many were larger than now, which is what the paper's text says
};

}  // namespace palamedes::search::select

namespace palamedes {

template <>
inline constexpr std::array<std::string_view, 3> names_of<search::select::Sufficiency> = {
    "none", "fixed", "adaptive"};
template <>
inline constexpr std::array<std::string_view, 2> names_of<search::select::DifferenceSide> = {
    "below", "above"};

namespace search::select {

struct SufficiencyParameters {
  Sufficiency kind = Sufficiency::none;
  double alpha = 0.6;
  double floor = 0.1;
  DifferenceSide side = DifferenceSide::below;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("sufficiency", kind,
          "stop exploring once a move is good enough: never, by a fixed alpha, or adaptively");
    visit("alpha", alpha, Range{0, 1}, "sufficiency=fixed: value above which a move is sufficient");
    visit("floor", floor, Range{0, 1},
          "sufficiency=adaptive: least probability of selecting as usual");
    visit("side", side,
          "sufficiency=adaptive: exploring stops with the probability of a smaller (below) or a "
          "larger (above) lead than now");
  }
};

// No move was tried: worse than every threshold.
inline constexpr double no_mean = -std::numeric_limits<double>::infinity();

// The highest Q(s,a), out of the sum of payoffs and the number of visits per move. Moves without
// visits have no mean.
[[nodiscard]] inline double best_mean(std::span<const double> sums,
                                      std::span<const std::uint32_t> visits) {
  double best = no_mean;
  for (std::size_t move = 0; move < sums.size(); ++move) {
    if (visits[move] > 0) best = std::max(best, sums[move] / visits[move]);
  }
  return best;
}

// Formula (2): what takes the place of C. All moves are at most at the threshold exactly if the
// best is.
[[nodiscard]] constexpr double sufficient_exploration(double exploration, double best,
                                                      double threshold) {
  return best > threshold ? 0 : exploration;
}

// Payoffs of the simulations of one class: those that ended in a victory, or the others.
struct PayoffClass {
  std::uint64_t count = 0;
  double sum = 0;

  void add(double payoff) {
    ++count;
    sum += payoff;
  }
  [[nodiscard]] double mean() const { return sum / static_cast<double>(count); }
};

// The payoff d that belongs to either class with equal likelihood, if both spread alike. Without
// both classes there is no such payoff.
[[nodiscard]] inline std::optional<double> discriminant(const PayoffClass& wins,
                                                        const PayoffClass& others) {
  if (wins.count == 0 || others.count == 0) return std::nullopt;
  const auto win_count = static_cast<double>(wins.count);
  const auto other_count = static_cast<double>(others.count);
  return (other_count * wins.mean() + win_count * others.mean()) / (other_count + win_count);
}

// The statistical Q-function: how likely a standard normal variable is larger.
[[nodiscard]] inline double upper_tail(double z) { return std::erfc(z / std::numbers::sqrt2) / 2; }

struct AdaptiveSufficiency {
  // Selection keeps exploring at least this often.
  double exploration_floor = 0.1;
  DifferenceSide side = DifferenceSide::below;
};

// With which probability the next selection leaves exploration out. `difference` is Q_max - d now,
// `previous` are those of all simulations before. Without a spread there is nothing to compare
// with, and exploration stays.
[[nodiscard]] inline double unplug_probability(double difference, const Moments& previous,
                                               const AdaptiveSufficiency& settings = {}) {
  const double deviation = previous.deviation();
  if (deviation == 0) return 0;
  const double z = (difference - previous.mean) / deviation;
  const double likely = upper_tail(settings.side == DifferenceSide::above ? z : -z);
  return std::min(likely, 1 - settings.exploration_floor);
}

// The threshold in a tree: decides for each selection whether exploring is still worth it. The
// adaptive version learns per role: which payoffs simulations end with, and how the best move of
// the role's first selection of each simulation stood to the payoff that parts wins from the rest.
class SufficiencyThreshold {
 public:
  // `c` is the exploration constant that holds as long as nothing is sufficient.
  SufficiencyThreshold(const SufficiencyParameters& parameters, double c, std::size_t roles)
      : learns_(parameters.kind == Sufficiency::adaptive),
        parameters_(parameters),
        c_(c),
        roles_(roles) {}

  // For the next selections; what was asked for at first still decides about learning.
  void use(const SufficiencyParameters& parameters, double c) {
    parameters_ = parameters;
    c_ = c;
  }

  // The exploration constant for this selection. Rows as in Candidates. `sampled`: the role has
  // selected before in this simulation; afterwards it has.
  double exploration(std::size_t role, std::span<const double> visits,
                     std::span<const double> means, char& sampled, Rng& rng) {
    if (parameters_.kind == Sufficiency::none) return c_;
    double best = no_mean;
    for (std::size_t i = 0; i < visits.size(); ++i) {
      if (visits[i] > 0) best = std::max(best, means[i]);
    }
    if (parameters_.kind == Sufficiency::fixed) {
      return sufficient_exploration(c_, best, parameters_.alpha);
    }
    return best == no_mean ? c_ : adaptive(roles_[role], best, sampled, rng);
  }

  void learn(std::span<const double> payoffs) {
    if (!learns_) return;
    for (std::size_t role = 0; role < roles_.size(); ++role) {
      (is_win(payoffs, role) ? roles_[role].wins : roles_[role].others).add(payoffs[role]);
    }
  }

 private:
  struct ByRole {
    PayoffClass wins;
    PayoffClass others;
    Moments differences;
  };

  static bool is_win(std::span<const double> payoffs, std::size_t role) {
    if (payoffs.size() == 1) return payoffs[role] >= 1;
    for (std::size_t other = 0; other < payoffs.size(); ++other) {
      if (other != role && payoffs[other] >= payoffs[role]) return false;
    }
    return true;
  }

  double adaptive(ByRole& role, double best, char& sampled, Rng& rng) const {
    const std::optional<double> border = discriminant(role.wins, role.others);
    if (!border) return c_;
    const double difference = best - *border;
    const double unplug =
        unplug_probability(difference, role.differences,
                           {.exploration_floor = parameters_.floor, .side = parameters_.side});
    if (sampled == 0) role.differences.add(difference);
    sampled = 1;
    return rng.chance(unplug) ? 0 : c_;
  }

  bool learns_;
  SufficiencyParameters parameters_;
  double c_;
  std::vector<ByRole> roles_;
};

}  // namespace search::select
}  // namespace palamedes
