#pragma once
// Which goals the rules give in a state, and which rules give them.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "gdl/load.h"
#include "machine/prover/prover.h"

namespace palamedes::exercise {

class GoalRules {
 public:
  // The game must outlive this. Fails as the prover does.
  [[nodiscard]] static Result<GoalRules> make(const gdl::Loaded& game,
                                              const machine::prover::ProverOptions& options);

  // In a state of these facts. A value that is no whole number is model::undefined_goal. Nothing if
  // the prover gave up.
  [[nodiscard]] std::optional<std::vector<int>> values(std::span<const std::string> facts,
                                                       Role role);
  // The rules that give the role a value there, in the order of the text; empty if that is not
  // known.
  [[nodiscard]] std::vector<SourceLocation> places(std::span<const std::string> facts, Role role);

 private:
  GoalRules() = default;
  [[nodiscard]] std::vector<int> ask(std::span<const std::string> facts, Role role);

  // On the heap: the prover refers to it.
  std::unique_ptr<gdl::Loaded> marked_;
  std::unique_ptr<machine::prover::Prover> prover_;
  std::vector<SourceLocation> marks_;
};

}  // namespace palamedes::exercise
