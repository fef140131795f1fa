#include "video/planner/goals.h"

#include <algorithm>

namespace palamedes::video::planner {
namespace {

using vgdl::EffectKind;
using vgdl::TypeId;

bool removes_first(EffectKind kind) {
  return kind == EffectKind::kill_sprite || kind == EffectKind::kill_both ||
         kind == EffectKind::transform_to;
}

}  // namespace

Goals::Goals(const vgdl::Game& game)
    : game_(game), must_vanish_(game.rules().types.size()), made_(made_by_avatar(game)) {
  const vgdl::Rules& rules = game.rules();
  for (const vgdl::Termination& end : rules.terminations) {
    const bool counts = end.kind == vgdl::TerminationKind::sprite_counter ||
                        end.kind == vgdl::TerminationKind::multi_sprite_counter;
    if (!end.wins || !counts || end.limit != 0 || end.is_minimum) continue;
    for (const TypeId type : end.types) {
      if (type == vgdl::no_type) continue;
      for (const TypeId member : rules.types[type].members) must_vanish_[member] = 1;
    }
  }
  for (const vgdl::PairEffect& pair : rules.pairs) {
    read_effect(pair.first, pair.second, rules.effects[pair.effect]);
  }
  progress_.emplace(game, must_vanish_);
}

bool Goals::is_avatar_type(TypeId type) const {
  const std::vector<TypeId>& members = game_.type(type).members;
  return std::any_of(members.begin(), members.end(),
                     [&](TypeId member) { return vgdl::is_avatar(game_.type(member).kind); });
}

void Goals::read_effect(TypeId first, TypeId second, const vgdl::Effect& effect) {
  for (const TypeId member : game_.type(first).members) {
    if (must_vanish_[member] == 0 || is_avatar_type(member) || !removes_first(effect.kind))
      continue;
    if (is_avatar_type(second)) goals_.push_back({member, second});
    const std::vector<TypeId>& by = game_.type(second).members;
    const bool by_made =
        std::any_of(by.begin(), by.end(), [&](TypeId each) { return made_[each] != 0; });
    if (by_made) goals_.push_back({member, vgdl::no_type, harms_avatar(member)});
  }
  if (!effect.kills_second || !is_avatar_type(first)) return;
  for (const TypeId member : game_.type(second).members) {
    if (must_vanish_[member] != 0) goals_.push_back({member, first});
  }
}

// Whether touching this type kills the avatar, or costs it health.
bool Goals::harms_avatar(TypeId type) const {
  const vgdl::Rules& rules = game_.rules();
  return std::any_of(rules.pairs.begin(), rules.pairs.end(), [&](const vgdl::PairEffect& pair) {
    const EffectKind kind = rules.effects[pair.effect].kind;
    const bool harms = kind == EffectKind::kill_sprite || kind == EffectKind::kill_both ||
                       kind == EffectKind::subtract_health_points;
    return harms && is_avatar_type(pair.first) && game_.rank(pair.second, type) != vgdl::no_type;
  });
}

void Goals::wanted(const vgdl::State& root, std::vector<TypeId>& types) const {
  types.clear();
  const vgdl::Slot slot = root.head().avatar;
  if (slot == vgdl::no_slot) return;
  const TypeId avatar = root.sprite(slot).type;
  bool any = false;
  for (const Goal& goal : goals_) {
    if (goal.by == vgdl::no_type) {
      if (!goal.is_harmful) {
        types.push_back(goal.type);
        any = any || root.lists()[goal.type].count > 0;
      }
      continue;
    }
    const std::vector<TypeId>& members = game_.type(goal.by).members;
    if (std::find(members.begin(), members.end(), avatar) != members.end()) {
      types.push_back(goal.type);
      any = any || root.lists()[goal.type].count > 0;
    }
  }
  if (any) return;
  // Nothing else is left: what has to be shot is hunted.
  for (const Goal& goal : goals_) {
    if (goal.is_harmful) types.push_back(goal.type);
  }
}

}  // namespace palamedes::video::planner
