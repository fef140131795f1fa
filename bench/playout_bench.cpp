// Playouts on built-in games by strategy: what choosing and learning cost beside the machine.
//
//   cmake --preset release && cmake --build build/release --target palamedes_micro
//   build/release/palamedes_micro --benchmark_filter=Playout

#include <string>

#include <benchmark/benchmark.h>

#include "playing.h"

namespace palamedes {
namespace {

constexpr int warm_up = 2000;

void playout(benchmark::State& state, const std::string& name,
             const search::playout::Parameters& plan) {
  const auto machine = scalar_machine(name);
  Player player(*machine, plan);
  Rng rng(1);
  for (int i = 0; i < warm_up; ++i) player.play(rng);
  std::int64_t states = 0;
  for (auto _ : state) states += player.play(rng);
  state.counters["states/s"] =
      benchmark::Counter(static_cast<double>(states), benchmark::Counter::kIsRate);
  state.counters["MB"] = static_cast<double>(player.memory_bytes()) / 1e6;
}

const bool registered = [] {
  using search::playout::Draw;
  using Playout = search::playout::Parameters;
  using search::playout::Technique;
  const std::pair<const char*, Playout> plans[] = {
      {"Uniform", {}},
      {"MastGreedy", {.strategy = Technique::mast, .draw = {.epsilon = 0.2}}},
      {"MastGibbs", {.strategy = Technique::mast, .draw = {.by = Draw::gibbs}}},
      {"Nst", {.strategy = Technique::nst, .draw = {.epsilon = 0.2}}},
      {"NstDecay",
       {.strategy = Technique::nst, .draw = {.epsilon = 0.2}, .decay = {.simulation = 0.94}}},
      {"RepliesNst", {.strategy = Technique::nst, .replies = true, .draw = {.epsilon = 0.2}}},
      {"Ppa", {.strategy = Technique::ppa}},
  };
  for (const std::string name : games_measured) {
    for (const auto& [label, plan] : plans) {
      benchmark::RegisterBenchmark(("Playout" + std::string(label) + "/" + name).c_str(), playout,
                                   name, plan);
    }
  }
  return true;
}();

}  // namespace
}  // namespace palamedes
