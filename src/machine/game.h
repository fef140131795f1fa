#pragma once
// A game that is ready to be played: its rules, and the machines that play it.
//
//   steps    one machine for referees and trees: scalar, propnet or prover, whatever fits the clock
//   swarm    where there is a circuit: many playouts at once, made when somebody asks for it
//
// Positions and agents refer to a game and must not outlive it. Machines keep caches: one game is
// for one thread, except where another machine of its own is made for each further one.

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/ids.h"
#include "gdl/load.h"
#include "machine/factory.h"
#include "machine/swarm/swarm.h"
#include "net/propnet.h"

namespace palamedes::machine {

struct GameOptions {
  std::string machine{auto_machine};  // swarm: scalar steps, and the swarm is sure to come
  MachineOptions details;
};

class Game {
 public:
  // With the network of another game of the same rules, nothing is grounded.
  [[nodiscard]] static Result<std::unique_ptr<Game>> make(
      std::shared_ptr<const gdl::Loaded> rules, const GameOptions& options = {},
      std::shared_ptr<const net::PropNet> network = nullptr);

  [[nodiscard]] const gdl::Loaded& rules() const { return *rules_; }
  [[nodiscard]] StepMachine& steps() { return steps_; }
  [[nodiscard]] std::string_view machine_name() const;
  // Why it is another machine than the one asked for; usually empty.
  [[nodiscard]] const std::string& notice() const { return notice_; }
  // The clock decided: with more time to get ready there might be a faster one.
  [[nodiscard]] bool is_late() const { return is_late_; }

  [[nodiscard]] std::size_t role_count() const { return role_names_.size(); }
  [[nodiscard]] const std::vector<std::string>& role_names() const { return role_names_; }
  [[nodiscard]] std::string move_text(Role role, Move move);
  [[nodiscard]] std::optional<Move> find_move(Role role, std::string_view text);

  // Of what a machine with a cache remembers about states, a step's end lets the old go, and a
  // new match begins without any.
  void end_turn();
  void forget_states();

  // The last question to a machine with a deadline was cut off (Prover::was_cut_off).
  [[nodiscard]] bool was_cut_off() const;

  // The same game for another thread, with the parts that are made already. What it makes beside
  // them ends when `cancelled` says so.
  [[nodiscard]] std::unique_ptr<Game> twin(const std::atomic<bool>* cancelled) const;

  // Nothing if there is none.
  [[nodiscard]] const std::shared_ptr<const net::PropNet>& network() const {
    return factory_.network();
  }
  // Another machine of the same kind, for another thread.
  [[nodiscard]] StepMachine another_machine() const { return factory_.another(steps_); }
  // The scalar machine, if it is that one, whose roles look only at the moves that they need to
  // (circuit/sight.h): for searches. Its states and moves are those of the others. Nothing where
  // nothing is seen.
  [[nodiscard]] std::unique_ptr<scalar::ScalarMachine> seeing_machine(circuit::Sight sight);
  // Nothing where there is no circuit. With sight where something is seen.
  [[nodiscard]] std::unique_ptr<swarm::Swarm> make_swarm(
      const swarm::SwarmOptions& options, circuit::Sight sight = circuit::Sight::none);
  [[nodiscard]] bool can_swarm() const;
  // Of the circuit, in each step: goals are asked for at the end alone. 0 where there is no
  // circuit.
  [[nodiscard]] std::size_t gates_of_step() const;

 private:
  Game(std::shared_ptr<const gdl::Loaded> rules, const MachineOptions& options,
       std::shared_ptr<const net::PropNet> network)
      : rules_(rules), factory_(std::move(rules), options, std::move(network)) {}
  Game(std::shared_ptr<const gdl::Loaded> rules, Factory factory)
      : rules_(std::move(rules)), factory_(std::move(factory)) {}

  std::shared_ptr<const gdl::Loaded> rules_;
  Factory factory_;
  StepMachine steps_;
  std::string notice_;
  bool is_late_ = false;
  std::vector<std::string> role_names_;
};

}  // namespace palamedes::machine
