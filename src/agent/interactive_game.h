#pragma once
// A game that somebody plays step by step and may take back: where it stands, how it came there,
// and agents that think for any of its roles.
//
//   positions   initial, after step 1, after step 2, ...
//   made               step 1,       step 2, ...          joint moves
//   texts              step 1,       step 2, ...          of those who had a choice
//   agents      by role, made when one is asked for the first time, and again after taking back

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "agent/agent.h"
#include "agent/spec.h"
#include "machine/game.h"
#include "machine/position.h"

namespace palamedes::agent {

class InteractiveGame {
 public:
  InteractiveGame(machine::Game& game, Spec spec, std::uint64_t seed);

  [[nodiscard]] const machine::Position& position() const { return positions_.back(); }
  [[nodiscard]] const std::vector<std::vector<Move>>& made() const { return made_; }
  // The moves made, as machine::play_line() reads them; also after a machine gave up.
  [[nodiscard]] std::string line() const;
  // Before the last step; of the initial state where there was none.
  [[nodiscard]] std::vector<std::string> facts_before() const;

  // One legal move per role.
  void advance(std::span<const Move> joint_move);
  // Back to the last state before this one in which the role had a choice; false where there is
  // none.
  [[nodiscard]] bool take_back(Role role);
  // It stands where the game stands.
  [[nodiscard]] Agent& agent_of(Role role);

 private:
  machine::Game& game_;
  Spec spec_;
  std::uint64_t seed_;
  std::vector<machine::Position> positions_;
  std::vector<std::vector<Move>> made_;
  std::vector<std::string> texts_;  // of the same
  std::vector<std::unique_ptr<Agent>> agents_;
  // By role: what agents that went had learned about their parameters.
  std::vector<std::shared_ptr<search::tuning::Tuning>> learned_;
};

}  // namespace palamedes::agent
