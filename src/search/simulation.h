#pragma once
// What one simulation leaves behind, for all who learn from it.
//
//   moves     joint moves from the root on, role by role: [step * roles + role]
//   payoffs   by role, 0 to 1
//   choices   only where somebody needs them: what each role could choose from at each step
//               ends   [step * roles + role]: where its codes end in `codes`
//               codes  of its legal moves; one only where there is no choice
//               taken  [step * roles + role]: position of the chosen one among them

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "search/idle_moves.h"

namespace palamedes::search {

// Stands for a move in a learned policy: the move itself, or with what it does (features).
using MoveCode = std::uint64_t;

struct Choices {
  std::vector<MoveCode> codes;
  std::vector<std::uint32_t> ends;
  std::vector<std::uint32_t> taken;

  void clear() {
    codes.clear();
    ends.clear();
    taken.clear();
  }
  void append(const Choices& more) {
    const auto shift = static_cast<std::uint32_t>(codes.size());
    codes.insert(codes.end(), more.codes.begin(), more.codes.end());
    for (const std::uint32_t end : more.ends) ends.push_back(end + shift);
    taken.insert(taken.end(), more.taken.begin(), more.taken.end());
  }
  // Only the choices of all roles in this number of first steps stay.
  void shorten(std::size_t places) {
    ends.resize(places);
    taken.resize(places);
    codes.resize(places == 0 ? 0 : ends.back());
  }
  [[nodiscard]] std::span<const MoveCode> at(std::size_t place) const {
    const std::uint32_t begin = place == 0 ? 0 : ends[place - 1];
    return {codes.data() + begin, ends[place] - begin};
  }
};

struct Simulation {
  std::size_t roles = 0;
  std::vector<Move> moves;
  std::vector<double> payoffs;
  Choices choices;
  const IdleMoves* idle = nullptr;  // if somebody watches them
  bool is_whole = false;            // it was played out to the end of the game

  [[nodiscard]] std::size_t steps() const { return roles == 0 ? 0 : moves.size() / roles; }
  [[nodiscard]] Move move(std::size_t step, std::size_t role) const {
    return moves[step * roles + role];
  }
  // Whether there is something to learn about the move.
  [[nodiscard]] bool matters(std::size_t role, Move move) const {
    return idle == nullptr || !idle->is_idle(role, move);
  }
};

}  // namespace palamedes::search
