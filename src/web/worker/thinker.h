#pragma once
// An agent that stands where a match stands, made when it is needed, and thinks in small pieces.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agent/agent.h"
#include "agent/spec.h"
#include "web/json.h"
#include "web/worker/match.h"
#include "web/worker/work.h"

namespace palamedes::web::worker {

// An agent as a visitor asks for it, within what a session may take.
struct AgentWish {
  std::string agent = "palamedes";
  std::vector<std::pair<std::string, std::string>> parameters = {};  // on top of it
  std::string tune = {};
};
[[nodiscard]] Result<agent::Spec> read_wish(const AgentWish& wish, const Configuration& limits,
                                            std::size_t roles);

class Thinker {
 public:
  Thinker(agent::Spec spec, Role role, std::uint64_t seed)
      : spec_(std::move(spec)), role_(role), seed_(seed) {}

  [[nodiscard]] const agent::Spec& spec() const { return spec_; }
  [[nodiscard]] Role role() const { return role_; }
  // The step it stands at; nothing before it is made.
  [[nodiscard]] std::optional<std::size_t> step() const {
    return agent_ == nullptr ? std::nullopt : std::optional(step_);
  }
  // Follows the match to the shown step, or begins anew if it has been elsewhere.
  void stand(const Match& match);
  // What came after this step has changed.
  void forget_after(std::size_t step) {
    if (step_ > step) agent_.reset();
  }

  // Only while it stands somewhere:
  void think(const agent::Limit& limit) { agent_->think(limit); }
  [[nodiscard]] agent::Agent& agent() { return *agent_; }

 private:
  agent::Spec spec_;
  Role role_;
  std::uint64_t seed_;
  std::unique_ptr<agent::Agent> agent_;
  std::size_t step_ = 0;
};

// What a search knows, as the page shows it: all that is in the schema `Analysis` and comes from a
// snapshot. `top`: moves of each role at most.
[[nodiscard]] Json snapshot_json(machine::Game& game, const search::Snapshot& snapshot,
                                 std::size_t top);
// The same of a search that has not begun.
[[nodiscard]] Json no_snapshot_json(machine::Game& game);

// Payoffs from 0 to 1 as values from 0 to 100.
[[nodiscard]] inline double value_of(double payoff) { return payoff * 100; }

// As long as an analysis or a review thinks between two looks at what else there is to do.
inline constexpr std::chrono::milliseconds piece_of_thinking{100};

}  // namespace palamedes::web::worker
