#pragma once
// What a search knows, for whoever wants to show it.

#include <cstdint>
#include <optional>
#include <vector>

#include "base/ids.h"
#include "tune/snapshot.h"

namespace palamedes::search {

struct MoveReport {
  Move move{};
  double visits = 0;
  double value = 0;             // mean payoff of the role, 0 to 1
  std::optional<double> exact;  // proven
  bool has_child = false;       // the tree goes on below it
};

// What a tree knows about a state below its root.
struct Branch {
  double visits = 0;
  bool is_end = false;                         // the game ends there
  bool proven = false;                         // the payoffs are exact
  std::vector<double> payoffs;                 // by role; empty where nothing is known
  std::vector<std::vector<MoveReport>> moves;  // as in a snapshot; none where nobody went on
};

struct Snapshot {
  // By role: its moves in the root, the best first. A role without a choice has one.
  std::vector<std::vector<MoveReport>> moves;
  std::vector<double> payoffs;          // of the root by role: exact, or the mean so far
  std::vector<std::vector<Move>> line;  // joint moves that the search expects
  bool proven = false;                  // the root's payoffs are exact
  std::uint64_t simulations = 0;        // of this turn
  std::uint64_t states = 0;             // made by moves in this turn
  std::size_t nodes = 0;
  std::size_t memory_bytes = 0;
  std::uint32_t deepest = 0;           // steps in the tree
  double seconds = 0;                  // of wall time in this turn
  std::vector<tune::Snapshot> tuning;  // by role, of the whole match; empty if nothing is tuned
};

}  // namespace palamedes::search
