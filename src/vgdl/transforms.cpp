#include <algorithm>

#include "vgdl/simulator.h"

namespace palamedes::vgdl {

using E = EffectKind;

// `made` takes the place of `first`; nothing happens where it could not be made.
void Simulator::transform(const Effect& effect, Slot made, Slot first, Slot second) {
  if (made == no_slot) return;
  const Sprite old = at(first);
  Sprite& sprite = mutable_at(made);
  const bool both_oriented = sprite.has(oriented_flag) && old.has(oriented_flag);
  if (effect.forces_orientation || (both_oriented && sprite.orientation.is_none())) {
    sprite.orientation = old.orientation;
    if (effect.forces_orientation) sprite.flags |= oriented_flag;
  }
  sprite.last_x = old.last_x;
  sprite.last_y = old.last_y;
  sprite.health = old.health;
  sprite.max_health = std::max(sprite.max_health, old.health);
  if (!is_fixed(first)) {
    const std::size_t resources = game_.rules().resources.size();
    for (std::size_t i = 0; i < resources; ++i) {
      std::int32_t& carried = state_->carried(made)[i];
      carried = std::min(carried + state_->carried(first)[i], 1'000'000'000);
    }
  }
  if (first == head().avatar) head().avatar = made;
  kill(first, true);
  if (effect.kills_second && second != no_slot) kill(second, true);
}

void Simulator::transform_all(const Effect& effect, Slot second) {
  slots_.clear();
  for_each_of(effect.type, [&](Slot slot) { slots_.push_back(slot); });
  for (const Slot slot : slots_) {
    if (is_fixed(slot)) continue;
    transform(effect, create(effect.other_type, at(slot).x, at(slot).y, true), slot, second);
  }
}

bool Simulator::transform_effect(const Effect& effect, Slot first, Slot second) {
  if (effect.kind == E::transform_to_all) {
    transform_all(effect, second);
    return true;
  }
  if (is_fixed(first) || at(first).has(disabled_flag)) return true;
  const auto become = [&](TypeId type) {
    const Slot made = create(type, at(first).x, at(first).y);
    transform(effect, made, first, second);
    return made;
  };
  switch (effect.kind) {
    case E::transform_to:
      become(effect.type);
      return true;
    case E::transform_if_count: {
      const auto number = static_cast<std::int64_t>(count(effect.other_type));
      if (number >= effect.limit && number <= effect.most) {
        become(effect.type);
        return true;
      }
      if (effect.else_type == no_type) return false;
      become(effect.else_type);
      return true;
    }
    case E::transform_to_singleton: {
      slots_.clear();
      for_each_of(effect.type, [&](Slot slot) { slots_.push_back(slot); });
      for (const Slot slot : slots_) {
        transform(effect, create(effect.other_type, at(slot).x, at(slot).y), slot, second);
      }
      const Slot made = become(effect.type);
      if (made != no_slot && effect.flag && second != no_slot) {
        const Direction facing = at(second).orientation;
        mutable_at(made).orientation = {0 - facing.x, 0 - facing.y};
        mutable_at(made).flags |= oriented_flag;
      }
      return true;
    }
    default: {
      targets_.clear();
      std::vector<TypeId> kinds = game_.type(effect.type).members;
      std::erase(kinds, effect.type);
      if (kinds.empty()) return true;
      become(kinds[head().random.below(static_cast<std::uint32_t>(kinds.size()))]);
      return true;
    }
  }
}

}  // namespace palamedes::vgdl
