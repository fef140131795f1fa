#pragma once
// What a finished game is worth to each agent, as the papers count.
//
//   roles    the point is split between the roles that share the best goal, so that three equal
//            ones have a third each (Tak, Winands, Björnsson 2014, section V.B)
//   agents   the agent whose best role has the highest goal gets the point, equal ones half of it
//            (Sironi 2019, section 5.3.2)
//
// Of a game for one role nobody else wants the point: it is the goal, in hundredths.

#include <cstdint>
#include <span>
#include <vector>

#include "match/assignment.h"

namespace palamedes::match {

enum class PointRule : std::uint8_t { roles, agents };

// By agent; those that did not play have none. Every role has a goal.
[[nodiscard]] std::vector<double> points(PointRule rule, std::size_t agents,
                                         const Assignment& assignment, std::span<const int> goals);

}  // namespace palamedes::match
