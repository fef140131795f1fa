#include "match/assignment.h"

#include <algorithm>

namespace palamedes::match {

std::vector<Assignment> assignments(std::size_t agents, std::size_t roles, std::size_t most) {
  std::vector<Assignment> list;
  Assignment assignment(roles, 0);
  // counts in base `agents`, the first role turning fastest, so that neighbours change sides
  for (bool more = true; more && list.size() < most;) {
    const bool mixed = std::any_of(assignment.begin(), assignment.end(),
                                   [&](std::uint32_t agent) { return agent != assignment[0]; });
    if (mixed || roles == 1 || agents == 1) list.push_back(assignment);
    more = false;
    for (std::uint32_t& agent : assignment) {
      if (++agent < agents) {
        more = true;
        break;
      }
      agent = 0;
    }
  }
  return list;
}

}  // namespace palamedes::match
