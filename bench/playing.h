#pragma once
// One playout of a built-in game after the other by a strategy that learns from each.

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "games/builtin.h"
#include "gdl/load.h"
#include "machine/factory.h"
#include "search/playout/strategy.h"

namespace palamedes {

inline constexpr const char* games_measured[] = {"connect_four", "breakthrough", "othello"};

// The machine of a built-in game.
inline std::unique_ptr<machine::scalar::ScalarMachine> scalar_machine(const std::string& game) {
  const auto rules = gdl::load(games::find(game)->text, game);
  auto chosen = machine::make_machine("scalar", *rules);
  return std::get<std::unique_ptr<machine::scalar::ScalarMachine>>(std::move(chosen->machine));
}

class Player {
 public:
  Player(machine::scalar::ScalarMachine& machine, const search::playout::Parameters& plan)
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
  // The last one that was played.
  [[nodiscard]] const search::Simulation& simulation() const { return simulation_; }

 private:
  void step(machine::scalar::ScalarMachine::State& position, Rng& rng) {
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

  machine::scalar::ScalarMachine& machine_;
  search::playout::Strategy strategy_;
  search::Simulation simulation_;
  model::MoveList moves_;
  model::MoveList joint_move_;
  std::vector<search::MoveCode> codes_;
};

}  // namespace palamedes
