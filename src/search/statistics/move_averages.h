#pragma once
// How good each move was, whenever and wherever a role made it: MAST, and the sequences of length 1
// of NST.
//
//   averages_[role][move]   mean payoff and visits
//   values_[role][move]     the mean, or the first play urgency where there are no visits: all that
//                           a playout has to read
//
// Rows grow with the highest move seen.

#include <cstddef>
#include <vector>

#include "base/ids.h"
#include "search/renumber.h"
#include "search/simulation.h"
#include "search/statistics/average.h"

namespace palamedes::search::statistics {

class MoveAverages {
 public:
  MoveAverages(std::size_t roles, double fpu);

  // Each occurrence counts, also of the same move.
  void add(const Simulation& simulation);
  // Each occurrence of a move decays it once.
  void decay_occurrences(const Simulation& simulation, double factor);
  void decay_all(double factor);
  // What another one has learned, in place of what this one knows of the same moves.
  void take(const MoveAverages& other, const Renumber& renumber);

  [[nodiscard]] float value(Role role, Move move) const {
    const std::vector<float>& row = values_[index_of(role)];
    return index_of(move) < row.size() ? row[index_of(move)] : fpu_;
  }
  [[nodiscard]] double visits(Role role, Move move) const;
  // Moves from here on were never played.
  [[nodiscard]] std::size_t move_count(Role role) const { return values_[index_of(role)].size(); }
  // By role and move, with at least this number of moves.
  [[nodiscard]] const std::vector<std::vector<float>>& values(std::size_t moves);
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  void grow(std::size_t role, std::size_t moves);
  void decay(std::size_t role, std::size_t move, double factor);

  float fpu_;
  std::vector<std::vector<Average<double>>> averages_;
  std::vector<std::vector<float>> values_;
};

}  // namespace palamedes::search::statistics
