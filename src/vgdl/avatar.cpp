#include <algorithm>

#include "vgdl/simulator.h"

namespace palamedes::vgdl {
namespace {

Direction direction_of(Action action) {
  switch (action) {
    case Action::up:
      return base_directions[0];
    case Action::left:
      return base_directions[1];
    case Action::down:
      return base_directions[2];
    case Action::right:
      return base_directions[3];
    default:
      return none_direction;
  }
}

bool can_do(SpriteClass kind, Action action) {
  switch (kind) {
    case SpriteClass::horizontal_avatar:
      return action == Action::left || action == Action::right;
    case SpriteClass::flak_avatar:
      return action == Action::left || action == Action::right || action == Action::use;
    case SpriteClass::vertical_avatar:
      return action == Action::up || action == Action::down;
    default:
      return true;
  }
}

}  // namespace

void Simulator::update_avatar(Action action) {
  const Slot slot = head().avatar;
  if (slot == no_slot) return;
  Sprite& avatar = mutable_at(slot);
  if (avatar.has(disabled_flag)) {
    ++avatar.moved_at;
    return;
  }
  sweep_at_ = static_cast<std::int32_t>(game_.rules().order.size());  // all are still to come
  begin_tick(avatar);
  const SpriteClass kind = game_.type(avatar.type).kind;
  if (!can_do(kind, action)) action = Action::nil;
  switch (kind) {
    case SpriteClass::flak_avatar:
      if (move_actively(slot, direction_of(action), avatar.speed) == Step::still &&
          action == Action::use) {
        fire_flak(slot);
      }
      break;
    case SpriteClass::oriented_avatar:
      walk_avatar(slot, direction_of(action));
      break;
    case SpriteClass::shoot_avatar:
      walk_avatar(slot, direction_of(action));
      if (action == Action::use) shoot(slot);
      break;
    case SpriteClass::shoot_only_avatar: {
      constexpr std::array order = {Action::left, Action::up, Action::right, Action::down,
                                    Action::use};
      const auto* const found = std::find(order.begin(), order.end(), action);
      if (found != order.end()) shoot_one(slot, static_cast<std::size_t>(found - order.begin()));
      break;
    }
    case SpriteClass::ongoing_avatar:
    case SpriteClass::ongoing_shoot_avatar:
    case SpriteClass::ongoing_turning_avatar:
      ongoing(slot, action);
      break;
    case SpriteClass::missile_avatar:
      move_passively(slot);
      break;
    case SpriteClass::null_avatar:
      break;
    default:
      move_actively(slot, direction_of(action), avatar.speed);
      break;
  }
  sweep_at_ = -1;
}

void Simulator::walk_avatar(Slot slot, Direction direction) {
  Sprite& avatar = mutable_at(slot);
  if (move_actively(slot, direction, avatar.speed) != Step::move) return;
  const Direction moved = displacement(avatar);
  if (!moved.is_none()) avatar.orientation = moved;
}

bool Simulator::has_ammo(Slot slot, std::size_t which) const {
  const SpriteType& type = type_of(slot);
  if (type.ammo.empty()) return true;
  if (which >= type.ammo.size()) return false;
  return amount(slot, type.ammo[which]) > std::max(type.min_ammo, 0);
}

void Simulator::pay_ammo(Slot slot, std::size_t which) {
  const SpriteType& type = type_of(slot);
  if (which < type.ammo.size()) change_amount(slot, type.ammo[which], -type.ammo_cost);
}

void Simulator::fire_flak(Slot slot) {
  const SpriteType& type = type_of(slot);
  if (type.targets.empty() || !has_ammo(slot, 0)) return;
  const Slot made = create(type.targets.front(), at(slot).x, at(slot).y);
  if (made == no_slot) return;
  mutable_at(made).flags |= from_avatar_flag;
  pay_ammo(slot, 0);
}

void Simulator::shoot(Slot slot) {
  const SpriteType& type = type_of(slot);
  for (std::size_t i = 0; i < type.targets.size(); ++i) {
    if (!has_ammo(slot, i)) continue;
    shoot_one(slot, i);
    return;
  }
}

void Simulator::shoot_one(Slot slot, std::size_t which) {
  const SpriteType& type = type_of(slot);
  if (which >= type.targets.size() || !has_ammo(slot, which)) return;
  const Sprite& avatar = at(slot);
  const Direction direction = avatar.orientation;
  const TypeTraits& traits = game_.traits(avatar.type);
  const Slot made =
      create(type.targets[which], avatar.x + static_cast<std::int32_t>(direction.x * traits.width),
             avatar.y + static_cast<std::int32_t>(direction.y * traits.height));
  if (made == no_slot) return;
  Sprite& shot = mutable_at(made);
  shot.flags |= from_avatar_flag;
  if (shot.has(oriented_flag)) shot.orientation = direction;
  pay_ammo(slot, which);
}

void Simulator::ongoing(Slot slot, Action action) {
  Sprite& avatar = mutable_at(slot);
  const SpriteClass kind = game_.type(avatar.type).kind;
  const Direction wanted = direction_of(action);
  if (!wanted.is_none()) {
    const Direction now = avatar.orientation;
    const bool is_perpendicular = wanted.x * now.x + wanted.y * now.y == 0;
    if (kind != SpriteClass::ongoing_turning_avatar || is_perpendicular) {
      avatar.orientation = wanted;
    }
  }
  move_passively(slot);
  if (kind == SpriteClass::ongoing_shoot_avatar && action == Action::use) shoot(slot);
  if (kind != SpriteClass::ongoing_turning_avatar) return;
  const TypeTraits& traits = game_.traits(avatar.type);
  const bool has_left = std::abs(avatar.x - avatar.last_x) >= traits.width ||
                        std::abs(avatar.y - avatar.last_y) >= traits.height;
  if (has_left) create(type_of(slot).spawn_behind, at(slot).last_x, at(slot).last_y);
}

}  // namespace palamedes::vgdl
