#include <algorithm>
#include <cstdlib>
#include <limits>

#include "vgdl/simulator.h"

namespace palamedes::vgdl {
namespace {

std::int32_t distance(const Sprite& a, const Sprite& b) {
  return std::abs(a.x - b.x) + std::abs(a.y - b.y);
}

}  // namespace

void Simulator::update_sprite(Slot slot) {
  using enum SpriteClass;
  switch (type_of(slot).kind) {
    case flicker:
    case oriented_flicker:
      update_flicker(slot);
      break;
    case spreader:
      update_flicker(slot);
      if (at(slot).counter == 2) spread(slot);
      break;
    case random_missile:
      if (at(slot).orientation == nil_direction) {
        mutable_at(slot).orientation = base_directions[head().random.below(4)];
      }
      move_passively(slot);
      break;
    case random_npc:
      move_passively(slot);
      move_actively(slot, random_step(slot), at(slot).speed);
      break;
    case chaser:
    case fleeing:
    case los_chaser:
      update_chaser(slot);
      break;
    case path_chaser:
      update_path_chaser(slot);
      break;
    case alternate_chaser:
    case random_alt_chaser:
    case path_alt_chaser:
    case random_path_alt_chaser:
      update_alternate(slot);
      break;
    case bomber_random_missile: {
      const auto& targets = type_of(slot).targets;
      if (!targets.empty()) {
        mutable_at(slot).spawns =
            targets[head().random.below(static_cast<std::uint32_t>(targets.size()))];
      }
      update_spawner(slot);
      break;
    }
    case random_bomber: {
      const Direction direction = base_directions[head().random.below(4)];
      move_actively(slot, direction, at(slot).speed);
      update_spawner(slot);
      break;
    }
    case spawn_point:
    case spawn_point_multi_sprite:
    case bomber:
      update_spawner(slot);
      break;
    default:
      update_base(slot);
      break;
  }
}

void Simulator::update_base(Slot slot) {
  move_passively(slot);
  Sprite& sprite = mutable_at(slot);
  if (sprite.life < 0) return;
  if (sprite.life > 0) {
    --sprite.life;
  } else {
    kill(slot);
  }
}

void Simulator::update_flicker(Slot slot) {
  update_base(slot);
  Sprite& sprite = mutable_at(slot);
  if (sprite.counter > game_.type(sprite.type).limit) kill(slot);
  ++sprite.counter;
}

void Simulator::spread(Slot slot) {
  const Sprite sprite = at(slot);
  const SpriteType& type = game_.type(sprite.type);
  const TypeTraits& traits = game_.traits(sprite.type);
  const TypeId made = type.targets.empty() ? sprite.type : type.targets.front();
  for (const Direction direction : base_directions) {
    if (head().random.unit() >= type.probability) continue;
    create(made, sprite.last_x + static_cast<std::int32_t>(direction.x) * traits.width,
           sprite.last_y + static_cast<std::int32_t>(direction.y) * traits.height);
  }
}

bool Simulator::spawn_child(Slot slot, TypeId type) {
  const Slot made = create(type, at(slot).x, at(slot).y);
  if (made == no_slot) return false;
  Sprite& child = mutable_at(made);
  const Direction given = type_of(slot).spawn_orientation;
  if (!given.is_none()) {
    child.orientation = given;
  } else if (child.orientation.is_none()) {
    child.orientation = at(slot).orientation;
  }
  ++mutable_at(slot).counter;
  return true;
}

void Simulator::update_spawner(Slot slot) {
  const SpriteType& type = type_of(slot);
  const float drawn = head().random.unit_float();
  Sprite& sprite = mutable_at(slot);
  if (sprite.start < 0) sprite.start = head().tick;
  if ((sprite.start + head().tick) % type.cooldown == 0 &&
      static_cast<double>(drawn) < type.probability) {
    if (type.kind == SpriteClass::spawn_point_multi_sprite) {
      for (const TypeId target : type.targets) spawn_child(slot, target);
    } else {
      spawn_child(slot, sprite.spawns);
    }
  }
  update_base(slot);
  if (type.total > 0 && at(slot).counter >= type.total) kill(slot);
}

Direction Simulator::random_step(Slot slot) {
  Sprite& sprite = mutable_at(slot);
  if (sprite.counter < game_.type(sprite.type).repeats) {
    ++sprite.counter;
  } else {
    sprite.direction = static_cast<std::uint8_t>(head().random.below(4));
    sprite.counter = 0;
  }
  return sprite.direction < base_directions.size() ? base_directions[sprite.direction]
                                                   : none_direction;
}

// The nearest sprites of the first type that has any, with all that are as near.
void Simulator::find_targets(const Sprite& sprite, const std::vector<TypeId>& types) {
  targets_.clear();
  std::int32_t nearest = std::numeric_limits<std::int32_t>::max();
  const bool looks_ahead = game_.type(sprite.type).kind == SpriteClass::los_chaser;
  const Direction ahead = sprite.direction < base_directions.size()
                              ? base_directions[sprite.direction]
                              : none_direction;
  const auto add = [&](Slot slot) {
    const Sprite& other = at(slot);
    const std::int32_t far = distance(sprite, other);
    if (looks_ahead) {
      const std::int32_t x = other.x - sprite.x;
      const std::int32_t y = other.y - sprite.y;
      const bool is_ahead = (ahead.x != 0 && y == 0 && x * ahead.x > 0) ||
                            (ahead.y != 0 && x == 0 && y * ahead.y > 0);
      if (!is_ahead) return;
    }
    if (far < nearest) {
      nearest = far;
      targets_.clear();
    }
    if (far == nearest) targets_.push_back(slot);
  };
  for (const TypeId type : types) {
    const bool exact = state_->lists()[type].count + game_.fixed_count(type) > 0;
    if (exact) {
      for_each_of(type, add);
    } else {
      for (const TypeId member : game_.type(type).members) for_each_of(member, add);
    }
  }
}

void Simulator::add_steps_to(const Sprite& sprite, const Sprite& target) {
  const SpriteType& type = game_.type(sprite.type);
  const std::int32_t now = distance(sprite, target);
  if (type.max_distance >= 0 && now > type.max_distance) return;
  for (const Direction direction : base_directions) {
    Sprite moved = sprite;
    moved.x += static_cast<std::int32_t>(direction.x);
    moved.y += static_cast<std::int32_t>(direction.y);
    const std::int32_t then = distance(moved, target);
    if (type.flees ? then > now : then < now) steps_.push_back(direction);
  }
}

void Simulator::chase(Slot slot, const std::vector<TypeId>& types) {
  steps_.clear();
  find_targets(at(slot), types);
  for (const Slot target : targets_) add_steps_to(at(slot), at(target));
  const Direction direction =
      steps_.empty() ? random_step(slot)
                     : steps_[head().random.below(static_cast<std::uint32_t>(steps_.size()))];
  move_actively(slot, direction, at(slot).speed);
}

void Simulator::update_chaser(Slot slot) {
  move_passively(slot);
  chase(slot, type_of(slot).targets);
}

// A target where no path leads, say inside a wall that it runs into, is sought where it was last.
void Simulator::follow_path(Slot slot) {
  Sprite& sprite = mutable_at(slot);
  const Sprite& target = at(targets_.front());
  const int block = game_.block();
  const int x = sprite.x / block;
  const int y = sprite.y / block;
  const int columns = game_.columns();
  Direction direction = game_.paths().first_step(x, y, target.x / block, target.y / block);
  if (!direction.is_none()) {
    sprite.start = target.y / block * columns + target.x / block;
  } else if (sprite.start >= 0 && game_.type(sprite.type).kind != SpriteClass::path_chaser) {
    direction = game_.paths().first_step(x, y, sprite.start % columns, sprite.start / columns);
  }
  move_actively(slot, direction, sprite.speed);
}

void Simulator::update_path_chaser(Slot slot) {
  move_passively(slot);
  find_targets(at(slot), type_of(slot).targets);
  if (targets_.empty()) {
    move_actively(slot, random_step(slot), at(slot).speed);
    return;
  }
  follow_path(slot);
}

void Simulator::update_alternate(Slot slot) {
  using enum SpriteClass;
  const SpriteType& type = type_of(slot);
  move_passively(slot);
  if (type.kind == random_alt_chaser || type.kind == random_path_alt_chaser) {
    if (head().random.unit() < type.epsilon) {
      move_actively(slot, base_directions[head().random.below(4)], at(slot).speed);
      return;
    }
  }
  if (type.kind == alternate_chaser || type.kind == random_alt_chaser) {
    chase(slot, type.targets);
    return;
  }
  if (type.has_random_target) return follow_random_target(slot);
  find_targets(at(slot), type.targets);
  if (targets_.empty()) {
    move_actively(slot, random_step(slot), at(slot).speed);
    return;
  }
  follow_path(slot);
}

// Goes to one of all targets, and then to the next one.
void Simulator::follow_random_target(Slot slot) {
  slots_.clear();
  for (const TypeId target : type_of(slot).targets) {
    for (const TypeId member : game_.type(target).members) {
      for_each_of(member, [&](Slot each) { slots_.push_back(each); });
    }
  }
  if (slots_.empty()) {
    move_actively(slot, random_step(slot), at(slot).speed);
    return;
  }
  Slot chosen = no_slot;
  for (const Slot each : slots_) {
    if (static_cast<std::int32_t>(at(each).id) == at(slot).start) chosen = each;
  }
  if (chosen != no_slot && at(chosen).x == at(slot).x && at(chosen).y == at(slot).y) {
    chosen = no_slot;
  }
  if (chosen == no_slot) {
    chosen = slots_[head().random.below(static_cast<std::uint32_t>(slots_.size()))];
    mutable_at(slot).start = static_cast<std::int32_t>(at(chosen).id);
  }
  const int block = game_.block();
  const Direction direction = game_.paths().first_step(at(slot).x / block, at(slot).y / block,
                                                       at(chosen).x / block, at(chosen).y / block);
  move_actively(slot, direction, at(slot).speed);
}

}  // namespace palamedes::vgdl
