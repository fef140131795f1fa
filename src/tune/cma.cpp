#include "tune/cma.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include <Eigen/Core>
#include <Eigen/Eigenvalues>

#include "tune/choice.h"

namespace palamedes::tune {
namespace {

// Of at most so many dimensions: then they need no heap.
constexpr int most = max_parameters;
using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, most, 1>;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, most, most>;
using Population = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, most, Eigen::Dynamic>;

double sum_of(std::span<const double> numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

double square(double number) { return number * number; }

// (sum w)^2 / sum w^2
double effective_count(std::span<const double> weights) {
  double squares = 0;
  for (const double weight : weights) squares += square(weight);
  return squares == 0 ? 0 : square(sum_of(weights)) / squares;
}

}  // namespace

std::size_t CmaConstants::default_lambda(std::size_t dimensions) {
  return 4 + static_cast<std::size_t>(3 * std::log(static_cast<double>(dimensions)));
}

// Formulas 49 to 58.
CmaConstants::CmaConstants(std::size_t dimensions, std::size_t lambda) {
  const double n = static_cast<double>(dimensions);
  for (std::size_t i = 1; i <= lambda; ++i) {
    weights.push_back(std::log((static_cast<double>(lambda) + 1) / 2) -
                      std::log(static_cast<double>(i)));
  }
  mu = lambda / 2;
  const std::span positive = std::span(weights).first(mu);
  const std::span negative = std::span(weights).subspan(mu);
  mu_eff = effective_count(positive);
  const double mu_eff_negative = effective_count(negative);

  constexpr double alpha_cov = 2;
  c_1 = alpha_cov / (square(n + 1.3) + mu_eff);
  c_mu = std::min(1 - c_1,
                  alpha_cov * (mu_eff - 2 + 1 / mu_eff) / (square(n + 2) + alpha_cov * mu_eff / 2));
  c_sigma = (mu_eff + 2) / (n + mu_eff + 5);
  d_sigma = 1 + 2 * std::max(0., std::sqrt((mu_eff - 1) / (n + 1)) - 1) + c_sigma;
  c_c = (4 + mu_eff / n) / (n + 4 + 2 * mu_eff / n);
  chi = std::sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));

  const double positive_sum = sum_of(positive);
  const double negative_sum = -sum_of(negative);
  const double by_rates = c_mu > 0 ? 1 + c_1 / c_mu : 1;
  const double by_count = 1 + 2 * mu_eff_negative / (mu_eff + 2);
  const double by_definiteness = c_mu > 0 ? (1 - c_1 - c_mu) / (n * c_mu) : by_count;
  const double scale = std::min({by_rates, by_count, by_definiteness});
  for (double& weight : positive) weight /= positive_sum;
  for (double& weight : negative) weight *= negative_sum > 0 ? scale / negative_sum : 0;
}

struct Cma::State {
  State(std::span<const double> start, double step, std::size_t lambda, Rng random)
      : constants(start.size(), lambda),
        rng(random),
        mean(Eigen::Map<const Vector>(start.data(), static_cast<Eigen::Index>(start.size()))),
        sigma(step),
        first_sigma(step),
        population(mean.size(), static_cast<Eigen::Index>(lambda)),
        path_sigma(Vector::Zero(mean.size())),
        path_c(path_sigma),
        c(Matrix::Identity(mean.size(), mean.size())),
        b(c),
        d(Vector::Ones(mean.size())),
        ranked(lambda) {}

  // C^(-1/2) y
  [[nodiscard]] Vector whitened(const Vector& y) const {
    return b * (b.transpose() * y).cwiseQuotient(d);
  }

  void decompose() {
    c = (c + c.transpose().eval()) / 2;
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(c);
    is_broken = solver.info() != Eigen::Success || !(solver.eigenvalues().minCoeff() > 0);
    if (is_broken) return;
    b = solver.eigenvectors();
    d = solver.eigenvalues().cwiseSqrt();
  }

  CmaConstants constants;
  Rng rng;
  std::normal_distribution<double> normal;
  Vector mean;
  double sigma;
  double first_sigma;
  Population population;  // one individual in each column
  Vector path_sigma;
  Vector path_c;
  Matrix c;
  Matrix b;
  Vector d;
  std::vector<Eigen::Index> ranked;
  std::size_t generations = 0;
  bool is_broken = false;  // C has lost its definiteness to rounding
};

Cma::Cma(std::span<const double> mean, double sigma, std::size_t lambda, Rng rng)
    : state_(std::make_unique<State>(
          mean, sigma, lambda == 0 ? CmaConstants::default_lambda(mean.size()) : lambda, rng)) {}
Cma::Cma(Cma&&) noexcept = default;
Cma& Cma::operator=(Cma&&) noexcept = default;
Cma::~Cma() = default;

const CmaConstants& Cma::constants() const { return state_->constants; }
std::span<const double> Cma::mean() const {
  return {state_->mean.data(), static_cast<std::size_t>(state_->mean.size())};
}
double Cma::sigma() const { return state_->sigma; }
double Cma::covariance(std::size_t row, std::size_t column) const {
  return state_->c(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column));
}

void Cma::sample() {
  State& s = *state_;
  Vector z(s.mean.size());
  for (Eigen::Index j = 0; j < s.population.cols(); ++j) {
    for (double& each : z) each = s.normal(s.rng);
    s.population.col(j) = s.mean + s.sigma * (s.b * s.d.cwiseProduct(z));
  }
}

std::span<const double> Cma::individual(std::size_t j) const {
  const auto column = state_->population.col(static_cast<Eigen::Index>(j));
  return {column.data(), static_cast<std::size_t>(column.size())};
}

void Cma::replace(std::size_t j, std::span<const double> point) {
  state_->population.col(static_cast<Eigen::Index>(j)) =
      Eigen::Map<const Vector>(point.data(), static_cast<Eigen::Index>(point.size()));
}

void Cma::update(std::span<const double> fitness) {
  State& s = *state_;
  const CmaConstants& k = s.constants;
  const double n = static_cast<double>(s.mean.size());
  std::iota(s.ranked.begin(), s.ranked.end(), Eigen::Index{0});
  std::sort(s.ranked.begin(), s.ranked.end(), [&](Eigen::Index a, Eigen::Index b) {
    const double difference =
        fitness[static_cast<std::size_t>(a)] - fitness[static_cast<std::size_t>(b)];
    return difference != 0 ? difference < 0 : a < b;
  });
  const auto step = [&](std::size_t rank) -> Vector {  // y_{i:lambda}
    return (s.population.col(s.ranked[rank]) - s.mean) / s.sigma;
  };

  Vector mean_step = Vector::Zero(s.mean.size());  // <y>_w
  for (std::size_t i = 0; i < k.mu; ++i) mean_step += k.weights[i] * step(i);

  s.path_sigma = (1 - k.c_sigma) * s.path_sigma +
                 std::sqrt(k.c_sigma * (2 - k.c_sigma) * k.mu_eff) * s.whitened(mean_step);
  const double length = s.path_sigma.norm();
  ++s.generations;
  const double settled =
      std::sqrt(1 - std::pow(1 - k.c_sigma, 2 * static_cast<double>(s.generations)));
  const double h = length / settled < (1.4 + 2 / (n + 1)) * k.chi ? 1 : 0;
  s.path_c = (1 - k.c_c) * s.path_c + h * std::sqrt(k.c_c * (2 - k.c_c) * k.mu_eff) * mean_step;

  Matrix rank_mu = Matrix::Zero(s.c.rows(), s.c.cols());
  for (std::size_t i = 0; i < k.weights.size(); ++i) {
    const Vector y = step(i);
    double weight = k.weights[i];
    if (weight < 0) weight *= n / std::max(s.whitened(y).squaredNorm(), 1e-300);
    rank_mu += weight * y * y.transpose();
  }
  const double lost = (1 - h) * k.c_c * (2 - k.c_c);
  s.c *= 1 + k.c_1 * lost - k.c_1 - k.c_mu * sum_of(k.weights);
  s.c += k.c_1 * s.path_c * s.path_c.transpose() + k.c_mu * rank_mu;

  s.mean += s.sigma * mean_step;
  s.sigma *= std::exp(k.c_sigma / k.d_sigma * (length / k.chi - 1));
  s.decompose();
}

bool Cma::is_stopped() const {
  const State& s = *state_;
  constexpr double worst_condition = 1e14;
  constexpr double smallest_step = 1e-12;
  constexpr double largest_step = 1e4;
  if (s.is_broken || !std::isfinite(s.sigma)) return true;
  const double longest = s.d.maxCoeff();
  if (square(longest / s.d.minCoeff()) > worst_condition) return true;
  if (s.sigma * longest > largest_step * s.first_sigma) return true;
  const double least = smallest_step * s.first_sigma;
  const Vector deviations = s.sigma * s.c.diagonal().cwiseSqrt();
  if (deviations.maxCoeff() < least && (s.sigma * s.path_c).cwiseAbs().maxCoeff() < least) {
    return true;
  }
  const auto axis = static_cast<Eigen::Index>(s.generations % static_cast<std::size_t>(s.d.size()));
  const Vector along = s.mean + 0.1 * s.sigma * s.d[axis] * s.b.col(axis);
  if (along == s.mean) return true;
  const Vector aside = s.mean + 0.2 * deviations;
  return (aside.array() == s.mean.array()).any();
}

}  // namespace palamedes::tune
