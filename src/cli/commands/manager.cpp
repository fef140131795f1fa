#include "ggp/manager.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agent/presets.h"
#include "base/file.h"
#include "base/hash.h"
#include "cli/agent_game.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/layout.h"
#include "cli/match_records.h"
#include "cli/person.h"
#include "cli/screen.h"
#include "cli/text.h"

namespace palamedes::cli::commands {
namespace {

using ggp::MatchRecord;
using ggp::Participant;
using Participants = std::vector<std::unique_ptr<Participant>>;

constexpr std::string_view human = "human";

struct Settings {
  GameSettings game;
  std::string players;
  ggp::ManagerOptions manager;
  std::string record;
  bool log = false;
  bool json = false;
};

std::string problem_with_players(const std::string& text) {
  for (const std::string& player : split_agents(text)) {
    if (player == human) continue;
    if (ggp::is_like_address(player)) {
      const auto address = ggp::read_address(player);
      if (!address) return fmt::format("cannot be '{}': {}", player, address.error());
      continue;
    }
    std::string problem = problem_with(player, agent::parse_spec(player));
    if (!problem.empty()) return problem;
  }
  return {};
}

std::string problem_with_match(const std::string& text) {
  const auto terms = ggp::read_message(fmt::format("(ABORT {})", text));
  return terms ? std::string{} : fmt::format("cannot be '{}': it is one word of KIF", text);
}

bool has_people(const Settings& settings) {
  const std::vector<std::string> players = split_agents(settings.players);
  return std::find(players.begin(), players.end(), human) != players.end();
}

Participants make_participants(const Settings& settings, Person* person, const ggp::Log& log) {
  Participants participants;
  for (const std::string& player : split_agents(settings.players)) {
    if (player == human) {
      participants.push_back(std::make_unique<ggp::HumanParticipant>(
          [person](const ggp::Situation& situation, const std::atomic<bool>& interrupted) {
            return person->ask(situation, interrupted);
          }));
    } else if (ggp::is_like_address(player)) {
      participants.push_back(std::make_unique<ggp::RemoteParticipant>(*ggp::read_address(player)));
    } else {
      ggp::SessionOptions options;
      options.name = player;
      options.match.spec = *agent::parse_spec(player);  // the command line was checked
      options.match.seed = mix(combine(settings.manager.seed, participants.size() + 1));
      const auto named = [log, name = fmt::format("{}. {}", participants.size() + 1, player)](
                             const std::string& line) { log(fmt::format("{}: {}", name, line)); };
      participants.push_back(std::make_unique<ggp::AgentParticipant>(std::move(options), named));
    }
  }
  return participants;
}

std::size_t errors_of(const MatchRecord& record, std::size_t role) {
  std::size_t count = 0;
  for (const auto& errors : record.errors) count += errors[role].empty() ? 0 : 1;
  return count;
}

std::string to_text(const Screen& screen, const ggp::ManagedMatch& match) {
  const MatchRecord& record = match.record;
  std::string text =
      fmt::format("{}: {}{}\n\n", screen.bold(record.match), counted(record.moves.size(), "step"),
                  record.completed ? "" : ", aborted: " + match.problem);
  Table table;
  table.column("Role", Table::Align::left);
  table.column("Player", Table::Align::left);
  table.column("Goal");
  table.column("Errors");
  for (std::size_t role = 0; role < record.roles.size(); ++role) {
    const bool known = record.completed && record.goals[role] >= 0;
    table.row({record.roles[role], record.players[role],
               known ? std::to_string(record.goals[role]) : "-",
               std::to_string(errors_of(record, role))});
  }
  return text + screen.bold(table.titles()) + table.rows();
}

// Where something went wrong, and all of it for whoever wants to follow.
void show_step(Screen& screen, const Settings& settings, const MatchRecord& record) {
  if (record.completed && settings.log) {
    screen.complain(fmt::format("over after {}, goals {}", counted(record.moves.size(), "step"),
                                fmt::join(record.goals, " ")));
  }
  if (record.completed || record.aborted) return;  // the last step was shown already
  const std::size_t step = record.errors.size() - 1;
  for (std::size_t role = 0; role < record.roles.size(); ++role) {
    const std::string& error = record.errors.back()[role];
    if (error.empty()) continue;
    screen.complain(fmt::format("{}, {} ({}): {}",
                                step == 0 ? "start" : fmt::format("step {}", step),
                                record.roles[role], record.players[role], error));
  }
  if (settings.log && !record.moves.empty()) {
    std::string moves;
    for (const std::string& move : record.moves.back()) moves += " " + move;
    screen.complain(fmt::format("step {}:{}", step, moves));
  }
}

// Whether the match can be written down and everybody is there.
Result<void> all_ready(const Settings& settings, const std::string& name, std::size_t roles,
                       Participants& participants,
                       const std::function<void(const std::string&)>& tell) {
  if (!settings.record.empty()) {
    if (auto writable = check_writable(settings.record); !writable) return writable;
  }
  if (participants.size() != roles) {
    return failure(
        name, fmt::format("{} for {}: each role needs one", counted(participants.size(), "player"),
                          counted(roles, "role")));
  }
  const ggp::ManagerOptions& options = settings.manager;
  const double patience = static_cast<double>(options.start_clock) + options.grace;
  Diagnostics problems(name);
  for (const std::string& why :
       ggp::unavailable(participants, {.until = ggp::Clock::now() + ggp::in_seconds(patience),
                                      .stop = [] { return Interrupt::requested(); },
                                      .tell = tell})) {
    problems.error({}, why);
  }
  if (problems.has_errors()) return tl::unexpected(std::move(problems));
  return {};
}

Exit run_manager(Screen& screen, Settings& settings) {
  auto loaded = load_agent_game(settings.game);
  auto rules = loaded ? ggp::plain_rules(loaded->text, loaded->name, settings.game.load.read)
                      : Result<std::string>(tl::unexpected(loaded.error()));
  if (!rules) {
    screen.complain(rules.error());
    return Exit::failed;
  }
  ggp::Referee referee(std::move(loaded->game));
  if (!referee.game().notice().empty()) {
    screen.complain(loaded->name + ": " + referee.game().notice());
  }
  std::mutex screen_mutex;
  bool over = false;  // agents have nothing to add to the end
  std::unique_ptr<Person> person;
  if (has_people(settings)) {
    auto layout = find_layout_hints(settings.game.rules, referee.game().rules());
    if (!layout) {
      screen.complain(layout.error());
      return Exit::failed;
    }
    person = std::make_unique<Person>(board::Drawing(referee.game(), std::move(*layout)));
  }
  Participants participants =
      make_participants(settings, person.get(), [&](const std::string& line) {
        const std::lock_guard lock(screen_mutex);
        if (settings.log && !over) screen.complain(line);
      });
  const Interrupt interrupt;
  const auto tell = [&](const std::string& why) {
    const std::lock_guard lock(screen_mutex);
    screen.complain(fmt::format("{}; it is asked again for {}", why,
                                counted(settings.manager.start_clock, "second")));
  };
  if (const auto ready =
          all_ready(settings, loaded->name, referee.role_names().size(), participants, tell);
      !ready) {
    screen.complain(ready.error());
    return Exit::failed;
  }
  ggp::ManagerOptions& options = settings.manager;
  options.rules = std::move(*rules);
  options.game = game_name(loaded->name);
  if (options.match.empty()) {
    options.match = fmt::format("{}.{}", options.game, ggp::milliseconds());
  }
  Result<void> recorded;
  const ggp::ManagedMatch match =
      ggp::manage(referee, participants, options,
                  {.on_step =
                       [&](const MatchRecord& record) {
                         const std::lock_guard lock(screen_mutex);
                         show_step(screen, settings, record);
                         over = record.completed;
                         if (settings.record.empty()) return;
                         recorded = write_text(settings.record, ggp::to_json(record));
                       },
                   .stop = [] { return Interrupt::requested(); }});
  if (person && match.record.completed && !match.record.states.empty()) {
    person->show_end(match.record.moves.size(), match.record.states.back());
  }
  screen.print(settings.json ? ggp::to_json(match.record) : to_text(screen, match));
  if (!recorded) screen.complain(recorded.error());
  return match.record.completed && recorded ? Exit::success : Exit::failed;
}

Run setup(Options& options) {
  auto settings = std::make_shared<Settings>();
  constexpr std::uint64_t week = 7 * 86400;
  declare_rules(options, settings->game.rules);
  options.text("players", "LIST",
               "one per role, separated by commas: HOST:PORT, an agent, or 'human'",
               settings->players, problem_with_players);
  std::vector<std::string> known = agent::preset_names();
  known.emplace_back("human");
  options.offers(Completes::list, std::move(known));
  options.required();
  options.number("start-clock", "seconds to get ready", settings->manager.start_clock, 0, week);
  options.number("play-clock", "seconds for each move", settings->manager.play_clock, 0, week);
  options.seconds("grace", "after the clock, for the way of an answer", settings->manager.grace);
  options.text("record", "FILE", "where the match is written, as JSON", settings->record,
               [](const std::string&) { return std::string(); });
  options.text("match", "NAME", "of the match; default: the game and the time",
               settings->manager.match, problem_with_match);
  options.text("game-url", "URL", "of the game, for the record", settings->manager.game_url,
               [](const std::string&) { return std::string(); });
  options.number("seed", "of the agents and of replacements for missing moves",
                 settings->manager.seed);
  options.number("max-length", "a match that takes more steps is aborted",
                 settings->manager.max_length, 1);
  options.flag("log", "moves and what agents say, to standard error", settings->log);
  settings->game.declare_machine(options);
  options.flag("json", "print the record of the match", settings->json);
  settings->game.declare_details(options);
  return [settings](Screen& screen) { return run_manager(screen, *settings); };
}

}  // namespace

constinit const Command manager_command = {
    .name = "manager",
    .summary = "run a match of GGP players, agents and people",
    .description =
        "Sends START, PLAY and STOP to the players of the list, one per role in the order of\n"
        "the rules. A player on the network is HOST:PORT; an agent thinks in this program; a\n"
        "person is asked at the terminal and has no clock. For a move that is late, illegal\n"
        "or missing a random legal one is made, and the record says so. Ctrl-C sends ABORT.",
    .examples =
        "  palamedes manager tictactoe --players localhost:9147,random --play-clock 2\n"
        "  palamedes manager othello --players human,palamedes --record match.json\n",
    .setup = setup};

}  // namespace palamedes::cli::commands
