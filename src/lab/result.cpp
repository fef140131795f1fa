#include "lab/result.h"

#include <algorithm>
#include <array>

namespace palamedes::lab {
namespace {

using match::GameEnd;

constexpr std::array<std::string_view, 5> end_names = {"terminal", "too_long", "dead_end", "fault",
                                                       "interrupted"};

}  // namespace

std::string_view name_of(GameEnd end) { return end_names[static_cast<std::size_t>(end)]; }

GameEnd end_of_name(std::string_view name) {
  const auto at = std::find(end_names.begin(), end_names.end(), name);
  return at == end_names.end() ? GameEnd::fault : static_cast<GameEnd>(at - end_names.begin());
}

}  // namespace palamedes::lab
