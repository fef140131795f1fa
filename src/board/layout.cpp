#include "board/layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "base/rng.h"

namespace palamedes::board {
namespace {

constexpr std::size_t most_points = 150;
constexpr double row_gap = 0.35;    // points that are closer in height stand in one row
constexpr double far_enough = 1.4;  // of points that are no neighbours: a diagonal of squares
constexpr std::size_t unknown = std::numeric_limits<std::size_t>::max();

struct Point {
  double x = 0;
  double y = 0;
};
using Points = std::vector<Point>;

double length(const Point& p) { return std::hypot(p.x, p.y); }
Point difference(const Point& a, const Point& b) { return {a.x - b.x, a.y - b.y}; }

// A graph by numbers.
struct Graph {
  std::vector<std::vector<std::size_t>> neighbours;
  std::vector<std::vector<std::size_t>> distances;

  [[nodiscard]] std::size_t size() const { return neighbours.size(); }
};

std::vector<std::size_t> distances_from(const Graph& graph, std::size_t start) {
  std::vector<std::size_t> distance(graph.size(), unknown);
  std::vector<std::size_t> queue = {start};
  distance[start] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const std::size_t next : graph.neighbours[queue[i]]) {
      if (distance[next] != unknown) continue;
      distance[next] = distance[queue[i]] + 1;
      queue.push_back(next);
    }
  }
  return distance;
}

// Nothing if it falls into several pieces.
std::optional<Graph> graph_of(const std::vector<Cell>& points, const Edges& edges) {
  std::map<Cell, std::size_t> number;
  for (std::size_t i = 0; i < points.size(); ++i) number.emplace(points[i], i);
  Graph graph;
  graph.neighbours.resize(points.size());
  for (const auto& [a, b] : edges) {
    const auto from = number.find(a);
    const auto to = number.find(b);
    if (from == number.end() || to == number.end() || from == to) continue;
    graph.neighbours[from->second].push_back(to->second);
    graph.neighbours[to->second].push_back(from->second);
  }
  for (auto& list : graph.neighbours) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  for (std::size_t i = 0; i < graph.size(); ++i) {
    graph.distances.push_back(distances_from(graph, i));
    if (std::count(graph.distances[i].begin(), graph.distances[i].end(), unknown) > 0) {
      return std::nullopt;
    }
  }
  return graph;
}

// Sum of ((distance in the plane - distance in the graph) / distance in the graph)^2
double stress(const Graph& graph, const Points& points) {
  double sum = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto wanted = static_cast<double>(graph.distances[i][j]);
      const double error = length(difference(points[i], points[j])) / wanted - 1;
      sum += error * error;
    }
  }
  return sum;
}

// Each point goes where the others want it on the average, nearer ones counting more.
void majorise(const Graph& graph, Points& points) {
  constexpr int rounds = 120;
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      Point sum;
      double weights = 0;
      for (std::size_t j = 0; j < points.size(); ++j) {
        if (i == j) continue;
        const auto wanted = static_cast<double>(graph.distances[i][j]);
        const double weight = 1 / (wanted * wanted);
        const Point away = difference(points[i], points[j]);
        const double scale = wanted / std::max(length(away), 1e-9);
        sum.x += weight * (points[j].x + away.x * scale);
        sum.y += weight * (points[j].y + away.y * scale);
        weights += weight;
      }
      points[i] = {sum.x / weights, sum.y / weights};
    }
  }
}

// Neighbours one unit apart, others not too near.
void make_regular(const Graph& graph, Points& points) {
  constexpr int rounds = 400;
  constexpr double share = 0.2;  // of an error that is mended at once
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Point away = difference(points[i], points[j]);
        const double now = std::max(length(away), 1e-9);
        const bool near = graph.distances[i][j] == 1;
        if (!near && now >= far_enough) continue;
        const double scale = share * ((near ? 1 : far_enough) - now) / now / 2;
        points[i] = {points[i].x + away.x * scale, points[i].y + away.y * scale};
        points[j] = {points[j].x - away.x * scale, points[j].y - away.y * scale};
      }
    }
  }
}

// The best of a few beginnings: a bad one can leave the plane folded.
Points embed(const Graph& graph) {
  constexpr std::uint64_t beginnings = 6;
  Points best;
  double least = std::numeric_limits<double>::infinity();
  for (std::uint64_t seed = 1; seed <= beginnings; ++seed) {
    Rng rng(seed);
    const double side = std::sqrt(static_cast<double>(graph.size()));
    Points points(graph.size());
    for (Point& point : points) point = {rng.unit() * side, rng.unit() * side};
    majorise(graph, points);
    const double now = stress(graph, points);
    if (now >= least) continue;
    least = now;
    best = std::move(points);
  }
  make_regular(graph, best);
  return best;
}

Points turned(const Points& points, double angle, bool mirrored) {
  const double sine = std::sin(angle);
  const double cosine = std::cos(angle);
  Points result;
  for (const Point& p : points) {
    const double x = mirrored ? -p.x : p.x;
    result.push_back({x * cosine - p.y * sine, x * sine + p.y * cosine});
  }
  return result;
}

struct Rows {
  std::vector<std::size_t> row;  // by point
  std::size_t count = 0;
  double unevenness = 0;  // mean distance of a point from the height of its row
};

Rows rows_of(const Points& points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return points[a].y < points[b].y; });
  Rows rows;
  rows.row.resize(points.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    double sum = points[order[begin]].y;
    while (end < order.size() && points[order[end]].y - points[order[end - 1]].y < row_gap) {
      sum += points[order[end++]].y;
    }
    const double height = sum / static_cast<double>(end - begin);
    for (std::size_t i = begin; i < end; ++i) {
      rows.row[order[i]] = rows.count;
      rows.unevenness += std::abs(points[order[i]].y - height) / static_cast<double>(points.size());
    }
    ++rows.count;
    begin = end;
  }
  return rows;
}

// From -1 to 1: whether the order of names is that of reading, above all from the top down.
double reads_well(const Points& points) {
  constexpr double share_of_columns = 0.3;
  double sum = 0;
  double all = 0;
  const double middle = static_cast<double>(points.size() - 1) / 2;
  Point mean;
  for (const Point& p : points) {
    mean.x += p.x / static_cast<double>(points.size());
    mean.y += p.y / static_cast<double>(points.size());
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double place = points[i].y - mean.y + share_of_columns * (points[i].x - mean.x);
    const double rank = static_cast<double>(i) - middle;
    sum += rank * place;
    all += std::abs(rank * place);
  }
  return all > 0 ? sum / all : 0;
}

// Rows along one of the edges, or across it.
Points well_turned(const Graph& graph, const Points& points) {
  constexpr double cost_of_row = 0.02;
  constexpr double worth_of_reading = 0.005;
  std::set<int> angles;  // degrees
  for (std::size_t i = 0; i < graph.size(); ++i) {
    for (const std::size_t j : graph.neighbours[i]) {
      const Point edge = difference(points[i], points[j]);
      const double degrees = std::atan2(edge.y, edge.x) * 180 / std::numbers::pi;
      for (const int more : {0, 45, 90, 135}) {
        angles.insert((static_cast<int>(std::lround(degrees)) + more + 720) % 360);
      }
    }
  }
  Points best = points;
  double least = std::numeric_limits<double>::infinity();
  for (const int angle : angles) {
    for (const bool mirrored : {false, true}) {
      const double radians = (mirrored ? angle : -angle) * std::numbers::pi / 180;
      Points now = turned(points, radians, mirrored);
      const Rows rows = rows_of(now);
      const double cost = rows.unevenness + cost_of_row * static_cast<double>(rows.count) -
                          worth_of_reading * reads_well(now);
      if (cost >= least) continue;
      least = cost;
      best = std::move(now);
    }
  }
  return best;
}

// Where half units begin, so that most points are near one.
double best_phase(const Points& points) {
  constexpr int steps = 20;
  double best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (int step = 0; step < steps; ++step) {
    const double phase = 0.5 * step / steps;
    double error = 0;
    for (const Point& p : points) {
      const double at = (p.x - phase) * 2;
      error += std::abs(at - std::round(at));
    }
    if (error >= least) continue;
    least = error;
    best = phase;
  }
  return best;
}

std::vector<long> columns_of(const Points& points, const Rows& rows) {
  const double phase = best_phase(points);
  std::vector<long> columns;
  for (const Point& p : points) columns.push_back(std::lround((p.x - phase) * 2));
  for (std::size_t row = 0; row < rows.count; ++row) {
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (rows.row[i] == row) members.push_back(i);
    }
    std::sort(members.begin(), members.end(),
              [&](std::size_t a, std::size_t b) { return points[a].x < points[b].x; });
    for (std::size_t i = 1; i < members.size(); ++i) {
      columns[members[i]] = std::max(columns[members[i]], columns[members[i - 1]] + 2);
    }
  }
  const long first = *std::min_element(columns.begin(), columns.end());
  for (long& column : columns) column -= first;
  return columns;
}

bool reads_before_cell(const Cell& a, const Cell& b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), comes_before);
}

double strain_of(const Graph& graph, const Points& points) {
  constexpr double too_far = 1.5;
  constexpr double too_near = 0.9;
  std::size_t edges = 0;
  std::size_t bad = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double now = length(difference(points[i], points[j]));
      const bool near = graph.distances[i][j] == 1;
      edges += near ? 1 : 0;
      bad += (near ? now > too_far : now < too_near) ? 1 : 0;
    }
  }
  return static_cast<double>(bad) / static_cast<double>(std::max<std::size_t>(edges, 1));
}

// In rows of their own, as wide as the others.
void add_below(Layout& layout, const std::vector<Cell>& cells) {
  const std::size_t in_row = std::max<std::size_t>(1, (layout.columns + 1) / 2);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    layout.places.emplace(cells[i], Layout::Place{layout.rows + i / in_row, i % in_row * 2});
  }
  layout.rows += (cells.size() + in_row - 1) / in_row;
}

}  // namespace

std::optional<Layout> lay_out(const std::set<Cell>& points, const Edges& edges) {
  std::set<Cell> joined;
  for (const auto& [a, b] : edges) joined.insert({a, b});
  std::vector<Cell> cells;
  std::vector<Cell> alone;
  for (const Cell& cell : points) (joined.contains(cell) ? cells : alone).push_back(cell);
  if (cells.size() < 3 || points.size() > most_points) return std::nullopt;
  std::sort(cells.begin(), cells.end(), reads_before_cell);
  std::sort(alone.begin(), alone.end(), reads_before_cell);
  const std::optional<Graph> graph = graph_of(cells, edges);
  if (!graph) return std::nullopt;
  const Points positions = well_turned(*graph, embed(*graph));
  const Rows rows = rows_of(positions);
  const std::vector<long> columns = columns_of(positions, rows);
  Layout layout{.places = {},
                .rows = rows.count,
                .columns = 0,
                .strain = strain_of(*graph, positions),
                .lines = {}};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto column = static_cast<std::size_t>(columns[i]);
    layout.places.emplace(cells[i], Layout::Place{rows.row[i], column});
    layout.columns = std::max(layout.columns, column + 1);
  }
  add_below(layout, alone);
  return layout;
}

}  // namespace palamedes::board
