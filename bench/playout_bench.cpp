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

void playout(benchmark::State& state, const std::string& name, const search::Playout& plan) {
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
  using search::Draw;
  using search::Playout;
  using search::Playouts;
  const std::pair<const char*, Playout> plans[] = {
      {"Uniform", {}},
      {"MastGreedy", {.strategy = Playouts::mast, .epsilon = 0.2}},
      {"MastGibbs", {.strategy = Playouts::mast, .draw = Draw::gibbs}},
      {"Nst", {.strategy = Playouts::nst, .epsilon = 0.2}},
      {"NstDecay", {.strategy = Playouts::nst, .epsilon = 0.2, .decay = {.simulation = 0.94}}},
      {"RepliesNst", {.strategy = Playouts::nst, .replies = true, .epsilon = 0.2}},
      {"Ppa", {.strategy = Playouts::ppa}},
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
