#include "circuit/passes/passes.h"

#include <algorithm>
#include <array>

#include "base/stopwatch.h"
#include "circuit/arrange.h"
#include "net/named.h"

namespace palamedes::circuit::passes {
namespace {

constexpr std::array circuit_passes = {
    CircuitPass{"dead", "drop what nothing reads", remove_dead},
    CircuitPass{"rewrite", "drop conditions that others imply, take out common factors", rewrite},
    CircuitPass{"select", "look up once what depends on a role's only move", select},
    CircuitPass{"share", "build wide gates so that they share most", share},
    CircuitPass{"turns", "prove whose turn it is, and which moves exclude each other",
                find_turn_taking},
    CircuitPass{"invariants", "prove which facts exclude each other", find_invariants},
    CircuitPass{"sweep", "merge gates that are proved equal", sweep},
    CircuitPass{"order", "put gates a little behind what they read", order_gates},
};

}  // namespace

Circuit remove_dead(Circuit circuit, const CircuitPassOptions& /*options*/) {
  return arrange(draft_of(std::move(circuit)));
}

std::span<const CircuitPass> all_circuit_passes() { return circuit_passes; }

Result<std::vector<CircuitPass>> parse_circuit_passes(std::string_view list) {
  return net::parse_named(list == "default" ? default_circuit_passes : list, all_circuit_passes(),
                          "circuit pass");
}

std::vector<CircuitPassReport> run_circuit_passes(Circuit& circuit,
                                                  std::span<const CircuitPass> list,
                                                  const CircuitPassOptions& options) {
  std::vector<CircuitPassReport> reports;
  for (const CircuitPass& pass : list) {
    CircuitPassReport report{.name = std::string(pass.name), .before = census_of(circuit)};
    const Stopwatch watch;
    circuit = pass.run(std::move(circuit), options);
    report.seconds = watch.seconds();
    report.after = census_of(circuit);
    reports.push_back(std::move(report));
  }
  return reports;
}

}  // namespace palamedes::circuit::passes
