#include <algorithm>
#include <cmath>

#include "vgdl/simulator.h"
#include "vgdl/sprites.h"

namespace palamedes::vgdl {

void Simulator::move_to(Slot slot, std::int32_t x, std::int32_t y) {
  if (is_fixed(slot)) return;
  const Sprite& sprite = at(slot);
  if (sprite.x == x && sprite.y == y) return;
  moved_ = true;
  if (place_sprite(game_, *state_, slot, x, y)) index_changed_ = true;
}

int Simulator::ticks_since_move(const Sprite& sprite) const {
  return game_.traits(sprite.type).counts_ticks ? head().tick - sprite.moved_at : 0;
}

int Simulator::pixels_of(double speed) const {
  constexpr double most = 1e9;
  return static_cast<int>(std::clamp(speed * game_.block(), -most, most));
}

bool Simulator::step(Slot slot, Direction direction, int pixels) {
  const Sprite& sprite = at(slot);
  if (pixels == 0) {
    pixels = static_cast<int>(std::clamp(sprite.speed, -1e9, 1e9));
    if (pixels == 0) return false;
  }
  if (direction.is_none() || game_.type(sprite.type).cooldown > ticks_since_move(sprite)) {
    return false;
  }
  const auto x = static_cast<std::int32_t>(static_cast<double>(direction.x) * pixels);
  const auto y = static_cast<std::int32_t>(static_cast<double>(direction.y) * pixels);
  move_to(slot, sprite.x + x, sprite.y + y);
  mutable_at(slot).moved_at = head().tick;
  return true;
}

void Simulator::move_passively(Slot slot) {
  Sprite& sprite = mutable_at(slot);
  const SpriteType& type = game_.type(sprite.type);
  if (type.is_static || type.only_active) return;
  if (sprite.has(fresh_flag)) {
    sprite.flags &= static_cast<std::uint8_t>(~fresh_flag);
    return;
  }
  if (!sprite.has(oriented_flag) || sprite.speed == 0) return;
  const double speed = sprite.speed == -1 ? 1 : sprite.speed;
  step(slot, sprite.orientation, pixels_of(speed));
}

Simulator::Step Simulator::move_actively(Slot slot, Direction direction, double speed) {
  if (is_fixed(slot)) return Step::still;
  Sprite& sprite = mutable_at(slot);
  const SpriteType& type = game_.type(sprite.type);
  if (type.is_stationary || direction.is_none()) return Step::still;
  if (speed == 0) speed = sprite.speed <= 0 ? 1 : sprite.speed;
  if (type.rotates_in_place && sprite.has(oriented_flag) && sprite.orientation != direction) {
    sprite.orientation = direction;
    return Step::turn;
  }
  return step(slot, direction, pixels_of(speed)) ? Step::move : Step::still;
}

Direction Simulator::displacement(const Sprite& sprite) const {
  const std::int32_t x = sprite.x - sprite.last_x;
  const std::int32_t y = sprite.y - sprite.last_y;
  if (x == 0 || y == 0) {
    return {static_cast<float>((x > 0) - (x < 0)), static_cast<float>((y > 0) - (y < 0))};
  }
  const double length = std::sqrt(static_cast<double>(x) * x + static_cast<double>(y) * y);
  return {static_cast<float>(x / length), static_cast<float>(y / length)};
}

Slot Simulator::create(TypeId type, std::int32_t x, std::int32_t y, bool forced) {
  if (type == no_type || game_.type(type).kind == SpriteClass::none) return no_slot;
  if (head().sprite_count > max_sprites) return no_slot;
  if (!forced) {
    for (const TypeId above : game_.type(type).family) {
      if (game_.type(above).is_singleton && count(above) > 0) return no_slot;
    }
  }
  Sprite sprite = game_.fresh(type, x, y);
  sprite.id = head().next_id++;
  const bool is_updated_yet = game_.traits(type).sweep < sweep_at_;
  sprite.moved_at = is_updated_yet ? head().tick - 1 : head().tick;
  ++head().sprite_count;
  index_changed_ = true;
  return add_sprite(game_, *state_, sprite);
}

void Simulator::kill(Slot slot, bool transformed) {
  if (slot == no_slot || is_fixed(slot)) return;
  Sprite& sprite = mutable_at(slot);
  if (is_avatar(game_.type(sprite.type).kind) && !transformed) {
    sprite.flags |= disabled_flag;
    return;
  }
  if (sprite.has(dead_flag)) return;
  sprite.flags |= dead_flag;
  dead_.push_back(slot);
}

std::uint32_t Simulator::count(TypeId type) const {
  std::uint32_t sum = 0;
  for (const TypeId member : game_.type(type).members) {
    sum += state_->lists()[member].count + static_cast<std::uint32_t>(game_.fixed_count(member));
  }
  return sum;
}

bool Simulator::is_dead(Slot slot) const { return !is_fixed(slot) && at(slot).has(dead_flag); }

int Simulator::amount(Slot slot, TypeId resource) const {
  if (slot == no_slot || is_fixed(slot) || resource == no_type) return 0;
  const std::size_t index = game_.rules().resource_index[resource];
  if (index >= game_.rules().resources.size()) return 0;
  return state_->carried(slot)[index];
}

void Simulator::change_amount(Slot slot, TypeId resource, int by) {
  if (slot == no_slot || is_fixed(slot) || resource == no_type) return;
  const std::size_t index = game_.rules().resource_index[resource];
  if (index >= game_.rules().resources.size()) return;
  std::int32_t& held = state_->carried(slot)[index];
  held = std::clamp(held + by, 0, 1'000'000'000);
}

}  // namespace palamedes::vgdl
