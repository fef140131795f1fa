// What tuning costs a simulation: choosing values for one role and hearing of the payoff, for each
// strategy with 2, 4 and 6 parameters of Table 6.1 of the thesis. TuneUnder/... has 512 simulations
// under way at once, as the lanes of a swarm. Regret/... is by how much the chosen combination was
// worse than the best one of a combinatorial bandit (src/bandit/tuning.h), in the mean over 10,000
// samples.
//
//   cmake --preset release && cmake --build build/release --target palamedes_micro
//   build/release/palamedes_micro --benchmark_filter='Tune|Regret'

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "bandit/tuning.h"
#include "search/parameters.h"
#include "tune/description.h"
#include "tune/thesis.h"
#include "tune/tuner.h"

namespace palamedes {
namespace {

constexpr std::size_t samples_of_match = 1'000'000;

std::string_view parameters_tuned(int count) {
  switch (count) {
    case 2:
      return "select.k,select.ref";
    case 4:
      return "select.c,playout.epsilon,select.k,select.ref";
    default:
      return "select.c,playout.epsilon,select.k,select.ref,select.offset,select.threshold";
  }
}

tune::Tuner make_tuner(const std::string& strategy, int count) {
  const auto description =
      tune::parse_description(fmt::format("{}:{}", strategy, parameters_tuned(count))).value();
  const auto space = std::make_shared<const tune::Space>(
      tune::make_space(description, parameters_of(search::Parameters{}), tune::thesis_knowledge())
          .value());
  tune::Tuner tuner =
      std::move(tune::make_tuners(space, description.settings, 1, 1).value().front());
  tuner.set_budget(samples_of_match);
  return tuner;
}

// Wins more often with some values than with others.
double payoff_of(std::span<const double> values, Rng& rng) {
  return rng.chance(0.4 + 0.2 * (values[0] > 0.4) + 0.1 * (values[1] > 0.5)) ? 1 : 0;
}

void tune_one(benchmark::State& state, const std::string& strategy, int count) {
  tune::Tuner tuner = make_tuner(strategy, count);
  std::vector<double> values(tuner.space().size());
  Rng rng(1);
  for (auto _ : state) {
    const tune::Choice choice = tuner.choose(values);
    tuner.reward(choice, payoff_of(values, rng));
  }
}

void tune_many(benchmark::State& state, const std::string& strategy, int count) {
  tune::Tuner tuner = make_tuner(strategy, count);
  std::vector<double> values(tuner.space().size());
  Rng rng(1);
  std::vector<std::pair<tune::Choice, double>> lanes(512);
  std::size_t lane = 0;
  for (auto _ : state) {
    const tune::Choice choice = tuner.choose(values);
    lanes[lane] = {choice, payoff_of(values, rng)};
    if (++lane < lanes.size()) continue;
    lane = 0;
    for (const auto& [each, payoff] : lanes) tuner.reward(each, payoff);
  }
}

// With 4,096 combinations of 4 parameters, or 46,656 of 6.
void show_regret(benchmark::State& state, const tune::Settings& strategy, std::size_t parameters) {
  const bandit::TuningSettings settings{
      .bandit = {.parameters = parameters, .values = parameters == 4 ? 8U : 6U}};
  for (auto _ : state) {
    const auto regrets = bandit::run_tuning(settings, std::span(&strategy, 1)).value();
    state.counters["1k"] = regrets.mean[0].front().mean;
    state.counters["10k"] = regrets.mean[0].back().mean;
    state.counters["±"] = 1.96 * regrets.mean[0].back().standard_error();
  }
}

const bool registered = [] {
  for (const tune::Strategy& strategy : tune::strategies()) {
    const std::string name(strategy.name);
    for (const int count : {2, 4, 6}) {
      benchmark::RegisterBenchmark(fmt::format("Tune/{}/{}", name, count).c_str(), tune_one, name,
                                   count)
          ->Iterations(samples_of_match);
      benchmark::RegisterBenchmark(fmt::format("TuneUnder/{}/{}", name, count).c_str(), tune_many,
                                   name, count)
          ->Iterations(samples_of_match);
    }
    for (const std::size_t parameters : {4U, 6U}) {
      benchmark::RegisterBenchmark(fmt::format("Regret/{}/{}", name, parameters).c_str(),
                                   show_regret, strategy.settings, parameters)
          ->Iterations(1)
          ->Unit(benchmark::kMillisecond);
    }
  }
  return true;
}();

}  // namespace
}  // namespace palamedes
