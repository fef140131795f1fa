#include "lab/machine_choice.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/suggest.h"
#include "net/passes/passes.h"

namespace palamedes::lab {
namespace {

constexpr std::string_view cache_word = "+cache";

bool is_any_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

machine::MachineOptions MachineChoice::options() const {
  machine::MachineOptions options;
  if (passes) options.passes = *passes;
  options.cache = cache;
  return options;
}

Result<MachineChoice> parse_machine(const std::string& text) {
  const std::size_t colon = text.find(':');
  MachineChoice choice{.name = text, .machine = text.substr(0, colon), .passes = {}};
  if (colon != std::string::npos) choice.passes = text.substr(colon + 1);
  choice.cache = choice.machine.ends_with(cache_word);
  if (choice.cache) choice.machine.resize(choice.machine.size() - cache_word.size());
  const auto known = machine::machine_names();
  if (std::find(known.begin(), known.end(), choice.machine) == known.end()) {
    std::string hint = did_you_mean(choice.machine, known);
    if (hint.empty()) {
      hint = fmt::format("known: {}; '{}' and ':PASSES' may follow", fmt::join(known, ", "),
                         cache_word);
    }
    return failure({}, fmt::format("there is no machine {}", quote(choice.machine)),
                   std::move(hint));
  }
  using machine::propnet::PropnetMachine;
  using machine::prover::Prover;
  if (choice.cache && !is_any_of(choice.machine, {Prover::name, PropnetMachine::name})) {
    return failure({}, fmt::format("the machine {} has no cache of states", choice.machine),
                   fmt::format("{} and {} can have one", Prover::name, PropnetMachine::name));
  }
  if (!choice.passes) return choice;
  if (choice.machine == Prover::name) {
    return failure({}, "the prover has no network that passes could go over");
  }
  const auto passes = net::passes::parse_passes(*choice.passes);
  if (!passes) return tl::unexpected(passes.error());
  return choice;
}

Result<std::unique_ptr<machine::Game>> make_game(std::shared_ptr<const gdl::Loaded> rules,
                                                 const std::string& machine) {
  constexpr double patient_seconds = 3600;
  machine::GameOptions options;
  if (!machine.empty()) {
    const auto choice = parse_machine(machine);
    if (!choice) return tl::unexpected(choice.error());
    options.machine = choice->machine;
    options.details = choice->options();
  }
  options.details.ready_seconds = patient_seconds;
  options.details.measuring_seconds = 0;
  const std::string file = rules->rules.file;
  auto game = machine::Game::make(std::move(rules), options);
  // whoever asks for a machine by its name means that one
  if (game && options.machine != machine::auto_machine && !(*game)->notice().empty()) {
    return failure(file, (*game)->notice());
  }
  return game;
}

}  // namespace palamedes::lab
