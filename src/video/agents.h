#pragma once
// Agents by name, with the papers' parameters:
//
//   maastcts2
//   maastcts2:select.c=0.8,epsilon=0.3     single parameters, called by the end of their names
//   mp-ntbea-3                             parameters that are tuned while playing

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "vgdl/game.h"
#include "video/agent.h"
#include "video/maast/parameters.h"
#include "video/olets.h"
#include "video/planner/parameters.h"
#include "video/sample_mcts.h"

namespace palamedes::video {

struct NoParameters {
  bool moves = true;  // any action, or none

  template <typename Visitor>
  void fields(Visitor& /*visit*/) {}
};

using AgentParameters = std::variant<NoParameters, SampleMctsParameters, OletsParameters,
                                     maast::Parameters, planner::Parameters>;

struct NamedAgent {
  std::string_view name;
  std::string_view summary;  // one line
  std::string_view source;   // paper, and where in it
  AgentParameters parameters;
  std::string tuning = {};  // as in docs/tuning.md; empty: none
};

// Plain ones first.
[[nodiscard]] std::span<const NamedAgent> agents();
[[nodiscard]] std::vector<std::string> agent_names();

struct AgentSpec {
  std::string text;  // as it was given
  AgentParameters parameters;
  std::string tuning;
};

// What is wrong with a name, a parameter or its value is an error with the nearest name as a hint.
[[nodiscard]] Result<AgentSpec> parse_agent(std::string_view text);
// Tunes the parameters of a description while playing; an error where the agent has none of them.
[[nodiscard]] Result<void> set_tuning(AgentSpec& spec, const std::string& description);

[[nodiscard]] std::vector<Parameter> parameters_of(const AgentSpec& spec);

// The game must live as long as the agent.
[[nodiscard]] std::unique_ptr<Agent> make_agent(const AgentSpec& spec, const vgdl::Game& game,
                                                std::uint64_t seed);

}  // namespace palamedes::video
