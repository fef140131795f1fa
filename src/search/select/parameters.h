#pragma once
// Which move a role tries in a node of the tree: the parameters of all techniques, as `select.*`.

#include <array>
#include <cstdint>
#include <string_view>

#include "base/params.h"
#include "search/select/grave.h"
#include "search/select/progressive_history.h"
#include "search/select/simultaneous.h"
#include "search/select/sufficiency.h"
#include "search/select/uct.h"
#include "search/select/unvisited.h"

namespace palamedes::search::select {

enum class Formula : std::uint8_t { uct, amaf, history, flat, ucb1 };

// Whether there is no tree, only the moves of the root.
[[nodiscard]] constexpr bool is_flat(Formula formula) {
  return formula == Formula::flat || formula == Formula::ucb1;
}

}  // namespace palamedes::search::select

namespace palamedes {

template <>
inline constexpr std::array<std::string_view, 5> names_of<search::select::Formula> = {
    "uct", "amaf", "history", "flat", "ucb1"};

namespace search::select {

struct Parameters {
  Formula formula = Formula::uct;
  UctParameters uct;
  std::uint32_t threshold = 0;  // T of the thesis
  UnvisitedParameters unvisited;
  Simultaneous simultaneous = Simultaneous::decoupled;
  GraveParameters grave;
  HistoryParameters history;
  SufficiencyParameters sufficiency;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("formula", formula,
          "value of a move: uct; amaf (RAVE, GRAVE and HRAVE by ref); history (Progressive "
          "History); flat (no tree: random moves at the root); ucb1 (no tree: UCB1 at the root)");
    uct.fields(visit);
    visit("threshold", threshold, Range{0, 1e9},
          "below this number of visits of a node the playout strategy selects (T)",
          Domain{0, 5, 10, 20, 30, 40, 50, 100, 200, 1e9});
    unvisited.fields(visit);
    visit("simultaneous", simultaneous,
          "where several roles choose: decoupled (each by itself) or sequential (one after the "
          "other, each knowing the choices before)");
    grave.fields(visit);
    history.fields(visit);
    sufficiency.fields(visit);
  }
};

// With K = 0 the averages of all moves as first count nothing, and RAVE, GRAVE and HRAVE are UCT.
inline void leave_idle_amaf_out(Parameters& parameters) {
  const bool goes_by_k = parameters.grave.beta != Beta::bias;
  if (parameters.formula == Formula::amaf && goes_by_k && parameters.grave.k <= 0) {
    parameters.formula = Formula::uct;
  }
}

}  // namespace search::select
}  // namespace palamedes
