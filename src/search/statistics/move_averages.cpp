#include "search/statistics/move_averages.h"

#include "search/statistics/memory.h"

namespace palamedes::search::statistics {

MoveAverages::MoveAverages(std::size_t roles, double fpu)
    : fpu_(static_cast<float>(fpu)), averages_(roles), values_(roles) {}

void MoveAverages::add(const Simulation& simulation) {
  const std::size_t roles = averages_.size();
  for (std::size_t place = 0; place < simulation.moves.size(); ++place) {
    const std::size_t role = place % roles;
    if (!simulation.matters(role, simulation.moves[place])) continue;
    const std::size_t move = index_of(simulation.moves[place]);
    if (move >= averages_[role].size()) grow(role, move + 1);
    Average<double>& average = averages_[role][move];
    average.add(simulation.payoffs[role]);
    values_[role][move] = static_cast<float>(average.mean);
  }
}

void MoveAverages::decay_occurrences(const Simulation& simulation, double factor) {
  const std::size_t roles = averages_.size();
  for (std::size_t place = 0; place < simulation.moves.size(); ++place) {
    const std::size_t role = place % roles;
    const std::size_t move = index_of(simulation.moves[place]);
    // an idle move was never added, and may be beyond all that were
    if (move < averages_[role].size()) decay(role, move, factor);
  }
}

void MoveAverages::decay_all(double factor) {
  for (std::size_t role = 0; role < averages_.size(); ++role) {
    for (std::size_t move = 0; move < averages_[role].size(); ++move) decay(role, move, factor);
  }
}

void MoveAverages::decay(std::size_t role, std::size_t move, double factor) {
  Average<double>& average = averages_[role][move];
  average.visits *= factor;
  if (average.visits >= negligible_visits) return;
  average = {};
  values_[role][move] = fpu_;
}

void MoveAverages::take(const MoveAverages& other, const Renumber& renumber) {
  for (std::size_t role = 0; role < averages_.size(); ++role) {
    const std::vector<Average<double>>& row = other.averages_[role];
    for (std::uint32_t i = 0; i < row.size(); ++i) {
      if (row[i].visits <= 0) continue;
      const std::optional<Move> move = renumber(Role(role), Move{i});
      if (!move) continue;
      if (index_of(*move) >= averages_[role].size()) grow(role, index_of(*move) + 1);
      averages_[role][index_of(*move)] = row[i];
      values_[role][index_of(*move)] = static_cast<float>(row[i].mean);
    }
  }
}

double MoveAverages::visits(Role role, Move move) const {
  const auto& row = averages_[index_of(role)];
  return index_of(move) < row.size() ? row[index_of(move)].visits : 0;
}

const std::vector<std::vector<float>>& MoveAverages::values(std::size_t moves) {
  for (std::size_t role = 0; role < averages_.size(); ++role) {
    if (averages_[role].size() < moves) grow(role, moves);
  }
  return values_;
}

void MoveAverages::grow(std::size_t role, std::size_t moves) {
  averages_[role].resize(moves);
  values_[role].resize(moves, fpu_);
}

std::size_t MoveAverages::memory_bytes() const {
  std::size_t bytes = 0;
  for (std::size_t role = 0; role < averages_.size(); ++role) {
    bytes += vector_bytes(averages_[role]) + vector_bytes(values_[role]);
  }
  return bytes;
}

}  // namespace palamedes::search::statistics
