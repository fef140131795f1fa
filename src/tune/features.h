#pragma once
// What games have in common that may like the same parameters. All of it can be seen in a few
// random playouts (search/tuning/probe.h).

#include <cmath>

namespace palamedes::tune {

struct Features {
  double players = 2;
  double branching = 1;     // legal moves of a role that has a choice, on average
  double length = 1;        // steps of a game
  double simultaneous = 0;  // share of the steps with a choice in which several roles have one
  double decided = 1;       // mean distance of payoffs from a draw, from 0 to 1

  template <typename Visitor>
  void fields(Visitor&& visit) {
    visit("players", players);
    visit("branching", branching);
    visit("length", length);
    visit("simultaneous", simultaneous);
    visit("decided", decided);
  }

  bool operator==(const Features&) const = default;
};

// Branching factors and lengths count by their ratios: e times as many are one apart.
[[nodiscard]] inline double distance(const Features& a, const Features& b) {
  const double players = a.players - b.players;
  const double branching = std::log(a.branching / b.branching);
  const double length = std::log(a.length / b.length);
  const double simultaneous = 2 * (a.simultaneous - b.simultaneous);
  const double decided = a.decided - b.decided;
  return std::sqrt(players * players + branching * branching + length * length +
                   simultaneous * simultaneous + decided * decided);
}

}  // namespace palamedes::tune
