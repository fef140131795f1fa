#include "lab/measure_file.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/suggest.h"
#include "lab/machine_choice.h"

namespace palamedes::lab {
namespace {

std::optional<MachineChoice> read_machine(const TomlValue& value, Diagnostics& errors) {
  const auto* text = std::get_if<std::string>(&value.data);
  if (text == nullptr) {
    errors.error(value.where, fmt::format("a machine needs a text, not {}", value.kind()));
    return std::nullopt;
  }
  if (*text == hardware) return MachineChoice{.name = *text, .machine = *text, .passes = {}};
  auto machine = parse_machine(*text);
  if (machine) return std::move(*machine);
  const Diagnostic& problem = machine.error().list().front();
  errors.error(value.where, problem.message, problem.hint);
  return std::nullopt;
}

}  // namespace

const std::vector<std::string>& speed_units() {
  static const std::vector<std::string> units = {"states/s",   "playouts/s",   "init_s",
                                                 "components", "clocks/state", "depth"};
  return units;
}

const std::vector<std::string>& match_units() {
  static const std::vector<std::string> units = {"simulations/s", "states/s", "statistics/node"};
  return units;
}

std::vector<MachineChoice> read_machines(Fields& fields, Diagnostics& errors) {
  std::vector<MachineChoice> machines;
  const TomlList* list = fields.list("machines");
  if (!fields.has("machines") || (list != nullptr && list->empty())) {
    errors.error({}, "there are no 'machines'");
  }
  if (list == nullptr) return machines;
  for (const TomlValue& value : *list) {
    auto machine = read_machine(value, errors);
    if (!machine) continue;
    const bool twice =
        std::any_of(machines.begin(), machines.end(),
                    [&](const MachineChoice& each) { return each.name == machine->name; });
    if (twice) errors.error(value.where, fmt::format("{} is there twice", quote(machine->name)));
    machines.push_back(std::move(*machine));
  }
  return machines;
}

PositionPlan read_position(Fields& fields, Diagnostics& errors) {
  constexpr std::uint64_t most_runs = 1'000'000;
  constexpr std::int64_t most_simulations = 1'000'000'000;
  PositionPlan plan;
  plan.runs = fields.whole("runs", 1, most_runs).value_or(plan.runs);
  const TomlList* list = fields.list("simulations");
  if (!fields.has("simulations") || (list != nullptr && list->empty())) {
    errors.error({}, "there are no 'simulations': a list of budgets");
  }
  if (list == nullptr) return plan;
  for (const TomlValue& value : *list) {
    const auto* number = std::get_if<std::int64_t>(&value.data);
    if (number == nullptr || *number < 1 || *number > most_simulations) {
      errors.error(value.where,
                   fmt::format("'simulations' needs whole numbers from 1 to {}", most_simulations));
      continue;
    }
    plan.simulations.push_back(static_cast<std::uint64_t>(*number));
  }
  return plan;
}

std::vector<std::string> read_best(Fields& fields, Diagnostics& errors) {
  std::vector<std::string> moves;
  const TomlList* list = fields.list("best");
  if (!fields.has("best") || (list != nullptr && list->empty())) {
    errors.error(fields.where(), "'best' is missing: the moves that are right");
  }
  if (list == nullptr) return moves;
  for (const TomlValue& value : *list) {
    if (const auto* text = std::get_if<std::string>(&value.data)) {
      moves.push_back(*text);
    } else {
      errors.error(value.where, fmt::format("'best' needs moves, not {}", value.kind()));
    }
  }
  return moves;
}

BanditPlan read_bandit(Fields& fields, std::uint64_t seed, Diagnostics& errors) {
  constexpr std::uint64_t most = 100'000'000;
  BanditPlan plan;
  bandit::Settings& bandit = plan.settings;
  bandit.seed = seed;
  bandit.arms = fields.whole("arms", 1, 10'000).value_or(bandit.arms);
  bandit.winning_percent = fields.number("winning", 1, 100).value_or(bandit.winning_percent);
  bandit.models = fields.whole("models", 1, most).value_or(bandit.models);
  bandit.trial.tasks = fields.whole("tasks", 1, most).value_or(bandit.trial.tasks);
  bandit.trial.samples = fields.whole("samples", 1, most).value_or(bandit.trial.samples);
  bandit.path.start = fields.number("start", 0, 1).value_or(bandit.path.start);
  bandit.path.step = fields.number("step", 1e-6, 1).value_or(bandit.path.step);
  bandit.path.max_steps = fields.whole("max-steps", 1, 1'000'000).value_or(bandit.path.max_steps);
  const auto payoff = fields.choice("payoff", {"outcome", "normal", "mean"});
  if (payoff) bandit.trial.payoff = static_cast<bandit::Payoff>(*payoff);
  bandit.trial.deviation = fields.number("deviation", 0, 1000).value_or(bandit.trial.deviation);
  plan.st.exploration = fields.number("exploration", 0, 1000).value_or(plan.st.exploration);
  plan.st.threshold = fields.number("threshold", 0, 1).value_or(plan.st.threshold);
  if (const TomlList* list = fields.list("policies")) {
    const std::vector<std::string> known = plan.policies;
    plan.policies.clear();
    for (const TomlValue& value : *list) {
      const auto* name = std::get_if<std::string>(&value.data);
      if (name != nullptr && std::find(known.begin(), known.end(), *name) != known.end()) {
        plan.policies.push_back(*name);
      } else {
        errors.error(value.where, "a policy is \"uct\" or \"st\"");
      }
    }
  }
  return plan;
}

}  // namespace palamedes::lab
