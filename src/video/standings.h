#pragma once
// Scoring of the competition (thesis 3.2.3): in each game agents are ranked by wins, then by mean
// score, then by fewer ticks, and get points as in Formula 1. Points of all games are summed up.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace palamedes::video {

// What an agent did in all plays of a game.
struct Record {
  std::uint64_t plays = 0;
  std::uint64_t wins = 0;
  std::int64_t score = 0;  // sum
  std::uint64_t ticks = 0;

  [[nodiscard]] double mean_score() const {
    return plays == 0 ? 0 : static_cast<double>(score) / static_cast<double>(plays);
  }
  [[nodiscard]] double mean_ticks() const {
    return plays == 0 ? 0 : static_cast<double>(ticks) / static_cast<double>(plays);
  }
  [[nodiscard]] double win_rate() const {
    return plays == 0 ? 0 : static_cast<double>(wins) / static_cast<double>(plays);
  }
  void add(const Record& other) {
    plays += other.plays;
    wins += other.wins;
    score += other.score;
    ticks += other.ticks;
  }
};

inline constexpr std::array<int, 10> formula_one = {25, 18, 15, 12, 10, 8, 6, 4, 2, 1};

// By agent; equal agents have the same rank and points, and the next one stands below them all.
// Agents without plays have none.
[[nodiscard]] std::vector<int> points_of(std::span<const Record> records);

}  // namespace palamedes::video
