#pragma once
// Gates gathered into cells: functions of two or three inputs that one instruction computes.
//
//   table   bit (a << 2 | b << 1 | c) is the cell's value, the order of vpternlog's immediate;
//           an input that the function does not depend on is node 0, the constant
//
// The classic area-driven cover of a graph by cuts (Mishchenko, Chatterjee and Brayton,
// "Improvements to technology mapping for LUT-based FPGAs", 2007): of every gate the cuts with the
// smallest area flow are kept, and a cell is made where the chosen cuts need a value.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "circuit/circuit.h"

namespace palamedes::machine::swarm {

using Node = circuit::CircuitNode;

// Gates over `given` nodes, numbered as in a circuit: node 0 is FALSE, gates come after the given.
struct GateView {
  Node given = 1;
  std::span<const circuit::Gate> gates;

  [[nodiscard]] Node node_count() const { return given + static_cast<Node>(gates.size()); }
  [[nodiscard]] bool is_gate(Node node) const { return node >= given; }
  [[nodiscard]] const circuit::Gate& gate(Node node) const { return gates[node - given]; }
};

struct Cell {
  Node node = 0;
  std::array<Node, 3> inputs{};  // a, b, c
  std::uint8_t table = 0;
};

// What a table looks like when an input arrives complemented (0 is a), or two inputs change places.
[[nodiscard]] std::uint8_t complement_input(std::uint8_t table, unsigned input);
[[nodiscard]] std::uint8_t exchange_inputs(std::uint8_t table, unsigned first, unsigned second);
[[nodiscard]] bool depends_on(std::uint8_t table, unsigned input);

// The cells that the wanted nodes need, inputs before readers. Cells have at most `max_inputs`
// inputs, two or three.
[[nodiscard]] std::vector<Cell> cover(const GateView& logic, std::span<const Node> wanted,
                                      unsigned max_inputs);

}  // namespace palamedes::machine::swarm
