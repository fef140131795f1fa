#pragma once
// Machines by name, made of parts that they share.
//
//   rules ─┬─► prover
//          └─► network ─┬─► propnet          its graph
//                       ├─► circuit ─► scalar  the engine that was fastest
//                       └─► circuit ─► swarm   its machine code
//
// A part is made when a machine first needs it, and does not change from then on. So the second
// machine of a kind, for another thread, takes milliseconds.
//
// A command visits the variant once and then runs on the concrete machine, so that nothing virtual
// stands in a hot loop.

#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "circuit/sight.h"
#include "gdl/load.h"
#include "machine/propnet/propnet_machine.h"
#include "machine/prover/prover.h"
#include "machine/scalar/scalar_machine.h"
#include "machine/stages.h"
#include "machine/swarm/swarm_machine.h"

namespace palamedes::machine {

struct MachineOptions : StageOptions {
  prover::ProverOptions prover;
  propnet::PropnetOptions propnet;
  scalar::ScalarOptions scalar;
  swarm::SwarmOptions swarm;
  double ready_seconds = 10;  // what `auto` may take to get a machine ready
  // Somebody plays with another machine meanwhile: grounding, before which there is nothing to play
  // with, may take as long as its own limit says.
  bool is_awaited = true;
  // Random games on each machine that `auto` may take. 0: none, the scalar machine is the first.
  double measuring_seconds = 0.002;
  bool cache = false;  // of states, whichever of prover and propnet it is

  [[nodiscard]] prover::ProverOptions prover_options() const;
  [[nodiscard]] propnet::PropnetOptions propnet_options() const;
};

using AnyMachine =
    std::variant<std::unique_ptr<prover::Prover>, std::unique_ptr<propnet::PropnetMachine>,
                 std::unique_ptr<scalar::ScalarMachine>, std::unique_ptr<swarm::SwarmMachine>>;

// The machines that trees grow on: all that go from one state to the next.
using StepMachine =
    std::variant<std::unique_ptr<prover::Prover>, std::unique_ptr<propnet::PropnetMachine>,
                 std::unique_ptr<scalar::ScalarMachine>>;

template <typename AnyOf>
struct Chosen {
  AnyOf machine;
  std::string notice;  // why it is another machine than the one asked for; usually empty
  // The clock decided: with more time to get ready there might be a faster one.
  bool is_late = false;
};
using ChosenMachine = Chosen<AnyMachine>;
using ChosenStepMachine = Chosen<StepMachine>;

// `auto`: the machine that makes most states in a few milliseconds of random games. The candidates
// are the prover, the propnet and the scalar machine; others have to be clearly faster than the
// scalar machine, because it never fails, and swarms and threads go with it. If the network takes
// more than a quarter of the time there is, the scalar machine has no circuit, or is left out where
// it needs one (machines.md); if grounding takes more than half of it, the prover is all there is.
// The notice says what was taken instead of the scalar machine, and why.
inline constexpr std::string_view auto_machine = "auto";
inline constexpr std::string_view default_machine = auto_machine;

// All names that a factory knows, the default first.
[[nodiscard]] std::span<const std::string> machine_names();

class Factory {
 public:
  // With a network that another factory made of the same rules, nothing is grounded.
  explicit Factory(std::shared_ptr<const gdl::Loaded> rules, MachineOptions options = {},
                   std::shared_ptr<const net::PropNet> network = nullptr);

  // A factory that begins with the parts that this one has made, for a thread of its own: it may
  // make more of them. It ends its work when `cancelled` says so.
  [[nodiscard]] Factory twin(const std::atomic<bool>* cancelled) const;

  // An unknown name is an error. A game that is too large to be grounded within the limits gets the
  // prover, and the notice says so. Fails also where nobody wants the machine any more.
  [[nodiscard]] Result<ChosenMachine> make(std::string_view name);
  // The same for trees: the swarm's name gives the machine that steps beside a swarm, scalar.
  [[nodiscard]] Result<ChosenStepMachine> make_step_machine(std::string_view name);
  // Another one of the same kind, for another thread.
  [[nodiscard]] StepMachine another(const StepMachine& machine) const;

  // The same machine for searches, whose roles look only at the moves that they need to
  // (circuit/sight.h). Nothing where nothing is seen.
  [[nodiscard]] std::unique_ptr<scalar::ScalarMachine> make_seeing(
      const scalar::ScalarMachine& machine, circuit::Sight sight);

  // Nothing if there is no network: then no swarm can be made either.
  [[nodiscard]] const std::shared_ptr<const net::PropNet>& network() const { return network_; }
  // A further swarm shares the machine code of the first one of its width. Nothing where there is
  // no circuit, or nobody wants it any more.
  [[nodiscard]] std::unique_ptr<swarm::Swarm> make_swarm(
      const swarm::SwarmOptions& options, circuit::Sight sight = circuit::Sight::none);

 private:
  [[nodiscard]] Result<void> check(std::string_view name) const;
  [[nodiscard]] Result<ChosenStepMachine> make_prover(const Diagnostics* reason);
  [[nodiscard]] Result<ChosenStepMachine> make_scalar();
  [[nodiscard]] Result<ChosenStepMachine> make_automatically();
  [[nodiscard]] Result<ChosenStepMachine> make_of_network(double network_seconds);
  [[nodiscard]] ChosenStepMachine faster_than(ChosenStepMachine first);
  [[nodiscard]] ChosenStepMachine make_propnet();
  [[nodiscard]] Result<void> make_network();
  [[nodiscard]] Result<std::shared_ptr<const swarm::CompiledCircuit>> compiled(
      const swarm::SwarmOptions& options, circuit::Sight sight = circuit::Sight::none);

  std::shared_ptr<const gdl::Loaded> rules_;
  MachineOptions options_;
  std::shared_ptr<const net::PropNet> network_;
  std::shared_ptr<const circuit::Circuit> swarm_circuit_;
  // The last machine code of each kind of sight, and the last machines that see.
  struct Compiled {
    circuit::Sight sight = circuit::Sight::none;
    swarm::SwarmOptions options;
    std::shared_ptr<const swarm::CompiledCircuit> code;
  };
  std::vector<Compiled> compiled_;
  struct Seeing {
    circuit::Sight sight = circuit::Sight::none;
    std::unique_ptr<scalar::ScalarMachine> machine;  // none: nothing is seen
  };
  std::vector<Seeing> seeing_;
};

// One machine, without keeping the parts for others. The game must outlive it.
[[nodiscard]] Result<ChosenMachine> make_machine(std::string_view name, const gdl::Loaded& game,
                                                 const MachineOptions& options = {});

// How `auto` shares the time there is to get ready.
[[nodiscard]] MachineOptions within_ready_time(MachineOptions options);

[[nodiscard]] std::string_view name_of(const AnyMachine& machine);
[[nodiscard]] std::string_view name_of(const StepMachine& machine);

}  // namespace palamedes::machine
