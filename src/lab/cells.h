#pragma once
// What is known about each cell of an experiment: the way from single matches to figures.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/moments.h"
#include "lab/experiment.h"
#include "lab/schedule.h"
#include "lab/store.h"
#include "match/ordered_tally.h"

namespace palamedes::lab {

// Of the decisions in one turn.
struct TurnMoments {
  Moments depth;
  Moments branching;
  Moments simulation_speed;
  Moments state_speed;

  void add(const match::TurnEffort& turn);
  void add(const TurnMoments& other);
};

struct CellState {
  CellState(const Experiment& experiment, const Cell& of);

  void add(std::uint64_t number, const MatchResult& result);
  void add_error(std::uint64_t number, const std::string& message);

  [[nodiscard]] bool is_over() const { return tally.is_over() || known >= cell.games; }
  // Matches that are still to be played, as far as that is known.
  [[nodiscard]] double left() const;

  Cell cell;
  std::optional<double> until;
  match::OrderedTally tally;  // what counts
  std::uint64_t known = 0;    // matches with a result or an error
  std::uint64_t errors = 0;   // those without a result
  std::string last_error;
  // Of the games that do not count the one with the lowest number, whatever came first.
  struct Fault {
    std::uint64_t number = 0;
    std::string text;
  };
  std::optional<Fault> first_fault;
  Moments durations;
  std::map<std::string, std::uint64_t> builds;  // results by the id of their build
  // By agent of the cell: turns by step, and remarks, each once.
  std::vector<std::map<std::uint64_t, TurnMoments>> turns;
  std::vector<std::set<std::string>> remarks;
};

// From all that a store has; without one nothing is known yet. Errors count as results that never
// come, unless they are to be tried again.
[[nodiscard]] Result<std::vector<CellState>> load_cells(const Experiment& experiment,
                                                        const std::vector<Cell>& cells,
                                                        Store* store, bool retry_errors);

// Of wall time with this number of jobs; nothing while no match is known.
[[nodiscard]] std::optional<double> seconds_left(std::span<const CellState> cells,
                                                 std::size_t jobs);

// "game=NAME", "agent=NAME" or "pair=A:B": the cells that a user asks for.
[[nodiscard]] Result<std::vector<Cell>> select_cells(const Experiment& experiment,
                                                     std::vector<Cell> cells,
                                                     std::span<const std::string> only);

}  // namespace palamedes::lab
