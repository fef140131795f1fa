#pragma once
// One state at a time, as fast as it goes: the machine for steps in a tree.
//
// There are three ways from one state to the next: by effects of moves that are found out once, by
// propagation of what changes, and by evaluating every gate (for games whose rules are recursive).
// Which one is the fastest shows only in play, so a few milliseconds of it decide.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/ids.h"
#include "base/rng.h"
#include "circuit/circuit.h"
#include "machine/bit_state.h"
#include "machine/game_names.h"
#include "machine/scalar/effect_engine.h"
#include "machine/scalar/propagation_engine.h"
#include "machine/scalar/whole_engine.h"
#include "model/draw.h"
#include "model/forward_model.h"

namespace palamedes::machine::scalar {

enum class ScalarEvaluation : std::uint8_t {
  automatic,
  incremental,  // effects or propagation
  effects,
  propagation,
  whole,
};

struct ScalarOptions {
  EffectOptions effects;
  ScalarEvaluation evaluation = ScalarEvaluation::automatic;
  double choosing_seconds = 0.012;  // for the measurement that decides
  // Finding out effects counts as if they were used for so long.
  double effects_horizon = 1;
  // The circuit is not what its network says: engines are made of the circuit alone.
  bool of_circuit_alone = false;
};

using ScalarEngine = std::variant<EffectEngine, PropagationEngine, WholeEngine>;

class ScalarMachine : public GameNames {
  using Engine = ScalarEngine;

  template <typename Ask>
  auto at(const BitState& state, const Ask& ask) {
    const auto ask_there = [&](auto& engine) {
      engine.enter(state.words.data());
      return ask(engine);
    };
    if (auto* effects = std::get_if<EffectEngine>(&engine_)) return ask_there(*effects);
    if (auto* changes = std::get_if<PropagationEngine>(&engine_)) return ask_there(*changes);
    return ask_there(std::get<WholeEngine>(engine_));
  }

 public:
  static constexpr std::string_view name = "scalar";
  // Gates that many others share are good when all are evaluated, and bad when changes are passed
  // on.
  static constexpr std::string_view circuit_passes = "rewrite,invariants,sweep,rewrite";
  using State = BitState;

  explicit ScalarMachine(const std::shared_ptr<const circuit::Circuit>& circuit,
                         const ScalarOptions& options = {});
  // Without a circuit, where there is no time for one: incremental, on the network as it stands.
  // Nothing if the network cannot be widened.
  [[nodiscard]] static std::unique_ptr<ScalarMachine> of_network(
      std::shared_ptr<const net::PropNet> net, const ScalarOptions& options = {});
  // Another one for another thread: the same engine on the same immutable parts. Nothing is built
  // or measured again.
  [[nodiscard]] std::unique_ptr<ScalarMachine> another() const;

  [[nodiscard]] std::size_t role_count() const { return net_->roles.size(); }
  [[nodiscard]] const State& initial() const { return initial_; }
  bool terminal(const State& state) {
    return at(state, [](auto& engine) { return engine.terminal(); });
  }
  int goal(const State& state, Role role) {
    return at(state, [&](auto& engine) { return engine.goal(role); });
  }
  void legal(const State& state, Role role, model::MoveList& moves) {
    moves.clear();
    at(state, [&](auto& engine) { engine.legal(role, moves); });
  }
  model::DrawnMove draw_legal(const State& state, Role role, Rng& rng) {
    return at(state, [&](auto& engine) { return engine.draw_legal(role, rng); });
  }
  void advance(State& state, std::span<const Move> joint_move) {
    at(state, [&](auto& engine) { engine.advance(joint_move, state.words.data()); });
  }
  [[nodiscard]] const std::string& fault() const { return fault_; }

  [[nodiscard]] std::size_t memory_bytes() const;

  [[nodiscard]] const std::shared_ptr<const net::PropNet>& network() const { return net_; }
  // None: it was made of the network.
  [[nodiscard]] const std::shared_ptr<const circuit::Circuit>& circuit() const { return circuit_; }
  [[nodiscard]] ScalarEvaluation evaluation() const {
    if (std::holds_alternative<EffectEngine>(engine_)) return ScalarEvaluation::effects;
    return std::holds_alternative<PropagationEngine>(engine_) ? ScalarEvaluation::propagation
                                                              : ScalarEvaluation::whole;
  }

 private:
  ScalarMachine(std::shared_ptr<const net::PropNet> net,
                std::shared_ptr<const circuit::Circuit> circuit, Engine engine);

  static Engine make_engine(const std::shared_ptr<const circuit::Circuit>& circuit,
                            const ScalarOptions& options);

  std::shared_ptr<const net::PropNet> net_;
  std::shared_ptr<const circuit::Circuit> circuit_;
  Engine engine_;
  State initial_;
  std::string fault_;  // always empty: evaluation cannot fail
};

}  // namespace palamedes::machine::scalar
