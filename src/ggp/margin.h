#pragma once
// How much earlier than the clock a player answers. It starts with a tenth of the clock, at most
// half a second, and learns from each turn:
//
//   lag          how much later than planned an answer left: the search looks at the clock between
//                simulations, and the thread may not get a core at once
//   round trip   of the connection, as the kernel measured it: the manager's clock starts before
//                the message arrives and ends after the answer left
//   replaced     the manager went on with another move than ours: it did not wait for it
//
// A turn in time shortens the margin by a tenth, never below 0.1 s nor below what lag and round
// trip ask for, twice over. A replaced move doubles it. More than half of the clock it never is.

#include <algorithm>

namespace palamedes::ggp {

class Margin {
 public:
  static constexpr double least = 0.1;  // seconds

  // In seconds, for a clock of this number of seconds.
  [[nodiscard]] double of(double clock) const {
    const double first = std::min(0.5, 0.1 * clock);
    const double wanted = std::max({least, needed(), learned_ < 0 ? first : learned_});
    return std::min(wanted, clock / 2);
  }

  void in_time(double clock, double lag) {
    lag_ = std::max(lag, lag_ * memory);
    learned_ = of(clock) * (1 - step);
  }
  void replaced(double clock) { learned_ = std::max(least, of(clock)) * 2; }
  void round_trip(double seconds) { round_trip_ = std::max(seconds, round_trip_ * memory); }

 private:
  static constexpr double memory = 0.9;  // how much of an old peak counts in the next turn
  static constexpr double step = 0.1;

  [[nodiscard]] double needed() const { return 2 * (lag_ + round_trip_); }

  double learned_ = -1;  // nothing yet
  double lag_ = 0;
  double round_trip_ = 0;
};

}  // namespace palamedes::ggp
