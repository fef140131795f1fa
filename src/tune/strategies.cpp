#include "tune/strategies.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/numbers.h"

namespace palamedes::tune {
namespace {

// Entries of the largest table that a strategy keeps for each role.
std::uint64_t entries(const Settings& settings, const Space& space) {
  if (const auto* ntbea = std::get_if<NtbeaSettings>(&settings)) {
    return Landscape::entries(space, ntbea->lengths);
  }
  if (const auto* guided = std::get_if<GuidedSettings>(&settings)) {
    return Landscape::entries(space, guided->lengths);
  }
  const bool has_table = std::holds_alternative<MabSettings>(settings) ||
                         std::holds_alternative<HeSettings>(settings) ||
                         std::holds_alternative<NmcSettings>(settings);
  return has_table ? space.numbers() : 0;
}

}  // namespace

std::span<const Strategy> strategies() {
  static const std::array all = {
      Strategy{"mab", "UCB1 on all combinations", MabSettings{}},
      Strategy{"he", "hierarchical expansion: UCB1 on one parameter after the other", HeSettings{}},
      Strategy{"nmc", "naive Monte-Carlo: new combinations of good values, then the best of them",
               NmcSettings{}},
      Strategy{"lsi", "linear side information: single values, then sequential halving",
               LsiSettings{}},
      Strategy{"ea", "evolutionary algorithm: an elite, its crossings and mutations", EaSettings{}},
      Strategy{"ntbea", "N-tuple bandit evolution: the best neighbour by a model of the landscape",
               NtbeaSettings{}},
      Strategy{"cma-es", "evolution with covariance matrix adaptation, on intervals",
               CmaEsSettings{}},
      Strategy{"local", "UCB1 on each parameter by itself", LocalSettings{}},
      Strategy{"guided", "what won in similar games first, then only the parameters that matter",
               GuidedSettings{}},
      Strategy{"game-rnd", "random values for a match", RandomiserSettings{Period::game}},
      Strategy{"turn-rnd", "random values for each turn", RandomiserSettings{Period::turn}},
      Strategy{"sim-rnd", "random values for each simulation",
               RandomiserSettings{Period::simulation}},
      Strategy{"state-rnd", "random values for each state of a simulation",
               RandomiserSettings{Period::state}},
  };
  return all;
}

const Strategy* find_strategy(std::string_view name) {
  for (const Strategy& each : strategies()) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

std::vector<std::string> strategy_names() {
  std::vector<std::string> names;
  for (const Strategy& each : strategies()) names.emplace_back(each.name);
  return names;
}

SpaceKind space_kind(const Settings& settings) {
  return std::holds_alternative<CmaEsSettings>(settings) ? SpaceKind::continuous
                                                         : SpaceKind::discrete;
}

std::vector<Parameter> parameters_of(const Settings& settings) {
  return std::visit([](const auto& each) { return palamedes::parameters_of(each); }, settings);
}

Result<void> set(Settings& settings, std::string_view name, std::string_view value) {
  return std::visit([&](auto& each) { return set_parameter(each, name, value); }, settings);
}

Result<void> check(const Settings& settings) {
  if (const auto* ea = std::get_if<EaSettings>(&settings); ea && ea->elite >= ea->population) {
    return failure("", fmt::format("an elite of {} must be less than the population of {}",
                                   ea->elite, ea->population));
  }
  const auto* cma = std::get_if<CmaEsSettings>(&settings);
  if (cma && cma->population > 0 && cma->population < 4) {
    return failure("",
                   fmt::format("cma-es needs a population of at least 4, not {}", cma->population));
  }
  return {};
}

Result<void> check(const Settings& settings, const Space& space) {
  if (auto result = check(settings); !result) return result;
  const std::uint64_t size = entries(settings, space);
  if (size <= max_entries) return {};
  return failure("",
                 fmt::format("{} combinations are too many for a table; at most {} fit",
                             grouped(size), grouped(max_entries)),
                 "take fewer parameters or values, or a strategy without a table: ea, lsi, local");
}

}  // namespace palamedes::tune
