#pragma once
// A circuit for people: names for its nodes, a list, a drawing.

#include <string>
#include <string_view>
#include <vector>

#include "circuit/circuit.h"

namespace palamedes::circuit {

// What every node is called: bases, inputs and outputs as in the rules, gates by their numbers.
class CircuitNames {
 public:
  explicit CircuitNames(const Circuit& circuit);

  [[nodiscard]] const std::string& name(CircuitNode node) const { return names_[node]; }
  // With NOT before it if it is complemented; TRUE, FALSE.
  [[nodiscard]] std::string name(Literal literal) const;

 private:
  std::vector<std::string> names_;
};

struct CircuitOutput {
  enum class Kind : std::uint8_t { legal, terminal, goal, next };
  Kind kind = Kind::legal;
  std::string name;  // (legal white noop), terminal, (goal white 100), (next (on p))
  Literal literal;
};

// Everything that a circuit is asked for, in the order of roles, moves and bases.
[[nodiscard]] std::vector<CircuitOutput> outputs_of(const Circuit& circuit);

// One line per gate and output.
[[nodiscard]] std::string to_text(const Circuit& circuit);

// For graphviz. Bases and inputs are boxes, gates circles; a dot at an arrow is a complement.
[[nodiscard]] std::string to_dot(const Circuit& circuit, std::string_view title);

}  // namespace palamedes::circuit
