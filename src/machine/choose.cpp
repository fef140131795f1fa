#include "machine/choose.h"

#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/suggest.h"
#include "machine/machine.h"

namespace palamedes::machine {

static_assert(Machine<Prover>);

namespace {

// One line per machine: its name comes from its type, so the two cannot drift apart.
struct Maker {
  std::string_view name;
  Result<AnyMachine> (*make)(const gdl::Loaded& game, const MachineOptions& options);
};

Result<AnyMachine> make_prover(const gdl::Loaded& game, const MachineOptions& options) {
  auto prover = Prover::make(game, options.prover);
  if (!prover) return tl::unexpected(std::move(prover.error()));
  return AnyMachine(std::move(*prover));
}

constexpr std::array<Maker, 1> makers{{{Prover::name, make_prover}}};

}  // namespace

std::span<const std::string> machine_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const Maker& maker : makers) result.emplace_back(maker.name);
    return result;
  }();
  return names;
}

Result<AnyMachine> make_machine(std::string_view name, const gdl::Loaded& game,
                                const MachineOptions& options) {
  for (const Maker& maker : makers) {
    if (maker.name == name) return maker.make(game, options);
  }
  std::string hint = did_you_mean(name, machine_names());
  if (!hint.empty()) hint += "; ";
  hint += fmt::format("known: {}", fmt::join(machine_names(), ", "));
  return failure({}, fmt::format("there is no machine '{}'", name), std::move(hint));
}

}  // namespace palamedes::machine
