#include "vgdl/changes.h"

namespace palamedes::vgdl {
using E = EffectKind;

namespace {

class Finder {
 public:
  explicit Finder(const Rules& rules) : rules_(rules) {
    changes_.changed.resize(rules.types.size());
    changes_.moved.resize(rules.types.size());
  }

  // `second` can be no_type.
  void add(const Effect& effect, TypeId first, TypeId second) {
    if (effect.kind == E::add_timer) {
      add(rules_.effects[effect.inner], no_type, no_type);
      return;
    }
    if (touches_first(effect)) change(first);
    if (moves_first(effect.kind)) move(first);
    if (effect.kind == E::kill_both || effect.kind == E::collect_resource ||
        effect.kind == E::collect_resource_if_held || effect.kills_second ||
        ((effect.kind == E::change_resource || effect.kind == E::kill_if_other_has_more) &&
         effect.flag)) {
      change(second);
    }
    switch (effect.kind) {
      case E::kill_all:
      case E::transform_to_all:
      case E::transform_to_singleton:
      case E::subtract_health_points:
      case E::increase_speed_to_all:
      case E::decrease_speed_to_all:
      case E::set_speed_for_all:
        change(effect.type);
        break;
      case E::update_spawn_type:
        change(effect.other_type);
        break;
      default:
        break;
    }
    // What comes out of another sprite takes over where that one was.
    if (effect.kind >= E::transform_to && effect.kind <= E::transform_to_random_child) {
      move(effect.type);
      move(effect.other_type);
      move(effect.else_type);
    }
  }

  Changes take() { return std::move(changes_); }

 private:
  static bool moves_first(E kind) {
    return kind == E::turn_around || kind == E::bounce_forward || kind == E::attract_gaze ||
           kind == E::align || kind == E::pull_with_it || kind == E::wrap_around ||
           kind == E::teleport_to_exit;
  }

  // What never moves cannot be put back: stepBack and undoAll leave it as it is.
  static bool touches_first(const Effect& effect) {
    switch (effect.kind) {
      case E::step_back:
        return effect.flag;
      case E::kill_all:
      case E::undo_all:
      case E::transform_to_all:
      case E::clone_sprite:
      case E::spawn:
      case E::spawn_if_has_less:
      case E::spawn_behind:
      case E::spawn_above:
      case E::spawn_below:
      case E::spawn_left:
      case E::spawn_right:
      case E::increase_speed_to_all:
      case E::decrease_speed_to_all:
      case E::set_speed_for_all:
      case E::shield_from:
      case E::remove_score:
      case E::update_spawn_type:
        return false;
      case E::spawn_if_has_more:
        return effect.spend != 0;
      case E::subtract_health_points:
        return effect.type == no_type;
      default:
        return true;
    }
  }

  void change(TypeId type) { mark(type, changes_.changed); }
  void move(TypeId type) { mark(type, changes_.moved); }

  void mark(TypeId type, std::vector<bool>& marks) {
    if (type == no_type) return;
    for (const TypeId member : rules_.types[type].members) marks[member] = true;
  }

  const Rules& rules_;
  Changes changes_;
};

}  // namespace

Changes changes_of(const Rules& rules) {
  Finder finder(rules);
  for (const PairEffect& pair : rules.pairs) {
    finder.add(rules.effects[pair.effect], pair.first, pair.second);
  }
  for (const EdgeEffect& edge : rules.edges) {
    finder.add(rules.effects[edge.effect], edge.type, no_type);
  }
  for (const TimeEffect& time : rules.times) {
    finder.add(rules.effects[time.effect], time.type, no_type);
  }
  return finder.take();
}

}  // namespace palamedes::vgdl
