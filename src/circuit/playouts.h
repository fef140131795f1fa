#pragma once
// Random games of a circuit, 64 at a time, to see what its nodes do.

#include "base/rng.h"
#include "circuit/evaluate.h"

namespace palamedes::circuit {

class CircuitPlayouts {
 public:
  using Word = CircuitValues::Word;

  // The circuit must outlive the playouts and have an input for every move.
  CircuitPlayouts(const Circuit& circuit, std::uint64_t seed);

  // Every game makes a move; those that ended begin again. Then everything is evaluated.
  void step();
  [[nodiscard]] const CircuitValues& values() const { return values_; }
  // The games in which moves were made: not at an end, and no role without a move.
  [[nodiscard]] Word going_on() const { return going_on_; }

 private:
  void draw_moves();

  const Circuit& circuit_;
  CircuitValues values_;
  Rng rng_;
  Word going_on_ = 0;
  bool started_ = false;
};

}  // namespace palamedes::circuit
