#include "chart/interval_chart.h"

#include <algorithm>

#include <fmt/format.h>

#include "chart/svg.h"

namespace palamedes::chart {
namespace {

constexpr double whole_width = 860;
constexpr double row_height = 30;
constexpr double top = 34;
constexpr double bottom = 10;
constexpr double between = 10;  // figures of one row
constexpr double mark = 4;      // half its width
constexpr std::size_t longest_label = 36;

// Letters, not bytes.
std::string shortened(const std::string& label) {
  std::size_t letters = 0;
  for (std::size_t i = 0; i < label.size(); ++i) {
    if ((static_cast<unsigned char>(label[i]) & 0xC0U) == 0x80U) continue;
    if (letters++ == longest_label) return label.substr(0, i) + "…";
  }
  return label;
}

void draw_mark(Canvas& canvas, std::size_t series, Position at, std::string_view words) {
  const std::string classes = series_class('m', series);
  if (series == 0) {
    canvas.circle(classes, at, mark, words);
  } else {
    canvas.rectangle(classes + " hollow", {at.x - mark, at.y - mark}, 2 * mark, 2 * mark, words);
  }
}

class Drawing {
 public:
  explicit Drawing(const IntervalChart& chart)
      : chart_(chart),
        height_(top + row_height * static_cast<double>(chart.rows.size()) + bottom),
        left_(label_width()),
        axis_(chart.range, left_, whole_width - 30, 5),
        canvas_(whole_width, height_) {}

  std::string text() {
    for (std::size_t i = 1; i < chart_.rows.size(); i += 2) {
      canvas_.rectangle("band", {0, top + row_height * static_cast<double>(i)}, whole_width,
                        row_height);
    }
    for (const double tick : axis_.ticks()) {
      const bool reference = chart_.reference && axis_.at(*chart_.reference) == axis_.at(tick);
      canvas_.line(reference ? "reference" : "grid", {axis_.at(tick), top - between},
                   {axis_.at(tick), height_ - bottom / 2});
      canvas_.text({axis_.at(tick), 16}, Anchor::middle, axis_.text(tick) + chart_.unit);
    }
    double y = top + row_height / 2;
    for (const IntervalChart::Row& row : chart_.rows) {
      draw(row, y);
      y += row_height;
    }
    return canvas_.part("plot", chart_.title);
  }

 private:
  [[nodiscard]] double label_width() const {
    double widest = 0;
    for (const IntervalChart::Row& row : chart_.rows) {
      widest = std::max(widest, width_of(shortened(row.label)));
    }
    return widest + 24;
  }

  void draw(const IntervalChart::Row& row, double y) {
    canvas_.text({left_ - 14, y + 5}, Anchor::end, shortened(row.label), row.label);
    const auto count = static_cast<double>(row.figures.size());
    for (std::size_t i = 0; i < row.figures.size(); ++i) {
      if (!row.figures[i]) continue;
      const IntervalChart::Figure& figure = *row.figures[i];
      const double at = y + between * (static_cast<double>(i) - (count - 1) / 2);
      canvas_.line(series_class('s', i), {axis_.at(figure.low), at}, {axis_.at(figure.high), at});
      draw_mark(canvas_, i, {axis_.at(figure.value), at}, figure.text);
    }
  }

  const IntervalChart& chart_;
  double height_;
  double left_;
  Axis axis_;
  Canvas canvas_;
};

}  // namespace

std::string to_svg(const IntervalChart& chart) { return Drawing(chart).text(); }

std::string sign_of(std::size_t series) {
  Canvas canvas(30, 12);
  canvas.line(series_class('s', series), {2, 6}, {28, 6});
  draw_mark(canvas, series, {15, 6}, {});
  return canvas.part("sign", {});
}

}  // namespace palamedes::chart
