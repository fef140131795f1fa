#include <algorithm>
#include <memory>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "base/stopwatch.h"
#include "cli/commands.h"
#include "cli/commands/video_series.h"
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
#include "video/agents.h"
#include "video/play.h"

namespace palamedes::cli::commands {
namespace {

constexpr std::size_t max_bytes = 4'000'000;
constexpr double default_tick = 0.04;
constexpr double human_tick = 0.2;

struct Settings {
  std::vector<std::string> games;
  std::uint64_t level = 0;
  std::string levels = "0-4";
  std::string agent = "palamedes-video";
  std::string agents;
  std::string tune;
  std::uint64_t runs = 0;  // 0: one play
  std::string record;
  std::optional<double> tick;
  double start = 1;
  std::uint64_t iterations = 0;
  video::Clock clock = video::Clock::wall;
  bool competition = false;
  std::uint64_t seed = 1;
  bool human = false;
  bool watch = false;
  bool compatible = false;
  bool json = false;
};

std::string_view name_of(const video::Outcome& outcome) {
  if (outcome.disqualified) return "disqualified";
  if (!outcome.ended) return "not over";
  return outcome.won ? "won" : "lost";
}

vgdl::RandomMode mode_of(const Settings& settings) {
  return settings.compatible ? vgdl::RandomMode::compatible : vgdl::RandomMode::fast;
}

// A game that is being played, by an agent or by a person.
class Show {
 public:
  // Without an agent a person plays.
  Show(Screen& screen, const Settings& settings, const vgdl::Game& game,
       std::optional<video::Play>& play, const std::optional<KeyReader>& keys)
      : screen_(screen),
        settings_(settings),
        game_(game),
        play_(play),
        keys_(keys),
        simulator_(game),
        state_(game.initial(mode_of(settings), settings.seed)),
        tick_(settings.tick.value_or(settings.human ? human_tick : default_tick)) {}

  void play() {
    if (settings_.watch || settings_.human) draw();
    while (!is_over() && !Interrupt::requested() && !screen_.is_closed() && !quits_) {
      if (settings_.human) {
        const std::optional<vgdl::Action> action = ask();
        if (!action) continue;
        simulator_.advance(state_, *action);
      } else {
        agent_tick();
      }
      if (settings_.watch || settings_.human) draw();
    }
  }

  [[nodiscard]] const vgdl::State& state() const { return play_ ? play_->state() : state_; }

 private:
  [[nodiscard]] bool is_over() const { return play_ ? play_->is_over() : state_.head().ended; }

  // At a terminal a tick takes its time, however long the agent thinks.
  void agent_tick() {
    const Stopwatch watch;
    play_->tick();
    if (!settings_.watch || !screen_.is_terminal()) return;
    const double left = tick_ - watch.seconds();
    if (left > 0) std::this_thread::sleep_for(std::chrono::duration<double>(left));
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
    const vgdl::State& now = state();
    const vgdl::Observation see(game_, now);
    text +=
        fmt::format("tick {}  score {}{}", see.tick() + 1, see.score(), paused_ ? "  paused" : "");
    for (const vgdl::TypeId resource : see.resources()) {
      if (see.amount(resource) == 0) continue;
      text += fmt::format("  {} {}", game_.type(resource).name, see.amount(resource));
    }
    text += editable ? "\033[K\n" : "\n";
    text += video_picture(game_, now, screen_.palette().colours);
    if (!editable) text += "\n";
    screen_.print(text);
    screen_.flush();
  }

  Screen& screen_;
  const Settings& settings_;
  const vgdl::Game& game_;
  std::optional<video::Play>& play_;
  const std::optional<KeyReader>& keys_;  // of a person
  vgdl::Simulator simulator_;
  vgdl::State state_;
  double tick_;
  bool paused_ = false;
  bool quits_ = false;
  bool first_ = true;
};

std::string to_text(const std::string& name, std::uint64_t level, const video::Outcome& outcome) {
  std::string text =
      fmt::format("{}, level {}: {} after {} with score {}", name, level, name_of(outcome),
                  counted(static_cast<std::uint64_t>(outcome.ticks), "tick"), outcome.score);
  if (outcome.iterations > 0) {
    text += fmt::format(", {} iterations a tick", rounded(outcome.iterations));
  }
  if (outcome.late > 0) {
    text += fmt::format(", {} late", counted(static_cast<std::uint64_t>(outcome.late), "move"));
  }
  return text + "\n";
}

Json to_json(const std::string& name, std::uint64_t level, const std::string& agent,
             const video::Outcome& outcome) {
  return Json::object({{"game", name},
                       {"level", level},
                       {"agent", agent},
                       {"ended", outcome.ended},
                       {"won", outcome.won},
                       {"score", outcome.score},
                       {"ticks", outcome.ticks},
                       {"iterations", outcome.iterations},
                       {"late", outcome.late},
                       {"longest_s", outcome.longest},
                       {"disqualified", outcome.disqualified}});
}

video::Limits limits_of(const Settings& settings) {
  return {.clock = settings.clock,
          .start_seconds = settings.start,
          .tick_seconds = settings.tick.value_or(default_tick),
          .iterations = settings.iterations,
          .competition = settings.competition};
}

// Of a person, who has neither iterations nor late moves.
video::Outcome outcome_of(const vgdl::State& state) {
  video::Outcome outcome;
  outcome.ended = state.head().ended;
  outcome.won = state.head().winner == vgdl::Winner::wins;
  outcome.score = state.head().score;
  outcome.ticks = state.head().tick + 1;
  return outcome;
}

Exit run_one(Screen& screen, const Settings& settings, const video::AgentSpec& agent) {
  const auto text = read_any_game(settings.games.front(), max_bytes);
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
  const Interrupt interrupt;
  std::optional<KeyReader> keys;
  std::optional<video::Play> play;
  if (settings.human) {
    keys.emplace();
    if (!keys->is_ready() || !screen.is_terminal()) {
      screen.complain("palamedes video: --human needs a terminal");
      return Exit::failed;
    }
  } else {
    play.emplace(*loaded->game, video::make_agent(agent, *loaded->game, settings.seed + 1),
                 limits_of(settings), mode_of(settings), settings.seed);
  }
  Show show(screen, settings, *loaded->game, play, keys);
  show.play();
  const video::Outcome outcome = play ? play->outcome() : outcome_of(show.state());
  const std::string who = settings.human ? "human" : settings.agent;
  screen.print(settings.json ? to_json(text->name, settings.level, who, outcome).text()
                             : to_text(text->name, settings.level, outcome));
  return Exit::success;
}

Exit run(Screen& screen, const Settings& settings) {
  const bool is_series = settings.games.size() > 1 || !settings.agents.empty() ||
                         settings.runs > 0 || !settings.record.empty();
  if (settings.human && (settings.json || settings.watch || is_series)) {
    return screen.wrong_usage("video", "--human goes with neither --watch nor --json nor a set");
  }
  if (settings.watch && (settings.json || is_series)) {
    return screen.wrong_usage("video", "--watch goes with neither --json nor a set");
  }
  auto agents = read_video_agents(settings.agents.empty() ? settings.agent : settings.agents);
  if (!agents) {
    screen.complain(agents.error());
    return Exit::usage;
  }
  for (video::AgentSpec& agent : *agents) {
    if (settings.tune.empty()) continue;
    const auto set = video::set_tuning(agent, settings.tune);
    if (!set) {
      screen.complain(set.error());
      return Exit::usage;
    }
  }
  if (!is_series) return run_one(screen, settings, agents->front());
  const auto levels = read_levels(settings.levels);
  if (!levels) {
    screen.complain(levels.error());
    return Exit::usage;
  }
  return run_video_series(screen, {.games = settings.games,
                                   .levels = *levels,
                                   .agents = std::move(*agents),
                                   .runs = std::max<std::uint64_t>(1, settings.runs),
                                   .seed = settings.seed,
                                   .limits = limits_of(settings),
                                   .mode = mode_of(settings),
                                   .record = settings.record,
                                   .json = settings.json});
}

Run setup(Options& options) {
  auto settings = std::make_shared<Settings>();
  options.positionals("GAME", "a video game: a file with its levels beside it, or a built-in one",
                      Completes::files, settings->games, video_game_names());
  options.number("level", "which level", settings->level, 0, 1000);
  const auto any = [](const std::string&) { return std::string(); };
  options.text("agent", "A", "who plays: a name, or NAME:parameter=value,...", settings->agent,
               any);
  options.offers(Completes::choices, video::agent_names());
  options.text("tune", "D", "tune parameters of maastcts2 while playing: ntbea:select.c,select.w",
               settings->tune, any);
  options.flag("human", "play it yourself: arrows or wasd, space, p pauses, . is one tick, q ends",
               settings->human);
  options.flag("watch", "show every tick", settings->watch);
  options.seconds("tick", "time of a tick; 0.04, of a person 0.2", settings->tick);
  options.seconds("start", "time before the first tick", settings->start);
  options.number("iterations", "of the search in a tick, in place of its time; 0 means time",
                 settings->iterations, 0, 1'000'000'000);
  options.choice("clock", "C", "what time is: wall, or cpu of the thread as in the Java framework",
                 settings->clock, {{"wall", video::Clock::wall}, {"cpu", video::Clock::cpu}});
  options.flag("competition", "late moves count as none, and very late ones end the game",
               settings->competition);
  options.number("seed", "of the game and the agent", settings->seed);
  options.flag("compatible", "draw random numbers as the Java framework does",
               settings->compatible);
  options.flag("json", "machine-readable output", settings->json);
  options.group("A set of plays");
  options.text("agents", "LIST", "several agents, with commas between them", settings->agents, any);
  options.offers(Completes::list, video::agent_names());
  options.number("runs", "plays of each level by each agent", settings->runs, 0, 1'000'000);
  options.text("levels", "LIST", "which levels", settings->levels, any);
  options.text("record", "FILE", "finished plays, which are not played again", settings->record,
               any);
  options.offers(Completes::files);
  return [settings](Screen& screen) { return run(screen, *settings); };
}

}  // namespace

constinit const Command video_command = {
    .name = "video",
    .summary = "play a video game, or watch it being played",
    .description =
        "Plays one level of a video game (VGDL) to its end and says how it went. The level\n"
        "is GAME_lvlN.txt beside GAME.txt. With --watch every tick is shown, at a terminal\n"
        "with coloured cells; with --human the keys of the terminal play. With several games,\n"
        "--agents, --runs or --record it plays a set: each level of each game by each agent,\n"
        "with win rates, scores, ticks and the points of the competition.",
    .examples =
        "  palamedes video causeway --human\n"
        "  palamedes video hailstorm --level 3 --watch\n"
        "  palamedes video tollbridge --agent maastcts2 --iterations 50\n"
        "  palamedes video causeway lanterns --agents maastcts2,olets --runs 4 --iterations 20\n"
        "  palamedes video my_game.txt --seed 7 --json\n",
    .setup = setup};

}  // namespace palamedes::cli::commands
