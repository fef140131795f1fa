#include "machine/scalar/scalar_machine.h"

#include <array>
#include <limits>
#include <utility>

#include "base/stopwatch.h"
#include "machine/machine.h"

namespace palamedes::machine {

static_assert(Machine<ScalarMachine>);

namespace {

// Above this a step of the whole circuit costs more than any incremental one.
constexpr std::size_t most_gates_for_whole = 20'000;
// The default of StageOptions.
constexpr std::size_t most_gates_for_passes = 500'000;

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
double seconds_per_step(Engine& engine, const net::Circuit& circuit, double seconds) {
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

// What the network says as it stands often tells better what a move leaves alone; the circuit has
// fewer gates. Which is faster shows only in play. A large circuit went through no passes: it says
// the same as the network, in more gates.
std::vector<IncrementalEngine> incremental_engines(const net::Circuit& circuit) {
  std::vector<IncrementalEngine> engines;
  const auto add = [&](std::optional<Logic> logic) {
    if (!logic) return;
    auto plan = std::make_shared<const Plan>(std::move(*logic));
    engines.emplace_back(std::make_shared<const StillMoves>(std::move(plan)));
  };
  add(logic_of(*circuit.source));
  if (engines.empty() || circuit.gates.size() <= most_gates_for_passes) add(logic_of(circuit));
  return engines;
}

}  // namespace

ScalarMachine::Engine ScalarMachine::make_engine(const std::shared_ptr<const net::Circuit>& circuit,
                                                 const ScalarOptions& options) {
  if (options.evaluation == ScalarEvaluation::whole) return WholeEngine(circuit);
  std::vector<IncrementalEngine> incremental = incremental_engines(*circuit);
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

ScalarMachine::ScalarMachine(std::shared_ptr<const net::Circuit> circuit,
                             const ScalarOptions& options)
    : GameNames(circuit->source),
      circuit_(std::move(circuit)),
      engine_(make_engine(circuit_, options)) {
  const std::vector<std::uint64_t> initial = circuit_->initial_state();
  initial_.words.assign(initial.begin(), initial.end());
}

std::size_t ScalarMachine::memory_bytes() const {
  return circuit_->source->memory_bytes() + circuit_->memory_bytes() +
         std::visit([](const auto& engine) { return engine.memory_bytes(); }, engine_);
}

}  // namespace palamedes::machine
