#include "lab/statistics.h"

#include <algorithm>
#include <cmath>

namespace palamedes::lab {
namespace {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

// The inverse of a symmetric positive definite matrix, by elimination.
Matrix inverse(Matrix matrix) {
  const std::size_t n = matrix.size();
  Matrix result(n, Vector(n, 0));
  for (std::size_t i = 0; i < n; ++i) result[i][i] = 1;
  for (std::size_t pivot = 0; pivot < n; ++pivot) {
    const double scale = 1 / matrix[pivot][pivot];
    for (std::size_t column = 0; column < n; ++column) {
      matrix[pivot][column] *= scale;
      result[pivot][column] *= scale;
    }
    for (std::size_t row = 0; row < n; ++row) {
      const double factor = matrix[row][pivot];
      if (row == pivot || factor == 0) continue;
      for (std::size_t column = 0; column < n; ++column) {
        matrix[row][column] -= factor * matrix[pivot][column];
        result[row][column] -= factor * result[pivot][column];
      }
    }
  }
  return result;
}

// Everybody is reached from player 0 by the arrows of `scores` from winner to loser, or turned.
bool reaches_all(std::size_t players, std::span<const Score> scores, bool turned) {
  std::vector<bool> reached(players, false);
  reached[0] = true;
  for (bool more = true; more;) {
    more = false;
    for (const Score& score : scores) {
      const auto follow = [&](std::size_t from, std::size_t to, double points) {
        if (points > 0 && reached[from] && !reached[to]) more = reached[to] = true;
      };
      follow(turned ? score.second : score.first, turned ? score.first : score.second,
             score.first_points);
      follow(turned ? score.first : score.second, turned ? score.second : score.first,
             score.second_points);
    }
  }
  return std::find(reached.begin(), reached.end(), false) == reached.end();
}

class BradleyTerry {
 public:
  BradleyTerry(std::size_t players, std::span<const Score> scores)
      : scores_(scores), strengths_(players, 0) {}

  // Newton's method; the likelihood is concave.
  void climb() {
    constexpr int most_steps = 200;
    constexpr double longest = 1;
    for (int i = 0; i < most_steps; ++i) {
      const Vector slope = gradient();
      const Matrix inverted = inverse(information());
      Vector step(strengths_.size(), 0);
      double length = 0;
      for (std::size_t row = 0; row < step.size(); ++row) {
        for (std::size_t column = 0; column < step.size(); ++column) {
          step[row] += inverted[row][column] * slope[column];
        }
        length = std::max(length, std::abs(step[row]));
      }
      const double scale = length > longest ? longest / length : 1;
      for (std::size_t row = 0; row < step.size(); ++row) strengths_[row] += scale * step[row];
      if (length < 1e-12) return;
    }
  }

  [[nodiscard]] std::vector<Estimate> ratings() const {
    const double elo = 400 / std::log(10.0);
    const double share = 1 / static_cast<double>(strengths_.size());
    const Matrix inverted = inverse(information());
    std::vector<Estimate> ratings;
    for (std::size_t i = 0; i < strengths_.size(); ++i) {
      // what fixes the mean is no information about the players
      const double variance = std::max(0.0, inverted[i][i] - share);
      ratings.push_back(
          Estimate::around(elo * strengths_[i], elo * half_of(strengths_[i], variance)));
    }
    return ratings;
  }

 private:
  // Of the interval of a strength. The lead over the mean of the others is n / (n - 1) times the
  // strength, as the mean of all is 0.
  [[nodiscard]] double half_of(double strength, double variance) const {
    if (strengths_.size() < 2 || variance <= 0) return 0;
    const auto n = static_cast<double>(strengths_.size());
    const double lead = std::abs(strength) * n / (n - 1);
    const double p = 1 / (1 + std::exp(-lead));
    const double lead_variance = variance * (n / (n - 1)) * (n / (n - 1));
    const double games = 1 / (lead_variance * p * (1 - p));
    const double low = match::wilson_estimate(p, games).low;
    return (lead - std::log(low / (1 - low))) * (n - 1) / n;
  }

  [[nodiscard]] double expected(const Score& score) const {
    return 1 / (1 + std::exp(strengths_[score.second] - strengths_[score.first]));
  }

  [[nodiscard]] Vector gradient() const {
    Vector slope(strengths_.size(), 0);
    for (const Score& score : scores_) {
      const double games = score.first_points + score.second_points;
      const double surplus = score.first_points - games * expected(score);
      slope[score.first] += surplus;
      slope[score.second] -= surplus;
    }
    return slope;
  }

  // Minus the Hessian. Adding a constant to all strengths changes nothing, which leaves one
  // direction without information; a share for everybody fills it and keeps the mean at 0.
  [[nodiscard]] Matrix information() const {
    const std::size_t n = strengths_.size();
    Matrix matrix(n, Vector(n, 1 / static_cast<double>(n)));
    for (const Score& score : scores_) {
      const double p = expected(score);
      const double weight = (score.first_points + score.second_points) * p * (1 - p);
      matrix[score.first][score.first] += weight;
      matrix[score.second][score.second] += weight;
      matrix[score.first][score.second] -= weight;
      matrix[score.second][score.first] -= weight;
    }
    return matrix;
  }

  std::span<const Score> scores_;
  Vector strengths_;
};

}  // namespace

bool overlap(const Estimate& a, const Estimate& b) { return a.low <= b.high && b.low <= a.high; }

int side_of(const Estimate& estimate, double value) {
  if (estimate.low > value) return 1;
  return estimate.high < value ? -1 : 0;
}

int robustness(std::span<const Estimate> games, double even) {
  int sum = 0;
  for (const Estimate& game : games) sum += side_of(game, even);
  return sum;
}

Estimate average(std::span<const Estimate> games) {
  double sum = 0;
  double below = 0;
  double above = 0;
  for (const Estimate& game : games) {
    sum += game.value;
    below += (game.value - game.low) * (game.value - game.low);
    above += (game.high - game.value) * (game.high - game.value);
  }
  const double count = static_cast<double>(std::max<std::size_t>(1, games.size()));
  return {sum / count, (sum - std::sqrt(below)) / count, (sum + std::sqrt(above)) / count};
}

std::optional<std::vector<Estimate>> elo_ratings(std::size_t players,
                                                 std::span<const Score> scores) {
  if (players == 0 || !reaches_all(players, scores, false) || !reaches_all(players, scores, true)) {
    return std::nullopt;
  }
  BradleyTerry model(players, scores);
  model.climb();
  return model.ratings();
}

}  // namespace palamedes::lab
