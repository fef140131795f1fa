#pragma once
// Small games for tests of the engine.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "vgdl/load.h"
#include "vgdl/observation.h"
#include "vgdl/simulator.h"

namespace palamedes::vgdl {

// A game with cells of ten pixels. Each part holds lines without their indentation, except for
// sprites below others.
struct Sheet {
  std::string sprites;
  std::string mapping;
  std::string interactions;
  std::string terminations = "Timeout limit=1000 win=False\n";
  std::string game = "square_size=10";
};

inline std::string indented(const std::string& lines) {
  std::string text;
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    text += "    " + lines.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return text;
}

inline std::string text_of(const Sheet& sheet) {
  return "BasicGame " + sheet.game + "\n  SpriteSet\n" + indented(sheet.sprites) +
         "  LevelMapping\n" + indented(sheet.mapping) + "  InteractionSet\n" +
         indented(sheet.interactions) + "  TerminationSet\n" + indented(sheet.terminations);
}

// A game that is being played.
class Play {
 public:
  Play(const Sheet& sheet, const std::string& level, RandomMode mode = RandomMode::compatible,
       std::uint64_t seed = 42) {
    auto loaded = load_game(text_of(sheet), "sheet", level, "level");
    if (!loaded) {
      ADD_FAILURE() << to_string(loaded.error().list().front());
      std::abort();
    }
    game_ = loaded->game;
    warnings_ = loaded->warnings;
    state_ = game_->initial(mode, seed);
    simulator_ = std::make_unique<Simulator>(*game_);
  }

  Play& tick(Action action = Action::nil, int times = 1) {
    for (int i = 0; i < times; ++i) simulator_->advance(state_, action);
    return *this;
  }

  // "type@x,y" of all sprites of a type and of those below it, in pixels.
  [[nodiscard]] std::vector<std::string> places(const std::string& type) const {
    std::vector<std::string> result;
    for (const TypeId member : game_->type(id(type)).members) {
      const auto add = [&](const Sprite& sprite) {
        result.push_back(game_->type(member).name + "@" + std::to_string(sprite.x) + "," +
                         std::to_string(sprite.y));
      };
      for (const Sprite& sprite : game_->fixed_of(member)) add(sprite);
      for (Slot slot = state_.lists()[member].first; slot != no_slot;
           slot = state_.sprite(slot).next) {
        add(state_.sprite(slot));
      }
    }
    return result;
  }

  // The first sprite of exactly this type.
  [[nodiscard]] const Sprite& first(const std::string& type) const {
    const std::span<const Sprite> fixed = game_->fixed_of(id(type));
    if (!fixed.empty()) return fixed.front();
    const Slot slot = state_.lists()[id(type)].first;
    if (slot == no_slot) {
      ADD_FAILURE() << "no sprite " << type;
      std::abort();
    }
    return state_.sprite(slot);
  }

  [[nodiscard]] TypeId id(const std::string& type) const {
    const TypeId found = game_->rules().find(type);
    EXPECT_NE(found, no_type) << type;
    return found;
  }
  [[nodiscard]] Observation see() const { return {*game_, state_}; }
  [[nodiscard]] int score() const { return state_.head().score; }
  [[nodiscard]] const Game& game() const { return *game_; }
  [[nodiscard]] State& state() { return state_; }
  [[nodiscard]] Simulator& simulator() { return *simulator_; }
  [[nodiscard]] const Diagnostics& warnings() const { return warnings_; }

 private:
  std::shared_ptr<const Game> game_;
  Diagnostics warnings_;
  State state_;
  std::unique_ptr<Simulator> simulator_;
};

}  // namespace palamedes::vgdl
