#include <algorithm>
#include <cmath>

#include "vgdl/simulator.h"
#include "vgdl/sprites.h"

namespace palamedes::vgdl {

namespace {

constexpr std::int32_t most_health = 1'000'000'000;
constexpr std::uint32_t most_timers = 100'000;  // more are not started

}  // namespace

using E = EffectKind;

bool Simulator::run_effect(std::uint32_t index, Slot first, Slot second) {
  const Effect& effect = game_.rules().effects[index];
  // A timer has no sprites; most effects need one.
  const bool goes_alone = effect.kind == E::kill_all || effect.kind == E::transform_to_all ||
                          effect.kind == E::undo_all || effect.kind == E::remove_score ||
                          effect.kind == E::set_speed_for_all ||
                          effect.kind == E::increase_speed_to_all ||
                          effect.kind == E::decrease_speed_to_all ||
                          effect.kind == E::update_spawn_type || effect.kind == E::add_timer ||
                          (effect.kind == E::subtract_health_points && effect.type != no_type);
  if (first == no_slot && !goes_alone) return true;
  if (effect.kind <= E::kill_if_fast) return kill_effect(effect, first, second);
  if (effect.kind <= E::teleport_to_exit) return move_effect(index, effect, first, second);
  if (effect.kind <= E::transform_to_random_child) return transform_effect(effect, first, second);
  if (effect.kind <= E::spawn_right) return spawn_effect(effect, first, second);
  if (effect.kind <= E::change_resource) return resource_effect(effect, first, second);
  if (effect.kind <= E::subtract_health_points) return health_effect(effect, first, second);
  switch (effect.kind) {
    case E::increase_speed_to_all:
    case E::decrease_speed_to_all:
    case E::set_speed_for_all:
      set_speeds(effect);
      break;
    case E::half_speed:
      if (!is_fixed(first)) mutable_at(first).speed *= 0.5;
      break;
    case E::shield_from:
      shields_.push_back({at(first).type, effect.type, effect.shielded});
      break;
    case E::remove_score:
      head().score = 0;
      if (effect.kills_second) kill(second);
      break;
    case E::update_spawn_type:
      for_each_of(effect.other_type, [&](Slot slot) {
        if (!is_fixed(slot)) mutable_at(slot).spawns = effect.type;
      });
      break;
    case E::add_timer:
      add_timer(effect);
      break;
    default:
      break;
  }
  return true;
}

bool Simulator::kill_effect(const Effect& effect, Slot first, Slot second) {
  const auto kill_if = [&](bool condition) {
    if (condition) kill(first);
    return condition;
  };
  switch (effect.kind) {
    case E::kill_both:
      kill(first);
      kill(second);
      return true;
    case E::kill_all:
      slots_.clear();
      for_each_of(effect.type, [&](Slot slot) { slots_.push_back(slot); });
      for (const Slot slot : slots_) kill(slot);
      return true;
    case E::kill_if_alive:
      return kill_if(second != no_slot && !is_dead(second));
    case E::kill_if_has_more:
      return kill_if(amount(first, effect.resource) >= effect.limit);
    case E::kill_if_has_less:
      return kill_if(amount(first, effect.resource) <= effect.limit);
    case E::kill_if_other_has_more:
      if (!kill_if(amount(second, effect.resource) >= effect.limit)) return false;
      if (effect.flag) change_amount(second, effect.resource, -effect.limit);
      return true;
    case E::kill_if_from_above: {
      if (second == no_slot) return false;
      const Sprite& other = at(second);
      const bool was_higher = at(first).last_y > other.last_y + game_.traits(other.type).height / 2;
      return kill_if(was_higher && other.y > other.last_y);
    }
    case E::kill_if_frontal:
    case E::kill_if_not_frontal: {
      if (second == no_slot) return false;
      const Direction a = displacement(at(first));
      const Direction b = displacement(at(second));
      const bool is_opposite = a.x == -b.x && a.y == -b.y;
      return kill_if(a.is_none() || is_opposite == (effect.kind == E::kill_if_frontal));
    }
    case E::kill_if_slow:
    case E::kill_if_fast: {
      if (second == no_slot) return false;
      double speed = 0;
      if (type_of(first).is_static) {
        speed = at(second).speed;
      } else if (type_of(second).is_static) {
        speed = at(first).speed;
      } else {
        const Direction a = at(first).orientation;
        const Direction b = at(second).orientation;
        speed = std::hypot(static_cast<double>(a.x) - static_cast<double>(b.x),
                           static_cast<double>(a.y) - static_cast<double>(b.y));
      }
      return kill_if(effect.kind == E::kill_if_slow ? speed < effect.amount
                                                    : speed > effect.amount);
    }
    default:
      kill(first);
      return true;
  }
}

bool Simulator::move_effect(std::uint32_t index, const Effect& effect, Slot first, Slot second) {
  const auto reverse = [](Direction d) { return Direction{0 - d.x, 0 - d.y}; };
  switch (effect.kind) {
    case E::step_back:
      step_back(effect, first, second);
      break;
    case E::undo_all:
      undo_all(effect);
      break;
    case E::turn_around:
      turn_around(first);
      break;
    case E::reverse_direction:
      if (!is_fixed(first)) {
        mutable_at(first).orientation = reverse(at(first).orientation);
      }
      break;
    case E::flip_direction:
      mutable_at(first).orientation = base_directions[head().random.below(4)];
      break;
    case E::bounce_forward:
      if (second != no_slot) bounce_forward(first, second);
      break;
    case E::attract_gaze: {
      if (second == no_slot || !at(first).has(oriented_flag) || !at(second).has(oriented_flag)) {
        break;
      }
      if (head().random.unit() >= effect.probability) break;
      const Direction gaze = at(second).orientation;
      mutable_at(first).orientation = gaze;
      if (!effect.flag) break;
      if (gaze.x != 0 && gaze.y == 0) move_to(first, at(first).x, at(second).y);
      if (gaze.y != 0 && gaze.x == 0) move_to(first, at(second).x, at(first).y);
      break;
    }
    case E::align:
      if (second == no_slot) break;
      if (effect.flag) mutable_at(first).orientation = at(second).orientation;
      move_to(first, at(second).x, at(second).y);
      break;
    case E::pull_with_it:
      if (second != no_slot) pull_with_it(index, effect, first, second);
      break;
    case E::wrap_around:
      wrap_around(effect, first);
      break;
    case E::teleport_to_exit:
      if (second != no_slot) teleport(first, second);
      break;
    default:
      break;
  }
  return true;
}

void Simulator::step_back(const Effect& effect, Slot first, Slot second) {
  if (is_fixed(first)) return;
  const Sprite& sprite = at(first);
  if (effect.flag && second != no_slot) {
    const Direction moved = displacement(sprite);
    const Sprite& other = at(second);
    const TypeTraits& own = game_.traits(sprite.type);
    const TypeTraits& size = game_.traits(other.type);
    if (moved == base_directions[0]) return move_to(first, sprite.x, other.y + size.height);
    if (moved == base_directions[1]) return move_to(first, other.x + size.width, sprite.y);
    if (moved == base_directions[2]) return move_to(first, sprite.x, other.y - own.height);
    if (moved == base_directions[3]) return move_to(first, other.x - own.width, sprite.y);
  }
  move_to(first, sprite.last_x, sprite.last_y);
}

void Simulator::undo_all(const Effect& effect) {
  const auto put_back = [&](TypeId type) {
    if (std::find(effect.except.begin(), effect.except.end(), type) != effect.except.end()) return;
    for (Slot slot = state_->lists()[type].first; slot != no_slot; slot = at(slot).next) {
      move_to(slot, at(slot).last_x, at(slot).last_y);
    }
  };
  for (const TypeId type : sweep_) put_back(type);
  const Slot avatar = head().avatar;
  if (avatar != no_slot && game_.type(at(avatar).type).is_ordered) put_back(at(avatar).type);
}

void Simulator::turn_around(Slot first) {
  move_to(first, at(first).last_x, at(first).last_y);
  for (int i = 0; i < 2; ++i) {
    // as if the last move was long enough ago
    mutable_at(first).moved_at = head().tick - type_of(first).cooldown;
    move_actively(first, base_directions[2], at(first).speed);
  }
  const Direction back = at(first).orientation;
  mutable_at(first).orientation = {0 - back.x, 0 - back.y};
}

void Simulator::bounce_forward(Slot first, Slot second) {
  const Sprite& other = at(second);
  Direction direction = displacement(other);
  if (other.orientation.x * direction.x < 0) direction.x = -direction.x;
  if (other.orientation.y * direction.y < 0) direction.y = -direction.y;
  move_actively(first, direction, other.speed);
  if (!is_fixed(first)) mutable_at(first).orientation = direction;
}

void Simulator::pull_with_it(std::uint32_t index, const Effect& effect, Slot first, Slot second) {
  const std::uint32_t id = at(first).id;
  for (const Pulled& pulled : pulled_) {
    if (pulled.effect == index && pulled.id == id) return;
  }
  pulled_.push_back({index, id});
  step(first, displacement(at(second)), pixels_of(at(second).speed));
  if (effect.flag) move_to(first, at(second).x, at(second).y);
}

void Simulator::wrap_around(const Effect& effect, Slot first) {
  const Sprite& sprite = at(first);
  const TypeTraits& traits = game_.traits(sprite.type);
  const Direction direction = sprite.orientation;
  const auto near = [&](int size) {
    return static_cast<std::int32_t>(std::clamp(effect.amount * size, -1e9, 1e9));
  };
  const auto far = [&](int screen, int size) {
    return static_cast<std::int32_t>(std::clamp(screen - size * (1 + effect.amount), -1e9, 1e9));
  };
  if (direction.x > 0) {
    move_to(first, near(traits.width), sprite.y);
  } else if (direction.x < 0) {
    move_to(first, far(game_.screen_width(), traits.width), sprite.y);
  } else if (direction.y > 0) {
    move_to(first, sprite.x, near(traits.height));
  } else if (direction.y < 0) {
    move_to(first, sprite.x, far(game_.screen_height(), traits.height));
  }
  mutable_at(first).moved_at = head().tick;
}

void Simulator::teleport(Slot first, Slot second) {
  if (type_of(second).kind != SpriteClass::portal) return;
  slots_.clear();
  for (const TypeId target : type_of(second).targets) {
    for (const TypeId member : game_.type(target).members) {
      for_each_of(member, [&](Slot slot) { slots_.push_back(slot); });
    }
  }
  if (slots_.empty()) return kill(first);
  const Slot exit = slots_[head().random.below(static_cast<std::uint32_t>(slots_.size()))];
  move_to(first, at(exit).x, at(exit).y);
  mutable_at(first).moved_at = head().tick;
  if (at(exit).has(oriented_flag)) mutable_at(first).orientation = at(exit).orientation;
}

bool Simulator::spawn_effect(const Effect& effect, Slot first, Slot second) {
  if (effect.kind == E::clone_sprite) {
    create(at(first).type, at(first).x, at(first).y);
    return true;
  }
  const bool fires = head().random.unit() < effect.probability;
  switch (effect.kind) {
    case E::spawn:
      if (fires) create(effect.type, at(first).x, at(first).y);
      return true;
    case E::spawn_if_has_more:
      if (!fires || amount(first, effect.resource) < effect.limit) return false;
      create(effect.type, at(first).x, at(first).y);
      change_amount(first, effect.resource, -effect.spend);
      return true;
    case E::spawn_if_has_less:
      if (!fires || amount(first, effect.resource) > effect.limit) return false;
      create(effect.type, at(first).x, at(first).y);
      return true;
    default:
      break;
  }
  if (second == no_slot || !fires) return true;
  const Sprite other = at(second);
  const TypeTraits& traits = game_.traits(other.type);
  if (effect.kind == E::spawn_behind) {
    const bool has_left = std::abs(other.x - other.last_x) >= traits.width ||
                          std::abs(other.y - other.last_y) >= traits.height;
    if (has_left) create(effect.type, other.last_x, other.last_y);
    return true;
  }
  std::int32_t x = effect.flag ? other.last_x : other.x;
  std::int32_t y = effect.flag ? other.last_y : other.y;
  if (effect.kind == E::spawn_above) y -= game_.block();
  if (effect.kind == E::spawn_below) y += game_.block();
  if (effect.kind == E::spawn_left) x -= game_.block();
  if (effect.kind == E::spawn_right) x += game_.block();
  create(effect.type, x, y);
  return true;
}

bool Simulator::resource_effect(const Effect& effect, Slot first, Slot second) {
  const auto limit_of = [&](TypeId resource) {
    const std::size_t index = game_.rules().resource_index[resource];
    const auto& limits = game_.rules().resource_limits;
    return index < limits.size() ? limits[index] : 0;
  };
  if (effect.kind == E::change_resource) {
    const int held = amount(first, effect.resource);
    if (held + effect.value > limit_of(effect.resource)) return false;
    change_amount(first, effect.resource, effect.value);
    if (effect.flag) kill(second, true);
    return true;
  }
  if (second == no_slot || type_of(first).kind != SpriteClass::resource) return false;
  if (effect.kind == E::collect_resource_if_held &&
      amount(second, effect.resource) < effect.value) {
    return false;
  }
  const TypeId resource = at(first).type;
  const int room = limit_of(resource) - amount(second, resource);
  if (room <= 0) return false;
  change_amount(second, resource, std::min(type_of(first).value, room));
  if (effect.flag) kill(first, true);
  return true;
}

bool Simulator::health_effect(const Effect& effect, Slot first, Slot second) {
  if (effect.kind == E::subtract_health_points) {
    Slot slot = first;
    if (effect.type != no_type) {
      slot = no_slot;
      for (const TypeId member : game_.type(effect.type).members) {
        const Slot begin = state_->lists()[member].first;
        if (begin != no_slot) slot = begin;
      }
    }
    if (slot == no_slot || is_fixed(slot)) return true;
    Sprite& sprite = mutable_at(slot);
    sprite.health = std::clamp(sprite.health - effect.value, -most_health, most_health);
    if (sprite.health <= effect.limit) {
      kill(slot);
      use_killed_score_ = true;
    }
    return true;
  }
  Sprite& sprite = mutable_at(first);
  const int limit = game_.type(sprite.type).health_limit;
  if (effect.kind == E::add_health_points) {
    if (sprite.health + effect.value >= limit) return false;
    sprite.health = std::clamp(sprite.health + effect.value, -most_health, most_health);
    sprite.max_health = std::max(sprite.max_health, sprite.health);
  } else {
    sprite.health = std::min(sprite.health + effect.value, limit);
    sprite.max_health = std::max(sprite.max_health, sprite.health);
  }
  if (effect.kills_second) kill(second, true);
  return true;
}

void Simulator::set_speeds(const Effect& effect) {
  for (const TypeId member : game_.type(effect.type).members) {
    for (Slot slot = state_->lists()[member].first; slot != no_slot; slot = at(slot).next) {
      double& speed = mutable_at(slot).speed;
      if (effect.kind == E::increase_speed_to_all) speed += effect.amount;
      if (effect.kind == E::decrease_speed_to_all) speed -= effect.amount;
      if (effect.kind == E::set_speed_for_all) speed = effect.amount;
    }
  }
}

void Simulator::add_timer(const Effect& effect) {
  if (head().timer_count >= most_timers) return;
  insert_timer({head().tick + effect.timer, effect.inner, no_type});
}

}  // namespace palamedes::vgdl
