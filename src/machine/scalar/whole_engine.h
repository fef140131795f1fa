#pragma once
// One game's state, looked at by evaluating the whole circuit.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/rng.h"
#include "model/draw.h"
#include "model/forward_model.h"
#include "net/circuit/circuit.h"
#include "net/circuit/evaluate.h"

namespace palamedes::machine {

class WholeEngine {
 public:
  explicit WholeEngine(std::shared_ptr<const net::Circuit> circuit);

  void enter(const std::uint64_t* state);
  [[nodiscard]] bool terminal() const { return is_true(circuit_->terminal); }
  [[nodiscard]] int goal(Role role) const;
  void legal(Role role, model::MoveList& moves) const;
  [[nodiscard]] model::DrawnMove draw_legal(Role role, Rng& rng);
  // To the state after the moves, which is also written to `state`.
  void advance(std::span<const Move> joint_move, std::uint64_t* state);
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  [[nodiscard]] bool is_true(net::Literal literal) const {
    return (values_.value(literal) & 1U) != 0;
  }

  std::shared_ptr<const net::Circuit> circuit_;
  net::CircuitValues values_;
  std::vector<std::uint64_t> state_;
  model::MoveList moves_;
};

}  // namespace palamedes::machine
