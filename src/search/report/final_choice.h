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

enum class FinalChoice : std::uint8_t { visits, mean, secure };

}  // namespace palamedes::search::report

namespace palamedes {

template <>
inline constexpr std::array<std::string_view, 3> names_of<search::report::FinalChoice> = {
    "visits", "mean", "secure"};

namespace search::report {

struct FinalChoiceParameters {
  FinalChoice by = FinalChoice::visits;
  double secure = 1;
  bool line = true;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("by", by,
          "the move played: most visits, best mean, or secure (best lower bound mean - A/sqrt(n))");
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

// What the move has to be best in.
inline double score(const MoveReport& report, FinalChoice by, double a) {
  if (report.visits <= 0) return -infinity;
  switch (by) {
    case FinalChoice::visits:
      return report.visits;
    case FinalChoice::mean:
      return report.value;
    case FinalChoice::secure:
      return secure(report.value, a, report.visits);
  }
  return 0;
}

}  // namespace search::report
}  // namespace palamedes
