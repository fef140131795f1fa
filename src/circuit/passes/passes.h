#pragma once
// Steps that make a circuit smaller, each with a name. They can be run in any order and any number
// of times, and each says what it did to the size.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "circuit/census.h"
#include "circuit/circuit.h"

namespace palamedes::circuit::passes {

struct CircuitPassOptions {
  double proof_seconds = 0.5;         // for all proofs of one step, about: see effort.h
  std::size_t max_gates = 3'000'000;  // larger circuits stay as they are
  std::uint64_t seed = 1;             // of the games that are played to find candidates
};

struct CircuitPassReport {
  std::string name;
  double seconds = 0;
  CircuitCensus before;
  CircuitCensus after;
};

struct CircuitPass {
  std::string_view name;
  std::string_view summary;
  Circuit (*run)(Circuit, const CircuitPassOptions&);
};

// Drops what nothing reads.
[[nodiscard]] Circuit remove_dead(Circuit circuit, const CircuitPassOptions& options);
// What two levels of wide gates show: contradictions, conditions that others imply, common factors.
[[nodiscard]] Circuit rewrite(Circuit circuit, const CircuitPassOptions& options);
// Looks up what depends on a role's only move once for all.
[[nodiscard]] Circuit select(Circuit circuit, const CircuitPassOptions& options);
// Builds wide gates so that they share what most of them have in common.
[[nodiscard]] Circuit share(Circuit circuit, const CircuitPassOptions& options);
// What is proved with few gates, above all whose turn it is, and what follows for moves.
[[nodiscard]] Circuit find_turn_taking(Circuit circuit, const CircuitPassOptions& options);
// Proves by induction which bases exclude each other or never change.
[[nodiscard]] Circuit find_invariants(Circuit circuit, const CircuitPassOptions& options);
// Merges gates that are equal in every state that play can reach, after a proof.
[[nodiscard]] Circuit sweep(Circuit circuit, const CircuitPassOptions& options);
// Puts gates a little behind what they read; their number stays.
[[nodiscard]] Circuit order_gates(Circuit circuit, const CircuitPassOptions& options);

// Of larger circuits passes take longer than they save where only what changes is evaluated.
inline constexpr std::size_t most_gates_for_passes = 500'000;

[[nodiscard]] std::span<const CircuitPass> all_circuit_passes();

// A list of names with commas between them; an empty text means no pass, "default" these.
inline constexpr std::string_view default_circuit_passes =
    "rewrite,turns,select,rewrite,invariants,sweep,rewrite,share,order";
[[nodiscard]] Result<std::vector<CircuitPass>> parse_circuit_passes(std::string_view list);

std::vector<CircuitPassReport> run_circuit_passes(Circuit& circuit,
                                                  std::span<const CircuitPass> list,
                                                  const CircuitPassOptions& options = {});

}  // namespace palamedes::circuit::passes
