#include "cli/video_picture.h"

#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace palamedes::cli {
namespace {

struct Colour {
  std::string_view name;
  int number;  // of a terminal with 256 colours
};

constexpr std::array colours_by_name = {
    Colour{"BLACK", 16},        Colour{"WHITE", 231},    Colour{"GRAY", 244},
    Colour{"LIGHTGRAY", 250},   Colour{"DARKGRAY", 238}, Colour{"RED", 160},
    Colour{"LIGHTRED", 203},    Colour{"PINK", 218},     Colour{"ORANGE", 208},
    Colour{"LIGHTORANGE", 215}, Colour{"BROWN", 94},     Colour{"GOLD", 220},
    Colour{"YELLOW", 226},      Colour{"GREEN", 34},     Colour{"LIGHTGREEN", 120},
    Colour{"DARKGREEN", 22},    Colour{"BLUE", 27},      Colour{"LIGHTBLUE", 117},
    Colour{"DARKBLUE", 18},     Colour{"PURPLE", 129},
};

// A colour for every type: its own, or one of a few by its number.
int colour_of(const vgdl::Game& game, vgdl::TypeId type) {
  const std::string& name = game.type(type).color;
  for (const Colour& colour : colours_by_name) {
    if (colour.name == name) return colour.number;
  }
  if (is_avatar(game.type(type).kind)) return 231;
  constexpr std::array others = {244, 94, 34, 27, 160, 129, 208, 37, 100, 218};
  return others[type % others.size()];
}

char letter_of(const vgdl::Game& game, vgdl::TypeId type) {
  if (is_avatar(game.type(type).kind)) return '@';
  if (type == vgdl::wall_type) return '#';
  const std::string& name = game.type(type).name;
  return name.empty() ? '?' : name.front();
}

}  // namespace

std::string video_picture(const vgdl::Game& game, const vgdl::State& state, bool colours) {
  const int columns = game.columns();
  const int rows = game.rows();
  std::vector<int> shown(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows), -1);
  const auto place_of = [&](int x, int y) {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(x);
  };
  const auto draw = [&](const vgdl::Sprite& sprite) {
    const int x = (sprite.x + game.block() / 2) / game.block();
    const int y = (sprite.y + game.block() / 2) / game.block();
    const bool inside = sprite.x > -game.block() && sprite.y > -game.block() && x >= 0 && y >= 0 &&
                        x < columns && y < rows;
    if (inside) shown[place_of(x, y)] = sprite.type;
  };
  for (const vgdl::TypeId type : game.rules().order) {
    // Without colours a floor would only be in the way.
    if (game.type(type).is_invisible || (!colours && game.type(type).is_hidden)) continue;
    for (const vgdl::Sprite& sprite : game.fixed_of(type)) draw(sprite);
    for (vgdl::Slot slot = state.lists()[type].first; slot != vgdl::no_slot;
         slot = state.sprite(slot).next) {
      draw(state.sprite(slot));
    }
  }
  if (state.head().avatar != vgdl::no_slot) draw(state.sprite(state.head().avatar));
  std::string text;
  for (int y = 0; y < rows; ++y) {
    int last = -2;
    for (int x = 0; x < columns; ++x) {
      const int type = shown[place_of(x, y)];
      if (!colours) {
        text += type < 0 ? ' ' : letter_of(game, static_cast<vgdl::TypeId>(type));
        continue;
      }
      if (type != last) {
        text += type < 0 ? "\033[0m"
                         : fmt::format("\033[48;5;{}m",
                                       colour_of(game, static_cast<vgdl::TypeId>(type)));
        last = type;
      }
      text += "  ";
    }
    text += colours ? "\033[0m\n" : "\n";
  }
  return text;
}

}  // namespace palamedes::cli
