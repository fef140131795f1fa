#pragma once
// Which move is played in the end (thesis 2.3: final action selection): the one with most visits,
// the best mean, or the best lower bound.

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "base/params.h"
#include "search/snapshot.h"

namespace palamedes::search::report {

enum class FinalChoice : std::uint8_t { visits, mean, secure, steady };

}  // namespace palamedes::search::report

namespace palamedes {

template <>
inline constexpr std::array<std::string_view, 4> names_of<search::report::FinalChoice> = {
    "visits", "mean", "secure", "steady"};

namespace search::report {

struct FinalChoiceParameters {
  FinalChoice by = FinalChoice::visits;
  double secure = 1;
  bool line = true;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("by", by,
          "the move played: most visits; best mean; secure (best lower bound mean - A/sqrt(n)); "
          "steady (best mean of those with at least half of the most visits)");
    visit("secure", secure, Range{0, 1000}, "by=secure: A");
    visit("line", line,
          "one role alone: the best line of moves ever seen is played if nothing better is found; "
          "not with loop=open");
  }
};

// Lower bound of the secure child.
inline double secure(double mean, double a, double move_visits) {
  return mean - a / std::sqrt(move_visits);
}

// Steady: a mean counts if half as many visits stand behind it as behind any other's.
inline double steady(double mean, double move_visits, double most_visits) {
  return 2 * move_visits >= most_visits ? mean : move_visits / most_visits - 1;
}

// What the move has to be best in. No move of the role has more visits than the last.
inline double score(const MoveReport& report, FinalChoice by, double a, double most_visits) {
  if (report.visits <= 0) return -infinity;
  switch (by) {
    case FinalChoice::visits:
      return report.visits;
    case FinalChoice::mean:
      return report.value;
    case FinalChoice::secure:
      return secure(report.value, a, report.visits);
    case FinalChoice::steady:
      return steady(report.value, report.visits, most_visits);
  }
  return 0;
}

}  // namespace search::report
}  // namespace palamedes
