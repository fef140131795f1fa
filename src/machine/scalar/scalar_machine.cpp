#include "machine/scalar/scalar_machine.h"

#include <array>
#include <limits>
#include <utility>

#include "base/stopwatch.h"
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

// Seconds per step in random games, when the same steps have been made before: the first time an
// engine may have to learn what a move does.
template <typename Engine>
double seconds_per_step(Engine& engine, const circuit::Circuit& circuit, double seconds) {
  constexpr std::size_t steps_between_looks = 16;
  const std::vector<std::uint64_t> initial = circuit.initial_state();
  std::vector<std::uint64_t> state = initial;
  std::vector<Move> joint_move(circuit.roles.size());
  std::size_t steps = 0;
  Rng first(1);
  const CpuStopwatch learning;
  do {
    for (std::size_t i = 0; i < steps_between_looks; ++i, ++steps) {
      step(engine, initial, first, joint_move, state);
    }
  } while (learning.seconds() < seconds);
  state = initial;
  Rng again(1);
  const CpuStopwatch watch;
  for (std::size_t i = 0; i < steps; ++i) step(engine, initial, again, joint_move, state);
  return watch.seconds() / static_cast<double>(steps);
}

IncrementalEngine incremental_engine(WideCircuit wide, const EffectOptions& options) {
  auto kept = std::make_shared<const KeptGates>(std::move(wide));
  return IncrementalEngine(std::make_shared<const NoMoveValues>(std::move(kept)), options);
}

// What the network says as it stands often tells better what a move leaves alone; the circuit has
// fewer gates. Which is faster shows only in play.
std::vector<IncrementalEngine> incremental_engines(const circuit::Circuit& circuit,
                                                   const EffectOptions& options) {
  std::vector<IncrementalEngine> engines;
  for (std::optional<WideCircuit>& wide : std::array{widen(*circuit.source), widen(circuit)}) {
    if (wide) engines.push_back(incremental_engine(std::move(*wide), options));
  }
  return engines;
}

}  // namespace

ScalarMachine::Engine ScalarMachine::make_engine(
    const std::shared_ptr<const circuit::Circuit>& circuit, const ScalarOptions& options) {
  if (options.evaluation == ScalarEvaluation::whole) return WholeEngine(circuit);
  std::vector<IncrementalEngine> incremental = incremental_engines(*circuit, options.effects);
  if (incremental.empty()) return WholeEngine(circuit);
  const double share = options.choosing_seconds / 6;  // three engines, each twice
  std::size_t best = 0;
  double best_seconds = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < incremental.size(); ++i) {
    const double seconds = seconds_per_step(incremental[i], *circuit, share);
    if (seconds >= best_seconds) continue;
    best = i;
    best_seconds = seconds;
  }
  if (options.evaluation == ScalarEvaluation::automatic &&
      circuit->gates.size() <= most_gates_for_whole) {
    WholeEngine whole(circuit);
    if (seconds_per_step(whole, *circuit, share) < best_seconds) return whole;
  }
  return std::move(incremental[best]);
}

ScalarMachine::ScalarMachine(std::shared_ptr<const circuit::Circuit> circuit,
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
  Engine engine = incremental_engine(std::move(*wide), options.effects);
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
