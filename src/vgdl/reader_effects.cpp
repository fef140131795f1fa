#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/suggest.h"
#include "vgdl/reader.h"

namespace palamedes::vgdl {
namespace {

constexpr std::size_t max_effects = 10'000;
constexpr int max_repeat = 100;
constexpr std::size_t max_pairs = 100'000;
constexpr std::size_t max_resources = 64;

bool is_word(std::string_view text, std::string_view upper) {
  return std::equal(text.begin(), text.end(), upper.begin(), upper.end(), [](char a, char b) {
    return (a >= 'a' && a <= 'z' ? static_cast<char>(a - 32) : a) == b;
  });
}

bool is_edge(const Token& word) { return is_word(word.text, "EOS"); }
bool is_time(const Token& word) { return is_word(word.text, "TIME"); }

// What stands before '>', and behind it.
struct Parts {
  std::vector<Token> sprites;
  Token function;
  bool is_definition = false;
};

// Which types an effect cannot do without.
std::string_view needed_types(EffectKind kind) {
  switch (kind) {
    case EffectKind::kill_all:
    case EffectKind::transform_to:
    case EffectKind::transform_to_random_child:
    case EffectKind::spawn:
    case EffectKind::spawn_behind:
    case EffectKind::spawn_above:
    case EffectKind::spawn_below:
    case EffectKind::spawn_left:
    case EffectKind::spawn_right:
    case EffectKind::increase_speed_to_all:
    case EffectKind::decrease_speed_to_all:
    case EffectKind::set_speed_for_all:
    case EffectKind::shield_from:
      return "stype";
    case EffectKind::transform_to_all:
      return "stype stypeTo";
    case EffectKind::transform_if_count:
      return "stype stypeCount";
    case EffectKind::transform_to_singleton:
      return "stype stype_other";
    case EffectKind::spawn_if_has_more:
    case EffectKind::spawn_if_has_less:
      return "stype resource";
    case EffectKind::kill_if_has_more:
    case EffectKind::kill_if_has_less:
    case EffectKind::kill_if_other_has_more:
    case EffectKind::change_resource:
      return "resource";
    case EffectKind::collect_resource_if_held:
      return "heldResource";
    case EffectKind::update_spawn_type:
      return "stype spawnPoint";
    default:
      return "";
  }
}

}  // namespace

bool RulesReader::read_interactions(const Line& section) {
  return std::all_of(section.below.begin(), section.below.end(),
                     [&](std::size_t index) { return read_interaction(outline_.lines[index]); });
}

bool RulesReader::read_interaction(const Line& line) {
  Parts parts;
  Values values(diagnostics_);
  for (const Token& word : line.words) {
    if (word.text == ">") {
      parts.is_definition = true;
    } else if (word.text.find('=') != std::string_view::npos) {
      values.add(word);
    } else if (parts.is_definition) {
      parts.function = word;
    } else {
      parts.sprites.push_back(word);
    }
  }
  const SourceLocation where = line.words.front().where;
  if (!line.below.empty()) {
    diagnostics_.warning(outline_.lines[line.below.front()].words.front().where,
                         "this line is indented below another one, and is not read");
  }
  if (!parts.is_definition || parts.sprites.size() < 2 || parts.function.text.empty()) {
    diagnostics_.warning(where,
                         "an interaction is 'SPRITE SPRITE > EFFECT'; this line is not read");
    return true;
  }
  if (rules_.effects.size() >= max_effects) {
    diagnostics_.error(where, fmt::format("there are more than {} effects", max_effects));
    return false;
  }
  std::uint32_t effect = 0;
  if (!make_effect(parts.function, values, effect)) return false;
  const Token first = parts.sprites.front();
  parts.sprites.erase(parts.sprites.begin());
  add_effect(first, parts.sprites, effect, values);
  return true;
}

bool RulesReader::make_effect(const Token& function, const Values& values, std::uint32_t& made) {
  const Word<EffectKind>* word = find_word(effects(), function.text);
  if (word == nullptr) {
    std::vector<std::string> known;
    for (const auto& each : effects()) known.emplace_back(each.name);
    stop_reading(function.where, fmt::format("there is no effect {}", quote_word(function.text)),
                 did_you_mean(function.text, known));
    return false;
  }
  if (word->kind == EffectKind::continuous) {
    diagnostics_.error(
        function.where,
        fmt::format("effect {} is of continuous physics or of two players, which are "
                    "not played",
                    quote_word(function.text)));
    return true;
  }
  Effect effect{.kind = word->kind, .where = function.where};
  const bool is_timer = word->kind == EffectKind::add_timer;
  if (is_timer) {
    // The parameters of the effect that is put off stand on the same line.
    const Value* name = values.find("ftype");
    if (name == nullptr) {
      stop_reading(function.where, "addTimer wants an effect as ftype", "");
      return false;
    }
    if (name->text == "addTimer") {
      stop_reading(name->value_where, "a timer cannot start a timer", "");
      return false;
    }
    if (!make_effect({name->text, name->value_where}, values, effect.inner)) return false;
  }
  std::string own(word->parameters);
  own += " timer repeating nextExecution";
  if (is_timer) {
    const Word<EffectKind>* inner = find_word(effects(), values.find("ftype")->text);
    if (inner != nullptr) own += " " + std::string(inner->parameters);
  }
  const bool put_off = values.find("ftype") != nullptr && word->kind != EffectKind::shield_from;
  if (is_timer || !put_off) {
    values.check_known(fmt::format("effect {}", function.text), own, common_effect_parameters());
  }
  if (!read_effect_types(function, *word, values, effect)) return false;
  read_effect_values(values, effect);
  made = static_cast<std::uint32_t>(rules_.effects.size());
  rules_.effects.push_back(std::move(effect));
  return true;
}

bool RulesReader::read_effect_types(const Token& function, const Word<EffectKind>& word,
                                    const Values& values, Effect& effect) {
  const std::string_view needed = needed_types(word.kind);
  const auto read = [&](std::string_view name, TypeId& target) {
    const Value* value = values.find(name);
    if (value == nullptr) {
      if (!lists(needed, name)) return true;
      stop_reading(function.where, fmt::format("effect {} wants {}", function.text, name), "");
      return false;
    }
    const auto found = ids_.find(value->text);
    if (found == ids_.end()) {
      stop_reading(value->value_where,
                   fmt::format("there is no sprite {}", quote_word(value->text)),
                   did_you_mean(value->text, type_names()));
      return false;
    }
    target = found->second;
    return true;
  };
  if (word.kind == EffectKind::shield_from) {
    const Word<EffectKind>* shielded = find_word(effects(), values.text("ftype"));
    if (shielded == nullptr) {
      stop_reading(function.where, "shieldFrom wants an effect as ftype", "");
      return false;
    }
    effect.shielded = shielded->kind;
  }
  effect.except = types_named(values, "notStype");
  if (word.kind == EffectKind::add_timer) return true;
  return read("stype", effect.type) && read("stypeTo", effect.other_type) &&
         read("stypeCount", effect.other_type) && read("stype_other", effect.other_type) &&
         read("spawnPoint", effect.other_type) && read("estype", effect.else_type) &&
         read("resource", effect.resource) && read("heldResource", effect.resource);
}

void RulesReader::read_effect_values(const Values& values, Effect& effect) {
  using Kind = EffectKind;
  values.read("scoreChange", effect.score);
  values.read("scoreChangeIfKilled", effect.score_if_killed);
  values.read("prob", effect.probability);
  values.read("limit", effect.limit);
  values.read("geq", effect.limit);
  values.read("leq", effect.most);
  values.read("spend", effect.spend);
  values.read("timer", effect.timer);
  values.read("repeating", effect.repeats);
  values.read("killSecond", effect.kills_second);
  values.read("forceOrientation", effect.forces_orientation);
  values.read("offset", effect.amount);
  if (effect.kind == Kind::kill_if_slow || effect.kind == Kind::kill_if_fast) {
    effect.amount = 1;
    values.read("limspeed", effect.amount);
  }
  const bool changes_speed = effect.kind == Kind::increase_speed_to_all ||
                             effect.kind == Kind::decrease_speed_to_all ||
                             effect.kind == Kind::set_speed_for_all;
  if (changes_speed) {
    if (effect.kind != Kind::set_speed_for_all) effect.amount = 0.1;
    values.read("value", effect.amount);
  } else {
    values.read("value", effect.value);
  }
  if (effect.kind == Kind::collect_resource || effect.kind == Kind::collect_resource_if_held) {
    effect.flag = true;
  }
  if (effect.kind == Kind::align) effect.flag = true;
  for (const std::string_view name : {"killResource", "align", "orient", "subtract",
                                      "takeOrientation", "stepBack", "pixelPerfect"}) {
    values.read(name, effect.flag);
  }
}

void RulesReader::add_effect(const Token& first, const std::vector<Token>& others,
                             std::uint32_t effect, const Values& values) {
  int repeat = 1;
  values.read("repeat", repeat);
  repeat = std::clamp(repeat, 0, max_repeat);
  for (const Token& other : others) {
    const Token* sprite = is_edge(first) ? &other : &first;
    if (is_edge(first) || is_edge(other)) {
      const TypeId type = type_named(sprite->text, sprite->where);
      if (type == no_type) continue;
      rules_.edges.push_back({.type = type, .effect = effect});
    } else if (is_time(other) || is_time(first)) {
      sprite = is_time(first) ? &other : &first;
      const TypeId type = type_named(sprite->text, sprite->where);
      if (type == no_type) continue;
      const bool is_late = values.find("nextExecution") != nullptr;
      rules_.times.push_back({.type = type,
                              .effect = effect,
                              .first_tick = is_late ? rules_.effects[effect].timer : 0});
    } else {
      const TypeId a = type_named(first.text, first.where);
      const TypeId b = type_named(other.text, other.where);
      if (a == no_type || b == no_type) continue;
      for (int i = 0; i < repeat && rules_.pairs.size() < max_pairs; ++i) {
        rules_.pairs.push_back({.first = a, .second = b, .effect = effect});
      }
    }
  }
}

// Effects of one pair stand together, pairs in the order in which they first appear.
void RulesReader::order_pairs() {
  std::map<std::pair<TypeId, TypeId>, std::size_t> first;
  for (const PairEffect& pair : rules_.pairs) {
    first.emplace(std::pair(pair.first, pair.second), first.size());
  }
  std::stable_sort(rules_.pairs.begin(), rules_.pairs.end(),
                   [&](const PairEffect& a, const PairEffect& b) {
                     return first[{a.first, a.second}] < first[{b.first, b.second}];
                   });
  // A line about the edge of the screen runs every effect that its sprite has there.
  std::vector<EdgeEffect> edges;
  for (const EdgeEffect& line : rules_.edges) {
    for (const EdgeEffect& each : rules_.edges) {
      if (each.type == line.type && edges.size() < max_effects) edges.push_back(each);
    }
  }
  rules_.edges = std::move(edges);
}

bool RulesReader::read_terminations(const Line& section) {
  return std::all_of(section.below.begin(), section.below.end(),
                     [&](std::size_t index) { return read_termination(outline_.lines[index]); });
}

bool RulesReader::read_termination(const Line& line) {
  const Token& name = line.words.front();
  Values values(diagnostics_);
  for (std::size_t i = 1; i < line.words.size(); ++i) {
    const Token& word = line.words[i];
    if (word.text.find('=') != std::string_view::npos) {
      values.add(word);
    } else {
      diagnostics_.warning(word.where, fmt::format("{} is no parameter", quote_word(word.text)));
    }
  }
  const Word<TerminationKind>* word = find_word(terminations(), name.text);
  if (word == nullptr) {
    std::vector<std::string> known;
    for (const auto& each : terminations()) known.emplace_back(each.name);
    stop_reading(name.where, fmt::format("there is no termination {}", quote_word(name.text)),
                 did_you_mean(name.text, known));
    return false;
  }
  values.check_known(fmt::format("termination {}", name.text), word->parameters,
                     common_termination_parameters());
  Termination made{.kind = word->kind};
  constexpr std::array<std::string_view, 3> names = {"stype1", "stype2", "stype3"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string_view parameter = i == 0 && values.find("stype") ? "stype" : names[i];
    const Value* value = values.find(parameter);
    if (value == nullptr) continue;
    const auto found = ids_.find(value->text);
    if (found == ids_.end()) {
      stop_reading(value->value_where,
                   fmt::format("there is no sprite {}", quote_word(value->text)),
                   did_you_mean(value->text, type_names()));
      return false;
    }
    made.types[i] = found->second;
  }
  values.read("limit", made.limit);
  values.read("subTypesNum", made.sub_types);
  values.read("min", made.is_minimum);
  const std::string win = values.text("win");
  const auto parts = split_list(win);
  if (!parts.empty()) made.wins = to_bool(parts.front()).value_or(false);
  rules_.terminations.push_back(made);
  return true;
}

void RulesReader::find_resources() {
  std::set<TypeId> used;
  for (const Effect& effect : rules_.effects) {
    if (effect.resource != no_type) used.insert(effect.resource);
  }
  for (std::size_t i = 0; i < rules_.types.size(); ++i) {
    const SpriteType& type = rules_.types[i];
    if (type.kind == SpriteClass::resource) used.insert(static_cast<TypeId>(i));
    used.insert(type.ammo.begin(), type.ammo.end());
  }
  if (used.size() > max_resources) {
    diagnostics_.error({}, fmt::format("there are more than {} resources", max_resources));
    return;
  }
  rules_.resources.assign(used.begin(), used.end());
  rules_.resource_index.assign(rules_.types.size(),
                               static_cast<std::uint16_t>(rules_.resources.size()));
  for (std::size_t i = 0; i < rules_.resources.size(); ++i) {
    const SpriteType& type = rules_.types[rules_.resources[i]];
    rules_.resource_index[rules_.resources[i]] = static_cast<std::uint16_t>(i);
    rules_.resource_limits.push_back(type.kind == SpriteClass::resource ? type.limit : 0);
  }
}

}  // namespace palamedes::vgdl
