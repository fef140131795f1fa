#pragma once
// The move part of a circuit while nobody moves: the ground on which single moves are looked at.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "machine/scalar/expressions.h"
#include "machine/scalar/kept_gates.h"

namespace palamedes::machine::scalar {

// Immutable, shared.
class NoMoveValues {
 public:
  explicit NoMoveValues(std::shared_ptr<const KeptGates> kept);

  [[nodiscard]] const KeptGates& kept() const { return *kept_; }
  [[nodiscard]] const std::shared_ptr<const KeptGates>& shared_kept() const { return kept_; }
  [[nodiscard]] const Expressions& expressions() const { return expressions_; }
  [[nodiscard]] Literal value(Literal literal) const {
    return value_[literal.node()] ^ literal.is_complemented();
  }
  // Literals of a gate that are not simply TRUE.
  [[nodiscard]] std::span<const Literal> open_inputs(CircuitNode gate) const {
    return {open_.data() + first_open_[gate], first_open_[gate + 1] - first_open_[gate]};
  }
  // Gates that read an input or a gate of the move part, with the sign in which they read it.
  struct Reader {
    CircuitNode gate;
    bool complemented;
  };
  [[nodiscard]] std::span<const Reader> readers(CircuitNode node) const {
    return {readers_.data() + first_reader_[node], first_reader_[node + 1] - first_reader_[node]};
  }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  void link_readers();

  std::shared_ptr<const KeptGates> kept_;
  Expressions expressions_;
  std::vector<Literal> value_;  // by node
  std::vector<std::uint32_t> first_open_;
  std::vector<Literal> open_;
  std::vector<std::uint32_t> first_reader_;
  std::vector<Reader> readers_;
};

}  // namespace palamedes::machine::scalar
