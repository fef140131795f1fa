#pragma once
// One role alone, and no chance: a line of moves that has led to the end once leads there again. So
// the best one that was ever seen is remembered, and played if nothing better is found. As it is
// the best of all that was seen, no mean of a move is higher. Of equal ones the shortest is kept.

#include <atomic>
#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

#include "base/ids.h"

namespace palamedes::search::report {

class BestLine {
 public:
  // A simulation went to the end of the game with the first of these moves, then the others.
  void see(double payoff, std::span<const Move> moves, std::span<const Move> others = {}) {
    const std::size_t length = moves.size() + others.size();
    if (!is_better(payoff, length)) return;
    const std::scoped_lock lock(mutex_);
    if (!is_better(payoff, length)) return;
    payoff_.store(payoff);
    length_.store(length);
    moves_.assign(moves.begin(), moves.end());
    moves_.insert(moves_.end(), others.begin(), others.end());
  }

  // Not while others see lines.
  void follow(Move move) {
    if (moves_.empty() || moves_.front() != move) return forget();
    moves_.erase(moves_.begin());
    length_.store(moves_.size());
  }
  void forget() {
    moves_.clear();
    payoff_.store(nothing_seen);
  }
  [[nodiscard]] std::span<const Move> moves() const { return moves_; }
  [[nodiscard]] double payoff() const { return payoff_.load(); }

 private:
  static constexpr double nothing_seen = -1;

  [[nodiscard]] bool is_better(double payoff, std::size_t length) const {
    const double best = payoff_.load(std::memory_order_relaxed);
    return payoff > best || (payoff == best && length < length_.load(std::memory_order_relaxed));
  }

  std::mutex mutex_;
  std::atomic<double> payoff_{nothing_seen};
  std::atomic<std::size_t> length_{0};
  std::vector<Move> moves_;  // from the state of the game on
};

}  // namespace palamedes::search::report
