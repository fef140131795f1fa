#include "search/playout/replies.h"

#include <algorithm>

#include "search/statistics/memory.h"
#include "search/statistics/past.h"

namespace palamedes::search::playout {

namespace {

constexpr std::uint64_t pair_of(Move two_before, Move before) {
  return static_cast<std::uint64_t>(two_before) << 32U | static_cast<std::uint32_t>(before);
}

std::size_t position(std::span<const Move> moves, Move move) {
  if (move == Replies::no_reply) return moves.size();
  return static_cast<std::size_t>(std::find(moves.begin(), moves.end(), move) - moves.begin());
}

}  // namespace

void Replies::learn(const Simulation& simulation) {
  if (simulation.payoffs.empty()) return;
  const std::size_t roles = to_one_.size();
  const double highest = *std::max_element(simulation.payoffs.begin(), simulation.payoffs.end());
  for (std::size_t role = 0; role < roles; ++role) {
    const bool is_good = simulation.payoffs[role] >= highest;
    for (std::size_t step = 1; step < simulation.steps(); ++step) {
      const std::span<const Move> past = std::span(simulation.moves).first(step * roles);
      const Move reply = simulation.move(step, role);
      if (is_good) {
        store(role, past, reply);
      } else {
        forget(role, past, reply);
      }
    }
  }
}

void Replies::store(std::size_t role, std::span<const Move> past, Move reply) {
  const std::size_t roles = to_one_.size();
  const Move before = statistics::preceding_move(past, role, 1, roles);
  std::vector<Move>& row = to_one_[role];
  if (index_of(before) >= row.size()) row.resize(index_of(before) + 1, no_reply);
  row[index_of(before)] = reply;
  if (past.size() < 2 * roles) return;
  auto& table = to_two_[role];
  if (table.size() >= most_replies) table.clear();
  table[pair_of(statistics::preceding_move(past, role, 2, roles), before)] = reply;
}

void Replies::forget(std::size_t role, std::span<const Move> past, Move reply) {
  const std::size_t roles = to_one_.size();
  const Move before = statistics::preceding_move(past, role, 1, roles);
  std::vector<Move>& row = to_one_[role];
  if (index_of(before) < row.size() && row[index_of(before)] == reply) {
    row[index_of(before)] = no_reply;
  }
  if (past.size() < 2 * roles) return;
  const auto found =
      to_two_[role].find(pair_of(statistics::preceding_move(past, role, 2, roles), before));
  if (found != to_two_[role].end() && found->second == reply) found->second = no_reply;
}

Move Replies::to_one(Role role, Move before) const {
  const std::vector<Move>& row = to_one_[index_of(role)];
  return index_of(before) < row.size() ? row[index_of(before)] : no_reply;
}

Move Replies::to_two(Role role, Move two_before, Move before) const {
  const auto& table = to_two_[index_of(role)];
  const auto found = table.find(pair_of(two_before, before));
  return found == table.end() ? no_reply : found->second;
}

std::size_t Replies::choose(Role role, std::span<const Move> moves,
                            std::span<const Move> past) const {
  const std::size_t roles = to_one_.size();
  if (past.size() < roles) return moves.size();
  const Move before = statistics::preceding_move(past, index_of(role), 1, roles);
  if (past.size() >= 2 * roles) {
    const Move two_before = statistics::preceding_move(past, index_of(role), 2, roles);
    const std::size_t found = position(moves, to_two(role, two_before, before));
    if (found < moves.size()) return found;
  }
  return position(moves, to_one(role, before));
}

std::size_t Replies::memory_bytes() const {
  std::size_t bytes = 0;
  for (const std::vector<Move>& row : to_one_) bytes += statistics::vector_bytes(row);
  for (const auto& table : to_two_) bytes += statistics::map_bytes(table);
  return bytes;
}

}  // namespace palamedes::search::playout
