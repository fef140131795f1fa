#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <palamedes/palamedes.h>

#include "base/suggest.h"
#include "library/cores.h"
#include "library/problems.h"

namespace palamedes::library {
namespace {

Result<void> check_limit(std::string_view name, double seconds) {
  if (seconds > 0) return {};
  return failure({}, fmt::format("GameOptions::{} must be a number above 0", name));
}

Result<void> check(const GameOptions& options) {
  const auto names = machine::machine_names();
  if (std::find(names.begin(), names.end(), options.machine) == names.end()) {
    std::string hint = did_you_mean(options.machine, names);
    if (hint.empty()) hint = fmt::format("known: {}", fmt::join(names, ", "));
    return failure({}, fmt::format("there is no machine {}", quote(options.machine)),
                   std::move(hint));
  }
  if (auto fine = check_limit("ready_seconds", options.ready_seconds); !fine) return fine;
  if (auto fine = check_limit("grounding_seconds", options.grounding_seconds); !fine) return fine;
  return check_limit("question_seconds", options.question_seconds);
}

machine::GameOptions inner(const GameOptions& options) {
  constexpr double longest = 1e8;  // years, which clocks can still count
  machine::GameOptions made;
  made.machine = options.machine;
  machine::MachineOptions& details = made.details;
  details.ready_seconds = std::min(options.ready_seconds, longest);
  details.cache = options.cache;
  details.ground.limits.seconds = std::min(options.grounding_seconds, longest);
  details.ground.limits.seconds_option = "GameOptions::grounding_seconds";
  details.ground.limits.memory_bytes = options.grounding_bytes;
  details.ground.limits.cancelled = options.cancelled.get();
  details.prover.max_seconds = std::min(options.question_seconds, longest);
  details.prover.max_bytes = options.prover_bytes;
  details.prover.cancelled = options.cancelled.get();
  return made;
}

Result<std::shared_ptr<GameCore>> make_core(const Rules& rules, const GameOptions& options) {
  if (auto fine = check(options); !fine) return tl::unexpected(std::move(fine.error()));
  const auto is_cancelled = [&] {
    return options.cancelled != nullptr && options.cancelled->load();
  };
  const auto cancelled = [&] {
    return failure(rules.name(), "the making of the game was cancelled");
  };
  if (is_cancelled()) return cancelled();
  auto game = machine::Game::make(Access::core(rules)->loaded, inner(options));
  if (is_cancelled()) return cancelled();  // small games do not look at it
  if (!game) return tl::unexpected(std::move(game.error()));
  auto initial = evaluate(machine::Position(**game), **game);
  if (!initial) return tl::unexpected(std::move(initial.error()));
  std::string name((*game)->machine_name());
  return std::make_shared<GameCore>(GameCore{.rules = rules,
                                             .options = options,
                                             .game = std::move(*game),
                                             .machine_name = std::move(name),
                                             .initial = std::move(*initial),
                                             .swarm = nullptr});
}

}  // namespace
}  // namespace palamedes::library

namespace palamedes {
inline namespace v0 {

Outcome<Game> Game::make(const Rules& rules, const GameOptions& options) {
  auto core = library::make_core(rules, options);
  if (!core) return library::problems_of(core.error());
  return Game(std::move(*core));
}

Game::Game(std::shared_ptr<library::GameCore> core) : core_(std::move(core)) {}
Game::Game(const Game&) = default;
Game& Game::operator=(const Game&) = default;
Game::~Game() = default;

const Rules& Game::rules() const { return core_->rules; }
const std::vector<std::string>& Game::roles() const { return core_->game->role_names(); }

std::optional<std::size_t> Game::role(std::string_view name) const {
  const auto at = std::find(roles().begin(), roles().end(), name);
  if (at == roles().end()) return std::nullopt;
  return static_cast<std::size_t>(at - roles().begin());
}

State Game::initial() const {
  return library::Access::make<State>(std::make_shared<const library::StateCore>(
      library::StateCore{.game = core_, .at = *core_->initial, .last = nullptr}));
}

const std::string& Game::machine() const { return core_->machine_name; }
const std::string& Game::notice() const { return core_->game->notice(); }

Outcome<Game> Game::another() const {
  GameOptions options = core_->options;
  options.machine = core_->machine_name;
  return make(core_->rules, options);
}

}  // namespace v0
}  // namespace palamedes
