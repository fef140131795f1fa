#pragma once
// The vocabulary of VGDL: sprite classes, effects and terminations, and what each of them knows.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace palamedes::vgdl {

enum class SpriteClass : std::uint8_t {
  none,  // only a heading in the tree of sprites: nothing of this type can be made
  immovable,
  door,
  passive,
  resource,
  resource_pack,
  conveyor,
  portal,
  flicker,
  oriented_flicker,
  spreader,
  missile,
  random_missile,
  erratic_missile,
  random_npc,
  chaser,
  fleeing,
  los_chaser,
  path_chaser,
  alternate_chaser,
  random_alt_chaser,
  path_alt_chaser,
  random_path_alt_chaser,
  spawn_point,
  spawn_point_multi_sprite,
  bomber,
  bomber_random_missile,
  random_bomber,
  moving_avatar,
  horizontal_avatar,
  vertical_avatar,
  null_avatar,
  flak_avatar,
  oriented_avatar,
  shoot_avatar,
  shoot_only_avatar,
  ongoing_avatar,
  ongoing_shoot_avatar,
  ongoing_turning_avatar,
  missile_avatar,
  continuous,  // classes of continuous physics, which are known but not played
};

enum class EffectKind : std::uint8_t {
  kill_sprite,
  kill_both,
  kill_all,
  kill_if_alive,
  kill_if_has_more,
  kill_if_has_less,
  kill_if_other_has_more,
  kill_if_from_above,
  kill_if_frontal,
  kill_if_not_frontal,
  kill_if_slow,
  kill_if_fast,
  step_back,
  undo_all,
  turn_around,
  reverse_direction,
  flip_direction,
  bounce_forward,
  attract_gaze,
  align,
  pull_with_it,
  wrap_around,
  teleport_to_exit,
  transform_to,
  transform_to_all,
  transform_if_count,
  transform_to_singleton,
  transform_to_random_child,
  clone_sprite,
  spawn,
  spawn_if_has_more,
  spawn_if_has_less,
  spawn_behind,
  spawn_above,
  spawn_below,
  spawn_left,
  spawn_right,
  collect_resource,
  collect_resource_if_held,
  change_resource,
  add_health_points,
  add_health_points_to_max,
  subtract_health_points,
  increase_speed_to_all,
  decrease_speed_to_all,
  set_speed_for_all,
  half_speed,
  shield_from,
  remove_score,
  update_spawn_type,
  add_timer,
  continuous,  // effects of continuous physics and of two players
};

enum class TerminationKind : std::uint8_t {
  sprite_counter,
  sprite_counter_more,
  multi_sprite_counter,
  multi_sprite_counter_sub_types,
  timeout,
  stop_counter,
};

// A word of a game file, and the parameters that make sense with it besides the common ones.
template <typename Kind>
struct Word {
  std::string_view name;
  Kind kind;
  std::string_view parameters;  // with blanks between them
};

[[nodiscard]] std::span<const Word<SpriteClass>> sprite_classes();
[[nodiscard]] std::span<const Word<EffectKind>> effects();
[[nodiscard]] std::span<const Word<TerminationKind>> terminations();

// Parameters of everything of this sort, besides its own.
[[nodiscard]] std::string_view common_sprite_parameters();
[[nodiscard]] std::string_view common_effect_parameters();
[[nodiscard]] std::string_view common_termination_parameters();
[[nodiscard]] std::string_view game_parameters();

template <typename Kind>
[[nodiscard]] const Word<Kind>* find_word(std::span<const Word<Kind>> words,
                                          std::string_view name) {
  for (const Word<Kind>& word : words) {
    if (word.name == name) return &word;
  }
  return nullptr;
}

// Whether a list with blanks between its words has this one.
[[nodiscard]] bool lists(std::string_view words, std::string_view word);
// The words of such a list.
[[nodiscard]] std::vector<std::string> split_words(std::string_view words);

[[nodiscard]] constexpr bool is_avatar(SpriteClass kind) {
  return kind >= SpriteClass::moving_avatar && kind <= SpriteClass::missile_avatar;
}
[[nodiscard]] constexpr bool is_spawner(SpriteClass kind) {
  return kind >= SpriteClass::spawn_point && kind <= SpriteClass::random_bomber;
}
// Whether sprites of this class do something by themselves in each tick.
[[nodiscard]] constexpr bool is_active(SpriteClass kind) {
  return kind >= SpriteClass::flicker && kind <= SpriteClass::random_bomber;
}

}  // namespace palamedes::vgdl
