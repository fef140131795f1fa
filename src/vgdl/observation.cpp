#include "vgdl/observation.h"

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

template <typename Use>
void Observation::for_each(const Use& use) const {
  for (std::size_t i = 0; i < game_.rules().types.size(); ++i) {
    const auto type = static_cast<TypeId>(i);
    const SpriteType& kind = game_.type(type);
    if (kind.is_hidden) continue;
    const auto see = [&](const Sprite& sprite) {
      use(Observed{category_of(kind, sprite), type, sprite.id, sprite.x, sprite.y});
    };
    for (const Sprite& sprite : game_.fixed_of(type)) see(sprite);
    for (Slot slot = state_.lists()[type].first; slot != no_slot; slot = state_.sprite(slot).next) {
      see(state_.sprite(slot));
    }
  }
}

void Observation::sprites(Category category, std::vector<Observed>& list) const {
  list.clear();
  for_each([&](const Observed& observed) {
    if (observed.category == category) list.push_back(observed);
  });
}

void Observation::sprites(std::vector<Observed>& list) const {
  list.clear();
  for_each([&](const Observed& observed) { list.push_back(observed); });
}

}  // namespace palamedes::vgdl
