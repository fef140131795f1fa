#pragma once
// What an agent sees of a state, and no more: no rules and no names. Its forward model is a copy of
// the state that a Simulator advances.
//
//   State copy = state;                    // one memcpy; no allocation where `copy` had a state
//   simulator.advance(copy, Action::left);
//   Observation(game, copy).score()

#include <cstdint>
#include <span>
#include <vector>

#include "vgdl/game.h"
#include "vgdl/sprites.h"
#include "vgdl/state.h"

namespace palamedes::vgdl {

// The first that fits counts.
enum class Category : std::uint8_t { avatar, resource, portal, npc, fixed, from_avatar, movable };

struct Observed {
  Category category = Category::movable;
  TypeId type = 0;
  std::uint32_t id = 0;
  std::int32_t x = 0;  // pixels, top left
  std::int32_t y = 0;
};

// A look at one state, which must stay as it is meanwhile.
class Observation {
 public:
  Observation(const Game& game, const State& state) : game_(game), state_(state) {}

  [[nodiscard]] int tick() const { return state_.head().tick; }  // -1 before the first one
  [[nodiscard]] int score() const { return state_.head().score; }
  [[nodiscard]] bool is_over() const { return state_.head().ended; }
  [[nodiscard]] Winner winner() const { return state_.head().winner; }
  [[nodiscard]] Action last_action() const { return state_.head().last_action; }
  // Legal ones of the avatar as it is now; `nil` is the last.
  [[nodiscard]] std::vector<Action> actions() const { return game_.actions(state_); }

  [[nodiscard]] int width() const { return game_.screen_width(); }  // pixels
  [[nodiscard]] int height() const { return game_.screen_height(); }
  [[nodiscard]] int block() const { return game_.block(); }  // pixels of a cell

  // The avatar; nullptr where it is gone. A disabled one was killed.
  [[nodiscard]] const Sprite* avatar() const {
    const Slot slot = state_.head().avatar;
    return slot == no_slot ? nullptr : &state_.sprite(slot);
  }
  [[nodiscard]] bool is_avatar_alive() const {
    const Sprite* sprite = avatar();
    return sprite != nullptr && !sprite->has(disabled_flag);
  }
  // How much the avatar carries of a type.
  [[nodiscard]] int amount(TypeId resource) const;
  // Types of which anybody can carry something.
  [[nodiscard]] std::span<const TypeId> resources() const { return game_.rules().resources; }

  // All sprites of a category that are not hidden, by type and then by id; replaces the list.
  void sprites(Category category, std::vector<Observed>& list) const;
  // All sprites that are not hidden.
  void sprites(std::vector<Observed>& list) const;

  // Calls `use(Observed)` for the sprites that are not hidden: those that never change in a level,
  // which need to be asked for only once, and all others.
  template <typename Use>
  void for_each_fixed(const Use& use) const;
  template <typename Use>
  void for_each_changing(const Use& use) const;
  // The same for all that touch the cell of a pixel and can interact with something.
  template <typename Use>
  void for_each_at(std::int32_t x, std::int32_t y, const Use& use) const;

  // What the avatar or something that it made met in this tick.
  [[nodiscard]] std::span<const Event> events() const { return state_.events(); }

 private:
  const Game& game_;
  const State& state_;
};

[[nodiscard]] Category category_of(const SpriteType& type, const Sprite& sprite);

template <typename Use>
void Observation::for_each_fixed(const Use& use) const {
  for (const Sprite& sprite : game_.fixed()) {
    const SpriteType& kind = game_.type(sprite.type);
    if (kind.is_hidden) continue;
    use(Observed{category_of(kind, sprite), sprite.type, sprite.id, sprite.x, sprite.y});
  }
}

template <typename Use>
void Observation::for_each_changing(const Use& use) const {
  const std::size_t types = game_.rules().types.size();
  for (std::size_t i = 0; i < types; ++i) {
    Slot slot = state_.lists()[i].first;
    if (slot == no_slot) continue;
    const auto type = static_cast<TypeId>(i);
    const SpriteType& kind = game_.type(type);
    if (kind.is_hidden) continue;
    for (; slot != no_slot; slot = state_.sprite(slot).next) {
      const Sprite& sprite = state_.sprite(slot);
      use(Observed{category_of(kind, sprite), type, sprite.id, sprite.x, sprite.y});
    }
  }
}

template <typename Use>
void Observation::for_each_at(std::int32_t x, std::int32_t y, const Use& use) const {
  const std::size_t cell = game_.cell_at(x, y);
  const auto see = [&](const Sprite& sprite) {
    const SpriteType& kind = game_.type(sprite.type);
    if (kind.is_hidden) return;
    use(Observed{category_of(kind, sprite), sprite.type, sprite.id, sprite.x, sprite.y});
  };
  for (const Slot slot : game_.fixed_in(cell)) see(game_.fixed_sprite(slot));
  for_each_in_cell(state_, cell, [&](Slot slot) { see(state_.sprite(slot)); });
}

}  // namespace palamedes::vgdl
