#include "web/worker/video_session.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "games/builtin.h"
#include "games/header.h"
#include "vgdl/load.h"
#include "vgdl/observation.h"
#include "video/agents.h"
#include "web/json.h"
#include "web/worker/video_colours.h"
#include "web/worker/video_history.h"

namespace palamedes::web::worker {
namespace {

using vgdl::Action;
using vgdl::TypeId;

constexpr double seconds_to_prepare = 0.5;
constexpr double longest_tick = 2;  // an agent's: it cannot be interrupted

struct Name {
  std::string name = "game";
  std::string title;
  std::string description;
  bool builtin = false;
  std::optional<std::uint64_t> level;
};

// In the order of the enumeration.
constexpr std::array<std::string_view, vgdl::action_count> action_names = {"nil",  "left", "right",
                                                                           "down", "up",   "use"};

std::string_view name_of(Action action) { return action_names[static_cast<std::size_t>(action)]; }

std::optional<Action> action_named(std::string_view name) {
  const auto* const at = std::find(action_names.begin(), action_names.end(), name);
  if (at == action_names.end()) return std::nullopt;
  return static_cast<Action>(at - action_names.begin());
}

std::string category_name(const vgdl::Game& game, TypeId type) {
  if (type == vgdl::wall_type) return "wall";
  constexpr std::array<const char*, 7> names = {"avatar", "resource",    "portal", "npc",
                                                "fixed",  "from_avatar", "movable"};
  return names[static_cast<std::size_t>(vgdl::category_of(game.type(type), vgdl::Sprite{}))];
}

Json sprite_json(const vgdl::Sprite& sprite) {
  Json json = Json::array({sprite.type, sprite.x, sprite.y});
  if (sprite.has(vgdl::oriented_flag) && !sprite.orientation.is_none()) {
    json.push_back(sprite.orientation.x);
    json.push_back(sprite.orientation.y);
  }
  return json;
}

class VideoSession final : public Work {
 public:
  VideoSession(const Configuration& configuration, Channel& channel, Name name,
               std::shared_ptr<const vgdl::Game> game, std::uint64_t seed)
      : configuration_(configuration),
        channel_(channel),
        name_(std::move(name)),
        game_(std::move(game)),
        seed_(seed),
        history_(*game_, seed) {}

  std::optional<Answer> handle(const std::string& request, const std::string& body) override {
    if (request == "video-state") return answer_of(state_json());
    if (request == "video-step") return step(body);
    if (request == "video-clock") return set_clock(body);
    if (request == "video-tick") return show_tick(body);
    if (request == "video-player") return set_player(body);
    return std::nullopt;
  }

  [[nodiscard]] std::optional<Clock::time_point> wants() const override {
    if (!running_) return std::nullopt;
    return next_tick_;
  }

  void work() override {
    const auto period = std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(1 / ticks_per_second_));
    const auto now = Clock::now();
    if (!running_ || now < next_tick_) return;
    next_tick_ = std::max(next_tick_ + period, now);
    tick(std::exchange(pressed_, Action::nil));
    if (history_.is_over()) running_ = false;
    tell();
  }

  // An empty text, or why there is no such agent.
  [[nodiscard]] std::string set_agent(const std::optional<std::string>& agent) {
    if (agent) {
      auto spec = video::parse_agent(*agent);
      if (!spec) return sentence_of(spec.error());
      spec_ = std::move(*spec);
    } else {
      spec_.reset();
    }
    agent_.reset();
    return {};
  }

  [[nodiscard]] Json state_json() const {
    Json json;
    json["id"] = configuration_.id;
    json["kind"] = "video";
    json["game"] = {{"name", name_.name},
                    {"title", name_.title},
                    {"description", name_.description},
                    {"builtin", name_.builtin}};
    json["level"] = name_.level ? Json(*name_.level) : Json();
    json["columns"] = game_->columns();
    json["rows"] = game_->rows();
    json["block"] = game_->block();
    json["types"] = types_json();
    json["fixed"] = fixed_json();
    json["player"] = {{"agent", spec_ ? Json(spec_->text) : Json()}, {"seconds", seconds_}};
    json["frame"] = frame_json();
    return json;
  }

 private:
  [[nodiscard]] Json types_json() const {
    Json list = Json::array();
    for (std::size_t i = 0; i < game_->rules().types.size(); ++i) {
      const auto type = static_cast<TypeId>(i);
      const vgdl::SpriteType& kind = game_->type(type);
      Json json;
      json["name"] = kind.name;
      json["color"] = colour_of(*game_, type);
      json["named_color"] = kind.color;
      json["image"] = kind.image;
      json["category"] = category_name(*game_, type);
      json["hidden"] = kind.is_hidden;
      json["avatar"] = vgdl::is_avatar(kind.kind);
      json["width"] = game_->traits(type).width;
      json["height"] = game_->traits(type).height;
      list.push_back(std::move(json));
    }
    return list;
  }

  [[nodiscard]] Json fixed_json() const {
    Json list = Json::array();
    for (const TypeId type : game_->rules().order) {
      if (game_->type(type).is_invisible) continue;
      for (const vgdl::Sprite& sprite : game_->fixed_of(type)) list.push_back(sprite_json(sprite));
    }
    return list;
  }

  [[nodiscard]] Json frame_json() const {
    const vgdl::State& state = history_.state();
    const vgdl::Observation observation(*game_, state);
    const bool over = history_.is_over();
    Json json;
    json["tick"] = history_.tick();
    json["last_tick"] = history_.last_tick();
    json["max_ticks"] = vgdl::max_ticks;
    json["score"] = observation.score();
    json["over"] = over;
    json["won"] = over ? Json(observation.winner() == vgdl::Winner::wins) : Json();
    json["running"] = running_;
    json["ticks_per_second"] = ticks_per_second_;
    json["action"] = name_of(history_.action());
    json["actions"] = Json::array();
    for (const Action action : observation.actions()) {
      json["actions"].push_back(name_of(action));
    }
    json["sprites"] = Json::array();
    json["avatar"] = nullptr;
    const vgdl::Slot avatar = state.head().avatar;
    for (const TypeId type : game_->rules().order) {
      if (game_->type(type).is_invisible) continue;
      for (vgdl::Slot slot = state.lists()[type].first; slot != vgdl::no_slot;
           slot = state.sprite(slot).next) {
        if (slot == avatar) json["avatar"] = json["sprites"].size();
        json["sprites"].push_back(sprite_json(state.sprite(slot)));
      }
    }
    json["resources"] = Json::array();
    for (const TypeId resource : observation.resources()) {
      json["resources"].push_back(
          {{"name", game_->type(resource).name}, {"amount", observation.amount(resource)}});
    }
    const vgdl::Sprite* sprite = observation.avatar();
    json["health"] = sprite != nullptr && sprite->max_health > 0 ? Json(sprite->health) : Json();
    json["iterations"] = agent_ == nullptr ? 0 : agent_->iterations();
    json["fault"] = "";
    return json;
  }

  void tell() { channel_.tell("frame", text_of(frame_json())); }
  [[nodiscard]] Answer frame() const { return answer_of(frame_json()); }

  // One tick, with this action of a human or what is held, or the agent's.
  void tick(Action action) {
    if (history_.is_over()) return;
    if (spec_) {
      action = think();
    } else if (action == Action::nil) {
      action = held_;
    }
    history_.advance(action);
  }

  Action think() {
    constexpr double margin = 0.1;  // of the time of a tick
    if (agent_ == nullptr) {
      agent_ = video::make_agent(*spec_, *game_, seed_);
      agent_->prepare(history_.state(),
                      video::Budget::of_seconds(video::Clock::wall, seconds_to_prepare, 0));
    }
    return agent_->act(history_.state(),
                       video::Budget::of_seconds(video::Clock::wall, seconds_, margin * seconds_));
  }

  static void read_action(Fields& fields, const char* name, std::optional<Action>& action) {
    std::optional<std::string> text;
    fields.text(name, text);
    if (!text) return;
    action = action_named(*text);
    if (!action) {
      fields.refuse(fmt::format("'{}' has to be nil, left, right, down, up or use", name));
    }
  }

  Answer step(const std::string& body) {
    Fields fields(body);
    std::optional<Action> action;
    std::uint64_t ticks = 1;
    constexpr std::uint64_t most_ticks = 100;
    read_action(fields, "action", action);
    fields.whole("ticks", ticks, 1, most_ticks);
    const std::string what = fields.problem();
    if (!what.empty()) return problem(status::bad_request, what);
    if (history_.is_over()) return problem(status::conflict, "the game is over");
    held_ = Action::nil;
    for (std::uint64_t i = 0; i < ticks && !history_.is_over(); ++i) {
      tick(action.value_or(Action::nil));
    }
    tell();
    return frame();
  }

  Answer set_clock(const std::string& body) {
    Fields fields(body);
    std::optional<bool> running;
    std::optional<Action> held;
    std::optional<Action> pressed;
    double ticks_per_second = ticks_per_second_;
    constexpr double slowest = 0.5;
    constexpr double fastest = 60;
    fields.flag("running", running);
    fields.number("ticks_per_second", ticks_per_second, slowest, fastest);
    read_action(fields, "held", held);
    read_action(fields, "pressed", pressed);
    const std::string what = fields.problem();
    if (!what.empty()) return problem(status::bad_request, what);
    ticks_per_second_ = ticks_per_second;
    if (held) held_ = *held;
    if (pressed) pressed_ = *pressed;
    if (running) {
      const bool begins = *running && !running_ && !history_.is_over();
      running_ = *running && !history_.is_over();
      if (begins) next_tick_ = Clock::now();
      if (!running_) held_ = Action::nil;
    }
    return frame();
  }

  Answer show_tick(const std::string& body) {
    Fields fields(body);
    std::optional<std::uint64_t> tick;
    fields.whole("tick", tick, 0, history_.last_tick());
    if (!tick) fields.refuse("'tick' has to be there");
    const std::string what = fields.problem();
    if (!what.empty()) return problem(status::bad_request, what);
    running_ = false;
    held_ = Action::nil;
    history_.show(*tick);
    agent_.reset();  // it has seen what has not happened yet
    tell();
    return frame();
  }

  Answer set_player(const std::string& body) {
    Fields fields(body);
    std::optional<std::string> agent;
    double seconds = seconds_;
    constexpr double shortest = 0.001;
    fields.text("agent", agent);
    fields.number("seconds", seconds, shortest, longest_tick);
    std::string what = fields.problem();
    if (what.empty()) what = set_agent(agent);
    if (!what.empty()) return problem(status::bad_request, what);
    seconds_ = seconds;
    return answer_of(state_json());
  }

  Configuration configuration_;
  Channel& channel_;
  Name name_;
  std::shared_ptr<const vgdl::Game> game_;
  std::uint64_t seed_;
  VideoHistory history_;
  std::optional<video::AgentSpec> spec_;
  std::unique_ptr<video::Agent> agent_;
  double seconds_ = 0.04;
  bool running_ = false;
  double ticks_per_second_ = 12;
  Action held_ = Action::nil;
  Action pressed_ = Action::nil;
  Clock::time_point next_tick_;
};

struct Wanted {
  std::optional<std::string> game;
  std::uint64_t level = 0;
  std::optional<std::string> rules;
  std::optional<std::string> level_text;
  std::string name = "game";
  std::uint64_t seed = 1;
  std::optional<std::string> agent;
};

std::string read_wanted(const std::string& body, Wanted& wanted) {
  Fields fields(body);
  constexpr std::uint64_t most_levels = 1000;
  fields.text("game", wanted.game);
  fields.whole("level", wanted.level, 0, most_levels);
  fields.text("rules", wanted.rules);
  fields.text("level_text", wanted.level_text);
  fields.text("name", wanted.name);
  fields.whole("seed", wanted.seed, 0, ~std::uint64_t{0});
  fields.text("agent", wanted.agent);
  if (wanted.game.has_value() == wanted.rules.has_value()) {
    fields.refuse("one of 'game' and 'rules' has to be there");
  }
  if (wanted.rules && !wanted.level_text) fields.refuse("'level_text' has to be there");
  return fields.problem();
}

// All of them are of one file: the rules, or the level.
Answer problem_with_game(const Diagnostics& diagnostics) {
  const bool of_level = !diagnostics.list().empty() && diagnostics.list().front().file == "level";
  return problem_with(diagnostics, of_level ? "level" : "rules");
}

}  // namespace

Opened open_video(const std::string& body, const Configuration& configuration, Channel& channel) {
  const auto fail = [](Answer answer) {
    return Opened{.work = nullptr, .answer = std::move(answer)};
  };
  Wanted wanted;
  std::string what = read_wanted(body, wanted);
  if (!what.empty()) return fail(problem(status::bad_request, what));
  Name name{.name = wanted.name};
  if (wanted.game) {
    const games::Builtin* game = games::find_video(*wanted.game);
    const games::Builtin* level =
        games::find_video(fmt::format("{}_lvl{}", *wanted.game, wanted.level));
    if (game == nullptr || level == nullptr) {
      return fail(problem(status::not_found, "there is no such game or level"));
    }
    name.name = *wanted.game;
    name.builtin = true;
    name.level = wanted.level;
    wanted.rules = std::string(game->text);
    wanted.level_text = std::string(level->text);
  }
  const games::VideoHeader header = games::read_video_header(*wanted.rules);
  name.title = header.title;
  name.description = header.description;
  const auto loaded = vgdl::load_game(*wanted.rules, "rules", *wanted.level_text, "level");
  if (!loaded) return fail(problem_with_game(loaded.error()));
  auto session = std::make_unique<VideoSession>(configuration, channel, std::move(name),
                                                loaded->game, wanted.seed);
  if (what = session->set_agent(wanted.agent); !what.empty()) {
    return fail(problem(status::bad_request, what));
  }
  Answer answer = answer_of(session->state_json(), status::created);
  return {.work = std::move(session), .answer = std::move(answer)};
}

}  // namespace palamedes::web::worker
