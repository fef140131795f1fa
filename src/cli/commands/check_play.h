#pragma once
// `check --play`: what random play says about rules.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/json.h"
#include "cli/rules_source.h"
#include "cli/screen.h"
#include "exercise/findings.h"
#include "exercise/playtest.h"

namespace palamedes::cli::commands {

struct PlaySettings {
  exercise::SimulateOptions simulate;
  std::optional<std::uint64_t> playouts;

  void declare(Options& options);
};

struct PlayVerdict {
  std::string machine;
  std::string notice;  // why it is not the machine that was asked for
  std::uint64_t seed = 0;
  std::size_t max_length = 0;
  exercise::Playtest seen;
  std::optional<exercise::Possible> possible;
  std::vector<exercise::Finding> findings;

  [[nodiscard]] std::size_t problems() const;
  [[nodiscard]] std::size_t remarks() const { return findings.size() - problems(); }
  // Something was played to its end, so that silence means something.
  [[nodiscard]] bool is_decided() const { return problems() > 0 || seen.statistics.finished > 0; }
};

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
