#pragma once
// What the program does, in a few numbers: a fixed set of games is played with fixed seeds and
// numbers of simulations on every machine and by every preset, and each line is a hash of the
// moves, states and goals in words. A change that should change nothing leaves all lines as they
// are.
//
//   machine   random playouts from the initial state
//   agent     whole games against itself
//
// The swarm has 64 lanes here, which every processor has.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace palamedes::lab {

struct SignatureLine {
  std::string kind;  // machine, agent
  std::string name;
  std::string game;
  std::uint64_t hash = 0;
};

struct Signature {
  std::vector<SignatureLine> lines;
  std::uint64_t hash = 0;  // of all lines
  bool whole = true;       // false: it was stopped
};

struct SignatureOptions {
  // The built-in games of each kind of line.
  std::vector<std::string> machine_games = {"tictactoe", "breakthrough", "chinese_checkers_3",
                                            "blocker", "nogo"};
  std::vector<std::string> agent_games = {"tictactoe", "connect_four", "blocker", "eight_puzzle"};
  std::uint64_t playouts = 3;      // of each machine and game
  std::size_t max_length = 60;     // steps of a playout or game
  std::uint64_t simulations = 60;  // for each move of an agent
  std::uint64_t seed = 1;
};

// `on_line` is called after each one; `stop` is asked before.
[[nodiscard]] Result<Signature> make_signature(
    const SignatureOptions& options, const std::function<bool()>& stop = {},
    const std::function<void(const SignatureLine&)>& on_line = {});

}  // namespace palamedes::lab
