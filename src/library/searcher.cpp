#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>
#include <palamedes/palamedes.h>

#include "agent/agent.h"
#include "agent/spec.h"
#include "library/cores.h"
#include "library/problems.h"

namespace palamedes::library {

struct SearcherCore {
  State state;
  std::size_t role = 0;
  std::unique_ptr<agent::Agent> agent;  // refers to the game of the state

  [[nodiscard]] machine::Game& game() const { return *Access::core(state)->game->game; }
  [[nodiscard]] const std::string& name() const { return Access::core(state)->game->rules.name(); }
};

namespace {

constexpr double highest_goal = 100;

// For whom to think: the one asked for, or the first that has a choice.
Result<std::size_t> role_for(const StateCore& state, const std::optional<std::size_t>& wanted) {
  const std::size_t count = state.at.legal.size();
  if (wanted && *wanted >= count) {
    return failure(state.game->rules.name(),
                   fmt::format("there is no role {}: the game has {}", *wanted, count));
  }
  if (wanted) return *wanted;
  for (std::size_t role = 0; role < count; ++role) {
    if (state.at.legal[role].size() > 1) return role;
  }
  return 0;
}

Result<std::unique_ptr<SearcherCore>> make_core(const State& state,
                                                const SearcherOptions& options) {
  const StateCore& core = *Access::core(state);
  const std::string& name = core.game->rules.name();
  const auto spec = agent::parse_spec(options.agent);
  if (!spec) return tl::unexpected(spec.error());
  const auto role = role_for(core, options.role);
  if (!role) return tl::unexpected(role.error());
  if (core.at.terminal) return failure(name, "the game is over: there is nothing to search");
  auto agent = agent::make_agent(*core.game->game, *spec, Role(*role), options.seed);
  for (const std::vector<Move>& joint_move : core.history()) agent->follow(joint_move);
  if (!agent->fault().empty()) return failure(name, agent->fault());
  return std::make_unique<SearcherCore>(
      SearcherCore{.state = state, .role = *role, .agent = std::move(agent)});
}

Result<agent::Limit> inner(const SearcherCore& core, const ThinkLimits& limits) {
  using Clock = std::chrono::steady_clock;
  constexpr double longest = 1e8;  // years, which clocks can still count
  if (!limits.simulations && !limits.seconds && !limits.stop) {
    return failure(core.name(), "thinking needs a limit: simulations, seconds or stop");
  }
  if (limits.seconds && !(*limits.seconds >= 0)) {
    return failure(core.name(), "ThinkLimits::seconds must be a number from 0 on");
  }
  agent::Limit limit;
  limit.simulations = limits.simulations;
  if (limits.seconds) {
    const std::chrono::duration<double> time(std::min(*limits.seconds, longest));
    limit.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(time);
  }
  limit.stop = limits.stop;
  return limit;
}

LegalMove named(const SearcherCore& core, std::size_t role, Move move) {
  return {static_cast<MoveNumber>(move), core.game().move_text(Role(role), move)};
}

Outcome<void> follow(SearcherCore& core, Result<std::vector<Move>> joint_move) {
  if (!joint_move) return problems_of(joint_move.error());
  auto next = advance(*Access::core(core.state), *joint_move);
  if (!next) return problems_of(next.error());
  core.agent->follow(*joint_move);
  core.state = Access::make<State>(std::move(*next));
  if (!core.agent->fault().empty()) return one_problem(core.name(), core.agent->fault());
  return {};
}

}  // namespace
}  // namespace palamedes::library

namespace palamedes {
inline namespace v0 {

Outcome<Searcher> Searcher::make(const State& state, const SearcherOptions& options) {
  auto core = library::make_core(state, options);
  if (!core) return library::problems_of(core.error());
  return Searcher(std::move(*core));
}

Searcher::Searcher(std::unique_ptr<library::SearcherCore> core) : core_(std::move(core)) {}
Searcher::Searcher(Searcher&&) noexcept = default;
Searcher& Searcher::operator=(Searcher&&) noexcept = default;
Searcher::~Searcher() = default;

const State& Searcher::state() const { return core_->state; }
std::size_t Searcher::role() const { return core_->role; }

Outcome<void> Searcher::think(const ThinkLimits& limits) {
  if (core_->state.terminal()) {
    return library::one_problem(core_->name(), "the game is over: there is nothing to think about");
  }
  const auto limit = library::inner(*core_, limits);
  if (!limit) return library::problems_of(limit.error());
  core_->agent->think(*limit);
  if (core_->agent->fault().empty()) return {};
  return library::one_problem(core_->name(), core_->agent->fault());
}

bool Searcher::sure() const { return core_->state.terminal() || core_->agent->is_sure(); }

Outcome<LegalMove> Searcher::best() {
  if (core_->state.terminal()) {
    return library::one_problem(core_->name(), "the game is over: there is no move to make");
  }
  const std::optional<Move> move = core_->agent->move();
  if (!core_->agent->fault().empty()) {
    return library::one_problem(core_->name(), core_->agent->fault());
  }
  if (!move) {
    return library::one_problem(core_->name(), fmt::format("{} has no legal move here",
                                                           core_->game().role_names()[role()]));
  }
  return library::named(*core_, role(), *move);
}

Outcome<void> Searcher::follow(std::string_view moves) {
  return library::follow(*core_,
                         library::read_joint_move(*library::Access::core(core_->state), moves));
}

Outcome<void> Searcher::follow_numbers(const std::vector<MoveNumber>& joint_move) {
  return library::follow(
      *core_, library::check_joint_move(*library::Access::core(core_->state), joint_move));
}

Snapshot Searcher::snapshot() {
  const auto inner = core_->agent->snapshot();
  Snapshot shown;
  const std::vector<std::string>& names = core_->game().role_names();
  for (std::size_t role = 0; role < names.size(); ++role) {
    RoleReport& report = shown.roles.emplace_back();
    report.role = names[role];
    if (role < inner.payoffs.size()) report.value = inner.payoffs[role] * library::highest_goal;
    if (role >= inner.moves.size()) continue;
    for (const auto& one : inner.moves[role]) {
      LegalMove move = library::named(*core_, role, one.move);
      MoveReport& added = report.moves.emplace_back();
      added.number = move.number;
      added.text = std::move(move.text);
      added.visits = one.visits;
      added.value = one.value * library::highest_goal;
      if (one.exact) added.proven = *one.exact * library::highest_goal;
    }
  }
  for (const std::vector<Move>& joint_move : inner.line) {
    std::vector<std::string>& texts = shown.line.emplace_back();
    for (std::size_t role = 0; role < joint_move.size(); ++role) {
      texts.push_back(library::named(*core_, role, joint_move[role]).text);
    }
  }
  shown.proven = inner.proven;
  shown.simulations = inner.simulations;
  shown.states = inner.states;
  shown.seconds = inner.seconds;
  shown.nodes = inner.nodes;
  shown.memory_bytes = inner.memory_bytes;
  shown.depth = inner.deepest;
  return shown;
}

}  // namespace v0
}  // namespace palamedes
