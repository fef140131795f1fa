#pragma once
// Places for points that only their neighbours tell: a graph drawn on rows and columns.
//
//   1. positions in the plane in which neighbours are one unit apart and others farther, from the
//      distances in the graph (stress majorisation: Gansner, Koren, North, Graph Drawing 2004) and
//      then from the neighbours alone, so that lattices come out regular
//   2. turned so that as many points as possible stand in few rows
//   3. columns are half units, as the rows of a triangular lattice need it

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "board/layer.h"

namespace palamedes::board {

using Edges = std::set<std::pair<Cell, Cell>>;

struct Layout {
  struct Place {
    std::size_t row = 0;     // from the top down
    std::size_t column = 0;  // two points of a row are at least two apart
  };
  std::map<Cell, Place> places;
  std::size_t rows = 0;
  std::size_t columns = 0;
  // The share of neighbours that stand too far from each other, or of others that stand too near.
  double strain = 0;
  Edges lines;  // that are to be drawn: they run along rows and columns
};

// Points without neighbours come below the others. Nothing where those that have some do not hang
// together, or there are too many.
[[nodiscard]] std::optional<Layout> lay_out(const std::set<Cell>& points, const Edges& edges);

}  // namespace palamedes::board
