// Micro-benchmarks of the way from rules to a machine, on built-in games.
//
//   cmake --preset release && cmake --build build/release --target palamedes_micro
//   build/release/palamedes_micro [--benchmark_filter=Ground]

#include <memory>
#include <string>

#include <benchmark/benchmark.h>

#include "base/rng.h"
#include "games/builtin.h"
#include "gdl/load.h"
#include "ground/grounder.h"
#include "machine/propnet/propnet_machine.h"
#include "machine/prover/prover.h"
#include "net/build.h"
#include "net/passes/passes.h"

namespace palamedes {
namespace {

constexpr const char* games_measured[] = {"tictactoe", "connect_four", "breakthrough", "checkers",
                                          "othello"};

gdl::Loaded load(const std::string& name) {
  return std::move(*gdl::load(games::find(name)->text, name));
}

void load_rules(benchmark::State& state, const std::string& name) {
  const auto text = games::find(name)->text;
  for (auto _ : state) benchmark::DoNotOptimize(gdl::load(text, name));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void ground_rules(benchmark::State& state, const std::string& name) {
  const gdl::Loaded game = load(name);
  std::size_t rules = 0;
  for (auto _ : state) rules = ground::ground(game, {})->rules.count;
  state.counters["rules"] = static_cast<double>(rules);
}

void build_net(benchmark::State& state, const std::string& name) {
  const gdl::Loaded game = load(name);
  const auto passes = *net::passes::parse_passes(net::passes::default_passes);
  for (auto _ : state) {
    state.PauseTiming();
    auto rules = ground::ground(game, {});
    state.ResumeTiming();
    net::PropNet net = net::build(std::move(*rules));
    net::passes::run_passes(net, passes);
    benchmark::DoNotOptimize(net);
  }
}

// One uniform playout an iteration; the counter tells states per second.
template <typename M>
void play(benchmark::State& state, M& machine) {
  Rng rng(1);
  model::MoveList moves;
  model::MoveList joint_move;
  std::int64_t states = 0;
  for (auto _ : state) {
    auto position = machine.initial();
    while (!machine.terminal(position)) {
      joint_move.clear();
      for (std::size_t role = 0; role < machine.role_count(); ++role) {
        machine.legal(position, Role(role), moves);
        joint_move.push_back(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      }
      machine.advance(position, joint_move);
      ++states;
    }
    benchmark::DoNotOptimize(machine.goal(position, Role{0}));
  }
  state.counters["states/s"] =
      benchmark::Counter(static_cast<double>(states), benchmark::Counter::kIsRate);
}

void play_prover(benchmark::State& state, const std::string& name) {
  const gdl::Loaded game = load(name);
  const auto prover = machine::prover::Prover::make(game);
  play(state, **prover);
}

void play_propnet(benchmark::State& state, const std::string& name) {
  auto net = std::make_shared<net::PropNet>(net::build(std::move(*ground::ground(load(name), {}))));
  net::passes::run_passes(*net, *net::passes::parse_passes(net::passes::default_passes));
  machine::propnet::PropnetMachine machine(std::move(net), {});
  play(state, machine);
}

const bool registered = [] {
  for (const std::string name : games_measured) {
    benchmark::RegisterBenchmark(("Load/" + name).c_str(), load_rules, name);
    benchmark::RegisterBenchmark(("Ground/" + name).c_str(), ground_rules, name);
    benchmark::RegisterBenchmark(("Net/" + name).c_str(), build_net, name);
    benchmark::RegisterBenchmark(("PlayProver/" + name).c_str(), play_prover, name);
    benchmark::RegisterBenchmark(("PlayPropnet/" + name).c_str(), play_propnet, name);
  }
  return true;
}();

}  // namespace
}  // namespace palamedes
