#include "ggp/referee.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/numbers.h"
#include "base/suggest.h"
#include "ggp/record.h"

namespace palamedes::ggp {

std::optional<std::vector<Move>> find_moves(machine::Game& game, const JointMove& moves) {
  std::vector<Move> found;
  for (std::size_t role = 0; role < moves.size(); ++role) {
    const auto move = game.find_move(Role(role), moves[role]);
    if (!move) return std::nullopt;
    found.push_back(*move);
  }
  return found;
}

std::optional<Role> Referee::find_role(std::string_view name) const {
  const auto& names = role_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return Role(found - names.begin());
}

std::vector<std::string> Referee::legal(Role role, std::size_t most) {
  std::vector<std::string> texts;
  for (const Move move : position_.legal(role)) {
    if (texts.size() == most) break;
    texts.push_back(game_->move_text(role, move));
  }
  return texts;
}

std::string wrong_count(std::size_t moves, std::size_t roles) {
  return fmt::format("{} for {}", counted(moves, "move"), counted(roles, "role"));
}

std::string Referee::problem_with(const JointMove& moves) {
  if (terminal()) return "the game is over";
  if (moves.size() != role_names().size()) {
    return wrong_count(moves.size(), role_names().size());
  }
  for (std::size_t role = 0; role < moves.size(); ++role) {
    const auto move = game_->find_move(Role(role), moves[role]);
    const std::vector<Move> all = position_.legal(Role(role));
    if (move && std::find(all.begin(), all.end(), *move) != all.end()) continue;
    constexpr std::size_t most_compared = 10'000;
    const std::string hint = did_you_mean(moves[role], legal(Role(role), most_compared));
    return fmt::format("{} is not a legal move of {}{}", quote(moves[role]), role_names()[role],
                       hint.empty() ? "" : " (" + hint + ")");
  }
  return {};
}

void Referee::advance(const JointMove& moves) {
  if (const auto found = find_moves(*game_, moves)) position_.advance(*found);
}

std::vector<std::vector<int>> Referee::all_goals() const {
  std::vector<std::vector<int>> goals;
  for (std::size_t role = 0; role < role_names().size(); ++role) {
    goals.push_back(machine::good_goals(*game_, position_, Role(role)));
  }
  return goals;
}

std::vector<int> Referee::goals() const { return highest_goals(all_goals()); }

}  // namespace palamedes::ggp
