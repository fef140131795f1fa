#pragma once
// The stages that `explain` can show, one file each.

#include <string>
#include <vector>

#include "circuit/passes/passes.h"
#include "cli/json.h"
#include "cli/rules_source.h"

namespace palamedes::cli::commands {

struct ExplainSettings {
  std::string rules;
  std::string stage = "rules";
  std::string format = "text";
  gdl::LoadOptions load;
  ground::GroundOptions ground;
  std::string passes{net::passes::default_passes};
  std::string circuit_passes = "default";
  circuit::passes::CircuitPassOptions circuit;
  std::uint64_t limit = 200;  // rules or components shown; 0: all
  bool rewritten = false;
  bool json = false;

  [[nodiscard]] bool as_json() const { return json || format == "json"; }
  // How many of how many are shown.
  [[nodiscard]] std::size_t shown(std::size_t count) const {
    return limit == 0 ? count : std::min<std::size_t>(limit, count);
  }
};

Exit explain_rules(Screen& screen, const ExplainSettings& settings);
Exit explain_ground(Screen& screen, const ExplainSettings& settings);
Exit explain_net(Screen& screen, const ExplainSettings& settings);
Exit explain_circuit(Screen& screen, const ExplainSettings& settings);

// The rules without variables, for the stages that need them; what is wrong is complained about.
struct GroundedGame {
  std::string name;
  ground::GroundRules rules;
};
[[nodiscard]] std::optional<GroundedGame> ground_game(Screen& screen,
                                                      const ExplainSettings& settings);

// A stop on the way of a network or a circuit: as it was made, then after each pass.
struct ExplainedStep {
  std::string name;
  double seconds = 0;
  Json size;
};
// What their JSON has in common; the caller adds the rest. `size` is what it calls the sizes.
[[nodiscard]] Json way_json(const std::string& name, const ExplainSettings& settings,
                            const std::string& size, std::vector<ExplainedStep> steps);

// The lines of a text as comments of a rule sheet.
[[nodiscard]] std::string commented(std::string_view text);

}  // namespace palamedes::cli::commands
