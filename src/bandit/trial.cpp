#include "bandit/trial.h"

#include <cmath>
#include <random>

#include "search/select/sufficiency.h"

namespace palamedes::bandit {
namespace {

using search::select::no_mean;
using search::select::sufficient_exploration;

// The largest of some values that are shown one after another, one of several at random.
class Best {
 public:
  void offer(std::size_t index, double value, Rng& rng) {
    if (value < value_) return;
    if (value > value_) {
      value_ = value;
      ties_ = 0;
    }
    // Each of n equals stays with probability 1 / n.
    if (++ties_ == 1 || rng.below(ties_) == 0) index_ = index;
  }
  [[nodiscard]] std::size_t index() const { return index_; }
  [[nodiscard]] double value() const { return value_; }

 private:
  std::size_t index_ = 0;
  double value_ = -std::numeric_limits<double>::infinity();
  std::uint32_t ties_ = 0;
};

// What is known of the arms in one task.
class Task {
 public:
  Task(const Model& model, const Policy& policy, const TrialSettings& settings, Rng& rng)
      : model_(model), policy_(policy), settings_(settings), rng_(rng), arms_(model.size()) {}

  void forget() {
    arms_.assign(model_.size(), Arm{});
    samples_ = 0;
    favourite_ = Best{};
  }

  // Samples once more and says which arm to bet on.
  std::size_t sample() {
    const std::size_t index = select();
    Arm& arm = arms_[index];
    arm.sum += payoff(model_[index].mean_after(arm.visits));
    ++arm.visits;
    arm.mean = arm.sum / arm.visits;
    arm.reach = 1 / std::sqrt(static_cast<double>(arm.visits));
    ++samples_;
    favourite_ = Best{};
    for (std::size_t i = 0; i < arms_.size(); ++i) favourite_.offer(i, arms_[i].mean, rng_);
    return favourite_.index();
  }

 private:
  struct Arm {
    double sum = 0;
    std::uint32_t visits = 0;
    double mean = no_mean;
    // The part of the exploration term that is the arm's own: sqrt(ln N / n) is this times
    // sqrt(ln N). Infinite before the first visit.
    double reach = std::numeric_limits<double>::infinity();
  };

  // An arm that was never sampled comes first whatever C is (docs/decisions.md).
  std::size_t select() {
    Best best;
    if (samples_ < arms_.size()) {
      for (std::size_t i = 0; i < arms_.size(); ++i) {
        if (arms_[i].visits == 0) best.offer(i, 0, rng_);
      }
      return best.index();
    }
    const double exploration =
        sufficient_exploration(policy_.exploration, favourite_.value(), policy_.threshold);
    const double scale = exploration * std::sqrt(std::log(static_cast<double>(samples_)));
    for (std::size_t i = 0; i < arms_.size(); ++i) {
      best.offer(i, arms_[i].mean + scale * arms_[i].reach, rng_);
    }
    return best.index();
  }

  double payoff(double mean) {
    constexpr double range = 4294967296;  // of the generator
    switch (settings_.payoff) {
      case Payoff::outcome:
        return rng_() < mean * range ? 1 : 0;
      case Payoff::normal:
        return std::normal_distribution(mean, settings_.deviation)(rng_);
      case Payoff::mean:
        break;
    }
    return mean;
  }

  const Model& model_;
  const Policy& policy_;
  const TrialSettings& settings_;
  Rng& rng_;
  std::vector<Arm> arms_;
  std::size_t samples_ = 0;
  Best favourite_;
};

}  // namespace

std::vector<double> run_trial(const Model& model, const Policy& policy,
                              const TrialSettings& settings, Rng& rng,
                              const std::function<bool()>& stop) {
  std::vector<double> ratio(settings.samples, 0);
  Task task(model, policy, settings, rng);
  for (std::size_t number = 0; number < settings.tasks; ++number) {
    if (stop && stop()) break;
    task.forget();
    for (double& wins : ratio) wins += model[task.sample()].wins() ? 1 : 0;
  }
  for (double& wins : ratio) wins /= static_cast<double>(settings.tasks);
  return ratio;
}

}  // namespace palamedes::bandit
