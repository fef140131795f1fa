#include "web/worker/video_colours.h"

#include <array>
#include <string_view>

namespace palamedes::web::worker {
namespace {

struct Colour {
  std::string_view name;
  std::string_view value;
};

constexpr std::array colours = {
    Colour{"BLACK", "#000000"},      Colour{"WHITE", "#fafafa"},
    Colour{"GRAY", "#808080"},       Colour{"LIGHTGRAY", "#b4b4b4"},
    Colour{"DARKGRAY", "#4b4b4b"},   Colour{"RED", "#c81414"},
    Colour{"LIGHTRED", "#fa6464"},   Colour{"PINK", "#fac8c8"},
    Colour{"ORANGE", "#faa000"},     Colour{"LIGHTORANGE", "#fac850"},
    Colour{"BROWN", "#8c783c"},      Colour{"GOLD", "#fad600"},
    Colour{"YELLOW", "#fafa00"},     Colour{"GREEN", "#00b400"},
    Colour{"LIGHTGREEN", "#8cfa8c"}, Colour{"DARKGREEN", "#006400"},
    Colour{"BLUE", "#1414c8"},       Colour{"LIGHTBLUE", "#64b4fa"},
    Colour{"DARKBLUE", "#141478"},   Colour{"PURPLE", "#803cb4"},
};

constexpr std::array<std::string_view, 10> others = {"#808080", "#8c783c", "#00a028", "#2864dc",
                                                     "#d22828", "#8c3cb4", "#e68200", "#1eaaaa",
                                                     "#8c8c1e", "#e6a0be"};

constexpr std::string_view ground = "#c8c2ae";

}  // namespace

std::string colour_of(const vgdl::Game& game, vgdl::TypeId type) {
  const std::string& name = game.type(type).color;
  for (const Colour& colour : colours) {
    if (colour.name == name) return std::string(colour.value);
  }
  if (vgdl::is_avatar(game.type(type).kind)) return "#fafafa";
  if (game.type(type).is_hidden) return std::string(ground);
  return std::string(others[type % others.size()]);
}

}  // namespace palamedes::web::worker
