// Swarms on built-in games, by how they choose their moves.
//
//   cmake --preset release && cmake --build build/release --target palamedes_micro
//   build/release/palamedes_micro --benchmark_filter=Swarm

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "games/builtin.h"
#include "gdl/load.h"
#include "machine/swarm/make_swarm.h"

namespace palamedes {
namespace {

constexpr const char* games_measured[] = {"tictactoe", "connect_four", "breakthrough", "checkers",
                                          "othello"};
constexpr std::uint32_t steps_at_once = 64;

std::unique_ptr<machine::Swarm> make(const std::string& name, bool history) {
  const auto rules = gdl::load(games::find(name)->text, name);
  auto swarm = std::move(*machine::make_swarm(*rules, {.swarm = {.history = history}}));
  swarm->begin_endless();
  return swarm;
}

template <typename Run>
void measure(benchmark::State& state, machine::Swarm& swarm, const Run& run) {
  for (auto _ : state) run();
  state.counters["states/s"] =
      benchmark::Counter(static_cast<double>(swarm.totals().states), benchmark::Counter::kIsRate);
}

void uniform(benchmark::State& state, const std::string& name, bool history) {
  const auto swarm = make(name, history);
  measure(state, *swarm, [&] { swarm->run_steps(steps_at_once); });
}

void greedy(benchmark::State& state, const std::string& name) {
  const auto swarm = make(name, false);
  std::vector<std::vector<float>> values;
  std::uint32_t number = 1;
  for (const net::CircuitRole& role : swarm->circuit().roles) {
    auto& row = values.emplace_back();
    for (std::size_t i = 0; i < role.moves.size(); ++i) {
      row.push_back(static_cast<float>((number = number * 48271U % 2147483647U) % 1000));
    }
  }
  swarm->draw_greedily(values, 0.2);
  measure(state, *swarm, [&] { swarm->run_steps(steps_at_once); });
}

// The least that a policy can do: the first legal move.
Move first_legal(const machine::SwarmChoice& choice) {
  std::size_t word = 0;
  while (choice.word(word) == 0) ++word;
  return Move{static_cast<std::uint32_t>(word * 64) +
              static_cast<std::uint32_t>(std::countr_zero(choice.word(word)))};
}

void rows(benchmark::State& state, const std::string& name) {
  const auto swarm = make(name, false);
  measure(state, *swarm, [&] { swarm->run_steps_by_rows(steps_at_once, first_legal); });
}

// Like NST with pairs of moves: every legal move is looked up together with the last joint move.
void pairs(benchmark::State& state, const std::string& name) {
  const auto swarm = make(name, true);
  constexpr std::uint32_t size = 1U << 16U;
  std::vector<float> values(size);
  std::uint32_t number = 1;
  for (float& value : values) {
    value = static_cast<float>((number = number * 48271U % 2147483647U) % 1000);
  }
  const auto policy = [&](const machine::SwarmChoice& choice) {
    std::uint32_t key = 0;
    const auto past = choice.moves();
    for (const Move move : past.last(past.empty() ? 0 : swarm->role_count())) {
      key = key * 31 + static_cast<std::uint32_t>(move);
    }
    float best_value = -1;
    std::uint32_t best = 0;
    for (std::size_t word = 0; word < choice.words(); ++word) {
      for (std::uint64_t bits = choice.word(word); bits != 0; bits &= bits - 1) {
        const std::uint32_t move = static_cast<std::uint32_t>(word * 64) +
                                   static_cast<std::uint32_t>(std::countr_zero(bits));
        const float value = values[(key * 2654435761U + move * 40503U) >> 16U];
        if (value > best_value) {
          best_value = value;
          best = move;
        }
      }
    }
    return Move{best};
  };
  measure(state, *swarm, [&] { swarm->run_steps_by_rows(steps_at_once, policy); });
}

const bool registered = [] {
  for (const std::string name : games_measured) {
    benchmark::RegisterBenchmark(("SwarmUniform/" + name).c_str(), uniform, name, false);
    benchmark::RegisterBenchmark(("SwarmHistory/" + name).c_str(), uniform, name, true);
    benchmark::RegisterBenchmark(("SwarmGreedy/" + name).c_str(), greedy, name);
    benchmark::RegisterBenchmark(("SwarmRows/" + name).c_str(), rows, name);
    benchmark::RegisterBenchmark(("SwarmPairs/" + name).c_str(), pairs, name);
  }
  return true;
}();

}  // namespace
}  // namespace palamedes
