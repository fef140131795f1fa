#pragma once
// Built-in games, ready to be played.

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "games/builtin.h"
#include "gdl/load.h"
#include "machine/game.h"

namespace palamedes::machine {

inline std::unique_ptr<Game> builtin_game(std::string_view name, GameOptions options) {
  const games::Builtin* const builtin = games::find(name);
  if (builtin == nullptr) {
    ADD_FAILURE() << "no game " << name;
    return nullptr;
  }
  auto rules = gdl::load(builtin->text, std::string(name));
  auto game = Game::make(std::make_shared<const gdl::Loaded>(std::move(*rules)), options);
  EXPECT_TRUE(game.has_value());
  return std::move(*game);
}
inline std::unique_ptr<Game> builtin_game(std::string_view name, std::string machine = "scalar",
                                          bool cache = false) {
  GameOptions options{.machine = std::move(machine), .details = {}};
  options.details.cache = cache;
  return builtin_game(name, options);
}

}  // namespace palamedes::machine
