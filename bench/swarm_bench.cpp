// Swarms on built-in games, by how they choose their moves.
//
//   cmake --preset release && cmake --build build/release --target palamedes_micro
//   build/release/palamedes_micro --benchmark_filter=Swarm

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "agent/swarm_player.h"
#include "games/builtin.h"
#include "gdl/load.h"
#include "machine/factory.h"
#include "search/playout/strategy.h"

namespace palamedes {
namespace {

constexpr const char* games_measured[] = {"tictactoe",     "connect_four", "breakthrough",
                                          "knightthrough", "othello",      "checkers"};
constexpr std::uint32_t steps_at_once = 64;

std::unique_ptr<machine::swarm::Swarm> make(const std::string& name, bool history) {
  const auto rules = gdl::load(games::find(name)->text, name);
  auto chosen = machine::make_machine("swarm", *rules);
  const auto& made = std::get<std::unique_ptr<machine::swarm::SwarmMachine>>(chosen->machine);
  auto swarm = std::make_unique<machine::swarm::Swarm>(
      made->circuit(), machine::swarm::SwarmOptions{.history = history});
  swarm->begin_endless();
  return swarm;
}

template <typename Run>
void measure(benchmark::State& state, machine::swarm::Swarm& swarm, const Run& run) {
  for (auto _ : state) run();
  state.counters["states/s"] =
      benchmark::Counter(static_cast<double>(swarm.totals().states), benchmark::Counter::kIsRate);
}

void uniform(benchmark::State& state, const std::string& name, bool history) {
  const auto swarm = make(name, history);
  measure(state, *swarm, [&] { swarm->run_steps(steps_at_once); });
}

// One program by itself, on the words of nobody.
void part(benchmark::State& state, const std::string& name, machine::swarm::Part which) {
  using machine::swarm::Part;
  const auto swarm = make(name, false);
  const machine::swarm::CompiledCircuit& plan = swarm->compiled();
  auto words = machine::swarm::SwarmWords::for_programs(plan.slot_count, swarm->lanes());
  for (auto _ : state) swarm->execute(which, words);
  const machine::swarm::Routine& program = which == Part::state  ? plan.state
                                           : which == Part::move ? plan.move
                                                                 : plan.goal;
  state.counters["cells"] = static_cast<double>(program.operations.size());
}

// A whole step, with the cells of its draws.
void whole_step(benchmark::State& state, const std::string& name) {
  const auto swarm = make(name, false);
  const machine::swarm::CompiledCircuit& plan = swarm->compiled();
  const machine::swarm::Draw& draw = plan.by_turns ? *plan.by_turns : plan.separate;
  for (auto _ : state) swarm->run_steps(1);
  state.counters["count_cells"] = static_cast<double>(draw.count.operations.size());
  state.counters["select_cells"] = static_cast<double>(draw.select.operations.size());
  state.counters["slots"] = static_cast<double>(plan.slot_count);
}

std::vector<std::vector<float>> some_values(const machine::swarm::Swarm& swarm) {
  std::vector<std::vector<float>> values;
  std::uint32_t number = 1;
  for (const circuit::CircuitRole& role : swarm.circuit().roles) {
    auto& row = values.emplace_back();
    for (std::size_t i = 0; i < role.moves.size(); ++i) {
      row.push_back(static_cast<float>((number = number * 48271U % 2147483647U) % 1000));
    }
  }
  return values;
}

void greedy(benchmark::State& state, const std::string& name) {
  const auto swarm = make(name, false);
  swarm->draw_greedily(some_values(*swarm), 0.2);
  measure(state, *swarm, [&] { swarm->run_steps(steps_at_once); });
}

// The least that a policy can do: the first legal move.
Move first_legal(const machine::swarm::SwarmChoice& choice) {
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
  const auto policy = [&](const machine::swarm::SwarmChoice& choice) {
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

// --- N-grams of moves, in all lanes at once

// What a search tells its swarm after some thousand simulations with sequences of so many moves.
class Lesson {
 public:
  Lesson(const std::string& name, std::uint32_t length)
      : swarm_(make(name, true)),
        plan_{.strategy = search::playout::Technique::nst,
              .draw = {.epsilon = 0.2},
              .nst = {.length = length}},
        strategy_(plan_, swarm_->role_count()),
        initial_(swarm_->circuit().initial_state()),
        idle_(swarm_->role_count()) {
    for (const circuit::CircuitRole& role : swarm_->circuit().roles) {
      most_moves_ = std::max(most_moves_, role.moves.size());
    }
    simulation_.roles = swarm_->role_count();
    watch_waiting();
    simulation_.idle = &idle_;
    for (int round = 0; round < 10; ++round) {
      play();
      tell(*swarm_);
    }
  }

  // Returns how many contexts there are.
  std::size_t tell(machine::swarm::Swarm& swarm) {
    const auto& values = strategy_.move_values(most_moves_);
    const auto contexts = agent::contexts_for_swarm(strategy_, most_moves_);
    swarm.draw_greedily_after(contexts, values, plan_.draw.epsilon);
    return contexts.size();
  }

 private:
  // A search learns nothing about waiting either.
  void watch_waiting() {
    const machine::swarm::CompiledCircuit& plan = swarm_->compiled();
    for (std::size_t role = 0; plan.by_turns && role < plan.roles.size(); ++role) {
      for (int i = 0; i < search::IdleMoves::often; ++i) {
        idle_.made(role, Move{plan.roles[role].forced}, 1);
      }
    }
  }

  void play() {
    const std::array<machine::swarm::SwarmStart, 1> starts = {
        machine::swarm::SwarmStart{initial_, 1'000}};
    swarm_->play(starts, [&](const machine::swarm::SwarmPlayout& playout) {
      simulation_.moves.assign(playout.moves.begin(), playout.moves.end());
      simulation_.payoffs.clear();
      for (const std::int32_t goal : playout.goals) simulation_.payoffs.push_back(goal / 100.0);
      strategy_.learn(simulation_);
    });
  }

  std::unique_ptr<machine::swarm::Swarm> swarm_;
  search::playout::Parameters plan_;
  search::playout::Strategy strategy_;
  std::vector<std::uint64_t> initial_;
  search::IdleMoves idle_;
  std::size_t most_moves_ = 0;
  search::Simulation simulation_;
};

Lesson& lesson(const std::string& name, std::uint32_t length) {
  static std::map<std::pair<std::string, std::uint32_t>, std::unique_ptr<Lesson>> learnt;
  auto& one = learnt[{name, length}];
  if (one == nullptr) one = std::make_unique<Lesson>(name, length);
  return *one;
}

void sequences(benchmark::State& state, const std::string& name, std::uint32_t length) {
  const auto swarm = make(name, false);
  const std::size_t contexts = lesson(name, length).tell(*swarm);
  measure(state, *swarm, [&] { swarm->run_steps(steps_at_once); });
  state.counters["contexts"] = static_cast<double>(contexts);
}

// How long it takes to give a swarm new orders.
void new_orders(benchmark::State& state, const std::string& name) {
  const auto swarm = make(name, false);
  Lesson& learnt = lesson(name, 3);
  for (auto _ : state) learnt.tell(*swarm);
}

const bool registered = [] {
  for (const std::string name : games_measured) {
    benchmark::RegisterBenchmark(("SwarmUniform/" + name).c_str(), uniform, name, false);
    using machine::swarm::Part;
    benchmark::RegisterBenchmark(("SwarmStep/" + name).c_str(), whole_step, name);
    benchmark::RegisterBenchmark(("SwarmStatePart/" + name).c_str(), part, name, Part::state);
    benchmark::RegisterBenchmark(("SwarmMovePart/" + name).c_str(), part, name, Part::move);
    benchmark::RegisterBenchmark(("SwarmGoalPart/" + name).c_str(), part, name, Part::goal);
    benchmark::RegisterBenchmark(("SwarmHistory/" + name).c_str(), uniform, name, true);
    benchmark::RegisterBenchmark(("SwarmGreedy/" + name).c_str(), greedy, name);
    benchmark::RegisterBenchmark(("SwarmRows/" + name).c_str(), rows, name);
    benchmark::RegisterBenchmark(("SwarmPairs/" + name).c_str(), pairs, name);
    benchmark::RegisterBenchmark(("SwarmNst2/" + name).c_str(), sequences, name, 2);
    benchmark::RegisterBenchmark(("SwarmNst3/" + name).c_str(), sequences, name, 3);
    benchmark::RegisterBenchmark(("SwarmNewOrders/" + name).c_str(), new_orders, name);
  }
  return true;
}();

}  // namespace
}  // namespace palamedes
