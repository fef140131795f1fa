#pragma once
// Symbolic evaluation of the move part of a circuit when certain moves are made.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "machine/scalar/expressions.h"
#include "machine/scalar/no_move_values.h"

namespace palamedes::machine::scalar {

class SymbolicMoves {
 public:
  explicit SymbolicMoves(const NoMoveValues& no_moves);

  // A gate that had to be looked at, and what it is now.
  struct Visit {
    CircuitNode gate = 0;
    Literal value;
  };

  // These inputs are true and all others false, until the next call. Makes new conditions in
  // `expressions`.
  void fix(std::span<const CircuitNode> inputs, Expressions& expressions);
  [[nodiscard]] Literal value(Literal literal) const {
    if (stamp_[literal.node()] != now_) return no_moves_->value(literal);
    return value_[literal.node()] ^ literal.is_complemented();
  }
  [[nodiscard]] std::span<const Visit> visits() const { return visits_; }

  // The same for several inputs whose visits alone are known: only what two of them share has to be
  // looked at again. `touched` is called with each gate whose value may be another than each of
  // them alone would make it.
  void combine(std::span<const CircuitNode> inputs, std::span<const std::span<const Visit>> alone,
               Expressions& expressions);
  [[nodiscard]] std::span<const CircuitNode> touched() const { return touched_; }

  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  static constexpr std::uint32_t no_news = 0xffffffffU;

  void begin();
  void set(CircuitNode node, Literal value) {
    stamp_[node] = now_;
    value_[node] = value;
  }
  void wake(CircuitNode gate) {
    waiting_[gate / 64] |= std::uint64_t{1} << (gate % 64);
    first_waiting_ = std::min<std::size_t>(first_waiting_, gate / 64);
  }
  void tell_readers(CircuitNode node);
  template <typename Look>
  void look_at_waiting(const Look& look);

  const NoMoveValues* no_moves_;
  std::vector<Literal> value_;        // by node of the wide
  std::vector<std::uint32_t> stamp_;  // whether it is of now
  std::uint32_t now_ = 0;
  std::vector<std::uint64_t> waiting_;  // gates to look at, a bit each
  std::size_t first_waiting_ = 0;
  // By gate, as a list: literals that are TRUE while nobody moves, and are not now.
  struct News {
    Literal literal;
    std::uint32_t next = no_news;
  };
  std::vector<std::uint32_t> first_news_;
  std::vector<News> news_;
  std::vector<Visit> visits_;
  std::vector<CircuitNode> touched_;
  std::vector<Literal> literals_;
};

}  // namespace palamedes::machine::scalar
