#include "machine/scalar/scalar_machine.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

#include "base/stopwatch.h"
#include "circuit/passes/passes.h"
#include "circuit/wide/spread.h"
#include "machine/machine.h"
#include "machine/scalar/pair_gates.h"
#include "machine/scalar/random_steps.h"

namespace palamedes::machine::scalar {

using circuit::wide::widen;

static_assert(Machine<ScalarMachine>);

namespace {

// Above this a step of the whole circuit costs more than any incremental one.
constexpr std::size_t most_gates_for_whole = 20'000;

struct Speed {
  double first = 0;  // seconds for all steps when they are made for the first time
  double again = 0;  // when the same steps have been made before
  std::size_t steps = 0;
};

// Random games for so long, and then the same games again: the first time an engine may have to
// find out what a move does. The first steps of a game say little about the others, so a slow
// engine gets more time.
template <typename Engine>
Speed speed_of(Engine& engine, const circuit::Circuit& circuit, std::uint64_t seed,
               double seconds) {
  constexpr std::size_t most_steps_between_looks = 16;
  constexpr std::size_t fewest_steps = 64;
  constexpr double patience = 8;
  RandomSteps games(circuit.initial_state(), circuit.roles.size(), seed);
  Speed speed;
  const CpuStopwatch learning;
  std::size_t next_look = 1;
  do {
    for (; speed.steps < next_look; ++speed.steps) games.step(engine);
    next_look += std::min(next_look, most_steps_between_looks);
  } while (learning.seconds() < (speed.steps < fewest_steps ? patience * seconds : seconds));
  speed.first = learning.seconds();
  games.begin_again();
  const CpuStopwatch watch;
  for (std::size_t i = 0; i < speed.steps; ++i) games.step(engine);
  speed.again = watch.seconds();
  return speed;
}

// Time to find out effects is lost for steps, so it makes them dearer, by this factor.
template <typename Engine>
double dearer_by(const Engine& engine, const Speed& speed, double horizon) {
  if constexpr (std::is_same_v<Engine, EffectEngine>) {
    const double each = std::max(0.0, speed.first - speed.again) /
                        static_cast<double>(std::max<std::size_t>(engine.found_out(), 1));
    const double left = horizon - each * static_cast<double>(engine.to_find_out());
    return left <= 0 ? std::numeric_limits<double>::infinity() : horizon / left;
  }
  return 1;
}

// Each effect has to be found out when it is first needed, and where roles move at the same time
// most joint moves may be new for ever. Whether new games get as fast as that within a while. What
// is found out in it stays, so games are fast from then on.
bool keeps_up(EffectEngine& engine, const circuit::Circuit& circuit, double seconds_per_step) {
  constexpr int slices = 100;
  constexpr double slice_seconds = 0.002;
  constexpr std::size_t steps_between_looks = 16;
  constexpr double about = 1.2;  // a look at the clock and what the processor does beside it
  RandomSteps games(circuit.initial_state(), circuit.roles.size(), /*seed=*/99);
  for (int slice = 0; slice < slices; ++slice) {
    std::size_t steps = 0;
    const CpuStopwatch watch;
    do {
      for (std::size_t i = 0; i < steps_between_looks; ++i) games.step(engine);
      steps += steps_between_looks;
    } while (watch.seconds() < slice_seconds);
    if (watch.seconds() < about * seconds_per_step * static_cast<double>(steps)) return true;
  }
  return false;
}

bool finds_effects(const ScalarEngine& engine) {
  return std::holds_alternative<EffectEngine>(engine);
}

// For each of nine engines twice, and for the activity of four.
double first_look(const ScalarOptions& options) { return options.choosing_seconds / 22; }

// Engines that may be taken, measured one after the other; those that are close, in turns.
class EngineChoice {
 public:
  EngineChoice(const circuit::Circuit& circuit, const ScalarOptions& options)
      : circuit_(circuit), options_(options) {}

  void add(ScalarEngine engine) {
    Candidate& candidate = candidates_.emplace_back(Candidate{std::move(engine)});
    const Speed speed = measure(candidate, /*seed=*/1, first_look(options_));
    candidate.dearer_by = std::visit(
        [&](const auto& made) { return dearer_by(made, speed, options_.effects_horizon); },
        candidate.engine);
  }
  [[nodiscard]] bool is_empty() const { return candidates_.empty(); }

  ScalarEngine best() {
    drop_slow();
    if (candidates_.size() > 1) {
      constexpr std::uint64_t rounds = 3;
      const double share =
          options_.choosing_seconds / static_cast<double>(2 * rounds * candidates_.size());
      for (std::uint64_t i = 0; i < rounds; ++i) {
        for (Candidate& candidate : candidates_) measure(candidate, i + 2, share);
      }
    }
    auto taken = fastest();
    const auto other = fastest_without_effects();
    if (auto* const effects = std::get_if<EffectEngine>(&taken->engine);
        effects != nullptr && other != candidates_.end() &&
        !keeps_up(*effects, circuit_, other->seconds_per_step)) {
      taken = other;
    }
    if (auto* const effects = std::get_if<EffectEngine>(&taken->engine)) effects->remember();
    return std::move(taken->engine);
  }

 private:
  struct Candidate {
    ScalarEngine engine;
    double dearer_by = 1;
    // The least that was seen: whatever else the processor does makes it larger.
    double seconds_per_step = std::numeric_limits<double>::infinity();

    [[nodiscard]] double cost() const { return seconds_per_step * dearer_by; }
  };

  Speed measure(Candidate& candidate, std::uint64_t seed, double seconds) {
    const Speed speed = std::visit(
        [&](auto& engine) { return speed_of(engine, circuit_, seed, seconds); }, candidate.engine);
    candidate.seconds_per_step =
        std::min(candidate.seconds_per_step, speed.again / static_cast<double>(speed.steps));
    return speed;
  }
  [[nodiscard]] std::vector<Candidate>::iterator fastest() {
    return std::min_element(
        candidates_.begin(), candidates_.end(),
        [](const Candidate& a, const Candidate& b) { return a.cost() < b.cost(); });
  }
  // The end if there is none.
  [[nodiscard]] std::vector<Candidate>::iterator fastest_without_effects() {
    const auto cost = [](const Candidate& candidate) {
      return finds_effects(candidate.engine) ? std::numeric_limits<double>::infinity()
                                             : candidate.cost();
    };
    const auto found =
        std::min_element(candidates_.begin(), candidates_.end(),
                         [&](const Candidate& a, const Candidate& b) { return cost(a) < cost(b); });
    return finds_effects(found->engine) ? candidates_.end() : found;
  }
  void drop_slow() {
    constexpr double close = 2;
    const double limit = close * fastest()->cost();
    const auto other = fastest_without_effects();
    const double kept = other == candidates_.end() ? limit : other->cost();
    std::erase_if(candidates_, [&](const Candidate& candidate) {
      return candidate.cost() > limit &&
             (finds_effects(candidate.engine) || candidate.cost() > kept);
    });
  }

  const circuit::Circuit& circuit_;
  const ScalarOptions& options_;
  std::vector<Candidate> candidates_;
};

// What a move does is looked at gate by gate, so what it does to recursive rules is not found.
bool shows_effects(const WideCircuit& wide) {
  const std::vector<bool> depends = circuit::wide::depends_on_moves(wide);
  const auto first = depends.begin() + wide.first_feedback();
  const auto end = depends.begin() + wide.first_gate();
  return std::find(first, end, true) == end;
}

EffectEngine effect_engine(std::shared_ptr<const KeptGates> kept, const EffectOptions& options) {
  return EffectEngine(std::make_shared<const NoMoveValues>(std::move(kept)), options);
}
EffectEngine effect_engine(WideCircuit wide, const EffectOptions& options) {
  return effect_engine(std::make_shared<const KeptGates>(std::move(wide)), options);
}

std::shared_ptr<const KeptGates> gates_with_moves(WideCircuit wide) {
  return std::make_shared<const KeptGates>(std::move(wide), MovePart::kept);
}

// Gates with pairs as they are good for an engine; nothing where pairs would save too little.
template <typename Engine>
std::shared_ptr<const KeptGates> gates_with_pairs(const Engine& engine,
                                                  const circuit::Circuit& circuit, double seconds) {
  const Activity activity = measure_activity(engine, circuit.initial_state(), seconds);
  PairChoice pairs = choose_pairs(engine.kept(), activity);
  if (pairs.gates.empty()) return nullptr;
  return std::make_shared<const KeptGates>(
      engine.kept().with_pairs(std::move(pairs.gates), pairs.gathered));
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
  EngineChoice choice(*circuit, options);
  std::vector<std::optional<WideCircuit>> sources;
  if (!options.of_circuit_alone) sources.push_back(widen(*circuit->source));
  // A circuit without passes says what the network says in more gates; and effects of so large a
  // game would take longer to find out than it lasts.
  const bool is_large = !sources.empty() && sources.front() &&
                        circuit->gates.size() > circuit::passes::most_gates_for_passes;
  if (!is_large) sources.push_back(widen(*circuit));
  if (options.of_circuit_alone && sources.back()) {
    // otherwise the network is the one that shows what moves leave alone
    WideCircuit apart = *sources.back();
    circuit::wide::spread(apart);
    sources.emplace_back(std::move(apart));
  }
  const bool propagates = allows(options.evaluation, ScalarEvaluation::propagation);
  const bool has_effects =
      allows(options.evaluation, ScalarEvaluation::effects) && !(is_large && propagates);
  for (std::optional<WideCircuit>& wide : sources) {
    if (!wide) continue;
    if (propagates) {
      PropagationEngine plain(gates_with_moves(has_effects ? *wide : std::move(*wide)));
      const auto pairs = gates_with_pairs(plain, *circuit, first_look(options));
      choice.add(std::move(plain));
      if (pairs) choice.add(PropagationEngine(pairs));
    }
    if (has_effects && shows_effects(*wide)) {
      EffectEngine plain = effect_engine(std::move(*wide), options.effects);
      const auto pairs = gates_with_pairs(plain, *circuit, first_look(options));
      choice.add(std::move(plain));
      if (pairs) choice.add(effect_engine(pairs, options.effects));
    }
  }
  const bool is_small = circuit->gates.size() <= most_gates_for_whole;
  if (choice.is_empty() || (is_small && allows(options.evaluation, ScalarEvaluation::whole))) {
    choice.add(WholeEngine(circuit));
  }
  return choice.best();
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
  Engine engine = options.evaluation == ScalarEvaluation::effects && shows_effects(*wide)
                      ? Engine(effect_engine(std::move(*wide), options.effects))
                      : Engine(PropagationEngine(gates_with_moves(std::move(*wide))));
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
