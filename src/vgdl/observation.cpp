#include "vgdl/observation.h"

#include <algorithm>

namespace palamedes::vgdl {

Category category_of(const SpriteType& type, const Sprite& sprite) {
  if (is_avatar(type.kind)) return Category::avatar;
  if (type.kind == SpriteClass::resource || type.kind == SpriteClass::resource_pack) {
    return Category::resource;
  }
  if (type.is_portal) return Category::portal;
  if (type.is_npc) return Category::npc;
  if (type.is_static) return Category::fixed;
  return sprite.has(from_avatar_flag) ? Category::from_avatar : Category::movable;
}

int Observation::amount(TypeId resource) const {
  const Slot slot = state_.head().avatar;
  if (slot == no_slot || resource >= game_.rules().resource_index.size()) return 0;
  const std::size_t index = game_.rules().resource_index[resource];
  return index < game_.rules().resources.size() ? state_.carried(slot)[index] : 0;
}

// By type and then by id: fixed sprites of a type come before the others.
void Observation::sprites(std::vector<Observed>& list) const {
  list.clear();
  const auto add = [&](const Observed& observed) { list.push_back(observed); };
  for_each_fixed(add);
  for_each_changing(add);
  std::stable_sort(list.begin(), list.end(),
                   [](const Observed& a, const Observed& b) { return a.type < b.type; });
}

void Observation::sprites(Category category, std::vector<Observed>& list) const {
  sprites(list);
  std::erase_if(list, [&](const Observed& observed) { return observed.category != category; });
}

}  // namespace palamedes::vgdl
