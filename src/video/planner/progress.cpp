#include "video/planner/progress.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>

namespace palamedes::video::planner {
namespace {

using vgdl::EffectKind;
using vgdl::SpriteClass;
using vgdl::TypeId;

constexpr double sprite_cost = 0.3;
constexpr double step_cost = 5;
constexpr double way_cost = 0.2;
// In steps: an obstacle, one that nothing removes, and an end that costs points.
constexpr double obstacle = 6;
constexpr double firm_obstacle = 60;
constexpr double bad_end = 4;

bool shoots(SpriteClass kind) {
  return kind == SpriteClass::flak_avatar || kind == SpriteClass::shoot_avatar ||
         kind == SpriteClass::shoot_only_avatar || kind == SpriteClass::ongoing_shoot_avatar;
}

bool removes_first(EffectKind kind) {
  return kind == EffectKind::kill_sprite || kind == EffectKind::kill_both ||
         kind == EffectKind::transform_to;
}

bool is_member(const vgdl::Game& game, TypeId of, TypeId type) {
  return game.rank(of, type) != vgdl::no_type;
}

}  // namespace

std::vector<std::uint8_t> made_by_avatar(const vgdl::Game& game) {
  const vgdl::Rules& rules = game.rules();
  std::vector<std::uint8_t> made(rules.types.size());
  for (const vgdl::SpriteType& type : rules.types) {
    if (!shoots(type.kind)) continue;
    for (const TypeId target : type.targets) made[target] = 1;
  }
  for (bool again = true; again;) {
    again = false;
    for (const vgdl::PairEffect& pair : rules.pairs) {
      const vgdl::Effect& effect = rules.effects[pair.effect];
      if (effect.kind != EffectKind::transform_to || effect.type == vgdl::no_type) continue;
      if (made[effect.type] != 0) continue;
      for (const TypeId member : rules.types[pair.first].members) {
        if (made[member] == 0) continue;
        made[effect.type] = 1;
        again = true;
      }
    }
  }
  return made;
}

Progress::Progress(const vgdl::Game& game, std::vector<std::uint8_t> must_vanish)
    : game_(game),
      columns_(static_cast<std::uint32_t>(game.columns())),
      cells_(columns_ * static_cast<std::uint32_t>(game.rows())),
      made_(made_by_avatar(game)),
      blocked_(cells_),
      steps_(cells_) {
  const vgdl::Rules& rules = game.rules();
  for (std::size_t i = 0; i < rules.types.size(); ++i) {
    if (must_vanish[i] == 0) continue;
    const vgdl::SpriteType& type = rules.types[i];
    vanishing_.push_back(static_cast<TypeId>(i));
    const bool spawns = vgdl::is_spawner(type.kind) && type.total > 0 &&
                        std::any_of(type.targets.begin(), type.targets.end(),
                                    [&](TypeId target) { return must_vanish[target] != 0; });
    if (spawns) spawners_.push_back({static_cast<TypeId>(i), type.total});
  }
  for (const TypeId type : vanishing_) find_drift(type);
}

bool Progress::blocks(TypeId type, TypeId by) const {
  const vgdl::Rules& rules = game_.rules();
  return std::any_of(rules.pairs.begin(), rules.pairs.end(), [&](const vgdl::PairEffect& pair) {
    return rules.effects[pair.effect].kind == EffectKind::step_back &&
           is_member(game_, pair.first, type) && is_member(game_, pair.second, by);
  });
}

std::optional<double> Progress::end_cost(TypeId type, TypeId by) const {
  const vgdl::Rules& rules = game_.rules();
  for (const vgdl::PairEffect& pair : rules.pairs) {
    const vgdl::Effect& effect = rules.effects[pair.effect];
    const bool kills =
        effect.kind == EffectKind::kill_sprite || effect.kind == EffectKind::kill_both;
    if (kills && is_member(game_, pair.first, type) && is_member(game_, pair.second, by)) {
      return effect.score < 0 ? bad_end : 0;
    }
  }
  return std::nullopt;
}

void Progress::find_drift(TypeId type) {
  const vgdl::Rules& rules = game_.rules();
  const vgdl::SpriteType& own = rules.types[type];
  if (own.kind != SpriteClass::chaser || own.flees || own.targets.size() != 1) return;
  Drift drift{.type = type};
  drift.firm.assign(cells_, 0);
  drift.ends.assign(cells_, -1);
  bool ends = false;
  for (std::size_t i = 0; i < rules.types.size(); ++i) {
    const auto other = static_cast<TypeId>(i);
    const vgdl::SpriteType& kind = rules.types[i];
    if (vgdl::is_spawner(kind.kind) &&
        std::find(kind.targets.begin(), kind.targets.end(), type) != kind.targets.end()) {
      drift.spawners.push_back(other);
    }
    if (const auto cost = end_cost(type, other)) {
      const bool is_target = is_member(game_, own.targets.front(), other);
      for (const vgdl::Sprite& sprite : game_.fixed_of(other)) {
        if (const auto cell = cell_of(sprite)) drift.ends[*cell] = *cost;
        ends = ends || is_target;
      }
    }
    if (!blocks(type, other)) continue;
    for (const vgdl::Sprite& sprite : game_.fixed_of(other)) {
      if (const auto cell = cell_of(sprite)) drift.firm[*cell] = 1;
    }
    const bool can_go =
        std::any_of(rules.pairs.begin(), rules.pairs.end(), [&](const vgdl::PairEffect& pair) {
          const std::vector<TypeId>& by = rules.types[pair.second].members;
          return removes_first(rules.effects[pair.effect].kind) &&
                 is_member(game_, pair.first, other) &&
                 std::any_of(by.begin(), by.end(), [&](TypeId each) { return made_[each] != 0; });
        });
    if (can_go) drift.removable.push_back(other);
  }
  if (!ends || drift.removable.empty()) return;
  measure_steps(drift);
  drifts_.push_back(std::move(drift));
}

// Steps to the nearest target, as a chaser counts them.
void Progress::measure_steps(Drift& drift) const {
  drift.far.assign(cells_, std::numeric_limits<std::int32_t>::max());
  const TypeId goal = game_.type(drift.type).targets.front();
  for (const TypeId member : game_.type(goal).members) {
    for (const vgdl::Sprite& sprite : game_.fixed_of(member)) {
      const auto target = cell_of(sprite);
      if (!target) continue;
      for (std::uint32_t cell = 0; cell < cells_; ++cell) {
        const std::int32_t x = std::abs(static_cast<std::int32_t>(cell % columns_) -
                                        static_cast<std::int32_t>(*target % columns_));
        const std::int32_t y = std::abs(static_cast<std::int32_t>(cell / columns_) -
                                        static_cast<std::int32_t>(*target / columns_));
        drift.far[cell] = std::min(drift.far[cell], x + y);
      }
    }
  }
  drift.order.resize(cells_);
  std::iota(drift.order.begin(), drift.order.end(), 0);
  std::stable_sort(drift.order.begin(), drift.order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return drift.far[a] < drift.far[b]; });
}

std::optional<std::uint32_t> Progress::cell_of(const vgdl::Sprite& sprite) const {
  const int block = game_.block();
  if (sprite.x < 0 || sprite.y < 0) return std::nullopt;
  const auto column = static_cast<std::uint32_t>(sprite.x / block);
  const std::uint32_t cell = static_cast<std::uint32_t>(sprite.y / block) * columns_ + column;
  if (column >= columns_ || cell >= cells_) return std::nullopt;
  return cell;
}

template <typename Use>
void Progress::for_each_nearer(const Drift& drift, std::uint32_t cell, const Use& use) const {
  const std::int32_t here = drift.far[cell];
  const auto look = [&](std::uint32_t to) {
    if (drift.far[to] < here) use(to);
  };
  if (cell % columns_ > 0) look(cell - 1);
  if ((cell + 1) % columns_ > 0) look(cell + 1);
  if (cell >= columns_) look(cell - columns_);
  if (cell + columns_ < cells_) look(cell + columns_);
}

double Progress::drift_left(const Drift& drift, const vgdl::State& state) {
  blocked_ = drift.firm;
  for (const TypeId type : drift.removable) {
    for (vgdl::Slot slot = state.lists()[type].first; slot != vgdl::no_slot;
         slot = state.sprite(slot).next) {
      if (const auto cell = cell_of(state.sprite(slot))) blocked_[*cell] |= 2;
    }
  }
  for (const std::uint32_t cell : drift.order) {
    if (drift.ends[cell] >= 0) {
      steps_[cell] = drift.ends[cell];
      continue;
    }
    // Of the ways that are open it takes any; if none is, the best one must be opened.
    double sum = 0;
    int open = 0;
    double best = 1e6;
    for_each_nearer(drift, cell, [&](std::uint32_t to) {
      if (blocked_[to] == 0) {
        sum += steps_[to];
        ++open;
      } else {
        best = std::min(best, steps_[to] + ((blocked_[to] & 1) != 0 ? firm_obstacle : obstacle));
      }
    });
    steps_[cell] = 1 + (open > 0 ? sum / open : best);
  }
  double sum = 0;
  double weight = 0;
  std::optional<std::uint32_t> from;
  const auto add = [&](const vgdl::Sprite& sprite, double count) {
    const auto cell = cell_of(sprite);
    if (!cell || count <= 0) return;
    sum += count * steps_[*cell];
    weight += count;
    if (!from || steps_[*cell] > steps_[*from]) from = cell;
  };
  for (vgdl::Slot slot = state.lists()[drift.type].first; slot != vgdl::no_slot;
       slot = state.sprite(slot).next) {
    add(state.sprite(slot), 1);
  }
  for (const TypeId type : drift.spawners) {
    const int total = game_.type(type).total;
    for (vgdl::Slot slot = state.lists()[type].first; slot != vgdl::no_slot;
         slot = state.sprite(slot).next) {
      add(state.sprite(slot), total > 0 ? total - state.sprite(slot).counter : 1);
    }
  }
  if (weight == 0) return 0;
  double left = step_cost * sum / weight;
  const vgdl::Slot avatar = state.head().avatar;
  if (avatar != vgdl::no_slot && from) {
    if (const auto cell = cell_of(state.sprite(avatar))) {
      left += way_cost * avatar_to_obstacle(drift, *from, *cell);
    }
  }
  return left;
}

// Follows the way of the sprite that has farthest to go, and the worst of what is open to it.
std::int32_t Progress::avatar_to_obstacle(const Drift& drift, std::uint32_t from,
                                          std::uint32_t avatar) const {
  std::int32_t nearest = std::numeric_limits<std::int32_t>::max();
  while (drift.ends[from] < 0) {
    std::optional<std::uint32_t> open;
    std::optional<std::uint32_t> shut;
    for_each_nearer(drift, from, [&](std::uint32_t to) {
      if (blocked_[to] == 0) {
        if (!open || steps_[to] > steps_[*open]) open = to;
      } else if ((blocked_[to] & 1) == 0) {
        if (!shut || steps_[to] < steps_[*shut]) shut = to;
      }
    });
    if (!open && !shut) break;
    from = open ? *open : *shut;
    if (open) continue;
    const std::int32_t x = std::abs(static_cast<std::int32_t>(from % columns_) -
                                    static_cast<std::int32_t>(avatar % columns_));
    const std::int32_t y = std::abs(static_cast<std::int32_t>(from / columns_) -
                                    static_cast<std::int32_t>(avatar / columns_));
    nearest = std::min(nearest, x + y);
  }
  return nearest == std::numeric_limits<std::int32_t>::max() ? 0 : nearest;
}

double Progress::left(const vgdl::State& state) {
  double sprites = 0;
  for (const TypeId type : vanishing_) sprites += state.lists()[type].count;
  for (const Spawner& spawner : spawners_) {
    for (vgdl::Slot slot = state.lists()[spawner.type].first; slot != vgdl::no_slot;
         slot = state.sprite(slot).next) {
      sprites += std::max(0, spawner.total - state.sprite(slot).counter);
    }
  }
  double left = sprite_cost * sprites;
  for (const Drift& drift : drifts_) left += drift_left(drift, state);
  return left;
}

}  // namespace palamedes::video::planner
