#pragma once
// Somebody who plays a role: it follows the game move by move and answers with moves of its own.

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agent/spec.h"
#include "base/diagnostic.h"
#include "base/ids.h"
#include "machine/game.h"
#include "search/renumber.h"
#include "search/snapshot.h"
#include "search/tuning/tuning.h"

namespace palamedes::search {
struct Handover;
}

namespace palamedes::agent {

// How long to think: until the first of these.
struct Limit {
  std::optional<std::uint64_t> simulations;
  std::optional<std::chrono::steady_clock::time_point> deadline;
  // Asked between simulations, and on the prover within them, from the thread that thinks; nothing:
  // never stops.
  std::function<bool()> stop;
  // What a whole turn gets, where this is a part of one. Only those who plan ahead need it.
  std::optional<std::uint64_t> turn_simulations = std::nullopt;
  std::optional<double> turn_seconds = std::nullopt;
  // A move will be asked for. Before the first one, thinking without that is the start clock.
  bool for_move = true;
};

class Agent {
 public:
  Agent() = default;
  Agent(const Agent&) = delete;
  Agent& operator=(const Agent&) = delete;
  virtual ~Agent() = default;

  // Thinks about the state the game is in. It may be called several times for the same state, also
  // where the role has no choice, which is thinking in the others' time.
  virtual void think(const Limit& limit) = 0;
  // The move it would make now. Always legal, and there without any thinking; nothing where its
  // machine gave up or the role has no move.
  [[nodiscard]] virtual std::optional<Move> move() = 0;
  // The game went on with this joint move of legal moves.
  virtual void follow(std::span<const Move> joint_move) = 0;
  // Why a machine that it thinks on gave up; usually empty. It thinks no more then, its move means
  // nothing, and what it found out before must not be taken for the whole truth.
  [[nodiscard]] virtual const std::string& fault() const = 0;
  // More thinking would change nothing.
  [[nodiscard]] virtual bool is_sure() const = 0;
  [[nodiscard]] virtual search::Snapshot snapshot() = 0;
  // What its tree knows after these joint moves from the state of the game on; nothing where it has
  // no node there, or no tree.
  [[nodiscard]] virtual std::optional<search::Branch> branch(
      std::span<const std::vector<Move>> /*path*/) {
    return std::nullopt;
  }
  // AMAF statistics in a node of its tree, on average; 0 without any. It takes a while.
  [[nodiscard]] virtual double statistics_per_node() = 0;
  // Moves that were tried in a node of its tree, on average; 0 without a tree. It takes a while.
  [[nodiscard]] virtual double effective_branching() { return 0; }
  // What it has learned about the parameters that it tunes, for another agent that plays on in its
  // place; nothing if it tunes none.
  [[nodiscard]] virtual std::shared_ptr<search::tuning::Tuning> tuning() const { return nullptr; }
  // All that it has found out, for an agent of the same spec that plays on in its place on another
  // machine, from the same state and before it thinks; moves have other numbers there. Nothing if
  // it searches no tree. The other one says how many nodes of the tree it has taken.
  [[nodiscard]] virtual std::shared_ptr<search::Handover> hand_over() { return nullptr; }
  virtual std::size_t take_over(search::Handover& /*handover*/,
                                const search::Renumber& /*renumber*/) {
    return 0;
  }
  // What the game does not let it do as its parameters say, as a sentence; usually empty.
  [[nodiscard]] virtual const std::string& remark() const {
    static const std::string none;
    return none;
  }
};

// At the game's initial state. The same spec, role, seed and numbers of simulations give the same
// moves as long as it thinks with one thread. It may go on with what another agent of the same spec
// has learned about its parameters in the same match.
[[nodiscard]] std::unique_ptr<Agent> make_agent(
    machine::Game& game, const Spec& spec, Role role, std::uint64_t seed,
    std::shared_ptr<search::tuning::Tuning> learned = nullptr);

}  // namespace palamedes::agent
