// What is learned from a simulation beside the nodes' visits, on simulations that were recorded
// before: sequences of moves (NST), and all moves as first in the nodes on the way (GRAVE). Each
// round begins with nothing, so that growing is part of it.
//
//   cmake --preset release && cmake --build build/release --target palamedes_micro
//   build/release/palamedes_micro --benchmark_filter=Learn

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "playing.h"
#include "search/idle_moves.h"
#include "search/select/amaf.h"
#include "search/statistics/sequence_averages.h"
#include "search/tree/tree.h"

namespace palamedes {
namespace {

using search::Simulation;
using search::tree::NodeId;

struct Recorded {
  search::IdleMoves idle{0};
  std::vector<Simulation> simulations;
  std::vector<std::vector<NodeId>> paths;  // of each: its nodes, one new one at the end
  std::size_t nodes = 0;
};

// Moves that were never made but alone.
search::IdleMoves idle_moves(machine::scalar::ScalarMachine& machine,
                             const std::vector<Simulation>& simulations) {
  search::IdleMoves idle(machine.role_count());
  model::MoveList moves;
  for (const Simulation& simulation : simulations) {
    auto state = machine.initial();
    for (std::size_t step = 0; step < simulation.steps(); ++step) {
      for (std::size_t role = 0; role < simulation.roles; ++role) {
        moves.clear();
        machine.legal(state, Role(role), moves);
        idle.made(role, simulation.move(step, role), moves.size());
      }
      machine.advance(
          state, std::span(simulation.moves).subspan(step * simulation.roles, simulation.roles));
    }
  }
  return idle;
}

// The nodes that a tree would have that grows by one with each simulation.
void find_paths(Recorded& recorded) {
  std::map<std::pair<NodeId, std::vector<Move>>, NodeId> children;
  recorded.nodes = 1;
  for (const Simulation& simulation : recorded.simulations) {
    std::vector<NodeId>& path = recorded.paths.emplace_back(std::vector<NodeId>{0});
    for (std::size_t step = 0; step < simulation.steps(); ++step) {
      const auto* const joint = simulation.moves.data() + step * simulation.roles;
      const auto [child, is_new] =
          children.try_emplace({path.back(), {joint, joint + simulation.roles}}, recorded.nodes);
      path.push_back(child->second);
      if (!is_new) continue;
      ++recorded.nodes;
      break;
    }
  }
}

const Recorded& recorded_in(const std::string& game) {
  constexpr int count = 20'000;
  static std::map<std::string, Recorded> games;
  const auto [place, is_new] = games.try_emplace(game);
  Recorded& recorded = place->second;
  if (!is_new) return recorded;
  const auto machine = scalar_machine(game);
  Player player(*machine, {.strategy = search::playout::Technique::nst, .draw = {.epsilon = 0.2}});
  Rng rng(1);
  for (int i = 0; i < count; ++i) {
    player.play(rng);
    recorded.simulations.push_back(player.simulation());
  }
  recorded.idle = idle_moves(*machine, recorded.simulations);
  for (Simulation& simulation : recorded.simulations) simulation.idle = &recorded.idle;
  find_paths(recorded);
  return recorded;
}

void count_simulations(benchmark::State& state, const Recorded& recorded) {
  state.counters["per simulation"] = benchmark::Counter(
      static_cast<double>(recorded.simulations.size()),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void learn_sequences(benchmark::State& state, const std::string& game) {
  const Recorded& recorded = recorded_in(game);
  std::size_t bytes = 0;
  for (auto _ : state) {
    search::statistics::SequenceAverages averages(recorded.simulations[0].roles, 3, 7,
                                                  search::playout::Strategy::default_bytes);
    for (const Simulation& simulation : recorded.simulations) averages.add(simulation);
    bytes = averages.memory_bytes();
  }
  count_simulations(state, recorded);
  state.counters["MB"] = static_cast<double>(bytes) / 1e6;
}

struct Number {
  std::size_t value = 0;
  bool operator==(const Number&) const = default;
};

void learn_amaf(benchmark::State& state, const std::string& game) {
  const Recorded& recorded = recorded_in(game);
  const std::size_t roles = recorded.simulations[0].roles;
  std::size_t bytes = 0;
  for (auto _ : state) {
    state.PauseTiming();
    auto tree = std::make_unique<search::tree::Tree<Number>>(
        roles, search::tree::TreeOptions{.transpositions = false});
    for (std::size_t i = 0; i < recorded.nodes; ++i) {
      tree->find_or_create({i}, i, [](search::tree::Node&) {});
    }
    state.ResumeTiming();
    search::select::AmafUpdate amaf(roles, false, false);
    for (std::size_t i = 0; i < recorded.simulations.size(); ++i) {
      amaf.update(*tree, recorded.paths[i], recorded.simulations[i]);
    }
    state.PauseTiming();
    bytes = tree->memory_bytes();
    tree.reset();
    state.ResumeTiming();
  }
  count_simulations(state, recorded);
  state.counters["MB"] = static_cast<double>(bytes) / 1e6;
}

const bool registered = [] {
  for (const std::string game : games_measured) {
    benchmark::RegisterBenchmark(("LearnSequences/" + game).c_str(), learn_sequences, game)
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("LearnAmaf/" + game).c_str(), learn_amaf, game)
        ->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
}  // namespace palamedes
