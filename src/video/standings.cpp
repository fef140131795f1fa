#include "video/standings.h"

#include <algorithm>

namespace palamedes::video {
namespace {

// Rates, so that an agent that is not done with its plays can be ranked as well.
std::array<double, 3> key_of(const Record& record) {
  return {record.win_rate(), record.mean_score(), -record.mean_ticks()};
}

}  // namespace

std::vector<int> points_of(std::span<const Record> records) {
  std::vector<int> points(records.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (records[i].plays == 0) continue;
    std::size_t better = 0;
    for (const Record& other : records) {
      if (other.plays > 0 && key_of(other) > key_of(records[i])) ++better;
    }
    points[i] = better < formula_one.size() ? formula_one[better] : 0;
  }
  return points;
}

}  // namespace palamedes::video
