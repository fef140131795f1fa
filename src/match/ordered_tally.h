#pragma once
// Counts games in the order of their numbers, in whatever order they end, so that what is counted
// does not depend on who was faster.
//
//   tally ─── games 0 to next - 1
//   waiting ─ those after a gap, by number

#include <cstdint>
#include <functional>
#include <map>
#include <optional>

#include "match/play.h"
#include "match/tally.h"

namespace palamedes::match {

// Of a game that counts, in the order of their numbers.
using OnGame = std::function<void(const GameRecord& record, const Tally& tally)>;

class OrderedTally {
 public:
  // With `until` it is over once every agent's interval is that narrow to either side, after whole
  // rounds of this number of games; or where 20 games had a fault and none counts.
  OrderedTally(std::size_t agents, PointRule rule, std::size_t round, std::optional<double> until)
      : round_(round), until_(until), tally_(agents, rule) {}

  // Counts this game and those that had to wait for it.
  void add(GameRecord record, const OnGame& on_game = {});
  // There will never be a game of this number.
  void skip(std::uint64_t number);

  // Further games do not count.
  [[nodiscard]] bool is_over() const { return over_; }
  [[nodiscard]] const Tally& tally() const { return tally_; }

 private:
  void count_waiting(const OnGame& on_game);
  [[nodiscard]] bool is_narrow() const;
  [[nodiscard]] bool is_hopeless() const;

  std::size_t round_;
  std::optional<double> until_;
  Tally tally_;
  std::map<std::uint64_t, std::optional<GameRecord>> waiting_;
  std::uint64_t next_ = 0;
  bool over_ = false;
};

}  // namespace palamedes::match
