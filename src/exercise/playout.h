#pragma once
// One game played to its end with uniformly random moves.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/ids.h"
#include "base/rng.h"
#include "model/draw.h"
#include "model/forward_model.h"

namespace palamedes::exercise {

enum class PlayoutEnd : std::uint8_t {
  terminal,     // the rules ended it
  truncated,    // it reached the allowed length
  dead_end,     // a role has no legal move although the game is not over: the rules are broken
  interrupted,  // the caller's time was up
  fault,        // the model gave up, see its fault()
};

struct Playout {
  PlayoutEnd end = PlayoutEnd::terminal;
  std::size_t length = 0;                // joint moves made
  std::vector<int> goals;                // by role; empty unless the rules ended the playout
  std::vector<std::uint32_t> branching;  // legal moves: one row per move made, one column per role
  std::optional<Role> stuck;             // of a dead end: the first role without a move
};

// Plays from a state and keeps its buffers, so that many playouts allocate nothing.
template <model::ForwardModel M>
class PlayoutRunner {
 public:
  static constexpr std::size_t default_max_length = 10'000;

  explicit PlayoutRunner(M& model, std::size_t max_length = default_max_length)
      : model_(model), max_length_(max_length), joint_move_(model.role_count()) {}

  // Leaves the last state in `state`. The result is valid until the next call.
  const Playout& run(typename M::State& state, Rng& rng) {
    return run(state, rng, [] { return true; });
  }

  // `keep_going()` is asked before every move.
  template <typename KeepGoing>
  const Playout& run(typename M::State& state, Rng& rng, const KeepGoing& keep_going) {
    result_.length = 0;
    result_.goals.clear();
    result_.branching.clear();
    result_.stuck.reset();
    for (;;) {
      if (const std::optional<PlayoutEnd> end = step(state, rng, keep_going)) {
        result_.end = model_.fault().empty() ? *end : PlayoutEnd::fault;
        // The row of a move that was not made.
        result_.branching.resize(result_.length * model_.role_count());
        return result_;
      }
    }
  }

 private:
  template <typename KeepGoing>
  std::optional<PlayoutEnd> step(typename M::State& state, Rng& rng, const KeepGoing& keep_going) {
    if (model_.terminal(state)) {
      for (std::size_t role = 0; role < model_.role_count(); ++role) {
        result_.goals.push_back(model_.goal(state, Role(role)));
      }
      return PlayoutEnd::terminal;
    }
    if (result_.length >= max_length_) return PlayoutEnd::truncated;
    if (!keep_going()) return PlayoutEnd::interrupted;
    for (std::size_t role = 0; role < model_.role_count(); ++role) {
      const model::DrawnMove drawn = model::draw_legal(model_, state, Role(role), rng, moves_);
      if (drawn.count == 0) {
        result_.stuck = Role(role);
        return PlayoutEnd::dead_end;
      }
      result_.branching.push_back(drawn.count);
      joint_move_[role] = drawn.move;
    }
    model_.advance(state, joint_move_);
    ++result_.length;
    return std::nullopt;
  }

  M& model_;
  std::size_t max_length_;
  model::MoveList moves_;
  std::vector<Move> joint_move_;
  Playout result_;
};

}  // namespace palamedes::exercise
