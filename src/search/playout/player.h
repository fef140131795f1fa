#pragma once
// From a state to the end of the game, by the playout strategy.

#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.h"
#include "model/draw.h"
#include "model/forward_model.h"
#include "search/move_coder.h"
#include "search/playout/end.h"
#include "search/playout/strategy.h"
#include "search/search_model.h"
#include "search/simulation.h"
#include "search/tuning/role_values.h"

namespace palamedes::search::playout {

template <model::ForwardModel M>
class Player {
 public:
  using State = typename M::State;

  // `records`: somebody needs to know which moves were made.
  Player(M& model, const EndParameters& end, Rng& rng, Strategy& strategy, IdleMoves& idle,
         bool records)
      : model_(model),
        end_(end),
        rng_(rng),
        strategy_(strategy),
        idle_(idle),
        records_(records),
        joint_(model.role_count()) {}

  void set_coder(const MoveCoder<State>* coder) { coder_ = coder; }
  // Values that are drawn anew in each state.
  void set_values(tuning::RoleValues* values) { values_ = values; }

  // Leaves the last state in `state`, and moves, choices and payoffs in the simulation. Gives back
  // how many moves there were.
  std::uint32_t play(State& state, Simulation& simulation) {
    for (std::uint32_t length = 0;; ++length) {
      if (model_.terminal(state)) {
        simulation.is_whole = true;
        return end_with_goals(state, simulation, length);
      }
      if (end_.cutoff > 0 && length >= end_.cutoff) {
        if (end_.cutoff_value == CutOff::goals) return end_with_goals(state, simulation, length);
        return end_drawn(simulation, length);
      }
      if (length >= end_.max_length) return end_drawn(simulation, length);
      if (values_ != nullptr) values_->draw_for_state();
      for (std::size_t role = 0; role < joint_.size(); ++role) {
        if (!choose(state, role, simulation)) return end_with_goals(state, simulation, length);
      }
      model_.advance(state, joint_);
      if (records_) {
        simulation.moves.insert(simulation.moves.end(), joint_.begin(), joint_.end());
      }
    }
  }

 private:
  // False if the role has no move.
  bool choose(const State& state, std::size_t role, Simulation& simulation) {
    if (strategy_.is_uniform()) {
      const model::DrawnMove drawn = model::draw_legal(model_, state, Role(role), rng_, moves_);
      joint_[role] = drawn.move;
      if (records_ && drawn.count > 0) idle_.made(role, drawn.move, drawn.count);
      return drawn.count > 0;
    }
    moves_.clear();
    model_.legal(state, Role(role), moves_);
    if (moves_.empty()) return false;
    joint_[role] = moves_[strategy_.needs_choices()
                              ? choose_by_codes(state, role, simulation)
                              : strategy_.choose(Role(role), moves_, {}, simulation.moves, rng_)];
    if (records_) idle_.made(role, joint_[role], moves_.size());
    return true;
  }

  std::size_t choose_by_codes(const State& state, std::size_t role, Simulation& simulation) {
    Choices& choices = simulation.choices;
    const std::size_t begin = choices.codes.size();
    encode(coder_, state, role, moves_, choices.codes);
    const std::size_t chosen = strategy_.choose(
        Role(role), moves_, std::span(choices.codes).subspan(begin), simulation.moves, rng_);
    choices.ends.push_back(static_cast<std::uint32_t>(choices.codes.size()));
    choices.taken.push_back(static_cast<std::uint32_t>(chosen));
    return chosen;
  }

  std::uint32_t end_with_goals(const State& state, Simulation& simulation, std::uint32_t length) {
    simulation.payoffs.resize(joint_.size());
    for (std::size_t role = 0; role < joint_.size(); ++role) {
      simulation.payoffs[role] = payoff(model_, state, role);
    }
    return length;
  }
  std::uint32_t end_drawn(Simulation& simulation, std::uint32_t length) {
    simulation.payoffs.assign(joint_.size(), 0.5);
    return length;
  }

  M& model_;
  const EndParameters& end_;
  Rng& rng_;
  Strategy& strategy_;
  IdleMoves& idle_;
  const MoveCoder<State>* coder_ = nullptr;
  tuning::RoleValues* values_ = nullptr;
  bool records_;
  std::vector<Move> joint_;
  model::MoveList moves_;
};

}  // namespace palamedes::search::playout
