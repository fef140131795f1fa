#include "cli/rules_source.h"

#include <utility>

#include "cli/interrupt.h"
#include "cli/preparation.h"
#include "cli/results.h"
#include "cli/video_source.h"
#include "vgdl/outline.h"

namespace palamedes::cli {

Result<RulesText> read_rules(const std::string& argument, std::size_t max_bytes) {
  auto text = read_any_game(argument, max_bytes);
  if (text && vgdl::is_game_text(text->text)) {
    return failure(text->name, "is a video game, and this command plays rule sheets only",
                   "see 'palamedes help video'");
  }
  return text;
}

void declare_rules(Options& options, std::string& target) {
  options.positional("RULES", "a rule sheet, a built-in game, or - for standard input",
                     Completes::rules, target);
}

void declare_reading_limits(Options& options, gdl::LoadOptions& target) {
  options.group("Limits");
  options.number("max-bytes", "size of the rules after unpacking", target.read.max_bytes, 1);
  options.number("max-depth", "nesting of parentheses", target.read.max_depth, 1,
                 gdl::ReadLimits::deepest);
  options.number("max-clauses", "clauses that one rule with 'or' may become",
                 target.rewrite.max_clauses_per_rule, 1);
}

void GameSettings::end_when_interrupted() {
  machine_options.ground.limits.cancelled = &Interrupt::flag();
  machine_options.prover.cancelled = &Interrupt::flag();
}

void GameSettings::declare_machine(Options& options) {
  const auto names = machine::machine_names();
  options.choice("machine", "M", "how the game is stepped", machine, {names.begin(), names.end()});
  declare_ready(options);
}

void GameSettings::declare_ready(Options& options) {
  options.seconds("ready", "what the machine auto may take to get ready",
                  machine_options.ready_seconds);
}

void declare_passes(Options& options, std::string& target) {
  options.text(
      "passes", "LIST", "optimisations, in this order; an empty text for none", target,
      [](const std::string& text) { return problem_with(text, net::passes::parse_passes(text)); });
}

void declare_circuit(Options& options, std::string& passes,
                     circuit::passes::CircuitPassOptions& target) {
  options.text("circuit-passes", "LIST", "steps that make the circuit smaller, in this order",
               passes, [](const std::string& text) {
                 return problem_with(text, circuit::passes::parse_circuit_passes(text));
               });
  options.seconds("proof-time", "for the proofs of one such step, about", target.proof_seconds);
}

void declare_grounding(Options& options, ground::GroundOptions& target) {
  using Demand = ground::GroundOptions::Demand;
  options.group("Grounding");
  options.seconds("time-limit", "give up after this time", target.limits.seconds);
  options.size("memory-limit", "give up when this much is in use", target.limits.memory_bytes);
  options.number("max-rules", "give up after this number of rules without variables",
                 target.limits.max_rules, 1);
  options.number("max-terms", "give up after this number of different terms",
                 target.limits.max_terms, 1);
  options.flag("no-decompose", "take large rules as they are", target.decompose, false);
  options.flag("trust-declarations", "keep to what base and input declare",
               target.trust_declarations);
  options.choice(
      "demand", "WHEN", "ground only what some question asks for", target.demand,
      {{"auto", Demand::automatic}, {"always", Demand::always}, {"never", Demand::never}});
}

void GameSettings::declare_details(Options& options) {
  using machine::propnet::Propagation;
  using machine::scalar::ScalarEvaluation;
  using machine::swarm::SwarmGates;
  using machine::swarm::SwarmWidth;
  options.group("Propositional network");
  declare_passes(options, machine_options.passes);
  options.choice("propagation", "HOW",
                 "changes go on to their readers, or what is asked for is looked up",
                 machine_options.propnet.propagation,
                 {{"forward", Propagation::forward}, {"backward", Propagation::backward}});
  options.flag("cache", "remember what was found out about states (prover, propnet)",
               machine_options.cache);
  options.group("Circuit");
  declare_circuit(options, machine_options.circuit_passes, machine_options.circuit);
  options.choice("evaluation", "HOW", "how the scalar machine makes a step",
                 machine_options.scalar.evaluation,
                 {{"auto", ScalarEvaluation::automatic},
                  {"incremental", ScalarEvaluation::incremental},
                  {"effects", ScalarEvaluation::effects},
                  {"propagation", ScalarEvaluation::propagation},
                  {"whole", ScalarEvaluation::whole}});
  options.choice("swarm-lanes", "N", "playouts side by side in the swarm",
                 machine_options.swarm.width,
                 {{"auto", SwarmWidth::automatic},
                  {"64", SwarmWidth::lanes_64},
                  {"256", SwarmWidth::lanes_256},
                  {"512", SwarmWidth::lanes_512}});
  options.choice("swarm-gates", "HOW", "how the swarm computes gates", machine_options.swarm.gates,
                 {{"auto", SwarmGates::automatic},
                  {"interpreted", SwarmGates::interpreted},
                  {"native", SwarmGates::native}});
  declare_grounding(options, machine_options.ground);
  declare_reading_limits(options, load);
  machine::prover::ProverOptions& prover = machine_options.prover;
  options.number("prover-max-terms", "different ground terms", prover.max_terms, 1);
  options.number("prover-max-steps", "conditions tried for one question", prover.max_steps, 1);
  options.seconds("prover-max-seconds", "time for one question", prover.max_seconds);
  options.number("prover-max-depth", "conditions open at once", prover.max_depth, 1);
  options.number("prover-max-answers", "answers kept for one state", prover.max_answers, 1);
  options.size("prover-max-memory", "for terms and answers", prover.max_bytes);
}

Result<std::unique_ptr<LoadedGame>> load_game(Screen& screen, GameSettings settings,
                                              const RulesText& text) {
  Preparation preparation(screen, text.name);
  preparation.begin("reading");
  preparation.watch(settings.machine_options);
  return load_game(settings, text);
}

Exit complain_unloaded(Screen& screen, const std::string& rules, const Diagnostics& reason) {
  if (Interrupt::requested()) return nothing_to_show(screen, rules);
  screen.complain(reason);
  return Exit::failed;
}

Result<std::unique_ptr<LoadedGame>> load_game(const GameSettings& settings, const RulesText& text) {
  auto rules = gdl::load(text.text, text.name, settings.load);
  if (!rules) return tl::unexpected(std::move(rules.error()));
  auto game = std::make_unique<LoadedGame>();
  game->name = text.name;
  game->rules = std::move(*rules);
  auto machine = machine::make_machine(settings.machine, game->rules, settings.machine_options);
  if (!machine) return tl::unexpected(std::move(machine.error()));
  game->machine = std::move(machine->machine);
  game->notice = std::move(machine->notice);
  return game;
}

}  // namespace palamedes::cli
