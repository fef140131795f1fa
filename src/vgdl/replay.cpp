#include "vgdl/replay.h"

#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "vgdl/simulator.h"

namespace palamedes::vgdl {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, action_count> action_names = {"NIL",  "LEFT", "RIGHT",
                                                                     "DOWN", "UP",   "USE"};
constexpr std::size_t most_sprites_shown = 10;
constexpr std::uint32_t most_ids = 10'000'000;

// A sprite as the recorder saw it.
struct Seen {
  bool is_there = false;
  std::int64_t type = 0;
  std::int64_t x = 0;
  std::int64_t y = 0;
  double orientation_x = 0;
  double orientation_y = 0;
  std::int64_t health = 0;
  bool disabled = false;
  std::vector<std::pair<std::int64_t, std::int64_t>> resources;  // type and amount, by type
  bool operator==(const Seen&) const = default;
};

std::string to_text(const Seen& seen) {
  if (!seen.is_there) return "absent";
  std::string text = fmt::format("type {} at ({}, {}) facing ({:g}, {:g})", seen.type, seen.x,
                                 seen.y, seen.orientation_x, seen.orientation_y);
  if (seen.health != 0) text += fmt::format(" health {}", seen.health);
  if (seen.disabled) text += " disabled";
  for (const auto& [type, amount] : seen.resources) text += fmt::format(" {}:{}", type, amount);
  return text;
}

std::int64_t whole(const Json& json, std::int64_t otherwise = 0) {
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return std::llround(std::clamp(json.get<double>(), -1e15, 1e15));
  return otherwise;
}

const Json& field(const Json& json, const char* name) {
  static const Json none;
  const auto found = json.is_object() ? json.find(name) : json.end();
  return json.is_object() && found != json.end() ? *found : none;
}

std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

Json parse(std::string_view line) { return Json::parse(line, nullptr, false); }

// All sprites by id, as recorded so far.
class Recorded {
 public:
  // What is wrong with the line, or nothing.
  std::string apply(const Json& line) {
    for (const Json& id : field(line, "del")) {
      const std::int64_t number = whole(id, -1);
      if (number < 0 || static_cast<std::size_t>(number) >= sprites_.size()) return "bad id in del";
      count_ -= sprites_[static_cast<std::size_t>(number)].is_there ? 1 : 0;
      sprites_[static_cast<std::size_t>(number)].is_there = false;
    }
    for (const Json& tuple : field(line, "chg")) {
      if (!tuple.is_array() || tuple.size() < 9) return "a sprite wants nine entries";
      const std::int64_t id = whole(tuple[0], -1);
      if (id < 0 || id > most_ids) return "bad id of a sprite";
      if (static_cast<std::size_t>(id) >= sprites_.size()) {
        sprites_.resize(static_cast<std::size_t>(id) + 1);
      }
      Seen& seen = sprites_[static_cast<std::size_t>(id)];
      count_ += seen.is_there ? 0 : 1;
      seen = {.is_there = true,
              .type = whole(tuple[1]),
              .x = whole(tuple[2]),
              .y = whole(tuple[3]),
              .orientation_x = tuple[4].is_number() ? tuple[4].get<double>() : 0,
              .orientation_y = tuple[5].is_number() ? tuple[5].get<double>() : 0,
              .health = whole(tuple[6]),
              .disabled = whole(tuple[7]) != 0};
      if (!tuple[8].is_object()) continue;
      for (const auto& [type, amount] : tuple[8].items()) {
        seen.resources.emplace_back(std::strtoll(type.c_str(), nullptr, 10), whole(amount));
      }
      std::sort(seen.resources.begin(), seen.resources.end());
    }
    return {};
  }

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] const Seen& at(std::size_t id) const {
    static const Seen absent;
    return id < sprites_.size() ? sprites_[id] : absent;
  }
  [[nodiscard]] std::size_t ids() const { return sprites_.size(); }

 private:
  std::vector<Seen> sprites_;
  std::size_t count_ = 0;
};

Seen seen_of(const Game& game, const Sprite& sprite, const std::int32_t* carried) {
  Seen seen{.is_there = true,
            .type = sprite.type,
            .x = sprite.x,
            .y = sprite.y,
            .orientation_x = static_cast<double>(sprite.orientation.x),
            .orientation_y = static_cast<double>(sprite.orientation.y),
            .health = sprite.health,
            .disabled = sprite.has(disabled_flag)};
  const std::vector<TypeId>& resources = game.rules().resources;
  for (std::size_t i = 0; carried != nullptr && i < resources.size(); ++i) {
    if (carried[i] != 0) seen.resources.emplace_back(resources[i], carried[i]);
  }
  return seen;
}

bool is_near(double a, double b) { return std::abs(a - b) < 1e-4; }

// An amount of nothing may be recorded or not.
bool is_same(Seen recorded, const Seen& here) {
  std::erase_if(recorded.resources, [](const auto& each) { return each.second == 0; });
  if (!is_near(recorded.orientation_x, here.orientation_x) ||
      !is_near(recorded.orientation_y, here.orientation_y)) {
    return false;
  }
  recorded.orientation_x = here.orientation_x;
  recorded.orientation_y = here.orientation_y;
  return recorded == here;
}

std::optional<RunDifference> compare(const Game& game, const State& state, const Json& line,
                                     const Recorded& recorded) {
  RunDifference difference;
  const State::Header& head = state.head();
  const auto differs = [&](const char* what, std::int64_t was, std::int64_t is) {
    if (was != is && difference.what.empty()) {
      difference.what = fmt::format("{} was {} and is {}", what, was, is);
    }
  };
  differs("the score", whole(field(line, "score")), head.score);
  differs("the winner", whole(field(line, "win"), -1), static_cast<int>(head.winner));
  differs("the number of sprites", static_cast<std::int64_t>(recorded.count()), head.sprite_count);
  differs("the number of random draws", whole(field(line, "rng")), head.random.draws());
  std::vector<bool> met(recorded.ids());
  const auto check = [&](const Sprite& sprite, const std::int32_t* carried) {
    const Seen here = seen_of(game, sprite, carried);
    const Seen& was = recorded.at(sprite.id);
    if (sprite.id < met.size()) met[sprite.id] = true;
    if (is_same(was, here)) return;
    if (difference.sprites.size() < most_sprites_shown) {
      difference.sprites.push_back(fmt::format("{} ({}): recorded {}; here {}", sprite.id,
                                               game.type(sprite.type).name, to_text(was),
                                               to_text(here)));
    }
  };
  for (const Sprite& sprite : game.fixed()) check(sprite, nullptr);
  for (std::size_t type = 0; type < game.rules().types.size(); ++type) {
    for (Slot slot = state.lists()[type].first; slot != no_slot; slot = state.sprite(slot).next) {
      check(state.sprite(slot), state.carried(slot));
    }
  }
  for (std::size_t id = 0; id < met.size() && difference.sprites.size() < most_sprites_shown;
       ++id) {
    if (met[id] || !recorded.at(id).is_there) continue;
    difference.sprites.push_back(
        fmt::format("{}: recorded {}; here absent", id, to_text(recorded.at(id))));
  }
  if (difference.what.empty() && !difference.sprites.empty()) difference.what = "sprites differ";
  if (difference.what.empty()) return std::nullopt;
  return difference;
}

std::optional<RunDifference> compare_head(const Game& game, const RunHead& head) {
  RunDifference difference{.line = 1, .tick = -1};
  std::vector<std::string> names;
  for (const SpriteType& type : game.rules().types) names.push_back(type.name);
  const std::vector<std::size_t> order(game.rules().order.begin(), game.rules().order.end());
  if (head.block != game.block()) {
    difference.what = fmt::format("a cell had {} pixels and has {}", head.block, game.block());
  } else if (head.columns != game.columns() || head.rows != game.rows()) {
    difference.what = fmt::format("the level had {} x {} cells and has {} x {}", head.columns,
                                  head.rows, game.columns(), game.rows());
  } else if (head.types != names) {
    difference.what = fmt::format("the sprites were {} and are {}", fmt::join(head.types, " "),
                                  fmt::join(names, " "));
  } else if (head.order != order) {
    difference.what = fmt::format("the order was {} and is {}", fmt::join(head.order, " "),
                                  fmt::join(order, " "));
  }
  if (difference.what.empty()) return std::nullopt;
  return difference;
}

}  // namespace

std::optional<Action> to_action(std::string_view name) {
  for (std::size_t i = 0; i < action_names.size(); ++i) {
    if (action_names[i] == name) return static_cast<Action>(i);
  }
  return std::nullopt;
}

std::string_view name_of(Action action) { return action_names[static_cast<std::size_t>(action)]; }

Result<RunHead> read_run_head(std::string_view text, const std::string& file) {
  const Json line = parse(next_line(text));
  if (!line.is_object() || field(line, "k") != "head" || !field(line, "game").is_string()) {
    return failure(file, "is no recorded run of a video game: its first line has no head");
  }
  RunHead head{.game = field(line, "game").get<std::string>(),
               .level = static_cast<int>(whole(field(line, "level"))),
               .seed = whole(field(line, "seed")),
               .block = static_cast<int>(whole(field(line, "block"))),
               .columns = static_cast<int>(whole(field(line, "w"))),
               .rows = static_cast<int>(whole(field(line, "h")))};
  for (const Json& type : field(line, "types")) {
    head.types.push_back(type.is_string() ? type.get<std::string>() : std::string());
  }
  for (const Json& type : field(line, "order")) {
    head.order.push_back(static_cast<std::size_t>(whole(type)));
  }
  return head;
}

RunReport replay_run(const Game& game, std::string_view text, const std::string& file) {
  RunReport report{.file = file, .problems = Diagnostics(file)};
  const auto head = read_run_head(text, file);
  if (!head) {
    report.problems = head.error();
    return report;
  }
  report.difference = compare_head(game, *head);
  if (report.difference) return report;
  State state = game.initial(RandomMode::compatible, static_cast<std::uint64_t>(head->seed));
  Simulator simulator(game);
  Recorded recorded;
  next_line(text);
  for (std::uint32_t number = 2; !text.empty(); ++number) {
    const Json line = parse(next_line(text));
    const std::string problem = line.is_object() ? recorded.apply(line) : "is no JSON object";
    if (!problem.empty()) {
      report.problems.error({number, 1}, problem);
      return report;
    }
    if (field(line, "k") != "tick") continue;
    const auto tick = static_cast<int>(whole(field(line, "t"), -1));
    if (tick >= 0) {
      const Json& name = field(line, "a");
      const auto action = name.is_string() ? to_action(name.get<std::string>()) : std::nullopt;
      if (!action) {
        report.problems.error({number, 1}, "there is no such action");
        return report;
      }
      simulator.advance(state, *action);
    }
    report.difference = compare(game, state, line, recorded);
    if (report.difference) {
      report.difference->line = number;
      report.difference->tick = tick;
      return report;
    }
    if (tick >= 0) ++report.ticks;
  }
  return report;
}

}  // namespace palamedes::vgdl
