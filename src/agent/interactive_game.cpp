#include "agent/interactive_game.h"

#include <utility>

#include "base/hash.h"
#include "machine/notation.h"

namespace palamedes::agent {

InteractiveGame::InteractiveGame(machine::Game& game, Spec spec, std::uint64_t seed)
    : game_(game),
      spec_(std::move(spec)),
      seed_(seed),
      agents_(game.role_count()),
      learned_(game.role_count()) {
  positions_.emplace_back(game);
}

std::vector<std::string> InteractiveGame::facts_before() const {
  return positions_[made_.empty() ? 0 : positions_.size() - 2].facts();
}

void InteractiveGame::advance(std::span<const Move> joint_move) {
  texts_.push_back(machine::write_step(game_, positions_.back(), joint_move));
  machine::Position next = positions_.back();
  next.advance(joint_move);
  positions_.push_back(std::move(next));
  made_.emplace_back(joint_move.begin(), joint_move.end());
  for (const auto& agent : agents_) {
    if (agent != nullptr) agent->follow(joint_move);
  }
  game_.end_turn();
}

std::string InteractiveGame::line() const {
  std::string line;
  for (const std::string& text : texts_) {
    if (!line.empty() && !text.empty()) line += " ";
    line += text;
  }
  return line;
}

bool InteractiveGame::take_back(Role role) {
  std::size_t steps = made_.size();
  do {
    if (steps == 0) return false;
    --steps;
  } while (positions_[steps].legal(role).size() < 2);
  made_.resize(steps);
  texts_.resize(steps);
  positions_.erase(positions_.begin() + static_cast<std::ptrdiff_t>(steps) + 1, positions_.end());
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    if (agents_[i] != nullptr) learned_[i] = agents_[i]->tuning();
    agents_[i].reset();
  }
  return true;
}

Agent& InteractiveGame::agent_of(Role role) {
  std::unique_ptr<Agent>& agent = agents_[index_of(role)];
  if (agent == nullptr) {
    agent = make_agent(game_, spec_, role, mix(combine(seed_, index_of(role) + 1)),
                       learned_[index_of(role)]);
    for (const std::vector<Move>& joint_move : made_) agent->follow(joint_move);
  }
  return *agent;
}

}  // namespace palamedes::agent
