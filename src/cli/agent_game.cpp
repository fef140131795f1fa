#include "cli/agent_game.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agent/presets.h"
#include "base/suggest.h"
#include "cli/preparation.h"
#include "machine/notation.h"

namespace palamedes::cli {

Result<AgentGame> load_agent_game(const GameSettings& settings) {
  const auto text = read_rules(settings.rules, settings.load.read.max_bytes);
  if (!text) return tl::unexpected(text.error());
  auto rules = gdl::load(text->text, text->name, settings.load);
  if (!rules) return tl::unexpected(std::move(rules.error()));
  machine::GameOptions options;
  options.machine = settings.machine;
  options.details = settings.machine_options;
  auto game = machine::Game::make(std::make_shared<const gdl::Loaded>(std::move(*rules)), options);
  if (!game) return tl::unexpected(std::move(game.error()));
  return AgentGame{text->name, text->text, std::move(*game)};
}

Result<AgentGame> load_agent_game(Screen& screen, GameSettings settings,
                                  const std::string& remark) {
  Preparation preparation(screen, remark.empty() ? settings.rules : settings.rules + ", " + remark);
  preparation.begin("reading");
  preparation.watch(settings.machine_options);
  return load_agent_game(settings);
}

void declare_agent(Options& options, const std::string& name, const std::string& help,
                   std::string& target) {
  options.text(name, "AGENT", help, target,
               [](const std::string& text) { return problem_with(text, agent::parse_spec(text)); });
  options.offers(Completes::choices, agent::preset_names());
}

void declare_tune(Options& options, std::string& target) {
  options.text(
      "tune", "TUNING",
      "what it tunes while it plays, as ntbea:select.k,select.ref; docs/tuning.md", target,
      [](const std::string& text) { return problem_with(text, tune::parse_description(text)); });
}

Result<agent::Spec> read_agent(const std::string& agent, const std::string& tune) {
  auto spec = agent::parse_spec(agent);
  if (!spec || tune.empty()) return spec;
  if (const auto changed = agent::change_tuning(*spec, tune); !changed) {
    Diagnostics problems("--tune " + tune);
    for (const Diagnostic& each : changed.error().list()) {
      problems.error({}, each.message, each.hint);
    }
    return tl::unexpected(problems);
  }
  spec->name = spec->text;
  return spec;
}

void declare_moves(Options& options, std::string& target) {
  options.text("moves", "MOVES", "made before, as KIF terms", target, [](const std::string& text) {
    return problem_with(text, machine::read_terms(text));
  });
}

void Resources::declare(Options& options, const std::string& memory_of) {
  constexpr std::uint64_t most_threads = 256;
  options.number("threads", "that think", threads, 1, most_threads);
  options.size("memory", memory_of, memory);
}

void Resources::apply(agent::Spec& spec, std::size_t agents) const {
  spec.plan.threads = static_cast<std::uint32_t>(threads);
  spec.plan.memory.megabytes = std::max<std::uint64_t>(1, (memory >> 20U) / agents);
}

Result<Role> find_role(const machine::Game& game, const std::string& rules,
                       const std::string& name) {
  const std::vector<std::string>& names = game.role_names();
  const auto at = std::find(names.begin(), names.end(), name);
  if (at != names.end()) return Role(at - names.begin());
  std::string hint = did_you_mean(name, names);
  if (hint.empty()) hint = fmt::format("roles are {}", fmt::join(names, ", "));
  return failure(rules, fmt::format("there is no role '{}'", name), std::move(hint));
}

namespace {

// Whether it is the next parameter to tune of the agent before, and not another agent.
bool goes_on_tuning(const std::string& before, const std::string& piece) {
  const bool tunes =
      before.find(":tune=") != std::string::npos || before.find(",tune=") != std::string::npos;
  return tunes && agent::find_preset(piece.substr(0, piece.find_first_of(":+"))) == nullptr;
}

}  // namespace

std::vector<std::string> split_agents(const std::string& text) {
  std::vector<std::string> list;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string piece = text.substr(begin, end - begin);
    const std::size_t equals = piece.find('=');
    const bool parameter = equals != std::string::npos && piece.find(':') > equals;
    if (!list.empty() && (parameter || goes_on_tuning(list.back(), piece))) {
      list.back() += "," + piece;
    } else {
      list.push_back(piece);
    }
    begin = end + 1;
  }
  return list;
}

}  // namespace palamedes::cli
