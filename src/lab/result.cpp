#include "lab/result.h"

#include <array>

namespace palamedes::lab {
namespace {

using match::GameEnd;

constexpr std::array<std::string_view, 6> end_names = {"terminal", "too_long",    "dead_end",
                                                       "fault",    "interrupted", "bad_goals"};

}  // namespace

std::string_view name_of(GameEnd end) { return end_names[static_cast<std::size_t>(end)]; }

GameEnd end_of_name(std::string_view name) {
  for (std::size_t i = 0; i < end_names.size(); ++i) {
    if (end_names[i] == name) return static_cast<GameEnd>(i);
  }
  return GameEnd::fault;
}

}  // namespace palamedes::lab
