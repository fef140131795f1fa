#include "machine/game.h"

#include <utility>

#include <fmt/format.h>

#include "base/stopwatch.h"
#include "machine/stages.h"

namespace palamedes::machine {

using propnet::PropnetMachine;
using prover::Prover;
using scalar::ScalarMachine;

Result<std::unique_ptr<Game>> Game::make(std::shared_ptr<const gdl::Loaded> rules,
                                         const GameOptions& options) {
  std::unique_ptr<Game> game(new Game(std::move(rules), options));
  if (auto made = game->make_steps(); !made) return tl::unexpected(std::move(made.error()));
  std::visit(
      [&](auto& steps) {
        for (std::size_t role = 0; role < steps->role_count(); ++role) {
          game->role_names_.push_back(steps->role_name(Role(role)));
        }
      },
      game->steps_);
  return game;
}

Result<void> Game::make_prover(const std::string& reason) {
  options_.details.begin(proving_stage(options_.details));
  auto prover = prover::Prover::make(*rules_, options_.details.prover_options());
  if (!prover) return tl::unexpected(std::move(prover.error()));
  steps_ = std::move(*prover);
  if (!reason.empty()) notice_ = reason + "; the prover machine will be used";
  return {};
}

Result<void> Game::make_steps() {
  const bool automatic = options_.machine == auto_machine;
  if (options_.machine == prover::Prover::name) return make_prover({});
  const Stopwatch watch;
  if (automatic) options_.details = within_ready_time(options_.details);
  auto net = make_net(*rules_, options_.details);
  if (!net && options_.details.ground.limits.is_cancelled()) return tl::unexpected(net.error());
  if (!net) return make_prover(net.error().list().front().message);
  net_ = std::move(*net);
  const bool late = automatic && !early_enough(watch.seconds(), options_.details);
  if (options_.machine == propnet::PropnetMachine::name || late) {
    steps_ = std::make_unique<propnet::PropnetMachine>(net_, options_.details.propnet_options());
    if (late) notice_ = late_network(watch.seconds(), options_.details);
    return {};
  }
  auto circuit = make_circuit(net_, scalar::ScalarMachine::circuit_passes, options_.details);
  if (!circuit) return tl::unexpected(std::move(circuit.error()));
  options_.details.begin(measuring_stage());
  steps_ = std::make_unique<scalar::ScalarMachine>(std::move(*circuit), options_.details.scalar);
  return {};
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

std::string_view Game::machine_name() const {
  return std::visit([]<typename M>(const std::unique_ptr<M>&) { return M::name; }, steps_);
}

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

StepMachine Game::another_machine() const {
  if (const auto* scalar = std::get_if<std::unique_ptr<scalar::ScalarMachine>>(&steps_)) {
    return std::make_unique<scalar::ScalarMachine>((*scalar)->circuit(), options_.details.scalar);
  }
  if (net_ != nullptr)
    return std::make_unique<propnet::PropnetMachine>(net_, options_.details.propnet_options());
  // it could be made once, so it can be made again; but not if it were cancelled meanwhile
  prover::ProverOptions options = options_.details.prover_options();
  auto prover = prover::Prover::make(*rules_, options);
  if (!prover) {
    options.cancelled = nullptr;
    prover = prover::Prover::make(*rules_, options);
  }
  return std::move(*prover);
}

std::unique_ptr<swarm::Swarm> Game::make_swarm(const swarm::SwarmOptions& options) {
  if (!can_swarm()) return nullptr;
  if (swarm_circuit_ == nullptr) {
    auto circuit = make_circuit(net_, circuit::passes::default_circuit_passes, options_.details);
    if (!circuit) return nullptr;
    swarm_circuit_ = std::move(*circuit);
  }
  return std::make_unique<swarm::Swarm>(swarm_circuit_, options);
}

}  // namespace palamedes::machine
