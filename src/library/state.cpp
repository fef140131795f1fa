#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <palamedes/palamedes.h>

#include "base/digest.h"
#include "base/suggest.h"
#include "library/cores.h"
#include "library/problems.h"
#include "machine/notation.h"

namespace palamedes::library {
namespace {

MoveNumber number_of(Move move) { return static_cast<MoveNumber>(move); }

const std::string& name_of(const StateCore& state) { return Access::core(state.game->rules)->name; }

tl::unexpected<Diagnostics> wrong(const StateCore& state, std::string message,
                                  std::string hint = {}) {
  return failure(name_of(state), std::move(message), std::move(hint));
}

Result<void> check_running(const StateCore& state) {
  if (state.at.terminal) return wrong(state, "the game is over: nobody can move");
  return {};
}

bool is_legal(const StateCore& state, std::size_t role, Move move) {
  const auto& legal = state.at.legal[role];
  return std::binary_search(legal.begin(), legal.end(), number_of(move));
}

Result<Move> read_move(const StateCore& state, std::size_t role, const std::string& term) {
  machine::Game& game = *state.game->game;
  const std::optional<Move> move = game.find_move(Role(role), term);
  if (move && is_legal(state, role, *move)) return *move;
  std::vector<std::string> texts;
  for (const MoveNumber number : state.at.legal[role]) {
    texts.push_back(game.move_text(Role(role), Move(number)));
  }
  return wrong(state,
               fmt::format("{} is not a legal move of {}", quote(term), game.role_names()[role]),
               did_you_mean(term, texts));
}

// The places in `terms` of the moves of each role; nothing for a role that has no choice and is
// left out.
Result<std::vector<std::optional<std::size_t>>> places(const StateCore& state, std::size_t terms) {
  const auto& legal = state.at.legal;
  const auto has_choice = [](const auto& moves) { return moves.size() > 1; };
  const auto choices =
      static_cast<std::size_t>(std::count_if(legal.begin(), legal.end(), has_choice));
  if (terms != legal.size() && terms != choices) {
    return wrong(state, fmt::format("{} moves were given, but there are {} roles, of which {} have "
                                    "a choice",
                                    terms, legal.size(), choices));
  }
  std::vector<std::optional<std::size_t>> result(legal.size());
  std::size_t next = 0;
  for (std::size_t role = 0; role < legal.size(); ++role) {
    if (terms == legal.size() || has_choice(legal[role])) result[role] = next++;
  }
  return result;
}

}  // namespace

Step::~Step() {
  // One after the other: a chain of many steps would need as many calls at once.
  std::shared_ptr<const Step> next = std::move(before);
  while (next != nullptr && next.use_count() == 1) {
    std::shared_ptr<const Step> after = std::move(next->before);
    next = std::move(after);
  }
}

std::vector<std::vector<Move>> StateCore::history() const {
  std::vector<std::vector<Move>> moves(steps());
  for (const Step* step = last.get(); step != nullptr; step = step->before.get()) {
    moves[step->number - 1] = step->joint_move;
  }
  return moves;
}

Result<Evaluated> evaluate(machine::Position position, const machine::Game& game) {
  Evaluated at{.position = std::move(position), .goals = {}, .legal = {}};
  at.terminal = at.position.terminal();
  at.legal.resize(game.role_count());
  for (std::size_t role = 0; role < game.role_count(); ++role) {
    if (at.terminal) {
      at.goals.push_back(at.position.goal(Role(role)));
      continue;
    }
    for (const Move move : at.position.legal(Role(role))) {
      at.legal[role].push_back(number_of(move));
    }
    std::sort(at.legal[role].begin(), at.legal[role].end());
  }
  if (!at.position.fault().empty()) return failure(game.rules().rules.file, at.position.fault());
  return at;
}

Result<std::vector<Move>> read_joint_move(const StateCore& state, std::string_view text) {
  if (auto running = check_running(state); !running) return tl::unexpected(running.error());
  const auto terms = machine::read_terms(text);
  if (!terms) return tl::unexpected(terms.error());
  const auto place = places(state, terms->size());
  if (!place) return tl::unexpected(place.error());
  std::vector<Move> joint_move;
  for (std::size_t role = 0; role < place->size(); ++role) {
    const auto& legal = state.at.legal[role];
    if (legal.empty()) {
      return wrong(state, fmt::format("{} has no legal move here: the rules are broken",
                                      state.game->game->role_names()[role]));
    }
    const auto at = (*place)[role];
    if (!at) {
      joint_move.push_back(Move(legal.front()));
      continue;
    }
    const auto move = read_move(state, role, (*terms)[*at]);
    if (!move) return tl::unexpected(move.error());
    joint_move.push_back(*move);
  }
  return joint_move;
}

Result<std::vector<Move>> check_joint_move(const StateCore& state,
                                           const std::vector<MoveNumber>& numbers) {
  if (auto running = check_running(state); !running) return tl::unexpected(running.error());
  const std::vector<std::string>& roles = state.game->game->role_names();
  if (numbers.size() != roles.size()) {
    return wrong(state, fmt::format("{} moves were given, but there are {} roles", numbers.size(),
                                    roles.size()));
  }
  std::vector<Move> joint_move;
  for (std::size_t role = 0; role < roles.size(); ++role) {
    joint_move.push_back(Move(numbers[role]));
    if (is_legal(state, role, joint_move.back())) continue;
    return wrong(state, fmt::format("{} is not the number of a legal move of {}", numbers[role],
                                    roles[role]));
  }
  return joint_move;
}

Result<std::shared_ptr<const StateCore>> advance(const StateCore& state,
                                                 std::vector<Move> joint_move) {
  machine::Position position = state.at.position;
  position.advance(joint_move);
  auto at = evaluate(std::move(position), *state.game->game);
  if (!at) return tl::unexpected(std::move(at.error()));
  return std::make_shared<const StateCore>(
      StateCore{.game = state.game,
                .at = std::move(*at),
                .last = std::make_shared<const Step>(std::move(joint_move), state.last)});
}

}  // namespace palamedes::library

namespace palamedes {
inline namespace v0 {
namespace {

Outcome<State> next_state(const library::StateCore& state, Result<std::vector<Move>> joint_move) {
  if (!joint_move) return library::problems_of(joint_move.error());
  auto next = library::advance(state, std::move(*joint_move));
  if (!next) return library::problems_of(next.error());
  return library::Access::make<State>(std::move(*next));
}

}  // namespace

State::State(std::shared_ptr<const library::StateCore> core) : core_(std::move(core)) {}
State::State(const State&) = default;
State& State::operator=(const State&) = default;
State::~State() = default;

Game State::game() const { return library::Access::make<Game>(core_->game); }
bool State::terminal() const { return core_->at.terminal; }
const std::vector<std::optional<int>>& State::goals() const { return core_->at.goals; }

const std::vector<MoveNumber>& State::legal_numbers(std::size_t role) const {
  if (role >= core_->at.legal.size()) {
    throw std::out_of_range(
        fmt::format("there is no role {}: the game has {}", role, core_->at.legal.size()));
  }
  return core_->at.legal[role];
}

std::vector<LegalMove> State::legal(std::size_t role) const {
  std::vector<LegalMove> moves;
  for (const MoveNumber number : legal_numbers(role)) {
    moves.push_back({number, core_->game->game->move_text(Role(role), Move(number))});
  }
  return moves;
}

std::vector<std::string> State::facts() const { return core_->at.position.facts(); }

Outcome<State> State::after(std::string_view moves) const {
  return next_state(*core_, library::read_joint_move(*core_, moves));
}

Outcome<State> State::after_numbers(const std::vector<MoveNumber>& joint_move) const {
  return next_state(*core_, library::check_joint_move(*core_, joint_move));
}

std::size_t State::steps() const { return core_->steps(); }

std::vector<std::vector<MoveNumber>> State::history() const {
  std::vector<std::vector<MoveNumber>> numbers;
  for (const std::vector<Move>& joint_move : core_->history()) {
    numbers.emplace_back();
    for (const Move move : joint_move) numbers.back().push_back(static_cast<MoveNumber>(move));
  }
  return numbers;
}

std::uint64_t State::hash() const {
  Digester digester;
  for (const std::string& fact : facts()) digester.add(fact);
  return digester.digest().first;
}

bool State::operator==(const State& other) const {
  if (core_ == other.core_) return true;
  return facts() == other.facts() && game().rules().text() == other.game().rules().text();
}

}  // namespace v0
}  // namespace palamedes
