#include "vgdl/words.h"

#include <array>

namespace palamedes::vgdl {
namespace {

using enum SpriteClass;

constexpr std::string_view chase = "stype maxDistance fleeing cons";
constexpr std::string_view alternate =
    "stype stype1 stype2 maxDistance fleeing cons epsilon randomTarget";
constexpr std::string_view spawn = "stype prob total spawnorientation";
constexpr std::string_view shoot = "stype ammo minAmmo ammoCost";

constexpr std::array sprite_class_words = {
    Word<SpriteClass>{"Immovable", immovable, ""},
    Word<SpriteClass>{"Door", door, ""},
    Word<SpriteClass>{"Passive", passive, ""},
    Word<SpriteClass>{"Resource", resource, "value limit"},
    Word<SpriteClass>{"ResourcePack", resource_pack, "value limit"},
    Word<SpriteClass>{"Conveyor", conveyor, ""},
    Word<SpriteClass>{"Portal", portal, "stype"},
    Word<SpriteClass>{"Flicker", flicker, "limit"},
    Word<SpriteClass>{"OrientedFlicker", oriented_flicker, "limit"},
    Word<SpriteClass>{"Spreader", spreader, "limit spreadprob stype"},
    Word<SpriteClass>{"Missile", missile, ""},
    Word<SpriteClass>{"RandomMissile", random_missile, ""},
    Word<SpriteClass>{"ErraticMissile", erratic_missile, "prob"},
    Word<SpriteClass>{"RandomNPC", random_npc, "cons"},
    Word<SpriteClass>{"Chaser", chaser, chase},
    Word<SpriteClass>{"Fleeing", fleeing, chase},
    Word<SpriteClass>{"LOSChaser", los_chaser, chase},
    Word<SpriteClass>{"PathChaser", path_chaser, chase},
    Word<SpriteClass>{"AlternateChaser", alternate_chaser, alternate},
    Word<SpriteClass>{"RandomAltChaser", random_alt_chaser, alternate},
    Word<SpriteClass>{"PathAltChaser", path_alt_chaser, alternate},
    Word<SpriteClass>{"RandomPathAltChaser", random_path_alt_chaser, alternate},
    Word<SpriteClass>{"SpawnPoint", spawn_point, spawn},
    Word<SpriteClass>{"SpawnPointMultiSprite", spawn_point_multi_sprite,
                      "stype stypes prob total spawnorientation"},
    Word<SpriteClass>{"Bomber", bomber, spawn},
    Word<SpriteClass>{"BomberRandomMissile", bomber_random_missile,
                      "stype stypeMissile prob total spawnorientation"},
    Word<SpriteClass>{"RandomBomber", random_bomber, spawn},
    Word<SpriteClass>{"MovingAvatar", moving_avatar, ""},
    Word<SpriteClass>{"HorizontalAvatar", horizontal_avatar, ""},
    Word<SpriteClass>{"VerticalAvatar", vertical_avatar, ""},
    Word<SpriteClass>{"NullAvatar", null_avatar, ""},
    Word<SpriteClass>{"FlakAvatar", flak_avatar, shoot},
    Word<SpriteClass>{"OrientedAvatar", oriented_avatar, ""},
    Word<SpriteClass>{"ShootAvatar", shoot_avatar, shoot},
    Word<SpriteClass>{"ShootOnlyAvatar", shoot_only_avatar, shoot},
    Word<SpriteClass>{"OngoingAvatar", ongoing_avatar, ""},
    Word<SpriteClass>{"OngoingShootAvatar", ongoing_shoot_avatar, shoot},
    Word<SpriteClass>{"OngoingTurningAvatar", ongoing_turning_avatar, "spawnBehind"},
    Word<SpriteClass>{"MissileAvatar", missile_avatar, ""},
    Word<SpriteClass>{"RandomInertial", continuous, "cons"},
    Word<SpriteClass>{"Walker", continuous, "airsteering"},
    Word<SpriteClass>{"WalkerJumper", continuous, "airsteering probability"},
    Word<SpriteClass>{"AimedAvatar", continuous, "angle_diff stype"},
    Word<SpriteClass>{"BirdAvatar", continuous, ""},
    Word<SpriteClass>{"CarAvatar", continuous, "angle_diff"},
    Word<SpriteClass>{"LanderAvatar", continuous, "angle_diff"},
    Word<SpriteClass>{"PlatformerAvatar", continuous, "ground_speedup_factor air_slowdown_factor"},
    Word<SpriteClass>{"SpaceshipAvatar", continuous, "angle_diff stype"},
    Word<SpriteClass>{"WizardAvatar", continuous,
                      "ground_speedup_factor air_slowdown_factor stype"},
};

using E = EffectKind;

constexpr std::array effect_words = {
    Word<E>{"killSprite", E::kill_sprite, ""},
    Word<E>{"killBoth", E::kill_both, ""},
    Word<E>{"killAll", E::kill_all, "stype"},
    Word<E>{"killIfAlive", E::kill_if_alive, ""},
    Word<E>{"killIfHasMore", E::kill_if_has_more, "resource limit"},
    Word<E>{"killIfHasLess", E::kill_if_has_less, "resource limit"},
    Word<E>{"killIfOtherHasMore", E::kill_if_other_has_more, "resource limit subtract"},
    Word<E>{"killIfFromAbove", E::kill_if_from_above, ""},
    Word<E>{"killIfFrontal", E::kill_if_frontal, ""},
    Word<E>{"killIfNotFrontal", E::kill_if_not_frontal, ""},
    Word<E>{"killIfSlow", E::kill_if_slow, "limspeed"},
    Word<E>{"killIfFast", E::kill_if_fast, "limspeed"},
    Word<E>{"stepBack", E::step_back, "pixelPerfect"},
    Word<E>{"undoAll", E::undo_all, "notStype"},
    Word<E>{"turnAround", E::turn_around, ""},
    Word<E>{"reverseDirection", E::reverse_direction, ""},
    Word<E>{"flipDirection", E::flip_direction, ""},
    Word<E>{"bounceForward", E::bounce_forward, ""},
    Word<E>{"attractGaze", E::attract_gaze, "align"},
    Word<E>{"align", E::align, "orient"},
    Word<E>{"pullWithIt", E::pull_with_it, "pixelPerfect"},
    Word<E>{"wrapAround", E::wrap_around, "offset"},
    Word<E>{"teleportToExit", E::teleport_to_exit, ""},
    Word<E>{"transformTo", E::transform_to, "stype killSecond forceOrientation"},
    Word<E>{"transformToAll", E::transform_to_all, "stype stypeTo killSecond forceOrientation"},
    Word<E>{"transformIfCount", E::transform_if_count,
            "stype stypeCount geq leq estype killSecond forceOrientation"},
    Word<E>{"transformToSingleton", E::transform_to_singleton,
            "stype stype_other takeOrientation killSecond forceOrientation"},
    Word<E>{"transformToRandomChild", E::transform_to_random_child,
            "stype killSecond forceOrientation"},
    Word<E>{"cloneSprite", E::clone_sprite, ""},
    Word<E>{"spawn", E::spawn, "stype"},
    Word<E>{"spawnIfHasMore", E::spawn_if_has_more, "resource limit stype spend"},
    Word<E>{"spawnIfHasLess", E::spawn_if_has_less, "resource limit stype"},
    Word<E>{"spawnBehind", E::spawn_behind, "stype"},
    Word<E>{"spawnAbove", E::spawn_above, "stype stepBack"},
    Word<E>{"spawnBelow", E::spawn_below, "stype stepBack"},
    Word<E>{"spawnLeft", E::spawn_left, "stype stepBack"},
    Word<E>{"spawnRight", E::spawn_right, "stype stepBack"},
    Word<E>{"collectResource", E::collect_resource, "killResource"},
    Word<E>{"collectResourceIfHeld", E::collect_resource_if_held,
            "heldResource value killResource"},
    Word<E>{"changeResource", E::change_resource, "resource value killResource"},
    Word<E>{"addHealthPoints", E::add_health_points, "value killSecond"},
    Word<E>{"addHealthPointsToMax", E::add_health_points_to_max, "value killSecond"},
    Word<E>{"subtractHealthPoints", E::subtract_health_points,
            "value limit stype scoreChangeIfKilled"},
    Word<E>{"increaseSpeedToAll", E::increase_speed_to_all, "stype value"},
    Word<E>{"decreaseSpeedToAll", E::decrease_speed_to_all, "stype value"},
    Word<E>{"setSpeedForAll", E::set_speed_for_all, "stype value"},
    Word<E>{"halfSpeed", E::half_speed, ""},
    Word<E>{"shieldFrom", E::shield_from, "stype ftype"},
    Word<E>{"removeScore", E::remove_score, "stype killSecond"},
    Word<E>{"updateSpawnType", E::update_spawn_type, "stype spawnPoint"},
    Word<E>{"addTimer", E::add_timer, "ftype timer repeating nextExecution"},
    Word<E>{"killIfNotUpright", E::continuous, ""},
    Word<E>{"bounceDirection", E::continuous, "maxBounceAngleDeg"},
    Word<E>{"wallStop", E::continuous, "friction"},
    Word<E>{"wallBounce", E::continuous, ""},
    Word<E>{"wallReverse", E::continuous, "friction"},
    Word<E>{"waterPhysics", E::continuous, ""},
    Word<E>{"spawnIfCounterSubTypes", E::continuous, "stype estype stypeCount limit subTypesNum"},
};

using T = TerminationKind;

constexpr std::array termination_words = {
    Word<T>{"SpriteCounter", T::sprite_counter, "stype"},
    Word<T>{"SpriteCounterMore", T::sprite_counter_more, "stype"},
    Word<T>{"MultiSpriteCounter", T::multi_sprite_counter, "stype1 stype2 stype3 min"},
    Word<T>{"MultiSpriteCounterSubTypes", T::multi_sprite_counter_sub_types,
            "stype1 stype2 stype3 subTypesNum min"},
    Word<T>{"Timeout", T::timeout, ""},
    Word<T>{"StopCounter", T::stop_counter, "stype1 stype2 stype3 min"},
};

}  // namespace

std::span<const Word<SpriteClass>> sprite_classes() { return sprite_class_words; }
std::span<const Word<EffectKind>> effects() { return effect_words; }
std::span<const Word<TerminationKind>> terminations() { return termination_words; }

std::string_view common_sprite_parameters() {
  return "speed cooldown orientation singleton hidden invisible portal healthPoints "
         "maxHealthPoints limitHealthPoints timeToLive only_active stationary rotateInPlace mass "
         "gravity friction max_speed jump_strength solid physicstype wMult hMult img color "
         "shrinkfactor autotiling randomtiling frameRate orientedImg draw_arrow";
}

std::string_view common_effect_parameters() {
  return "scoreChange repeat prob counter counterElse";
}

std::string_view common_termination_parameters() { return "win limit count_score"; }

std::string_view game_parameters() { return "square_size key_handler obs no_players no_counters"; }

bool lists(std::string_view words, std::string_view word) {
  if (word.empty()) return false;
  for (std::size_t at = 0; (at = words.find(word, at)) != std::string_view::npos; ++at) {
    const std::size_t end = at + word.size();
    if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' ')) {
      return true;
    }
  }
  return false;
}

std::vector<std::string> split_words(std::string_view words) {
  std::vector<std::string> list;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find(' ', at), words.size());
    if (end > at) list.emplace_back(words.substr(at, end - at));
    at = end + 1;
  }
  return list;
}

}  // namespace palamedes::vgdl
