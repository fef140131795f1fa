#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/stopwatch.h"
#include "cli/commands.h"
#include "cli/commands/bench_signature.h"
#include "cli/commands/bench_video.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/preparation.h"
#include "cli/results.h"
#include "cli/rules_source.h"
#include "cli/screen.h"
#include "cli/text.h"
#include "cli/ticker.h"
#include "cli/video_source.h"
#include "exercise/speed_meter.h"
#include "vgdl/outline.h"

namespace palamedes::cli::commands {
namespace {

using exercise::BenchResult;

constexpr double default_seconds = 1;
// A search begins with what is ready and goes on with what is ready later, so `auto` is measured by
// what it ends with.
constexpr double default_ready_seconds = 60;
// Often enough that a disturbance of some seconds hits all machines, and long enough each that
// caches are warm for most of it.
constexpr std::size_t slices = 5;
// The machine that plays video games, and nothing else.
constexpr const char* video_machine = "vgdl";

struct Settings {
  GameSettings game;
  std::vector<std::string> rules;
  std::vector<std::string> machines;
  bool chooses = false;  // the machines are not the usual ones
  std::optional<double> seconds;
  exercise::BenchOptions bench;
  bool signature = false;
  bool json = false;
};

// One machine on one game.
struct Entry {
  std::string machine;
  std::string chosen;       // what `auto` took
  std::string unavailable;  // why it cannot play this game; then there are no figures
  bool partial = false;     // interrupted before all was measured
  std::unique_ptr<LoadedGame> loaded;
  double init_seconds = 0;
  double init_cpu_seconds = 0;  // does not grow when others use the core
  std::optional<exercise::SpeedMeter> meter;

  // Zeros where nothing was measured.
  [[nodiscard]] BenchResult result() const { return meter ? meter->result() : BenchResult{}; }
  [[nodiscard]] std::size_t memory_bytes() const { return meter ? meter->memory_bytes() : 0; }
  [[nodiscard]] std::size_t roles() const { return meter ? meter->roles() : 0; }
  [[nodiscard]] std::optional<std::size_t> components() const {
    return meter ? meter->components() : std::nullopt;
  }
};

struct GameEntries {
  std::string game;
  std::vector<Entry> entries;
};

// From the text to the machine, everything that a player would have to do.
Result<Entry> make_entry(const Settings& settings, const RulesText& text,
                         const std::string& machine) {
  GameSettings game = settings.game;
  game.machine = machine;
  const bool automatic = machine == machine::auto_machine;
  Entry entry{.machine = machine};
  if (machine == video_machine) {
    entry.unavailable = "it plays video games only";
    return entry;
  }
  const Stopwatch watch;
  const CpuStopwatch cpu_watch;
  auto loaded = load_game(game, text);
  if (!loaded) return tl::unexpected(std::move(loaded.error()));
  entry.init_seconds = watch.seconds();
  entry.init_cpu_seconds = cpu_watch.seconds();
  // The reason; that another machine stands in does not count here.
  const std::string& notice = (*loaded)->notice;
  if (automatic) {
    entry.chosen = machine::name_of((*loaded)->machine);
  } else {
    entry.unavailable = notice.substr(0, notice.rfind("; "));
    if (!entry.unavailable.empty()) return entry;
  }
  entry.loaded = std::move(*loaded);
  entry.meter.emplace(entry.loaded->machine, settings.bench);
  return entry;
}

// All machines of a game; those of before where it is interrupted.
Result<GameEntries> make_entries(Screen& screen, Settings settings, const RulesText& text) {
  GameEntries game{.game = text.name};
  for (const std::string& machine : settings.machines) {
    Preparation preparation(screen, fmt::format("{}, machine {}", text.name, machine));
    preparation.begin("reading");
    preparation.watch(settings.game.machine_options);
    auto entry = make_entry(settings, text, machine);
    if (Interrupt::requested()) return game;
    if (!entry) return tl::unexpected(std::move(entry.error()));
    game.entries.push_back(std::move(*entry));
  }
  return game;
}

// What is interrupted before its first slice has no figures.
void keep_measured(GameEntries& game) {
  std::erase_if(game.entries,
                [](const Entry& entry) { return entry.meter && entry.result().states == 0; });
  for (Entry& entry : game.entries) entry.partial = entry.meter.has_value();
}

Result<GameEntries> measure(Screen& screen, const Settings& settings, const RulesText& text) {
  auto made = make_entries(screen, settings, text);
  if (!made) return made;
  GameEntries& game = *made;
  const double seconds = settings.seconds.value_or(default_seconds) / slices;
  for (std::size_t slice = 0; slice < slices; ++slice) {
    for (Entry& entry : game.entries) {
      if (!entry.meter || Interrupt::requested()) continue;
      const Ticker ticker(screen, [&](double so_far) {
        return fmt::format("{}: measuring {} ({} of {}), {:.1f} s of {:g}", text.name,
                           entry.machine, slice + 1, slices, so_far, seconds);
      });
      entry.meter->run(seconds);
      if (!entry.result().fault.empty() && !Interrupt::requested()) {
        return failure(text.name,
                       fmt::format("machine {}: {}", entry.machine, entry.result().fault));
      }
    }
  }
  for (Entry& entry : game.entries) {  // room for the next game
    if (entry.meter) entry.meter->let_go();
    entry.loaded.reset();
  }
  if (Interrupt::requested()) keep_measured(game);
  return made;
}

std::string size_text(double bytes) {
  std::string_view unit = "B";
  for (const std::string_view larger : {"K", "M", "G"}) {
    if (bytes < 1000) break;
    bytes /= 1024;
    unit = larger;
  }
  return fmt::format(
      "{} {}",
      bytes < 10 && unit != "B" ? fmt::format("{:.1f}", bytes) : fmt::format("{:.0f}", bytes),
      unit);
}

std::string to_table(const Screen& screen, const std::vector<GameEntries>& games,
                     std::size_t max_length) {
  Table table;
  table.column("Game", Table::Align::left);
  table.column("Machine", Table::Align::left);
  for (const char* title :
       {"Init s", "Memory", "Components", "Length", "Playouts/s", "States/s", "Ratio"}) {
    table.column(title);
  }
  std::string remarks;
  for (const GameEntries& game : games) {
    const Entry& first = game.entries.front();
    for (const Entry& entry : game.entries) {
      if (!entry.unavailable.empty()) {
        table.row({game.game, entry.machine, "-", "-", "-", "-", "-", "-", "-"});
        remarks += fmt::format("{}: no {}: {}\n", game.game, entry.machine, entry.unavailable);
        continue;
      }
      const BenchResult result = entry.result();
      const std::string machine =
          entry.chosen.empty() ? entry.machine : fmt::format("{}: {}", entry.machine, entry.chosen);
      table.row({game.game, machine, rounded(entry.init_seconds),
                 size_text(static_cast<double>(entry.memory_bytes())),
                 entry.components() ? grouped(*entry.components()) : "",
                 rounded(result.average_length()), rounded(result.playouts_per_second()),
                 rounded(result.states_per_second()),
                 first.result().states == 0
                     ? "-"
                     : rounded(result.states_per_second() / first.result().states_per_second())});
      if (result.dead_ends > 0) {
        remarks += fmt::format("{}: {} at a dead end ('palamedes simulate' shows one)\n", game.game,
                               counted(result.dead_ends, "playout"));
      }
      if (result.truncated() > 0) {
        remarks += fmt::format("{}: {}: {} did not end within {} (--max-length allows more)\n",
                               game.game, entry.machine, counted(result.truncated(), "playout"),
                               counted(max_length, "move"));
      }
      if (entry.partial) {
        remarks += fmt::format("{}: {}: interrupted after {} s\n", game.game, entry.machine,
                               rounded(result.seconds));
      }
    }
  }
  std::string text = screen.bold(table.titles()) + table.rows();
  if (!remarks.empty()) text += "\n" + remarks;
  return text;
}

Json to_json(const std::string& game, const Entry& entry) {
  const bool measured = entry.unavailable.empty();
  const auto figure = [&](auto value) { return measured ? Json(value) : Json(); };
  const BenchResult result = entry.result();
  Json json = Json::object({{"game", game},
                            {"machine", entry.machine},
                            {"available", measured},
                            {"partial", entry.partial},
                            {"states_per_s", figure(result.states_per_second())},
                            {"playouts_per_s", figure(result.playouts_per_second())},
                            {"init_s", figure(entry.init_seconds)},
                            {"init_cpu_s", figure(entry.init_cpu_seconds)},
                            {"memory_bytes", figure(entry.memory_bytes())},
                            {"playouts", figure(result.playouts)},
                            {"states", figure(result.states)},
                            {"seconds", figure(result.seconds)},
                            {"average_length", figure(result.average_length())},
                            {"dead_ends", figure(result.dead_ends)},
                            {"roles", figure(entry.roles())}});
  if (!entry.chosen.empty()) json.add("chosen", entry.chosen);
  if (entry.components()) json.add("components", *entry.components());
  if (!measured) json.add("notice", entry.unavailable);
  return json;
}

Result<VideoEntry> measure_level(Screen& screen, const Settings& settings, const RulesText& text) {
  const auto& machines = settings.machines;
  if (settings.chooses &&
      std::find(machines.begin(), machines.end(), video_machine) == machines.end()) {
    return failure(text.name,
                   fmt::format("is a video game, which only the machine {} plays", video_machine));
  }
  return measure_video(screen, text,
                       {.seconds = settings.seconds.value_or(default_seconds),
                        .seed = settings.bench.seed,
                        .stop = settings.bench.stop});
}

Exit run(Screen& screen, Settings settings) {
  if (settings.signature) return show_signature(screen, settings.json);
  if (settings.rules.empty()) {
    screen.complain("palamedes bench: RULES is missing\nSee 'palamedes help bench'.");
    return Exit::usage;
  }
  machine::swarm::SwarmOptions& swarm = settings.game.machine_options.swarm;
  swarm.seed = settings.bench.seed;
  swarm.max_length = static_cast<std::uint32_t>(
      std::min<std::size_t>(settings.bench.max_length, machine::swarm::SwarmOptions::most_moves));
  const Interrupt interrupt;
  settings.game.end_when_interrupted();
  settings.bench.stop = Interrupt::requested;
  std::vector<GameEntries> games;
  std::vector<VideoEntry> videos;
  bool all = true;
  // One bad sheet among many must not cost the figures of the others.
  const auto complain = [&](const Diagnostics& problems) {
    screen.complain(problems);
    all = false;
  };
  for (const std::string& rules : settings.rules) {
    if (Interrupt::requested()) break;
    const auto text = read_any_game(rules, settings.game.load.read.max_bytes);
    if (!text) {
      complain(text.error());
    } else if (vgdl::is_game_text(text->text)) {
      auto video = measure_level(screen, settings, *text);
      if (!video) {
        complain(video.error());
      } else {
        videos.push_back(std::move(*video));
      }
    } else if (auto game = measure(screen, settings, *text); !game) {
      complain(game.error());
    } else if (!game->entries.empty()) {
      games.push_back(std::move(*game));
    }
  }
  if (games.empty() && videos.empty()) {
    return Interrupt::requested() ? nothing_to_show(screen, "bench") : Exit::failed;
  }
  const auto text = [&] {
    if (!settings.json) {
      std::string tables;
      if (!games.empty()) tables += to_table(screen, games, settings.bench.max_length);
      if (!games.empty() && !videos.empty()) tables += "\n";
      if (!videos.empty()) tables += video_table(screen, videos);
      return tables;
    }
    Json list = Json::array();
    for (const GameEntries& game : games) {
      for (const Entry& entry : game.entries) list.add(to_json(game.game, entry));
    }
    for (const VideoEntry& video : videos) list.add(to_json(video));
    return Json::object({{"results", std::move(list)}}).text();
  };
  const Exit shown =
      show(screen, {.name = "bench", .text = text, .interrupted = Interrupt::requested()});
  return all ? shown : Exit::failed;
}

Run setup(Options& options) {
  auto settings = std::make_shared<Settings>();
  const auto names = machine::machine_names();
  std::vector<std::string> known(names.begin(), names.end());
  known.emplace_back(video_machine);
  settings->machines = known;
  std::erase(settings->machines, machine::auto_machine);
  std::erase(settings->machines, video_machine);
  const std::vector<std::string> usual = settings->machines;
  options.positionals("RULES", "rule sheets, built-in games, or - for standard input",
                      Completes::rules, settings->rules);
  options.optional();
  options.list("machine", "LIST", "which to compare, with commas between them", settings->machines,
               known);
  options.seconds("seconds", "CPU time for each machine and game", settings->seconds);
  settings->game.machine_options.ready_seconds = default_ready_seconds;
  settings->game.declare_ready(options);
  options.number("seed", "of the random moves", settings->bench.seed);
  options.number("max-length", "give up a playout after this number of moves",
                 settings->bench.max_length, 1);
  options.flag("signature", "a hash of what every machine and preset does, instead of speeds",
               settings->signature);
  options.flag("json", "machine-readable output", settings->json);
  settings->game.declare_details(options);
  return [settings, usual](Screen& screen) {
    settings->chooses = settings->machines != usual;
    return run(screen, *settings);
  };
}

}  // namespace

constinit const Command bench_command = {
    .name = "bench",
    .summary = "measure machines: time to start, memory, speed",
    .description =
        "Random playouts from the initial state, one second for each machine and game\n"
        "unless --seconds says otherwise. The machines take turns, so that other work on\n"
        "the computer slows all of them down alike. Rates are per second of CPU time,\n"
        "states those reached by a move; the ratio is against the first machine. The\n"
        "swarm plays many games at once; its components are gates. The machine auto is\n"
        "the one that a search ends with, given the time of --ready, and the table says\n"
        "which. Ctrl-C prints what was measured.\n"
        "Level 0 of a video game (VGDL) is measured by the machine vgdl: ticks with\n"
        "random actions (advances), copies of states, rollouts of a copy and ten ticks.\n"
        "With --signature a fixed set of games is played by every machine and preset, and\n"
        "each line is a hash of the moves: it shows whether a change changed anything.",
    .examples =
        "  palamedes bench tictactoe breakthrough\n"
        "  palamedes bench my_game.kif --machine propnet --passes opt1,opt0 --json\n"
        "  palamedes bench my_video_game.txt --machine vgdl\n",
    .setup = setup};

}  // namespace palamedes::cli::commands
