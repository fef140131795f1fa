#include "explore/perft.h"

#include <memory>

#include <fmt/format.h>

#include "base/stopwatch.h"
#include "cli/commands.h"
#include "cli/json.h"
#include "cli/rules_source.h"
#include "cli/screen.h"
#include "cli/text.h"

namespace palamedes::cli {
namespace {

using explore::Count;
using explore::PerftLevel;

struct Settings {
  GameSettings game;
  explore::PerftOptions perft;
  bool json = false;
};

using Levels = std::vector<PerftLevel>;

std::string count_text(const Count& count) {
  return (count.saturated() ? "over " : "") + grouped(count.digits());
}

void add_count(Json& json, const std::string& key, const Count& count) {
  json.add(key, Json::number(count.digits()));
  if (count.saturated()) json.add(key + "_saturated", true);
}

Json to_json(std::string_view machine, const std::string& name, const Levels& levels,
             double cpu_seconds) {
  Json list = Json::array();
  for (const PerftLevel& level : levels) {
    Json json = Json::object({{"depth", level.depth}});
    add_count(json, "sequences", level.sequences);
    json.add("states", level.states);
    json.add("terminal", level.terminal);
    add_count(json, "ended", level.ended);
    json.add("dead_ends", level.dead_ends);
    list.add(std::move(json));
  }
  return Json::object({{"rules", name},
                       {"machine", machine},
                       {"cpu_seconds", cpu_seconds},
                       {"levels", std::move(list)}});
}

std::string to_table(const Screen& screen, std::string_view machine, const std::string& name,
                     const Levels& levels, double cpu_seconds) {
  Table table;
  for (const char* title : {"Depth", "Sequences", "States", "Terminal", "Ended"}) {
    table.column(title);
  }
  std::uint64_t dead_ends = 0;
  Count ended;
  for (const PerftLevel& level : levels) {
    table.row({fmt::format("{}", level.depth), count_text(level.sequences), grouped(level.states),
               grouped(level.terminal), count_text(level.ended)});
    dead_ends += level.dead_ends;
    ended += level.ended;
  }
  std::string text =
      fmt::format("{}: all moves up to depth {} (machine {}, {} s CPU)\n\n", screen.bold(name),
                  levels.back().depth, machine, rounded(cpu_seconds));
  text += screen.bold(table.titles()) + table.rows();
  const PerftLevel& last = levels.back();
  if (last.states == last.terminal + last.dead_ends) {
    text += fmt::format("\nNo game lasts longer than {}; there are {} different games.\n",
                        counted(last.depth, "move"), count_text(ended));
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
  const auto progress = [&](const explore::PerftProgress& at) {
    if (!screen.wants_progress()) return;
    screen.progress(fmt::format("depth {}: {} of {} states, {} found at the next depth", at.depth,
                                grouped(at.expanded), grouped(at.states), grouped(at.found)));
  };
  const CpuStopwatch cpu;
  const auto levels = explore::perft(machine, settings.perft, progress);
  const double seconds = cpu.seconds();
  if (!levels) {
    for (const Diagnostic& diagnostic : levels.error().list()) {
      screen.complain(failure(name, diagnostic.message, diagnostic.hint).value());
    }
    return Exit::failed;
  }
  screen.print(settings.json ? to_json(M::name, name, *levels, seconds).text()
                             : to_table(screen, M::name, name, *levels, seconds));
  return Exit::success;
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
        "lead to one. The counts are exact, so they show whether two programs agree.",
    .examples = "  palamedes perft tictactoe --depth 9\n",
    .setup = setup};

}  // namespace palamedes::cli
