#include "exercise/replay.h"

#include <iterator>

#include <fmt/format.h>

namespace palamedes::exercise {

std::optional<Difference> compare_lists(const std::vector<std::string>& recorded,
                                        const std::vector<std::string>& found, std::string what) {
  if (recorded == found) return std::nullopt;
  Difference difference{.what = std::move(what)};
  std::set_difference(recorded.begin(), recorded.end(), found.begin(), found.end(),
                      std::back_inserter(difference.missing));
  std::set_difference(found.begin(), found.end(), recorded.begin(), recorded.end(),
                      std::back_inserter(difference.too_many));
  return difference;
}

std::string goal_text(int goal) {
  return goal == model::undefined_goal ? "undefined" : fmt::format("{}", goal);
}

std::vector<std::string> moves_before(const TraceMatch& match, std::size_t step) {
  std::vector<std::string> history;
  for (std::size_t i = 0; i + 1 < step; ++i) {
    history.push_back(fmt::format("{}", fmt::join(match.steps[i].move, " | ")));
  }
  return history;
}

}  // namespace palamedes::exercise
