// Playouts on built-in games by strategy: what choosing and learning cost beside the machine.
//
//   cmake --preset release && cmake --build build/release --target palamedes_micro
//   build/release/palamedes_micro --benchmark_filter=Playout

#include <memory>
#include <string>

#include <benchmark/benchmark.h>

#include "games/builtin.h"
#include "gdl/load.h"
#include "machine/choose.h"
#include "search/playout/strategy.h"

namespace palamedes {
namespace {

constexpr const char* games_measured[] = {"connect_four", "breakthrough", "othello"};
constexpr int warm_up = 2000;

using machine::ScalarMachine;

class Player {
 public:
  Player(ScalarMachine& machine, const search::Playout& plan)
      : machine_(machine), strategy_(plan, machine.role_count()) {
    simulation_.roles = machine.role_count();
  }

  // Returns how many states it went through.
  std::int64_t play(Rng& rng) {
    auto position = machine_.initial();
    simulation_.moves.clear();
    simulation_.choices.clear();
    while (!machine_.terminal(position)) step(position, rng);
    simulation_.payoffs.clear();
    for (std::size_t role = 0; role < simulation_.roles; ++role) {
      simulation_.payoffs.push_back(machine_.goal(position, Role(role)) / 100.0);
    }
    strategy_.learn(simulation_);
    return static_cast<std::int64_t>(simulation_.steps());
  }
  [[nodiscard]] std::size_t memory_bytes() const { return strategy_.memory_bytes(); }

 private:
  void step(ScalarMachine::State& position, Rng& rng) {
    joint_move_.clear();
    for (std::size_t role = 0; role < simulation_.roles; ++role) {
      moves_.clear();
      machine_.legal(position, Role(role), moves_);
      codes_.clear();
      if (strategy_.needs_choices()) {
        for (const Move move : moves_) codes_.push_back(index_of(move));
      }
      const std::size_t chosen =
          strategy_.choose(Role(role), moves_, codes_, simulation_.moves, rng);
      joint_move_.push_back(moves_[chosen]);
      if (strategy_.needs_choices()) remember_choice(chosen);
    }
    simulation_.moves.insert(simulation_.moves.end(), joint_move_.begin(), joint_move_.end());
    machine_.advance(position, joint_move_);
  }
  void remember_choice(std::size_t chosen) {
    search::Choices& choices = simulation_.choices;
    choices.codes.insert(choices.codes.end(), codes_.begin(), codes_.end());
    choices.ends.push_back(static_cast<std::uint32_t>(choices.codes.size()));
    choices.taken.push_back(static_cast<std::uint32_t>(chosen));
  }

  ScalarMachine& machine_;
  search::PlayoutStrategy strategy_;
  search::Simulation simulation_;
  model::MoveList moves_;
  model::MoveList joint_move_;
  std::vector<search::MoveCode> codes_;
};

void playout(benchmark::State& state, const std::string& name, const search::Playout& plan) {
  const auto rules = gdl::load(games::find(name)->text, name);
  auto chosen = machine::make_machine("scalar", *rules);
  Player player(*std::get<std::unique_ptr<ScalarMachine>>(chosen->machine), plan);
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
