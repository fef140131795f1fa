#pragma once
// All kinds of propositional networks of one game, and all ways to read them.

#include <array>
#include <memory>
#include <string_view>

#include "machine/propnet/propnet_machine.h"
#include "machine/scalar/scalar_machine.h"
#include "net/build.h"
#include "net/passes/passes.h"

namespace palamedes::laws {

inline constexpr std::array<std::string_view, 9> pass_sets = {
    "",          "opt0",           "opt1",
    "opt2",      "opt3",           "opt1,opt2",
    "opt1,opt3", "opt1,opt0,opt2", "opt1,opt0,opt2,opt3"};

struct Reading {
  std::string_view name;
  machine::propnet::PropnetOptions options;
};
inline constexpr std::array<Reading, 4> readings = {{
    {"forward", {.propagation = machine::propnet::Propagation::forward}},
    {"backward", {.propagation = machine::propnet::Propagation::backward}},
    {"forward, cache", {.propagation = machine::propnet::Propagation::forward, .cache = true}},
    {"backward, tiny cache",
     {.propagation = machine::propnet::Propagation::backward,
      .cache = true,
      .max_cached_states = 2}},
}};

// How a scalar machine without a circuit makes its steps.
struct ScalarReading {
  std::string_view name;
  machine::scalar::ScalarOptions options;
};
inline constexpr std::array<ScalarReading, 4> scalar_readings = {{
    {"propagation", {.evaluation = machine::scalar::ScalarEvaluation::propagation}},
    {"effects", {.evaluation = machine::scalar::ScalarEvaluation::effects}},
    {"effects of each role's move alone",
     {.effects = {.joint_moves_before_factoring = 0, .whole_per_move = 0},
      .evaluation = machine::scalar::ScalarEvaluation::effects}},
    {"effects, always forgotten",
     {.effects = {.max_bytes = 0}, .evaluation = machine::scalar::ScalarEvaluation::effects}},
}};

// A copy of the net after the passes.
inline std::shared_ptr<const net::PropNet> optimised(const net::PropNet& net,
                                                     std::string_view passes) {
  auto copy = std::make_shared<net::PropNet>(net);
  net::passes::run_passes(*copy, net::passes::parse_passes(passes).value());
  return copy;
}

}  // namespace palamedes::laws
