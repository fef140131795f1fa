#pragma once
// Moves that were never tried in a node: formula 2.3 has no value for them (First Play Urgency,
// thesis 2.5.1 and 3.1.4).

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/params.h"
#include "search/select/uct.h"

namespace palamedes::search::select {

enum class Unvisited : std::uint8_t { value, blend, urgency, playout, parent };

}  // namespace palamedes::search::select

namespace palamedes {

template <>
inline constexpr std::array<std::string_view, 5> names_of<search::select::Unvisited> = {
    "value", "blend", "urgency", "playout", "parent"};

namespace search::select {

struct UnvisitedParameters {
  Unvisited by = Unvisited::value;
  double fpu = 1;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("unvisited", by,
          "moves never tried in a node: value (they count fpu); blend (fpu, and what the formula "
          "knows of them from elsewhere); urgency (as a draw visited once, worth less the more is "
          "explored); playout (they come first, by the playout strategy); parent (as blend, with "
          "the mean of the moves that were tried in place of fpu)");
    visit("fpu", fpu, Range{0, infinity}, "first play urgency: value of a move never tried");
  }
};

// As if the move had been tried once and ended in a draw. The less of the node is unexplored, the
// less its exploration counts (Unexplored Action Urgency).
inline double urgency(double c, double log_visits, double untried, double moves) {
  return 0.5 + exploration(c, log_visits, 1) * untried / moves;
}

// The mean of all visits of moves with these visits and means; without any, `fpu`.
inline double mean_of_tried(std::span<const double> visits, std::span<const double> means,
                            double fpu) {
  double tried = 0;
  double sum = 0;
  for (std::size_t i = 0; i < visits.size(); ++i) {
    if (visits[i] <= 0) continue;
    tried += visits[i];
    sum += visits[i] * means[i];
  }
  return tried > 0 ? sum / tried : fpu;
}

// The same for all moves without visits among these.
inline double value_of_unvisited(const UnvisitedParameters& parameters, double c, double log_visits,
                                 std::span<const double> visits, std::span<const double> means) {
  if (parameters.by == Unvisited::parent) return mean_of_tried(visits, means, parameters.fpu);
  if (parameters.by != Unvisited::urgency) return parameters.fpu;
  double untried = 0;
  for (const double each : visits) untried += each > 0 ? 0 : 1;
  return urgency(c, log_visits, untried, static_cast<double>(visits.size()));
}

}  // namespace search::select
}  // namespace palamedes
