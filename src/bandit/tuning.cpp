#include "bandit/tuning.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "tune/tuner.h"

namespace palamedes::bandit {
namespace {

using tune::Choice;
using tune::Space;
using tune::Tuner;

// What a model's random numbers are for.
enum class Stream : std::uint8_t { means, payoffs };

Rng make_rng(const TuningSettings& settings, std::size_t model, Stream stream) {
  return Rng(settings.seed, model * 2 + static_cast<std::size_t>(stream));
}

// Parameters p0, p1, ... with the values 0, 1, ...; as intervals each value has one unit.
Result<Space> make_space(const CombinatorialSettings& bandit, tune::SpaceKind kind) {
  std::vector<Parameter> known;
  std::vector<tune::Wanted> wanted;
  for (std::size_t i = 0; i < bandit.parameters; ++i) {
    Parameter parameter{.name = fmt::format("p{}", i), .value = "0"};
    for (std::size_t value = 0; value < bandit.values; ++value) {
      parameter.domain.push_back(static_cast<double>(value));
    }
    tune::Wanted& each = wanted.emplace_back(tune::Wanted{.name = parameter.name});
    if (kind == tune::SpaceKind::continuous) {
      each.interval = Range{0, static_cast<double>(bandit.values)};
    }
    known.push_back(std::move(parameter));
  }
  return Space::make(wanted, known, {}, kind);
}

// The mean regret so far, after every `every` samples.
std::vector<double> run(const TuningSettings& settings, const Combinatorial& model, Tuner& tuner,
                        Rng rng) {
  std::vector<double> curve;
  std::vector<double> values(settings.bandit.parameters);
  std::vector<std::pair<Choice, double>> under_way(std::max<std::size_t>(settings.lanes, 1));
  double regret = 0;
  for (std::size_t samples = 0; samples < settings.samples;) {
    const std::size_t batch = std::min(under_way.size(), settings.samples - samples);
    for (std::size_t lane = 0; lane < batch; ++lane) {
      const Choice choice = tuner.choose(values);
      const double mean = model.mean(values);
      under_way[lane] = {choice, rng.chance(mean) ? 1 : 0};
      regret += model.best_mean() - mean;
      if (++samples % settings.every == 0) curve.push_back(regret / static_cast<double>(samples));
    }
    for (std::size_t lane = 0; lane < batch; ++lane) {
      tuner.reward(under_way[lane].first, under_way[lane].second);
    }
  }
  return curve;
}

}  // namespace

Result<Regrets> run_tuning(const TuningSettings& settings,
                           std::span<const tune::Settings> strategies,
                           const std::function<void(std::size_t)>& progress,
                           const std::function<bool()>& stop) {
  Regrets regrets;
  regrets.mean.assign(strategies.size(), std::vector<Moments>(settings.samples / settings.every));
  std::vector<std::shared_ptr<const Space>> spaces;
  for (const tune::Settings& strategy : strategies) {
    auto space = make_space(settings.bandit, tune::space_kind(strategy));
    if (!space) return tl::unexpected(space.error());
    spaces.push_back(std::make_shared<const Space>(std::move(*space)));
  }
  for (std::size_t number = 0; number < settings.models; ++number) {
    if (progress) progress(number);
    Rng rng = make_rng(settings, number, Stream::means);
    const Combinatorial model(settings.bandit, rng);
    std::vector<std::vector<double>> curves;
    for (std::size_t i = 0; i < strategies.size(); ++i) {
      if (stop && stop()) return regrets;
      auto tuners = tune::make_tuners(spaces[i], strategies[i], 1, settings.seed + number);
      if (!tuners) return tl::unexpected(tuners.error());
      tuners->front().set_budget(settings.samples);
      curves.push_back(
          run(settings, model, tuners->front(), make_rng(settings, number, Stream::payoffs)));
    }
    for (std::size_t i = 0; i < curves.size(); ++i) {
      for (std::size_t k = 0; k < curves[i].size(); ++k) regrets.mean[i][k].add(curves[i][k]);
    }
    ++regrets.models;
  }
  return regrets;
}

}  // namespace palamedes::bandit
