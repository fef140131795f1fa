#pragma once
// A game that is ready to be played: its rules, and the machines that play it.
//
//   steps    one machine for referees and trees: scalar, propnet or prover, whatever fits the clock
//   swarm    where there is a circuit: many playouts at once, made when somebody asks for it
//
// Positions and agents refer to a game and must not outlive it. Machines keep caches: one game is
// for one thread, except where another machine of its own is made for each further one.

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

// The machines that trees grow on.
using StepMachine =
    std::variant<std::unique_ptr<prover::Prover>, std::unique_ptr<propnet::PropnetMachine>,
                 std::unique_ptr<scalar::ScalarMachine>>;

struct GameOptions {
  std::string machine{auto_machine};  // swarm: scalar steps, and the swarm is sure to come
  MachineOptions details;
};

class Game {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Game>> make(std::shared_ptr<const gdl::Loaded> rules,
                                                          const GameOptions& options = {});

  [[nodiscard]] const gdl::Loaded& rules() const { return *rules_; }
  [[nodiscard]] StepMachine& steps() { return steps_; }
  [[nodiscard]] std::string_view machine_name() const;
  // Why it is another machine than the one asked for; usually empty.
  [[nodiscard]] const std::string& notice() const { return notice_; }

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

  // Another machine of the same kind, for another thread.
  [[nodiscard]] StepMachine another_machine() const;
  // Nothing where there is no circuit.
  [[nodiscard]] std::unique_ptr<swarm::Swarm> make_swarm(const swarm::SwarmOptions& options);
  [[nodiscard]] bool can_swarm() const { return net_ != nullptr && has_circuit(); }

 private:
  Game(std::shared_ptr<const gdl::Loaded> rules, const GameOptions& options)
      : rules_(std::move(rules)), options_(options) {}

  [[nodiscard]] bool has_circuit() const {
    return std::holds_alternative<std::unique_ptr<scalar::ScalarMachine>>(steps_);
  }
  [[nodiscard]] Result<void> make_steps();
  [[nodiscard]] Result<void> make_prover(const std::string& reason);

  std::shared_ptr<const gdl::Loaded> rules_;
  GameOptions options_;
  std::shared_ptr<const net::PropNet> net_;
  StepMachine steps_;
  std::string notice_;
  std::shared_ptr<const circuit::Circuit> swarm_circuit_;
  std::vector<std::string> role_names_;
};

}  // namespace palamedes::machine
