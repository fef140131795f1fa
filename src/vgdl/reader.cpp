#include "vgdl/reader.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/suggest.h"

namespace palamedes::vgdl {
namespace {

constexpr std::size_t max_types = 1000;

template <typename Kind>
std::vector<std::string> names_of(std::span<const Word<Kind>> words) {
  std::vector<std::string> names;
  for (const Word<Kind>& word : words) names.emplace_back(word.name);
  return names;
}

// Whether any sprite class has such a parameter.
bool is_sprite_parameter(std::string_view name) {
  if (lists(common_sprite_parameters(), name)) return true;
  for (const auto& word : sprite_classes()) {
    if (lists(word.parameters, name)) return true;
  }
  return false;
}

// What a class sets before its parameters are read.
void set_defaults(SpriteType& type) {
  using enum SpriteClass;
  switch (type.kind) {
    case immovable:
    case resource_pack:
      type.is_static = true;
      break;
    case door:
    case portal:
      type.is_static = true;
      type.is_portal = true;
      break;
    case conveyor:
      type.is_static = true;
      type.is_oriented = true;
      break;
    case oriented_flicker:
      type.is_oriented = true;
      break;
    case missile:
    case erratic_missile:
      type.speed = 1;
      type.is_oriented = true;
      break;
    case random_missile:
      type.speed = 1;
      type.is_oriented = true;
      type.orientation = nil_direction;
      break;
    case random_npc:
    case chaser:
    case los_chaser:
    case path_chaser:
    case alternate_chaser:
    case random_alt_chaser:
    case path_alt_chaser:
    case random_path_alt_chaser:
      type.speed = 1;
      type.is_npc = true;
      break;
    case fleeing:
      type.speed = 1;
      type.is_npc = true;
      type.flees = true;
      break;
    case spawn_point:
      type.is_static = true;
      break;
    case spawn_point_multi_sprite:
      type.is_static = true;
      type.is_oriented = true;
      type.orientation = base_directions[3];
      type.is_npc = true;
      break;
    case bomber:
    case bomber_random_missile:
      type.is_oriented = true;
      type.orientation = base_directions[3];
      type.is_npc = true;
      break;
    case random_bomber:
      type.speed = 1;
      type.is_oriented = true;
      type.orientation = base_directions[3];
      type.is_npc = true;
      break;
    case oriented_avatar:
    case shoot_avatar:
    case shoot_only_avatar:
      type.speed = 1;
      type.is_oriented = true;
      type.orientation = base_directions[3];
      type.rotates_in_place = true;
      break;
    case ongoing_avatar:
    case ongoing_shoot_avatar:
    case ongoing_turning_avatar:
      type.speed = 1;
      type.is_oriented = true;
      type.orientation = base_directions[3];
      break;
    case missile_avatar:
      type.speed = 1;
      type.is_oriented = true;
      break;
    default:
      if (is_avatar(type.kind)) type.speed = 1;
      break;
  }
  if (type.kind == flicker || type.kind == oriented_flicker || type.kind == spreader) {
    type.limit = 1;
  }
  if (type.kind == resource || type.kind == resource_pack) type.limit = 2;
}

}  // namespace

TypeId Rules::find(std::string_view type) const {
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (types[i].name == type) return static_cast<TypeId>(i);
  }
  return no_type;
}

Result<LoadedRules> read_rules(std::string_view text, const std::string& file,
                               const ReadLimits& limits) {
  auto outline = read_outline(text, file, limits);
  if (!outline) return tl::unexpected(std::move(outline.error()));
  return RulesReader(*outline, file).read();
}

std::vector<std::string> RulesReader::type_names() const {
  std::vector<std::string> names;
  const auto is_printable = [](char c) { return c >= ' ' && c < 0x7f; };
  for (const auto& [name, type] : ids_) {
    if (std::all_of(name.begin(), name.end(), is_printable)) names.push_back(name);
  }
  return names;
}

TypeId RulesReader::type_named(std::string_view name, SourceLocation where) {
  const auto found = ids_.find(name);
  if (found != ids_.end()) return found->second;
  diagnostics_.warning(where, fmt::format("there is no sprite {}", quote_word(name)),
                       did_you_mean(name, type_names()));
  return no_type;
}

std::vector<TypeId> RulesReader::types_named(const Values& values, std::string_view parameter) {
  std::vector<TypeId> types;
  const Value* value = values.find(parameter);
  if (value == nullptr) return types;
  for (const std::string_view name : split_list(value->text)) {
    const TypeId type = type_named(name, value->value_where);
    if (type != no_type) types.push_back(type);
  }
  return types;
}

void RulesReader::stop_reading(SourceLocation where, const std::string& why,
                               const std::string& hint) {
  diagnostics_.warning(where, why + "; nothing that stands below this line is read", hint);
}

Result<LoadedRules> RulesReader::read() {
  const Line& root = outline_.lines.front();
  if (root.words.front().text != "BasicGame") {
    diagnostics_.error(root.words.front().where,
                       fmt::format("a game begins with BasicGame, not with {}",
                                   quote_word(root.words.front().text)));
    return tl::unexpected(std::move(diagnostics_));
  }
  const TypeId wall = register_type("wall", {});
  const TypeId avatar = register_type("avatar", {});
  rules_.order = {wall, avatar};
  for (const TypeId type : rules_.order) rules_.types[type].family = {type};
  rules_.types[wall].kind = SpriteClass::immovable;
  rules_.types[avatar].kind = SpriteClass::moving_avatar;
  for (const TypeId type : rules_.order) set_defaults(rules_.types[type]);
  rules_.mapping['w'] = {wall};
  rules_.mapping['A'] = {avatar};
  read_game(root);
  bool goes_on = true;
  for (const std::size_t index : root.below) {
    const Line& section = outline_.lines[index];
    const Token& word = section.words.front();
    if (!goes_on) break;
    if (section.words.size() > 1) {
      diagnostics_.warning(section.words[1].where, "the rest of this line is not read");
    }
    if (word.text == "SpriteSet") {
      read_sprites(section, {.kind = {}, .values = Values(diagnostics_), .family = {}});
      finish_types();
    } else if (word.text == "LevelMapping") {
      read_mapping(section);
    } else if (word.text == "InteractionSet") {
      goes_on = read_interactions(section);
    } else if (word.text == "TerminationSet") {
      goes_on = read_terminations(section);
    } else {
      const std::vector<std::string> sections = {"SpriteSet", "LevelMapping", "InteractionSet",
                                                 "TerminationSet"};
      diagnostics_.warning(word.where, fmt::format("there is no section {}", quote_word(word.text)),
                           did_you_mean(word.text, sections));
    }
  }
  finish_types();
  const Value* obstacles = nullptr;
  Values game(diagnostics_);
  for (const Token& token : root.words) {
    if (token.text.find('=') != std::string_view::npos && token.text.starts_with("obs=")) {
      game.add(token);
    }
  }
  obstacles = game.find("obs");
  if (obstacles != nullptr) rules_.obstacles = types_named(game, "obs");
  order_pairs();
  find_resources();
  diagnostics_.sort();
  if (diagnostics_.has_errors()) return tl::unexpected(std::move(diagnostics_));
  rules_.name = diagnostics_.file();
  return LoadedRules{.rules = std::move(rules_), .warnings = std::move(diagnostics_)};
}

void RulesReader::read_game(const Line& line) {
  Values values(diagnostics_);
  for (std::size_t i = 1; i < line.words.size(); ++i) {
    if (line.words[i].text.find('=') != std::string_view::npos) {
      values.add(line.words[i]);
    } else {
      diagnostics_.warning(line.words[i].where,
                           fmt::format("{} is no parameter", quote_word(line.words[i].text)));
    }
  }
  values.check_known("BasicGame", "", game_parameters());
  values.read("square_size", rules_.square_size);
  rules_.square_size = std::clamp(rules_.square_size, 0, 1000);
  int players = 1;
  values.read("no_players", players);
  if (players != 1) {
    diagnostics_.error(values.find("no_players")->where, "games of several players are not played");
  }
}

TypeId RulesReader::register_type(std::string_view name, SourceLocation where) {
  const auto found = ids_.find(name);
  if (found != ids_.end()) return found->second;
  const auto type = static_cast<TypeId>(rules_.types.size());
  ids_.emplace(name, type);
  rules_.types.push_back({.name = std::string(name), .where = where});
  return type;
}

void RulesReader::read_sprites(const Line& above, const Inherited& inherited) {
  for (const std::size_t index : above.below) {
    const Line& line = outline_.lines[index];
    const Token& name = line.words.front();
    Values values(diagnostics_);
    bool is_definition = false;
    Token kind;
    for (std::size_t i = 1; i < line.words.size(); ++i) {
      const Token& word = line.words[i];
      if (word.text == ">") {
        is_definition = true;
      } else if (word.text.find('=') != std::string_view::npos) {
        values.add(word);
      } else {
        kind = word;
      }
    }
    if (!is_definition) {
      diagnostics_.warning(name.where,
                           "this line has no '>'; it and what follows below the same line above "
                           "are not read");
      return;
    }
    if (rules_.types.size() >= max_types) {
      diagnostics_.error(name.where, fmt::format("there are more than {} sprites", max_types));
      return;
    }
    for (const Value& value : values.list()) {
      if (is_sprite_parameter(value.name)) continue;
      std::vector<std::string> known = split_words(common_sprite_parameters());
      for (const auto& word : sprite_classes()) {
        for (std::string& own : split_words(word.parameters)) known.push_back(std::move(own));
      }
      diagnostics_.warning(value.where,
                           fmt::format("no sprite has a parameter {}", quote_word(value.name)),
                           did_you_mean(value.name, known));
    }
    const TypeId type = register_type(name.text, name.where);
    SpriteType& made = rules_.types[type];
    values.read("singleton", made.is_singleton);  // not handed down
    made.where = name.where;
    made.family = inherited.family;
    std::erase(made.family, type);
    made.family.push_back(type);
    const std::vector<TypeId> family = made.family;
    if (family.size() > 1) {
      std::vector<TypeId>& siblings = rules_.types[family[family.size() - 2]].children;
      if (std::find(siblings.begin(), siblings.end(), type) == siblings.end()) {
        siblings.push_back(type);
      }
    }
    const bool overridden = !inherited.kind.empty();
    if (overridden && !kind.text.empty() && kind.text != inherited.kind) {
      diagnostics_.warning(kind.where,
                           fmt::format("the class {} further up wins over {}",
                                       quote_word(inherited.kind), quote_word(kind.text)));
    }
    values.inherit(inherited.values);
    define_type(type, name, overridden ? inherited.kind : kind.text, kind.where, values);
    if (line.below.empty()) {
      std::erase(rules_.order, type);
      rules_.order.push_back(type);
    } else {
      read_sprites(line, {.kind = kind.text.empty() ? inherited.kind : kind.text,
                          .values = values,
                          .family = family});
    }
  }
}

void RulesReader::define_type(TypeId type, const Token& name, std::string_view kind,
                              SourceLocation kind_where, const Values& values) {
  SpriteType& made = rules_.types[type];
  const bool keeps = made.is_singleton;
  SpriteType fresh{.name = made.name, .where = made.where};
  fresh.family = made.family;
  fresh.children = made.children;
  fresh.is_singleton = keeps;
  made = std::move(fresh);
  if (kind.empty()) return;
  const Word<SpriteClass>* word = find_word(sprite_classes(), kind);
  if (word == nullptr) {
    diagnostics_.warning(kind_where.line == 0 ? name.where : kind_where,
                         fmt::format("there is no sprite class {}: {} can never be made",
                                     quote_word(kind), quote_word(name.text)),
                         did_you_mean(kind, names_of(sprite_classes())));
    return;
  }
  if (word->kind == SpriteClass::continuous) {
    diagnostics_.error(
        kind_where.line == 0 ? name.where : kind_where,
        fmt::format("class {} needs continuous physics, which is not played", quote_word(kind)));
    return;
  }
  made.kind = word->kind;
  set_defaults(made);
  read_class_values(made, values);
  late_.emplace_back(type, values);
}

void RulesReader::read_class_values(SpriteType& type, const Values& values) {
  values.read("speed", type.speed);
  values.read("cooldown", type.cooldown);
  type.cooldown = std::max(type.cooldown, 1);
  values.read("orientation", type.orientation);
  if (!type.orientation.is_none()) type.is_oriented = true;
  values.read("only_active", type.only_active);
  values.read("stationary", type.is_stationary);
  values.read("rotateInPlace", type.rotates_in_place);
  values.read("portal", type.is_portal);
  type.is_hidden = to_bool(values.text("hidden")).value_or(false);
  type.is_invisible = to_bool(values.text("invisible")).value_or(false);
  values.read("healthPoints", type.health);
  values.read("maxHealthPoints", type.max_health);
  values.read("limitHealthPoints", type.health_limit);
  if (type.max_health == 0) type.max_health = type.health;
  type.health = std::min(type.health, type.max_health);
  values.read("timeToLive", type.time_to_live);
  values.read("wMult", type.width_factor);
  values.read("hMult", type.height_factor);
  type.color = values.text("color");
  type.image = values.text("img");
  int physics = 0;
  if (values.text("physicstype") == "CONT" || values.text("physicstype") == "1") physics = 1;
  if (physics != 0) {
    diagnostics_.error(values.find("physicstype")->where, "continuous physics is not played");
  }
  values.read("limit", type.limit);
  values.read("value", type.value);
  values.read("minAmmo", type.min_ammo);
  values.read("ammoCost", type.ammo_cost);
  const bool spreads = type.kind == SpriteClass::spreader;
  values.read(spreads ? "spreadprob" : "prob", type.probability);
  values.read("total", type.total);
  values.read("spawnorientation", type.spawn_orientation);
  values.read("cons", type.repeats);
  values.read("maxDistance", type.max_distance);
  values.read("fleeing", type.flees);
  values.read("epsilon", type.epsilon);
  values.read("randomTarget", type.has_random_target);
}

// Names of types can stand before their definition, so they are looked up when all are known.
void RulesReader::finish_types() {
  for (const auto& [type, values] : late_) {
    SpriteType& made = rules_.types[type];
    std::string_view parameter = "stype";
    using enum SpriteClass;
    if (made.kind == spawn_point_multi_sprite) parameter = "stypes";
    if (made.kind == bomber_random_missile) parameter = "stypeMissile";
    const bool alternates = made.kind >= alternate_chaser && made.kind <= random_path_alt_chaser;
    if (alternates) parameter = "stype1";
    made.targets = types_named(values, parameter);
    made.ammo = types_named(values, "ammo");
    const auto behind = types_named(values, "spawnBehind");
    if (!behind.empty()) made.spawn_behind = behind.front();
  }
  late_.clear();
  std::erase(rules_.order, avatar_type);
  rules_.order.push_back(avatar_type);
  for (SpriteType& type : rules_.types) type.is_ordered = false;
  for (const TypeId type : rules_.order) rules_.types[type].is_ordered = true;
  for (std::size_t i = 0; i < rules_.types.size(); ++i) {
    std::vector<TypeId> members;
    std::vector<bool> seen(rules_.types.size());
    const auto add = [&](TypeId type) {
      if (!seen[type]) members.push_back(type);
      seen[type] = true;
    };
    std::vector<bool> visited(rules_.types.size());
    const auto visit = [&](const auto& self, TypeId type) -> void {
      if (visited[type]) return;
      visited[type] = true;
      for (const TypeId ancestor : rules_.types[type].family) add(ancestor);
      for (const TypeId child : rules_.types[type].children) self(self, child);
    };
    visit(visit, static_cast<TypeId>(i));
    rules_.types[i].members = std::move(members);
  }
}

void RulesReader::read_mapping(const Line& section) {
  for (const std::size_t index : section.below) {
    const Line& line = outline_.lines[index];
    const Token& sign = line.words.front();
    if (line.words.size() < 2 || line.words[1].text != ">") {
      diagnostics_.warning(sign.where, "a line of the LevelMapping is 'CHARACTER > SPRITES'");
      continue;
    }
    if (sign.text.size() > 1) {
      diagnostics_.warning(sign.where, "only the first character counts");
    }
    if (!line.below.empty()) {
      diagnostics_.warning(outline_.lines[line.below.front()].words.front().where,
                           "this line is indented below another one, and is not read");
    }
    std::vector<TypeId> types;
    for (std::size_t i = 2; i < line.words.size(); ++i) {
      const TypeId type = type_named(line.words[i].text, line.words[i].where);
      if (type != no_type) types.push_back(type);
    }
    rules_.mapping[static_cast<unsigned char>(sign.text.front())] = std::move(types);
  }
}

}  // namespace palamedes::vgdl
