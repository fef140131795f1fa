#include "exercise/perft.h"

#include <memory>

#include <fmt/format.h>

#include "base/stopwatch.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/results.h"
#include "cli/rules_source.h"
#include "cli/screen.h"
#include "cli/text.h"

namespace palamedes::cli::commands {
namespace {

using exercise::Count;
using exercise::PerftLevel;

struct Settings {
  GameSettings game;
  exercise::PerftOptions perft;
  bool json = false;
};

// What was counted, up to where it was interrupted.
struct Counted {
  std::string name;
  std::string_view machine;
  std::vector<PerftLevel> levels;
  double cpu_seconds = 0;
  bool interrupted = false;

  [[nodiscard]] std::uint64_t dead_ends() const {
    std::uint64_t sum = 0;
    for (const PerftLevel& level : levels) sum += level.dead_ends;
    return sum;
  }
  // The game goes on in no state of the deepest level.
  [[nodiscard]] bool is_complete() const {
    return !levels.empty() && levels.back().states == levels.back().terminal;
  }
};

std::string depth_text(const Counted& c) {
  return c.levels.empty() ? "of no depth yet"
                          : fmt::format("up to depth {}", c.levels.back().depth);
}

std::string count_text(const Count& count) {
  return (count.saturated() ? "over " : "") + grouped(count.digits());
}

void add_count(Json& json, const std::string& key, const Count& count) {
  json.add(key, Json::number(count.digits()));
  if (count.saturated()) json.add(key + "_saturated", true);
}

Json to_json(const Counted& c) {
  Json list = Json::array();
  for (const PerftLevel& level : c.levels) {
    Json json = Json::object({{"depth", level.depth}});
    add_count(json, "sequences", level.sequences);
    json.add("states", level.states);
    json.add("terminal", level.terminal);
    add_count(json, "ended", level.ended);
    json.add("dead_ends", level.dead_ends);
    list.add(std::move(json));
  }
  return Json::object({{"rules", c.name},
                       {"machine", c.machine},
                       {"partial", c.interrupted},
                       {"cpu_seconds", c.cpu_seconds},
                       {"levels", std::move(list)}});
}

std::string to_table(const Screen& screen, const Counted& c) {
  Table table;
  for (const char* title : {"Depth", "Sequences", "States", "Terminal", "Ended"}) {
    table.column(title);
  }
  Count ended;
  for (const PerftLevel& level : c.levels) {
    table.row({fmt::format("{}", level.depth), count_text(level.sequences), grouped(level.states),
               grouped(level.terminal), count_text(level.ended)});
    ended += level.ended;
  }
  std::string text = fmt::format("{}: all moves {} (machine {}, {} s CPU{})\n\n",
                                 screen.bold(c.name), depth_text(c), c.machine,
                                 rounded(c.cpu_seconds), c.interrupted ? ", interrupted" : "");
  text += screen.bold(table.titles()) + table.rows();
  const std::uint64_t dead_ends = c.dead_ends();
  // With a dead end there are games that do not end at all.
  if (c.is_complete() && dead_ends == 0) {
    text += fmt::format("\nNo game lasts longer than {}; there are {} different games.\n",
                        counted(c.levels.back().depth, "move"), count_text(ended));
  }
  if (dead_ends > 0) {
    text += fmt::format(
        "\nThe rules are broken: in {} before the end a role has no legal move\n"
        "('palamedes simulate' shows one).\n",
        counted(dead_ends, "state"));
  }
  return text;
}

template <machine::Machine M>
Exit count(Screen& screen, const Settings& settings, const std::string& name, M& machine) {
  const auto progress = [&](const exercise::PerftProgress& at) {
    if (!screen.wants_progress()) return;
    screen.progress(fmt::format("depth {}: {} of {} states, {} found at the next depth", at.depth,
                                grouped(at.expanded), grouped(at.states), grouped(at.found)));
  };
  const CpuStopwatch cpu;
  exercise::Perft<M> perft(machine, settings.perft, progress);
  auto levels = perft.run();
  if (!levels) {
    for (const Diagnostic& diagnostic : levels.error().list()) {
      screen.complain(failure(name, diagnostic.message, diagnostic.hint).value());
    }
    return Exit::failed;
  }
  const Counted counted{.name = name,
                        .machine = M::name,
                        .levels = std::move(*levels),
                        .cpu_seconds = cpu.seconds(),
                        .interrupted = perft.was_stopped()};
  return show(
      screen,
      {.name = name,
       .fault = [&] { return machine.fault(); },
       .text = [&] { return settings.json ? to_json(counted).text() : to_table(screen, counted); },
       .interrupted = counted.interrupted,
       .broken = counted.dead_ends() > 0});
}

Run setup(Options& options) {
  auto settings = std::make_shared<Settings>();
  declare_rules(options, settings->game.rules);
  options.number("depth", "number of joint moves to look ahead", settings->perft.depth);
  options.required();
  settings->game.declare_machine(options);
  options.flag("json", "machine-readable output", settings->json);
  settings->game.declare_details(options);
  options.number("max-states", "different states kept at once", settings->perft.max_states, 1);
  options.number("max-joint-moves", "give up at a state with more", settings->perft.max_joint_moves,
                 1);
  return [settings](Screen& screen) {
    const Interrupt interrupt;
    settings->game.end_when_interrupted();
    settings->perft.stop = Interrupt::requested;
    return with_machine(screen, settings->game, [&](const std::string& name, auto& machine) {
      return count(screen, *settings, name, machine);
    });
  };
}

}  // namespace

constinit const Command perft_command = {
    .name = "perft",
    .summary = "count all move sequences and states, depth by depth",
    .description =
        "Sequences: joint moves in a row from the initial state. States: different ones\n"
        "at their ends. Terminal: those of them that end the game. Ended: sequences that\n"
        "lead to one. The counts are exact, so they show whether two programs agree.\n"
        "Ctrl-C prints the depths that are counted. Broken rules give exit status 1.",
    .examples = "  palamedes perft tictactoe --depth 9\n",
    .setup = setup};

}  // namespace palamedes::cli::commands
