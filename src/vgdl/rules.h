#pragma once
// A game file after reading: every name is a number, every parameter a member. Nothing here changes
// while the game is played.

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "vgdl/outline.h"
#include "vgdl/words.h"

namespace palamedes::vgdl {

using TypeId = std::uint16_t;
inline constexpr TypeId no_type = 0xffff;
// Two types are there before the file is read.
inline constexpr TypeId wall_type = 0;
inline constexpr TypeId avatar_type = 1;

struct Direction {
  float x = 0;
  float y = 0;
  constexpr bool operator==(const Direction&) const = default;
  [[nodiscard]] constexpr bool is_none() const { return x == 0 && y == 0; }
};

inline constexpr Direction none_direction{0, 0};
// Of a random missile that has not chosen yet.
inline constexpr Direction nil_direction{-1, -1};
// In the order in which random numbers choose them.
inline constexpr std::array<Direction, 4> base_directions = {Direction{0, -1}, Direction{-1, 0},
                                                             Direction{0, 1}, Direction{1, 0}};

struct SpriteType {
  std::string name;
  SourceLocation where;
  SpriteClass kind = SpriteClass::none;

  // The tree of types. `family` are the ancestors from the root on and the type itself; `members`
  // those and everything below it, which is what counting and collisions take.
  std::vector<TypeId> family;
  std::vector<TypeId> members;
  std::vector<TypeId> children;
  bool is_ordered = false;  // sprites of this very type are updated
  bool is_singleton = false;

  double speed = 0;
  int cooldown = 1;
  Direction orientation;
  bool is_oriented = false;
  bool is_static = false;
  bool only_active = false;
  bool is_stationary = false;
  bool rotates_in_place = false;
  bool is_portal = false;
  bool is_npc = false;
  bool is_hidden = false;
  bool is_invisible = false;
  int health = 0;
  int max_health = 0;
  int health_limit = 1000;
  int time_to_live = -1;
  double width_factor = 1;
  double height_factor = 1;
  std::string color;
  std::string image;  // as the rules say: a file without its ending, folders before it

  // Of some classes. `targets` is what it makes, chases or leads to.
  std::vector<TypeId> targets;
  std::vector<TypeId> ammo;
  int min_ammo = -1;
  int ammo_cost = 1;
  int limit = 0;  // of a Flicker's age, or of what can be carried
  int value = 1;
  double probability = 1;
  int total = 0;
  Direction spawn_orientation;
  int repeats = 0;  // parameter `cons`
  double max_distance = -1;
  bool flees = false;
  double epsilon = 0;
  bool has_random_target = false;
  TypeId spawn_behind = wall_type;
};

struct Effect {
  EffectKind kind = EffectKind::kill_sprite;
  SourceLocation where;
  int score = 0;
  int score_if_killed = 0;
  double probability = 1;
  TypeId type = no_type;        // stype
  TypeId other_type = no_type;  // stypeTo, stypeCount, stype_other, spawnPoint
  TypeId else_type = no_type;   // estype
  TypeId resource = no_type;
  int limit = 0;
  int most = std::numeric_limits<int>::max();  // leq
  int value = 1;
  int spend = 0;
  double amount = 0;  // a speed, or an offset
  // killSecond, killResource, align, orient, subtract, takeOrientation, stepBack, pixelPerfect
  bool flag = false;
  bool kills_second = false;
  bool forces_orientation = false;
  EffectKind shielded = EffectKind::continuous;  // ftype of a shield
  std::uint32_t inner = 0;                       // effect of a timer
  int timer = 0;
  bool repeats = false;
  std::vector<TypeId> except;  // notStype
};

// Effects of two sprites that touch, in the order in which they are tried.
struct PairEffect {
  TypeId first = 0;
  TypeId second = 0;
  std::uint32_t effect = 0;
};

struct EdgeEffect {
  TypeId type = 0;
  std::uint32_t effect = 0;
};

struct TimeEffect {
  TypeId type = no_type;  // none: runs once, without a sprite
  std::uint32_t effect = 0;
  int first_tick = 0;
};

struct Termination {
  TerminationKind kind = TerminationKind::timeout;
  std::array<TypeId, 3> types = {no_type, no_type, no_type};
  int limit = 0;
  int sub_types = 0;
  bool is_minimum = false;
  bool wins = false;
};

struct Rules {
  std::string name;
  std::vector<SpriteType> types;
  std::vector<TypeId> order;  // of drawing; updates run in reverse
  std::vector<Effect> effects;
  std::vector<PairEffect> pairs;
  std::vector<EdgeEffect> edges;
  std::vector<TimeEffect> times;
  std::vector<Termination> terminations;
  std::array<std::vector<TypeId>, 256> mapping;  // of the characters of a level
  int square_size = 0;                           // 0: depends on the level
  std::vector<TypeId> obstacles;                 // parameter `obs`
  // Types that something collects, spends or asks for; how much of each can be carried.
  std::vector<TypeId> resources;
  std::vector<int> resource_limits;
  std::vector<std::uint16_t> resource_index;  // by type; as many as there are resources: none

  [[nodiscard]] TypeId find(std::string_view type) const;
};

struct LoadedRules {
  Rules rules;
  Diagnostics warnings;
};

// Unknown classes, effects, parameters and names are warnings, and the game is played as the Java
// framework does it: an effect that cannot be made ends the reading of the file. What cannot be
// played at all is an error.
[[nodiscard]] Result<LoadedRules> read_rules(std::string_view text, const std::string& file,
                                             const ReadLimits& limits = {});

}  // namespace palamedes::vgdl
