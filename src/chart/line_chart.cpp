#include "chart/line_chart.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "chart/svg.h"

namespace palamedes::chart {
namespace {

constexpr double picture_width = 800;
constexpr double picture_height = 500;
constexpr double margin = 20;
constexpr double line_height = 20;
constexpr double swatch = 24;
constexpr double gap = 8;
constexpr double widest_legend = 260;
// Points closer together than this cannot be told apart.
constexpr double nearest = 0.25;

bool is_number(const LineChart::Point& point) {
  return std::isfinite(point.x) && std::isfinite(point.y) && std::isfinite(point.half);
}

struct Ranges {
  Range x;
  Range y;
};

Ranges ranges_of(const LineChart& chart) {
  Ranges ranges{{}, chart.y};
  bool first = true;
  for (const LineChart::Line& line : chart.lines) {
    for (const LineChart::Point& point : line.points) {
      if (!is_number(point)) continue;
      if (first) ranges.x = {point.x, point.x};
      first = false;
      ranges.x.include(point.x);
      if (chart.only_y) continue;
      ranges.y.include(point.y - point.half);
      ranges.y.include(point.y + point.half);
    }
  }
  if (chart.reference) ranges.y.include(*chart.reference);
  return ranges;
}

// So many titles fit beside the picture.
std::size_t shown_titles(const LineChart& chart) {
  const auto room = static_cast<std::size_t>((picture_height - 4 * margin) / line_height);
  return chart.lines.size() <= room ? chart.lines.size() : room - 1;
}

double legend_width(const LineChart& chart) {
  double widest = 0;
  for (std::size_t i = 0; i < shown_titles(chart); ++i) {
    widest = std::max(widest, width_of(chart.lines[i].title));
  }
  return widest == 0 ? 0 : std::min(widest + swatch + 3 * gap, widest_legend);
}

class Drawing {
 public:
  Drawing(const LineChart& chart, const Ranges& ranges)
      : chart_(chart),
        top_(chart.title.empty() ? margin : margin + line_height),
        bottom_(picture_height - (chart.x_label.empty() ? margin : margin + line_height) -
                line_height),
        right_(picture_width - margin - legend_width(chart)),
        y_(ranges.y, bottom_, top_, 8),
        left_(margin + (chart.y_label.empty() ? 0 : line_height) + widest_tick() + gap),
        x_(ranges.x, left_, right_, 9) {}

  std::string text() {
    draw_frame();
    for (std::size_t i = 0; i < chart_.lines.size(); ++i) draw_intervals(i);
    for (std::size_t i = 0; i < chart_.lines.size(); ++i) draw_line(i);
    draw_legend();
    return canvas_.document(chart_.title.empty() ? chart_.y_label : chart_.title);
  }

 private:
  [[nodiscard]] double widest_tick() const {
    double widest = 0;
    for (const double tick : y_.ticks()) widest = std::max(widest, width_of(y_.text(tick)));
    return widest;
  }

  void draw_frame() {
    constexpr double half_letter = 4.5;
    for (const double tick : y_.ticks()) {
      canvas_.line("grid", {left_, y_.at(tick)}, {right_, y_.at(tick)});
      canvas_.text({left_ - gap, y_.at(tick) + half_letter}, Anchor::end, y_.text(tick));
    }
    for (const double tick : x_.ticks()) {
      canvas_.line("grid", {x_.at(tick), top_}, {x_.at(tick), bottom_});
      canvas_.text({x_.at(tick), bottom_ + line_height}, Anchor::middle, x_.text(tick));
    }
    if (chart_.reference) {
      const double at = y_.at(*chart_.reference);
      canvas_.line("reference", {left_, at}, {right_, at});
    }
    const double middle = (left_ + right_) / 2;
    if (!chart_.title.empty()) canvas_.text({middle, margin + gap}, Anchor::middle, chart_.title);
    if (!chart_.x_label.empty()) {
      canvas_.text({middle, picture_height - margin + gap}, Anchor::middle, chart_.x_label);
    }
    if (!chart_.y_label.empty()) {
      canvas_.upright_text({margin, (top_ + bottom_) / 2}, chart_.y_label);
    }
  }

  [[nodiscard]] std::vector<const LineChart::Point*> visible(const LineChart::Line& line) const {
    std::vector<const LineChart::Point*> list;
    const LineChart::Point* last = nullptr;
    for (const LineChart::Point& point : line.points) {
      if (!is_number(point)) continue;
      last = &point;
      if (list.empty() || x_.at(point.x) - x_.at(list.back()->x) >= nearest) list.push_back(last);
    }
    if (last != nullptr && list.back() != last) list.push_back(last);
    return list;
  }

  void draw_intervals(std::size_t number) {
    std::vector<Position> around;
    const auto points = visible(chart_.lines[number]);
    if (std::all_of(points.begin(), points.end(), [](auto* point) { return point->half == 0; })) {
      return;
    }
    std::vector<Position> below;
    for (const LineChart::Point* point : points) {
      around.push_back({x_.at(point->x), y_.at(point->y + point->half)});
      below.push_back({x_.at(point->x), y_.at(point->y - point->half)});
    }
    around.insert(around.end(), below.rbegin(), below.rend());
    canvas_.polygon(series_class('f', number), around);
  }

  void draw_line(std::size_t number) {
    std::vector<Position> positions;
    for (const LineChart::Point* point : visible(chart_.lines[number])) {
      positions.push_back({x_.at(point->x), y_.at(point->y)});
    }
    if (positions.size() == 1) {
      canvas_.circle(series_class('m', number), positions.front(), 4);
    } else if (!positions.empty()) {
      canvas_.polyline(series_class('s', number), positions);
    }
  }

  void draw_legend() {
    if (legend_width(chart_) == 0) return;
    const double x = right_ + 2 * gap;
    double y = top_ + line_height / 2;
    for (std::size_t i = 0; i < shown_titles(chart_); ++i, y += line_height) {
      canvas_.line(series_class('s', i), {x, y}, {x + swatch, y});
      canvas_.text({x + swatch + gap, y + gap / 2}, Anchor::start, chart_.lines[i].title);
    }
    const std::size_t others = chart_.lines.size() - shown_titles(chart_);
    if (others > 0) {
      canvas_.text({x, y + gap / 2}, Anchor::start, fmt::format("and {} more", others));
    }
  }

  const LineChart& chart_;
  double top_;
  double bottom_;
  double right_;
  Axis y_;
  double left_;
  Axis x_;
  Canvas canvas_{picture_width, picture_height};
};

}  // namespace

std::string to_svg(const LineChart& chart) { return Drawing(chart, ranges_of(chart)).text(); }

}  // namespace palamedes::chart
