#pragma once
// From a state to the end of the game, by the playout strategy.

#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.h"
#include "model/draw.h"
#include "model/forward_model.h"
#include "search/move_coder.h"
#include "search/parameters.h"
#include "search/playout/strategy.h"
#include "search/simulation.h"

namespace palamedes::search {

template <model::ForwardModel M>
[[nodiscard]] double payoff(M& model, const typename M::State& state, std::size_t role) {
  return model::highest_goal(model.goal(state, Role(role))) / 100.0;
}

template <model::ForwardModel M>
class PlayoutMaker {
 public:
  using State = typename M::State;

  // `records`: somebody needs to know which moves were made.
  PlayoutMaker(M& model, const Playout& plan, Rng& rng, PlayoutStrategy& strategy, IdleMoves& idle,
               bool records)
      : model_(model),
        plan_(plan),
        rng_(rng),
        strategy_(strategy),
        idle_(idle),
        records_(records),
        joint_(model.role_count()) {}

  void set_coder(const MoveCoder<State>* coder) { coder_ = coder; }

  // Leaves the last state in `state`, and moves, choices and payoffs in the simulation. Gives back
  // how many moves there were.
  std::uint32_t play(State& state, Simulation& simulation) {
    for (std::uint32_t length = 0;; ++length) {
      if (model_.terminal(state)) return end(state, simulation, length);
      if (plan_.cutoff > 0 && length >= plan_.cutoff) {
        if (plan_.cutoff_value == CutOff::goals) return end(state, simulation, length);
        return end_drawn(simulation, length);
      }
      if (length >= plan_.max_length) return end_drawn(simulation, length);
      for (std::size_t role = 0; role < joint_.size(); ++role) {
        if (!choose(state, role, simulation)) return end(state, simulation, length);
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

  std::uint32_t end(const State& state, Simulation& simulation, std::uint32_t length) {
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
  const Playout& plan_;
  Rng& rng_;
  PlayoutStrategy& strategy_;
  IdleMoves& idle_;
  const MoveCoder<State>* coder_ = nullptr;
  bool records_;
  std::vector<Move> joint_;
  model::MoveList moves_;
};

}  // namespace palamedes::search
