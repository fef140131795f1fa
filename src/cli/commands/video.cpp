#include <algorithm>
#include <memory>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "base/stopwatch.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/key_reader.h"
#include "cli/screen.h"
#include "cli/text.h"
#include "cli/video_picture.h"
#include "cli/video_source.h"
#include "vgdl/observation.h"
#include "vgdl/outline.h"
#include "vgdl/simulator.h"

namespace palamedes::cli::commands {
namespace {

constexpr std::size_t max_bytes = 4'000'000;
constexpr double default_tick = 0.04;
constexpr double human_tick = 0.2;

struct Settings {
  std::string game;
  std::uint64_t level = 0;
  std::string agent = "random";
  std::optional<double> tick;
  std::uint64_t seed = 1;
  bool human = false;
  bool watch = false;
  bool compatible = false;
  bool json = false;
};

std::string_view name_of(vgdl::Winner winner) {
  switch (winner) {
    case vgdl::Winner::wins:
      return "won";
    case vgdl::Winner::loses:
      return "lost";
    default:
      return "not over";
  }
}

// A game that is being played, by an agent or by a person.
class Show {
 public:
  Show(Screen& screen, const Settings& settings, const vgdl::Game& game,
       const std::optional<KeyReader>& keys)
      : screen_(screen),
        settings_(settings),
        game_(game),
        keys_(keys),
        simulator_(game),
        state_(game.initial(
            settings.compatible ? vgdl::RandomMode::compatible : vgdl::RandomMode::fast,
            settings.seed)),
        tick_(settings.tick.value_or(settings.human ? human_tick : default_tick)) {
    choice_.seed(vgdl::RandomMode::fast, settings.seed + 1);
  }

  void play() {
    if (settings_.watch || settings_.human) draw();
    while (!state_.head().ended && !Interrupt::requested() && !screen_.is_closed() && !quits_) {
      const std::optional<vgdl::Action> action = settings_.human ? ask() : agent_action();
      if (!action) continue;
      simulator_.advance(state_, *action);
      if (settings_.watch || settings_.human) draw();
    }
  }

  [[nodiscard]] const vgdl::State& state() const { return state_; }

 private:
  vgdl::Action agent_action() {
    if (settings_.watch && screen_.is_terminal()) {
      std::this_thread::sleep_for(std::chrono::duration<double>(tick_));
    }
    if (settings_.agent == "nil") return vgdl::Action::nil;
    const std::vector<vgdl::Action> actions = game_.actions(state_);
    return actions[choice_.below(static_cast<std::uint32_t>(actions.size()))];
  }

  // What is pressed within a tick; nothing where the game stands still.
  std::optional<vgdl::Action> ask() {
    const Stopwatch watch;
    vgdl::Action action = vgdl::Action::nil;
    for (;;) {
      const double left = tick_ - watch.seconds();
      if (!paused_ && left <= 0) return action;
      const std::optional<Key> key = keys_->wait(paused_ ? 1 : left);
      if (Interrupt::requested()) return std::nullopt;
      if (!key) {
        if (paused_) return std::nullopt;
        continue;
      }
      switch (*key) {
        case Key::quit:
          quits_ = true;
          return std::nullopt;
        case Key::pause:
          paused_ = !paused_;
          draw();
          return std::nullopt;
        case Key::step:
          paused_ = true;
          return action;
        case Key::up:
          action = vgdl::Action::up;
          break;
        case Key::down:
          action = vgdl::Action::down;
          break;
        case Key::left:
          action = vgdl::Action::left;
          break;
        case Key::right:
          action = vgdl::Action::right;
          break;
        case Key::use:
          action = vgdl::Action::use;
          break;
        case Key::other:
          break;
      }
      if (paused_) return action;  // one tick for each key
    }
  }

  void draw() {
    const bool editable = screen_.is_editable();
    std::string text;
    if (editable) text += first_ ? "\033[2J\033[H" : "\033[H";
    first_ = false;
    const vgdl::Observation see(game_, state_);
    text +=
        fmt::format("tick {}  score {}{}", see.tick() + 1, see.score(), paused_ ? "  paused" : "");
    for (const vgdl::TypeId resource : see.resources()) {
      if (see.amount(resource) == 0) continue;
      text += fmt::format("  {} {}", game_.type(resource).name, see.amount(resource));
    }
    text += editable ? "\033[K\n" : "\n";
    text += video_picture(game_, state_, screen_.palette().colours);
    if (!editable) text += "\n";
    screen_.print(text);
    screen_.flush();
  }

  Screen& screen_;
  const Settings& settings_;
  const vgdl::Game& game_;
  const std::optional<KeyReader>& keys_;  // of a person
  vgdl::Simulator simulator_;
  vgdl::State state_;
  vgdl::Random choice_;
  double tick_;
  bool paused_ = false;
  bool quits_ = false;
  bool first_ = true;
};

std::string to_text(const std::string& name, std::uint64_t level, const vgdl::State& state) {
  return fmt::format(
      "{}, level {}: {} after {} with score {}\n", name, level, name_of(state.head().winner),
      counted(static_cast<std::uint64_t>(state.head().tick) + 1, "tick"), state.head().score);
}

Json to_json(const std::string& name, std::uint64_t level, const std::string& agent,
             const vgdl::State& state) {
  return Json::object({{"game", name},
                       {"level", level},
                       {"agent", agent},
                       {"ended", state.head().ended},
                       {"won", state.head().winner == vgdl::Winner::wins},
                       {"score", state.head().score},
                       {"ticks", state.head().tick + 1}});
}

Exit run(Screen& screen, const Settings& settings) {
  const auto text = read_any_game(settings.game, max_bytes);
  if (!text) {
    screen.complain(text.error());
    return Exit::failed;
  }
  if (!vgdl::is_game_text(text->text)) {
    screen.complain(failure(text->name, "is no video game: it does not begin with BasicGame",
                            "see 'palamedes help play'")
                        .value());
    return Exit::failed;
  }
  const auto loaded = load_video_game(*text, settings.level);
  if (!loaded) {
    screen.complain(loaded.error());
    return Exit::failed;
  }
  if (settings.human && (settings.json || settings.watch)) {
    return screen.wrong_usage("video", "--human goes with neither --watch nor --json");
  }
  if (settings.watch && settings.json) {
    return screen.wrong_usage("video", "--watch and --json do not go together");
  }
  const Interrupt interrupt;
  std::optional<KeyReader> keys;
  if (settings.human) {
    keys.emplace();
    if (!keys->is_ready() || !screen.is_terminal()) {
      screen.complain("palamedes video: --human needs a terminal");
      return Exit::failed;
    }
  }
  Show show(screen, settings, *loaded->game, keys);
  show.play();
  const std::string who = settings.human ? "human" : settings.agent;
  screen.print(settings.json ? to_json(text->name, settings.level, who, show.state()).text()
                             : to_text(text->name, settings.level, show.state()));
  return Exit::success;
}

Run setup(Options& options) {
  auto settings = std::make_shared<Settings>();
  options.positional("GAME", "a video game: a file with its levels beside it, or a built-in one",
                     Completes::files, settings->game, video_game_names());
  options.number("level", "which level", settings->level, 0, 1000);
  options.choice("agent", "A", "who plays", settings->agent, {"random", "nil"});
  options.flag("human", "play it yourself: arrows or wasd, space, p pauses, . is one tick, q ends",
               settings->human);
  options.flag("watch", "show every tick", settings->watch);
  options.seconds("tick", "time of a tick; 0.04, of a person 0.2", settings->tick);
  options.number("seed", "of the game and the agent", settings->seed);
  options.flag("compatible", "draw random numbers as the Java framework does",
               settings->compatible);
  options.flag("json", "machine-readable output", settings->json);
  return [settings](Screen& screen) { return run(screen, *settings); };
}

}  // namespace

constinit const Command video_command = {
    .name = "video",
    .summary = "play a video game, or watch it being played",
    .description =
        "Plays one level of a video game (VGDL) to its end and says how it went. The level\n"
        "is GAME_lvlN.txt beside GAME.txt. With --watch every tick is shown, at a terminal\n"
        "with coloured cells; with --human the keys of the terminal play.",
    .examples =
        "  palamedes video causeway --human\n"
        "  palamedes video hailstorm --level 3 --watch\n"
        "  palamedes video my_game.txt --seed 7 --json\n",
    .setup = setup};

}  // namespace palamedes::cli::commands
