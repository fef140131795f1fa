#pragma once
// How to search: every choice that a user can make. Each technique declares its parameters beside
// itself, once: help, ranges, agent specs and JSON follow from its fields(). They are collected
// here in groups; any combination of values is a search.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/params.h"
#include "search/batch/parameters.h"
#include "search/playout/parameters.h"
#include "search/report/final_choice.h"
#include "search/select/parameters.h"
#include "search/tree/parameters.h"

namespace palamedes::search {

// Moves that decide the game at once: a machine that sees them leaves out those that need not be
// looked at. A search of a model does not know it; whoever makes the model does.
enum class Sight : std::uint8_t { none, wins, replies };

}  // namespace palamedes::search

namespace palamedes {

template <>
inline constexpr std::array<std::string_view, 3> names_of<search::Sight> = {"none", "wins",
                                                                            "replies"};

}  // namespace palamedes

namespace palamedes::search {

struct Parameters {
  select::Parameters select;
  playout::Parameters playout;
  tree::Parameters memory;
  batch::Parameters batch;
  report::FinalChoiceParameters choose;
  Sight sight = Sight::none;
  bool solver = false;
  std::uint32_t threads = 1;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit.group("select", select);
    visit.group("playout", playout);
    visit.group("memory", memory);
    visit.group("batch", batch);
    visit.group("choose", choose);
    visit(
        "sight", sight,
        "what roles see of the next moves, in the tree and in playouts, on the scalar machine and "
        "the swarm: none; wins (where a move wins at once, no other is looked at); replies (nor, "
        "where another is left, one that lets the other role win at once)");
    visit("solver", solver,
          "prove between which payoffs states are worth, and what follows for their moves");
    visit("threads", threads, Range{1, 256}, "threads on one tree");
  }
};

// Whether somebody learns about the moves of simulations, so that they must be written down.
[[nodiscard]] inline bool records_moves(const Parameters& parameters) {
  return parameters.playout.strategy != playout::Technique::uniform || parameters.playout.replies ||
         parameters.select.formula == select::Formula::amaf ||
         parameters.select.formula == select::Formula::history;
}

// Whether the best line of moves is remembered.
[[nodiscard]] inline bool keeps_line(const Parameters& parameters, std::size_t roles) {
  return roles == 1 && parameters.choose.line && parameters.memory.loop == tree::Loop::closed;
}

// Whether simulations teach more than the nodes that they pass.
[[nodiscard]] inline bool learns_beside_nodes(const Parameters& parameters) {
  return records_moves(parameters) ||
         parameters.select.sufficiency.kind == select::Sufficiency::adaptive;
}

// Of a leaf that is played out together with others, at least.
[[nodiscard]] inline std::uint32_t playouts_of_leaf(const Parameters& parameters) {
  return batch::playouts_of_leaf(parameters.batch.size, learns_beside_nodes(parameters));
}

}  // namespace palamedes::search
