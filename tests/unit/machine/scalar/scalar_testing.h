#pragma once
// Small rule sheets as the incremental machine sees them.

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "circuit/wide/wide_circuit.h"
#include "gdl/load.h"
#include "ground/grounder.h"
#include "machine/scalar/kept_gates.h"
#include "machine/scalar/no_move_values.h"
#include "net/build.h"
#include "net/passes/passes.h"

namespace palamedes::machine::scalar {

// A game from its rules, with the names of its bases and moves.
struct Game {
  explicit Game(std::string_view text) {
    auto loaded = gdl::load(text, "test");
    EXPECT_TRUE(loaded);
    net = net::build(ground::ground(*loaded, {}).value());
    net::passes::run_passes(net, *net::passes::parse_passes(net::passes::default_passes));
    std::optional<WideCircuit> wide = circuit::wide::widen(net);
    EXPECT_TRUE(wide);
    no_moves =
        std::make_shared<const NoMoveValues>(std::make_shared<const KeptGates>(std::move(*wide)));
  }

  [[nodiscard]] std::string base_name(std::size_t bit) const {
    for (const net::BaseEntry& base : net.bases) {
      if (base.transition == net::no_component) continue;
      if (bit-- == 0) return net.pool.text(base.fluent, net.symbols);
    }
    return "?";
  }

  [[nodiscard]] Move move(std::size_t role, std::string_view text) const {
    const auto& moves = net.roles[role].moves;
    const auto found = std::find_if(moves.begin(), moves.end(), [&](const net::MoveEntry& entry) {
      return net.pool.text(entry.move, net.symbols) == text;
    });
    EXPECT_NE(found, moves.end()) << text;
    return Move(static_cast<std::uint32_t>(found - moves.begin()));
  }

  [[nodiscard]] std::size_t base_count() const { return no_moves->kept().base_count(); }
  [[nodiscard]] std::size_t bit(std::string_view text) const {
    for (std::size_t i = 0; i < base_count(); ++i) {
      if (base_name(i) == text) return i;
    }
    ADD_FAILURE() << text;
    return 0;
  }
  [[nodiscard]] const std::vector<std::uint64_t>& initial() const {
    return no_moves->kept().circuit().initial;
  }

  net::PropNet net;
  std::shared_ptr<const NoMoveValues> no_moves;
};

inline bool holds(const std::vector<std::uint64_t>& state, std::size_t bit) {
  return (state[bit / 64] >> (bit % 64) & 1U) != 0;
}

}  // namespace palamedes::machine::scalar
