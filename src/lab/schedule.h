#pragma once
// The matches of an experiment, their order and their names.
//
//   Cell      a game and a contest: one figure of a table
//   Match     a cell and a number from 0 on; assignments of roles take turns with the numbers
//   order     blocks of some rounds of assignments; each cell plays its block before any plays the
//             next, so that wherever a run stops all cells have about as many matches
//
// Everything about a match follows from the experiment and the match's number, so no two programs
// that run the same file disagree about it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/experiment.h"
#include "match/assignment.h"

namespace palamedes::lab {

struct Cell {
  std::size_t game = 0;                        // position in the experiment
  Contest agents;                              // one of them where the game has one role
  std::vector<match::Assignment> assignments;  // numbers are positions in `agents`
  std::uint64_t games = 0;                     // none of what is missing

  [[nodiscard]] const match::Assignment& assignment(std::uint64_t number) const {
    return assignments[number % assignments.size()];
  }
};

// By game in the order of the file, then by contest; also those that cannot be played.
[[nodiscard]] std::vector<Cell> cells_of(const Experiment& experiment);

// Why a cell cannot be played: one of its agents is missing, or its game. Usually empty.
[[nodiscard]] std::string why_missing(const Experiment& experiment, const Cell& cell);

struct Match {
  std::size_t cell = 0;
  std::uint64_t number = 0;
  bool operator==(const Match&) const = default;
};

// Of all random choices in a match: from the experiment's seed, rules, agents and number.
[[nodiscard]] std::uint64_t seed_of(const Experiment& experiment, const Cell& cell,
                                    std::uint64_t number);

// The name of what decides a match's result: rules, agent of each role, limits and seed. 32
// hexadecimal digits.
[[nodiscard]] std::string key_of(const Experiment& experiment, const Cell& cell,
                                 std::uint64_t number);

// Goes through all matches in their order.
class Schedule {
 public:
  explicit Schedule(const std::vector<Cell>& cells) : cells_(cells) {}

  // Nothing after the last one.
  [[nodiscard]] std::optional<Match> next();

 private:
  [[nodiscard]] std::uint64_t block_of(std::size_t cell) const;

  const std::vector<Cell>& cells_;
  std::uint64_t block_ = 0;
  std::size_t cell_ = 0;
  std::uint64_t in_block_ = 0;
  bool any_in_block_ = false;
};

}  // namespace palamedes::lab
