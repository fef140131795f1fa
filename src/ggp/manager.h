#pragma once
// A game manager: sends the rules to the participants, asks each for its moves, decides what
// counts, and writes everything down. For a move that is late, illegal or no move at all it makes a
// random legal one.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ggp/participant.h"
#include "ggp/record.h"
#include "ggp/referee.h"

namespace palamedes::ggp {

struct ManagerOptions {
  std::string match;  // its name, a KIF word
  std::string game;
  std::string game_url;
  std::string rules;  // as the players get them: one sentence a line
  std::uint64_t start_clock = 10;
  std::uint64_t play_clock = 5;
  double grace = 1;  // seconds after the clock for the way of the answer
  std::size_t max_length = 10'000;
  std::uint64_t seed = 1;
};

struct ManagerEvents {
  // The match so far, after START and after each step.
  std::function<void(const MatchRecord& record)> on_step;
  // Asked often: whether to abort.
  std::function<bool()> stop;
};

// Asks all at once whether they can take part, and says why not; usually nothing.
[[nodiscard]] std::vector<std::string> unavailable(
    std::vector<std::unique_ptr<Participant>>& participants, const Patience& patience);

// One participant per role. A match that was stopped, or that has no end, is aborted; `problem`
// says why.
struct ManagedMatch {
  MatchRecord record;
  std::string problem;
};
[[nodiscard]] ManagedMatch manage(Referee& referee,
                                  std::vector<std::unique_ptr<Participant>>& participants,
                                  const ManagerOptions& options, const ManagerEvents& events);

// The sentences of a rule sheet as START carries them.
[[nodiscard]] Result<std::string> plain_rules(const std::string& text, const std::string& file,
                                              const gdl::ReadLimits& limits);

}  // namespace palamedes::ggp
