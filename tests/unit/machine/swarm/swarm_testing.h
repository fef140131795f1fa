#pragma once
// Swarms on small rule sheets.

#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "circuit/lower.h"
#include "gdl/load.h"
#include "ground/grounder.h"
#include "machine/swarm/swarm.h"
#include "net/build.h"
#include "net/passes/passes.h"

namespace palamedes::machine::swarm {

inline constexpr std::array<SwarmWidth, 3> all_widths = {
    SwarmWidth::lanes_64, SwarmWidth::lanes_256, SwarmWidth::lanes_512};
inline constexpr std::array<SwarmGates, 2> all_gates = {SwarmGates::interpreted,
                                                        SwarmGates::native};

inline std::shared_ptr<const circuit::Circuit> circuit_of(std::string_view text) {
  const auto game = gdl::load(text, "test");
  EXPECT_TRUE(game);
  auto rules = ground::ground(*game, {});
  EXPECT_TRUE(rules);
  auto net = std::make_shared<net::PropNet>(net::build(std::move(*rules)));
  net::passes::run_passes(*net, *net::passes::parse_passes(net::passes::default_passes));
  return std::make_shared<const circuit::Circuit>(circuit::lower(std::move(net)));
}

// One playout, kept after the sink's call.
struct SwarmRecord {
  std::uint32_t start = 0;
  std::uint32_t length = 0;
  SwarmEnd end = SwarmEnd::terminal;
  std::vector<std::int32_t> goals;
  std::vector<Move> moves;
  bool operator==(const SwarmRecord&) const = default;
};

inline SwarmRecord record_of(const SwarmPlayout& playout) {
  return {playout.start,
          playout.length,
          playout.end,
          {playout.goals.begin(), playout.goals.end()},
          {playout.moves.begin(), playout.moves.end()}};
}

// Playouts from the initial state, so many.
inline std::vector<SwarmRecord> play_from_start(Swarm& swarm, std::uint32_t times) {
  const std::vector<std::uint64_t> initial = swarm.circuit().initial_state();
  const std::array<SwarmStart, 1> starts = {SwarmStart{initial, times}};
  std::vector<SwarmRecord> records;
  swarm.play(starts, [&](const SwarmPlayout& one) { records.push_back(record_of(one)); });
  return records;
}

}  // namespace palamedes::machine::swarm
