#include "board/layout.h"

#include <cstdlib>

#include <gtest/gtest.h>

namespace palamedes::board {
namespace {

Cell cell(int a, int b) { return {std::to_string(a), std::to_string(b)}; }

struct Points {
  std::set<Cell> cells;
  Edges edges;
};

// A rhombus of hexagons: neighbours are (1 0), (0 1) and (1 -1) apart.
Points hexagons(int side) {
  Points points;
  for (int a = 0; a < side; ++a) {
    for (int b = 0; b < side; ++b) {
      points.cells.insert(cell(a, b));
      if (a + 1 < side) points.edges.insert({cell(a, b), cell(a + 1, b)});
      if (b + 1 < side) points.edges.insert({cell(a, b), cell(a, b + 1)});
      if (a + 1 < side && b > 0) points.edges.insert({cell(a, b), cell(a + 1, b - 1)});
    }
  }
  return points;
}

Points squares(int across, int up) {
  Points points;
  for (int a = 0; a < across; ++a) {
    for (int b = 0; b < up; ++b) {
      points.cells.insert(cell(a, b));
      if (a + 1 < across) points.edges.insert({cell(a, b), cell(a + 1, b)});
      if (b + 1 < up) points.edges.insert({cell(a, b), cell(a, b + 1)});
    }
  }
  return points;
}

std::pair<long, long> between(const Layout& layout, const Cell& a, const Cell& b) {
  const Layout::Place& from = layout.places.at(a);
  const Layout::Place& to = layout.places.at(b);
  return {std::labs(static_cast<long>(from.row) - static_cast<long>(to.row)),
          std::labs(static_cast<long>(from.column) - static_cast<long>(to.column))};
}

TEST(Layout, OfHexagonsIsATriangularLattice) {
  const Points points = hexagons(5);
  const auto layout = lay_out(points.cells, points.edges);
  ASSERT_TRUE(layout.has_value());
  EXPECT_EQ(layout->places.size(), 25U);
  for (const auto& [a, b] : points.edges) {
    const auto step = between(*layout, a, b);
    EXPECT_TRUE(step == std::pair(0L, 2L) || step == std::pair(1L, 1L))
        << step.first << " " << step.second;
  }
  EXPECT_LT(layout->strain, 0.01);
}

TEST(Layout, OfSquaresIsAGrid) {
  const Points points = squares(6, 4);
  const auto layout = lay_out(points.cells, points.edges);
  ASSERT_TRUE(layout.has_value());
  EXPECT_EQ(layout->rows, 4U);
  for (const auto& [a, b] : points.edges) {
    const auto step = between(*layout, a, b);
    EXPECT_TRUE(step == std::pair(0L, 2L) || step == std::pair(1L, 0L))
        << step.first << " " << step.second;
  }
}

TEST(Layout, NoTwoPointsShareAPlace) {
  // a ring, a star, and a complete graph, which no plane has room for
  std::vector<Points> all(3);
  for (int i = 0; i < 9; ++i) {
    for (Points& points : all) points.cells.insert(cell(i, 0));
    all[0].edges.insert({cell(i, 0), cell((i + 1) % 9, 0)});
    if (i > 0) all[1].edges.insert({cell(0, 0), cell(i, 0)});
    for (int j = 0; j < i; ++j) all[2].edges.insert({cell(j, 0), cell(i, 0)});
  }
  for (const Points& points : all) {
    const auto layout = lay_out(points.cells, points.edges);
    ASSERT_TRUE(layout.has_value());
    std::map<std::size_t, std::set<std::size_t>> columns;
    for (const auto& [name, place] : layout->places) {
      for (const std::size_t other : columns[place.row]) {
        EXPECT_GE(std::max(other, place.column) - std::min(other, place.column), 2U);
      }
      columns[place.row].insert(place.column);
      EXPECT_LT(place.row, layout->rows);
    }
  }
}

TEST(Layout, PointsWithoutNeighboursComeBelow) {
  Points points = squares(3, 3);
  points.cells.insert(cell(7, 7));
  const auto layout = lay_out(points.cells, points.edges);
  ASSERT_TRUE(layout.has_value());
  EXPECT_EQ(layout->rows, 4U);
  EXPECT_EQ(layout->places.at(cell(7, 7)).row, 3U);
}

TEST(Layout, PiecesThatDoNotHangTogetherHaveNone) {
  Points points = squares(3, 3);
  for (int i = 10; i < 12; ++i) points.cells.insert(cell(i, 0));
  points.edges.insert({cell(10, 0), cell(11, 0)});
  EXPECT_FALSE(lay_out(points.cells, points.edges).has_value());
}

}  // namespace
}  // namespace palamedes::board
