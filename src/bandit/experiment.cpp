#include "bandit/experiment.h"

#include <algorithm>
#include <cmath>

namespace palamedes::bandit {
namespace {

// What a model's random numbers are for.
enum class Stream : std::uint8_t { paths, samples };

Rng make_rng(const Settings& settings, std::size_t model, Stream stream) {
  return Rng(settings.seed, model * 2 + static_cast<std::size_t>(stream));
}

void add_all(std::vector<Moments>& curve, std::span<const double> values,
             std::span<const double> base) {
  for (std::size_t i = 0; i < curve.size(); ++i) curve[i].add(values[i] - base[i]);
}

}  // namespace

std::size_t Settings::winners() const {
  const double share = static_cast<double>(arms) * winning_percent / 100;
  return std::clamp<std::size_t>(static_cast<std::size_t>(std::lround(share)), 1, arms);
}

Result<Model> draw_model(const Settings& settings, std::size_t number) {
  Rng rng = make_rng(settings, number, Stream::paths);
  Model model;
  for (std::size_t arm = 0; arm < settings.arms; ++arm) {
    auto path = draw_path(settings.path, arm < settings.winners(), rng);
    if (!path) return tl::unexpected(std::move(path.error()));
    model.push_back(std::move(*path));
  }
  return model;
}

Result<Curves> run_experiment(const Settings& settings, std::span<const Policy> policies,
                              const Progress& progress, const std::function<bool()>& stop) {
  const std::size_t samples = settings.trial.samples;
  const std::vector<double> zero(samples, 0);
  Curves curves;
  curves.ratio.assign(policies.size(), std::vector<Moments>(samples));
  curves.gain = curves.ratio;
  for (std::size_t number = 0; number < settings.models; ++number) {
    if (progress) progress(number);
    const auto model = draw_model(settings, number);
    if (!model) return tl::unexpected(model.error());
    std::vector<std::vector<double>> ratios;
    for (const Policy& policy : policies) {
      Rng rng = make_rng(settings, number, Stream::samples);
      ratios.push_back(run_trial(*model, policy, settings.trial, rng, stop));
    }
    if (stop && stop()) break;  // the last trial may be half done
    for (std::size_t policy = 0; policy < policies.size(); ++policy) {
      add_all(curves.ratio[policy], ratios[policy], zero);
      add_all(curves.gain[policy], ratios[policy], ratios.front());
    }
    ++curves.models;
  }
  return curves;
}

}  // namespace palamedes::bandit
