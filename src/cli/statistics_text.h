#pragma once
// Statistics of random playouts, for people and as JSON.

#include <string>
#include <string_view>

#include "cli/json.h"
#include "cli/screen.h"
#include "exercise/simulate.h"

namespace palamedes::cli {

// A line "Label       text".
[[nodiscard]] std::string labelled(std::string_view label, const std::string& text);
// How many playouts ended how.
[[nodiscard]] std::string playouts_text(const exercise::SimulationStatistics& s);
[[nodiscard]] std::string range_text(const exercise::Summary& summary, std::string_view unit);
[[nodiscard]] std::string role_table(const Screen& screen, const exercise::SimulationStatistics& s);
// How often each role got each value; only the most frequent ones where there are many.
[[nodiscard]] std::string goal_table(const Screen& screen, const exercise::SimulationStatistics& s);

[[nodiscard]] Json summary_json(const exercise::Summary& summary);
[[nodiscard]] Json role_json(const exercise::RoleStatistics& role);

}  // namespace palamedes::cli
