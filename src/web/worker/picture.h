#pragma once
// A state as the page draws it, and which cells its moves are about.

#include <span>
#include <string>
#include <vector>

#include "board/drawing.h"
#include "web/json.h"
#include "web/worker/match.h"

namespace palamedes::web::worker {

// Of a step of the match.
[[nodiscard]] Json picture_json(const board::Drawing& drawing, const Match& match,
                                std::size_t step);

// By role, in the order in which people read them. Moves that name no cells are tried, as long as
// that takes only a moment, to see which cells they change.
[[nodiscard]] Json legal_json(const board::Drawing& drawing, const Match& match);

// "3 4", "b3": the coordinates of a cell for people.
[[nodiscard]] std::string cell_name(const std::vector<std::string>& coordinates);

}  // namespace palamedes::web::worker
