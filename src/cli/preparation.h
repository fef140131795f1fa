#pragma once
// What is done on the way from rules to a machine, as a line on the terminal:
//
//   my_game.kif: grounding, 3.4 s (at most 5 s, then the prover)

#include <memory>
#include <mutex>
#include <string>

#include "base/stopwatch.h"
#include "cli/screen.h"
#include "cli/ticker.h"
#include "machine/stages.h"

namespace palamedes::cli {

// The stage of the moment. Those who prepare write it, the line reads it from another thread; it is
// shared since a game may go on preparing (a swarm) when nobody looks any more.
class StageBoard {
 public:
  void begin(machine::Stage stage);
  // Empty before the first stage.
  [[nodiscard]] std::string text() const;

 private:
  mutable std::mutex mutex_;
  machine::Stage stage_;
  Stopwatch since_;
};

// "grounding, 3.4 s (at most 5 s, then the prover)"
[[nodiscard]] std::string stage_text(const machine::Stage& stage, double seconds);

// Shows stages as long as it lives; until then nobody else may use the screen.
class Preparation {
 public:
  Preparation(Screen& screen, std::string name);

  // A stage that is none of a machine's.
  void begin(std::string what);
  // Tells this one of its stages, also after it has gone.
  void watch(machine::StageOptions& options) const;

 private:
  std::shared_ptr<StageBoard> board_ = std::make_shared<StageBoard>();
  Ticker ticker_;
};

}  // namespace palamedes::cli
