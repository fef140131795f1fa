#pragma once
// `check --play`: what random play says about rules.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/json.h"
#include "cli/rules_source.h"
#include "cli/screen.h"
#include "exercise/verdict.h"

namespace palamedes::cli::commands {

struct PlaySettings {
  exercise::SimulateOptions simulate;
  std::optional<std::uint64_t> playouts;

  void declare(Options& options);
};

using PlayVerdict = exercise::Verdict;

// Fails where no machine can be made.
[[nodiscard]] Result<PlayVerdict> play(Screen& screen, const GameSettings& game,
                                       const PlaySettings& settings, const std::string& name,
                                       const gdl::Loaded& rules);

// A finding with its place and, where there is one, the way there: one line or more.
[[nodiscard]] std::string to_text(const PlayVerdict& verdict, const exercise::Finding& finding,
                                  const std::string& name);
// Playouts, length, branching, goals.
[[nodiscard]] std::string summary_text(const Screen& screen, const PlayVerdict& verdict);
[[nodiscard]] Json to_json(const PlayVerdict& verdict);

}  // namespace palamedes::cli::commands
