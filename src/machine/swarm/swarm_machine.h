#pragma once
// A swarm that can also be stepped state by state, as every machine can.
//
// A single state uses words of its own, so playouts that are under way in the swarm do not notice.
// All lanes hold that state: an idle lane could hold one that play never reaches, where nothing is
// promised about the circuit.
//
//   stage     what the words belong to: nothing yet, the state part of `at_`, or also the goals
//   words_    as in the swarm: one SIMD word per slot

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "circuit/circuit.h"
#include "machine/bit_state.h"
#include "machine/game_names.h"
#include "machine/swarm/swarm.h"
#include "model/forward_model.h"

namespace palamedes::machine::swarm {

class SwarmMachine : public GameNames {
 public:
  static constexpr std::string_view name = Swarm::name;
  using State = BitState;

  explicit SwarmMachine(std::shared_ptr<const circuit::Circuit> circuit,
                        const SwarmOptions& options = {});
  explicit SwarmMachine(std::shared_ptr<const CompiledCircuit> compiled,
                        const SwarmOptions& options = {});

  [[nodiscard]] std::size_t role_count() const { return swarm_.role_count(); }
  [[nodiscard]] const State& initial() const { return initial_; }
  bool terminal(const State& state);
  int goal(const State& state, Role role);
  void legal(const State& state, Role role, model::MoveList& moves);
  void advance(State& state, std::span<const Move> joint_move);
  [[nodiscard]] const std::string& fault() const { return fault_; }

  [[nodiscard]] std::size_t memory_bytes() const;

  [[nodiscard]] const std::shared_ptr<const circuit::Circuit>& circuit() const { return circuit_; }
  // For playouts.
  [[nodiscard]] Swarm& swarm() { return swarm_; }
  [[nodiscard]] const Swarm& swarm() const { return swarm_; }

 private:
  enum class Stage : std::uint8_t { nothing, state, goals };

  void evaluate(const State& state, Stage wanted);
  void enter(const State& state);
  void set(Slot slot, bool value);
  [[nodiscard]] bool holds(Slot slot) const;

  std::shared_ptr<const circuit::Circuit> circuit_;
  Swarm swarm_;
  SwarmWords words_;
  State initial_;
  State at_;
  Stage stage_ = Stage::nothing;
  std::string fault_;  // always empty: evaluation cannot fail
};

}  // namespace palamedes::machine::swarm
