#pragma once
// RULES on the command line: a file, a built-in game, or standard input.

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "base/diagnostic.h"
#include "cli/command.h"
#include "cli/screen.h"
#include "gdl/load.h"
#include "library/source.h"
#include "machine/factory.h"

namespace palamedes::cli {

using library::game_names;
using library::RulesText;

// A file wins over a built-in game of the same name.
[[nodiscard]] Result<RulesText> read_rules(const std::string& argument, std::size_t max_bytes);

void declare_rules(Options& options, std::string& target);
void declare_reading_limits(Options& options, gdl::LoadOptions& target);
void declare_passes(Options& options, std::string& target);
void declare_circuit(Options& options, std::string& passes,
                     circuit::passes::CircuitPassOptions& target);
// What is wrong with a list that was read from `text`, in one line; empty if nothing is.
template <typename Value>
[[nodiscard]] std::string problem_with(const std::string& text, const Result<Value>& parsed) {
  if (parsed) return {};
  const Diagnostic& problem = parsed.error().list().front();
  return fmt::format("cannot be '{}': {}{}", text, problem.message,
                     problem.hint.empty() ? "" : " (" + problem.hint + ")");
}
void declare_grounding(Options& options, ground::GroundOptions& target);

// What every command needs that runs a game.
struct GameSettings {
  std::string rules;
  std::string machine{machine::default_machine};
  gdl::LoadOptions load;
  machine::MachineOptions machine_options;

  // Ctrl-C ends what is under way, also in a question to the prover that takes long.
  void end_when_interrupted();

  void declare_machine(Options& options);
  void declare_ready(Options& options);
  // What can be set about the machines and their limits; all under headings of their own.
  void declare_details(Options& options);
};

struct LoadedGame {
  std::string name;
  gdl::Loaded rules;
  machine::AnyMachine machine;  // refers to the rules
  std::string notice;           // why it is not the machine that was asked for
};

// On the heap, since the machine refers to the rules.
[[nodiscard]] Result<std::unique_ptr<LoadedGame>> load_game(const GameSettings& settings,
                                                            const RulesText& text);

// The same while somebody watches.
[[nodiscard]] Result<std::unique_ptr<LoadedGame>> load_game(Screen& screen, GameSettings settings,
                                                            const RulesText& text);

// What cannot be loaded is complained about; so is an interrupt.
[[nodiscard]] Exit complain_unloaded(Screen& screen, const std::string& rules,
                                     const Diagnostics& reason);

// Loads the game and calls `use(its name, its machine)` with the machine's own type. What cannot be
// loaded is complained about.
template <typename Use>
Exit with_machine(Screen& screen, const GameSettings& settings, const Result<RulesText>& text,
                  const Use& use) {
  if (!text) return complain_unloaded(screen, settings.rules, text.error());
  auto game = load_game(screen, settings, *text);
  if (!game) return complain_unloaded(screen, settings.rules, game.error());
  if (!(*game)->notice.empty()) screen.complain((*game)->name + ": " + (*game)->notice);
  return std::visit([&](auto& machine) { return use((*game)->name, *machine); }, (*game)->machine);
}

template <typename Use>
Exit with_machine(Screen& screen, const GameSettings& settings, const Use& use) {
  return with_machine(screen, settings, read_rules(settings.rules, settings.load.read.max_bytes),
                      use);
}

}  // namespace palamedes::cli
