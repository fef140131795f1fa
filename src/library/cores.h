#pragma once
// What stands behind the handles of the public header.
//
//   State ─► StateCore ─► GameCore ─► RulesCore        shared; nobody points back
//                │            └► machine::Game         the machine, and a swarm once it is needed
//                └► Step ─► Step ─► ...                joint moves from the initial state, newest
//                first

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <palamedes/palamedes.h>

#include "base/diagnostic.h"
#include "base/ids.h"
#include "gdl/load.h"
#include "machine/game.h"
#include "machine/position.h"

namespace palamedes::library {

struct RulesCore {
  std::string name;
  std::string text;
  std::shared_ptr<const gdl::Loaded> loaded;
  std::vector<Problem> warnings;
};

// A position with all answers of the machine.
struct Evaluated {
  machine::Position position;
  bool terminal = false;
  std::vector<std::optional<int>> goals;
  std::vector<std::vector<MoveNumber>> legal;  // by role, ascending
};

// Fails where the machine gave up.
[[nodiscard]] Result<Evaluated> evaluate(machine::Position position, const machine::Game& game);

struct GameCore {
  Rules rules;
  GameOptions options;
  std::unique_ptr<machine::Game> game;
  std::string machine_name;
  std::optional<Evaluated> initial;              // refers to the game
  std::unique_ptr<machine::swarm::Swarm> swarm;  // of the last playouts
};

struct Step {
  Step(std::vector<Move> moves, std::shared_ptr<const Step> previous)
      : joint_move(std::move(moves)),
        number(previous == nullptr ? 1 : previous->number + 1),
        before(std::move(previous)) {}
  Step(const Step&) = delete;
  Step& operator=(const Step&) = delete;
  ~Step();

  std::vector<Move> joint_move;
  std::size_t number;
  mutable std::shared_ptr<const Step> before;  // taken away when the chain is destroyed
};

struct StateCore {
  std::shared_ptr<GameCore> game;
  Evaluated at;
  std::shared_ptr<const Step> last;  // nothing in the initial state

  [[nodiscard]] std::size_t steps() const { return last == nullptr ? 0 : last->number; }
  // In the order in which they were made.
  [[nodiscard]] std::vector<std::vector<Move>> history() const;
};

// One legal move per role, or what is wrong with it.
[[nodiscard]] Result<std::vector<Move>> read_joint_move(const StateCore& state,
                                                        std::string_view text);
[[nodiscard]] Result<std::vector<Move>> check_joint_move(const StateCore& state,
                                                         const std::vector<MoveNumber>& numbers);
[[nodiscard]] Result<std::shared_ptr<const StateCore>> advance(const StateCore& state,
                                                               std::vector<Move> joint_move);

// Makes handles and looks behind them.
struct Access {
  template <typename Handle, typename Core>
  [[nodiscard]] static Handle make(Core core) {
    return Handle(std::move(core));
  }
  template <typename Handle>
  [[nodiscard]] static auto& core(const Handle& handle) {
    return handle.core_;
  }
};

}  // namespace palamedes::library
