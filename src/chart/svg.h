#pragma once
// The elements of a chart as SVG text, and their colours on light and dark screens.
//
// Elements have classes, and one style sheet says how each class looks:
//
//   grid, reference, band, paper   what is behind the figures
//   s0 s1 …                        the line of a series
//   m0 m1 …                        its marks; with `hollow` only their outline
//   f0 f1 …                        the area of its intervals

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace palamedes::chart {

// A text as XML and HTML want it, between tags and in quotes.
[[nodiscard]] std::string escaped(std::string_view text);

struct Colour {
  std::string_view light;
  std::string_view dark;
};

inline constexpr Colour ink{"#1b1f24", "#e6edf3"};
inline constexpr Colour paper{"#ffffff", "#14181d"};
inline constexpr Colour faint{"#d0d7de", "#3a434d"};
inline constexpr Colour band{"#f4f6f8", "#1c2229"};
// Of the first series, the second one and so on; then they begin again, with dashes.
inline constexpr std::array<Colour, 8> series_colours = {{{"#0a58ca", "#6cb0ff"},
                                                          {"#a15c00", "#ffb454"},
                                                          {"#1a7f37", "#56d364"},
                                                          {"#b3261e", "#ff8a80"},
                                                          {"#8250df", "#bc8cff"},
                                                          {"#0f766e", "#5eead4"},
                                                          {"#bf3989", "#ff80c8"},
                                                          {"#57606a", "#9aa5b1"}}};

// The style sheet of all charts. Colours stand in it as they are, since not every program that
// draws SVG knows variables.
[[nodiscard]] std::string style();

// The class of a series: 's', 'm' or 'f' and its number, with dashes from the ninth one on.
[[nodiscard]] std::string series_class(char kind, std::size_t series);

// About how wide a text is.
[[nodiscard]] double width_of(std::string_view text);

struct Position {
  double x = 0;
  double y = 0;
};

enum class Anchor : unsigned char { start, middle, end };

// Elements one behind the other, the later ones in front. Classes are ours, all other texts are
// escaped here.
class Canvas {
 public:
  Canvas(double width, double height) : width_(width), height_(height) {}

  void line(std::string_view classes, Position from, Position to);
  void polyline(std::string_view classes, std::span<const Position> points);
  void polygon(std::string_view classes, std::span<const Position> points);
  // The words appear when somebody points at the element.
  void circle(std::string_view classes, Position centre, double radius,
              std::string_view words = {});
  void rectangle(std::string_view classes, Position corner, double width, double height,
                 std::string_view words = {});
  void text(Position at, Anchor anchor, std::string_view text, std::string_view words = {});
  // Read from below.
  void upright_text(Position at, std::string_view text);

  // A file of its own,
  [[nodiscard]] std::string document(std::string_view title) const;
  // or a part of a page that has the style sheet.
  [[nodiscard]] std::string part(std::string_view classes, std::string_view title) const;

 private:
  void close(std::string_view element, std::string_view words);
  void points(std::string_view element, std::string_view classes,
              std::span<const Position> positions);

  double width_;
  double height_;
  std::string elements_;
};

}  // namespace palamedes::chart
