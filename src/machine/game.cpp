#include "machine/game.h"

#include <utility>

namespace palamedes::machine {

using prover::Prover;

Result<std::unique_ptr<Game>> Game::make(std::shared_ptr<const gdl::Loaded> rules,
                                         const GameOptions& options,
                                         std::shared_ptr<const net::PropNet> network) {
  std::unique_ptr<Game> game(new Game(std::move(rules), options.details, std::move(network)));
  auto chosen = game->factory_.make_step_machine(options.machine);
  if (!chosen) return tl::unexpected(std::move(chosen.error()));
  game->steps_ = std::move(chosen->machine);
  game->notice_ = std::move(chosen->notice);
  game->is_late_ = chosen->is_late;
  std::visit(
      [&](auto& steps) {
        for (std::size_t role = 0; role < steps->role_count(); ++role) {
          game->role_names_.push_back(steps->role_name(Role(role)));
        }
      },
      game->steps_);
  return game;
}

std::unique_ptr<Game> Game::twin(const std::atomic<bool>* cancelled) const {
  std::unique_ptr<Game> made(new Game(rules_, factory_.twin(cancelled)));
  made->steps_ = another_machine();
  made->notice_ = notice_;
  made->is_late_ = is_late_;
  made->role_names_ = role_names_;
  return made;
}

void Game::end_turn() {
  std::visit(
      [](auto& steps) {
        if constexpr (requires { steps->end_turn(); }) steps->end_turn();
      },
      steps_);
}

void Game::forget_states() {
  std::visit(
      [](auto& steps) {
        if constexpr (requires { steps->forget_states(); }) steps->forget_states();
      },
      steps_);
}

std::string_view Game::machine_name() const { return name_of(steps_); }

bool Game::was_cut_off() const {
  const auto* const prover = std::get_if<std::unique_ptr<prover::Prover>>(&steps_);
  return prover != nullptr && (*prover)->was_cut_off();
}

std::string Game::move_text(Role role, Move move) {
  return std::visit([&](auto& steps) { return steps->move_text(role, move); }, steps_);
}

std::optional<Move> Game::find_move(Role role, std::string_view text) {
  return std::visit([&](auto& steps) { return steps->find_move(role, text); }, steps_);
}

// A network that came too late for a circuit is too late for a swarm's too.
bool Game::can_swarm() const {
  const auto* const scalar = std::get_if<std::unique_ptr<scalar::ScalarMachine>>(&steps_);
  return scalar != nullptr && (*scalar)->circuit() != nullptr;
}

std::size_t Game::gates_of_step() const {
  if (!can_swarm()) return 0;
  const auto& circuit = *std::get<std::unique_ptr<scalar::ScalarMachine>>(steps_)->circuit();
  return circuit.gates.size() - (circuit.first_move_gate - circuit.first_goal_gate);
}

std::unique_ptr<scalar::ScalarMachine> Game::seeing_machine(circuit::Sight sight) {
  const auto* const scalar = std::get_if<std::unique_ptr<scalar::ScalarMachine>>(&steps_);
  return scalar == nullptr ? nullptr : factory_.make_seeing(**scalar, sight);
}

std::unique_ptr<swarm::Swarm> Game::make_swarm(const swarm::SwarmOptions& options,
                                               circuit::Sight sight) {
  return can_swarm() ? factory_.make_swarm(options, sight) : nullptr;
}

}  // namespace palamedes::machine
