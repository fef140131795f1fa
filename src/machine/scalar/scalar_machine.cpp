#include "machine/scalar/scalar_machine.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

#include "base/stopwatch.h"
#include "circuit/passes/passes.h"
#include "machine/machine.h"

namespace palamedes::machine::scalar {

using circuit::wide::widen;

static_assert(Machine<ScalarMachine>);

namespace {

// Above this a step of the whole circuit costs more than any incremental one.
constexpr std::size_t most_gates_for_whole = 20'000;

// A step of a random game, or back to the start.
template <typename Engine>
void step(Engine& engine, const std::vector<std::uint64_t>& initial, Rng& rng,
          std::vector<Move>& joint_move, std::vector<std::uint64_t>& state) {
  engine.enter(state.data());
  bool is_over = engine.terminal();
  for (std::size_t role = 0; role < joint_move.size() && !is_over; ++role) {
    const model::DrawnMove drawn = engine.draw_legal(Role(role), rng);
    joint_move[role] = drawn.move;
    is_over = drawn.count == 0;
  }
  if (is_over) {
    state = initial;
  } else {
    engine.advance(joint_move, state.data());
  }
}

struct Speed {
  double first = 0;  // seconds for all steps when they are made for the first time
  double again = 0;  // when the same steps have been made before
  std::size_t steps = 0;
};

// Random games for so long, and then the same games again: the first time an engine may have to
// find out what a move does.
template <typename Engine>
Speed speed_of(Engine& engine, const circuit::Circuit& circuit, double seconds) {
  constexpr std::size_t most_steps_between_looks = 16;
  const std::vector<std::uint64_t> initial = circuit.initial_state();
  std::vector<std::uint64_t> state = initial;
  std::vector<Move> joint_move(circuit.roles.size());
  Speed speed;
  Rng first(1);
  const CpuStopwatch learning;
  std::size_t next_look = 1;
  do {
    for (; speed.steps < next_look; ++speed.steps) {
      step(engine, initial, first, joint_move, state);
    }
    next_look += std::min(next_look, most_steps_between_looks);
  } while (learning.seconds() < seconds);
  speed.first = learning.seconds();
  state = initial;
  Rng again(1);
  const CpuStopwatch watch;
  for (std::size_t i = 0; i < speed.steps; ++i) step(engine, initial, again, joint_move, state);
  speed.again = watch.seconds();
  return speed;
}

// Seconds per step. Time to find out effects is lost for steps, so it makes the others dearer.
template <typename Engine>
double cost_of(Engine& engine, const circuit::Circuit& circuit, double seconds, double horizon) {
  const Speed speed = speed_of(engine, circuit, seconds);
  const double per_step = speed.again / static_cast<double>(speed.steps);
  if constexpr (std::is_same_v<Engine, EffectEngine>) {
    const double each = std::max(0.0, speed.first - speed.again) /
                        static_cast<double>(std::max<std::size_t>(engine.found_out(), 1));
    const double left = horizon - each * static_cast<double>(engine.to_find_out());
    if (left <= 0) return std::numeric_limits<double>::infinity();
    return per_step * horizon / left;
  }
  return per_step;
}

EffectEngine effect_engine(WideCircuit wide, const EffectOptions& options) {
  auto kept = std::make_shared<const KeptGates>(std::move(wide));
  return EffectEngine(std::make_shared<const NoMoveValues>(std::move(kept)), options);
}

PropagationEngine propagation_engine(WideCircuit wide) {
  return PropagationEngine(std::make_shared<const KeptGates>(std::move(wide), MovePart::kept));
}

bool allows(ScalarEvaluation asked, ScalarEvaluation engine) {
  if (asked == ScalarEvaluation::automatic || asked == engine) return true;
  return asked == ScalarEvaluation::incremental && engine != ScalarEvaluation::whole;
}

}  // namespace

// What the network says as it stands often shows better what a move leaves alone; the circuit has
// fewer gates.
ScalarMachine::Engine ScalarMachine::make_engine(
    const std::shared_ptr<const circuit::Circuit>& circuit, const ScalarOptions& options) {
  if (options.evaluation == ScalarEvaluation::whole) return WholeEngine(circuit);
  const double share = options.choosing_seconds / 10;  // five engines, each twice
  std::optional<Engine> best;
  double best_cost = std::numeric_limits<double>::infinity();
  const auto consider = [&](auto engine) {
    const double cost = cost_of(engine, *circuit, share, options.effects_horizon);
    if (best && cost >= best_cost) return;
    best_cost = cost;
    best.emplace(std::move(engine));
  };
  std::vector<std::optional<WideCircuit>> sources;
  sources.push_back(widen(*circuit->source));
  // A circuit without passes says what the network says in more gates; and effects of so large a
  // game would take longer to find out than it lasts.
  const bool is_large =
      sources.front() && circuit->gates.size() > circuit::passes::most_gates_for_passes;
  if (!is_large) sources.push_back(widen(*circuit));
  const bool propagates = allows(options.evaluation, ScalarEvaluation::propagation);
  const bool has_effects =
      allows(options.evaluation, ScalarEvaluation::effects) && !(is_large && propagates);
  for (std::optional<WideCircuit>& wide : sources) {
    if (!wide) continue;
    if (propagates) consider(propagation_engine(has_effects ? *wide : std::move(*wide)));
    if (has_effects) consider(effect_engine(std::move(*wide), options.effects));
  }
  const bool is_small = circuit->gates.size() <= most_gates_for_whole;
  if (!best || (is_small && allows(options.evaluation, ScalarEvaluation::whole))) {
    consider(WholeEngine(circuit));
  }
  return std::move(*best);
}

ScalarMachine::ScalarMachine(const std::shared_ptr<const circuit::Circuit>& circuit,
                             const ScalarOptions& options)
    : ScalarMachine(circuit->source, circuit, make_engine(circuit, options)) {}

ScalarMachine::ScalarMachine(std::shared_ptr<const net::PropNet> net,
                             std::shared_ptr<const circuit::Circuit> circuit, Engine engine)
    : GameNames(net),
      net_(std::move(net)),
      circuit_(std::move(circuit)),
      engine_(std::move(engine)) {
  const std::vector<std::uint64_t> initial =
      circuit_ ? circuit_->initial_state() : net_->initial_state();
  initial_.words.assign(initial.begin(), initial.end());
}

std::unique_ptr<ScalarMachine> ScalarMachine::of_network(std::shared_ptr<const net::PropNet> net,
                                                         const ScalarOptions& options) {
  std::optional<WideCircuit> wide = widen(*net);
  if (!wide) return nullptr;
  // Without a measurement: propagation is never very slow, and has nothing to find out.
  Engine engine = options.evaluation == ScalarEvaluation::effects
                      ? Engine(effect_engine(std::move(*wide), options.effects))
                      : Engine(propagation_engine(std::move(*wide)));
  return std::unique_ptr<ScalarMachine>(
      new ScalarMachine(std::move(net), nullptr, std::move(engine)));
}

std::unique_ptr<ScalarMachine> ScalarMachine::another() const {
  return std::unique_ptr<ScalarMachine>(new ScalarMachine(
      net_, circuit_,
      std::visit([](const auto& engine) -> Engine { return engine.another(); }, engine_)));
}

std::size_t ScalarMachine::memory_bytes() const {
  return net_->memory_bytes() + (circuit_ ? circuit_->memory_bytes() : 0) +
         std::visit([](const auto& engine) { return engine.memory_bytes(); }, engine_);
}

}  // namespace palamedes::machine::scalar
