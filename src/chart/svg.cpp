#include "chart/svg.h"

#include <algorithm>

#include <fmt/format.h>

namespace palamedes::chart {
namespace {

// A tenth of a pixel is enough, and a whole number needs no point.
std::string number(double value) {
  std::string text = fmt::format("{:.1f}", value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string colours(std::string_view Colour::*scheme) {
  std::string text = fmt::format(
      ".chart text{{fill:{0}}}.chart .grid{{stroke:{1}}}.chart .reference{{stroke:{0}}}"
      ".chart .band{{fill:{2}}}.chart .paper{{fill:{3}}}\n",
      ink.*scheme, faint.*scheme, band.*scheme, paper.*scheme);
  for (std::size_t i = 0; i < series_colours.size(); ++i) {
    text += fmt::format(
        ".chart .s{0}{{stroke:{1}}}.chart .m{0}{{stroke:{1};fill:{1}}}.chart .f{0}{{fill:{1}}}\n",
        i, series_colours[i].*scheme);
  }
  return text + fmt::format(".chart .hollow{{fill:{}}}\n", paper.*scheme);
}

std::string_view name_of(Anchor anchor) {
  return anchor == Anchor::start ? "start" : anchor == Anchor::middle ? "middle" : "end";
}

constexpr double font_size = 13;

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string style() {
  return fmt::format(
             ".chart text{{font-family:system-ui,sans-serif;font-size:{}px}}\n"
             ".chart polyline{{fill:none;stroke-width:2;stroke-linejoin:round}}\n"
             ".chart [class^=\"f\"]{{fill-opacity:.2}}\n"
             ".chart [class^=\"m\"],.chart line[class^=\"s\"]{{stroke-width:2}}\n"
             ".chart .reference{{stroke-dasharray:4 4;stroke-opacity:.6}}\n"
             ".chart .dashed{{stroke-dasharray:7 3}}\n",
             font_size) +
         colours(&Colour::light) + "@media (prefers-color-scheme: dark) {\n" +
         colours(&Colour::dark) + "}\n";
}

std::string series_class(char kind, std::size_t series) {
  const std::size_t colour = series % series_colours.size();
  return fmt::format("{}{}{}", kind, colour, series < series_colours.size() ? "" : " dashed");
}

double width_of(std::string_view text) {
  const auto letters = std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;  // not the rest of a letter in UTF-8
  });
  constexpr double letter = 0.62;
  return letter * font_size * static_cast<double>(letters);
}

void Canvas::line(std::string_view classes, Position from, Position to) {
  elements_ += fmt::format("<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n",
                           classes, number(from.x), number(from.y), number(to.x), number(to.y));
}

void Canvas::polyline(std::string_view classes, std::span<const Position> points) {
  this->points("polyline", classes, points);
}

void Canvas::polygon(std::string_view classes, std::span<const Position> points) {
  this->points("polygon", classes, points);
}

void Canvas::points(std::string_view element, std::string_view classes,
                    std::span<const Position> positions) {
  elements_ += fmt::format("<{} class=\"{}\" points=\"", element, classes);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    elements_ +=
        fmt::format("{}{},{}", i == 0 ? "" : " ", number(positions[i].x), number(positions[i].y));
  }
  elements_ += "\"/>\n";
}

void Canvas::circle(std::string_view classes, Position centre, double radius,
                    std::string_view words) {
  elements_ += fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"", classes,
                           number(centre.x), number(centre.y), number(radius));
  close("circle", words);
}

void Canvas::rectangle(std::string_view classes, Position corner, double width, double height,
                       std::string_view words) {
  elements_ +=
      fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", classes,
                  number(corner.x), number(corner.y), number(width), number(height));
  close("rect", words);
}

void Canvas::close(std::string_view element, std::string_view words) {
  elements_ +=
      words.empty() ? "/>\n" : fmt::format("><title>{}</title></{}>\n", escaped(words), element);
}

void Canvas::text(Position at, Anchor anchor, std::string_view text, std::string_view words) {
  elements_ += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}", number(at.x),
                           number(at.y), name_of(anchor), escaped(text));
  if (!words.empty()) elements_ += fmt::format("<title>{}</title>", escaped(words));
  elements_ += "</text>\n";
}

void Canvas::upright_text(Position at, std::string_view text) {
  elements_ += fmt::format(
      "<text transform=\"translate({} {}) rotate(-90)\" "
      "text-anchor=\"middle\">{}</text>\n",
      number(at.x), number(at.y), escaped(text));
}

std::string Canvas::document(std::string_view title) const {
  const std::string width = number(width_);
  const std::string height = number(height_);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\" role=\"img\">\n<title>{2}</title>\n<style>\n{3}</style>\n"
      "<rect class=\"paper\" width=\"{0}\" height=\"{1}\"/>\n{4}</svg>\n",
      width, height, escaped(title), style(), elements_);
}

std::string Canvas::part(std::string_view classes, std::string_view title) const {
  const std::string name = title.empty()
                               ? std::string("aria-hidden=\"true\"")
                               : fmt::format("role=\"img\" aria-label=\"{}\"", escaped(title));
  return fmt::format("<svg class=\"chart {}\" viewBox=\"0 0 {} {}\" {}>\n{}</svg>", classes,
                     number(width_), number(height_), name, elements_);
}

}  // namespace palamedes::chart
