#include <chrono>
#include <ctime>
#include <memory>
#include <mutex>
#include <thread>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "cli/agent_game.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/screen.h"
#include "ggp/player_record.h"
#include "ggp/player_server.h"

namespace palamedes::cli::commands {
namespace {

struct Settings {
  std::string host = "127.0.0.1";
  std::uint64_t port = 9147;
  std::string agent = "palamedes";
  std::string tune;
  Resources resources;
  GameSettings game;
  bool log = false;
  ggp::SessionOptions session;
  ggp::HttpLimits limits;
};

// A name that is one word in the answers of the protocol.
std::string problem_with_name(const std::string& text) {
  constexpr std::string_view letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
  if (!text.empty() && text.find_first_not_of(letters) == std::string::npos) return {};
  return fmt::format("cannot be '{}': letters, digits, '_', '-' and '.' only", text);
}

void wait_for_interrupt() {
  constexpr auto look = std::chrono::milliseconds(50);
  while (!Interrupt::requested()) std::this_thread::sleep_for(look);
}

Exit run_player(Screen& screen, Settings& settings) {
  agent::Spec& spec = settings.session.match.spec;
  auto read = read_agent(settings.agent, settings.tune);
  if (!read) {
    screen.complain(read.error());
    return Exit::failed;
  }
  spec = std::move(*read);
  settings.resources.apply(spec);
  ggp::LiveMatchOptions& match = settings.session.match;
  match.memory_bytes = settings.resources.memory;
  match.load = settings.game.load;
  match.game.machine = settings.game.machine;
  match.game.details = settings.game.machine_options;
  if (!match.record_folder.empty()) {
    if (const auto folder = ggp::prepare_record_folder(match.record_folder); !folder) {
      screen.complain(folder.error());
      return Exit::failed;
    }
  }
  std::mutex screen_mutex;
  const ggp::Log log = [&](const std::string& line) {
    if (!settings.log) return;
    const std::lock_guard lock(screen_mutex);
    screen.complain(fmt::format("{:%H:%M:%S} {}", fmt::localtime(std::time(nullptr)), line));
  };
  const Interrupt interrupt;
  ggp::PlayerServer server(settings.session, settings.limits, log);
  const auto port = server.bind(settings.host, static_cast<int>(settings.port));
  if (!port) {
    screen.complain(port.error());
    return Exit::failed;
  }
  {
    const std::lock_guard lock(screen_mutex);
    screen.complain(fmt::format("{} ({}) listens on {}:{}; Ctrl-C ends it", settings.session.name,
                                settings.agent, settings.host, *port));
  }
  std::thread serving([&] { server.serve(); });
  wait_for_interrupt();
  server.stop();
  serving.join();
  return Exit::success;
}

Run setup(Options& options) {
  auto settings = std::make_shared<Settings>();
  constexpr std::uint64_t highest_port = 65535;
  options.number("port", "to listen on; 0 for any that is free", settings->port, 0, highest_port);
  options.text("host", "ADDRESS", "to listen on; 0.0.0.0 for all of this machine's addresses",
               settings->host, [](const std::string&) { return std::string(); });
  declare_agent(options, "agent", "who plays; 'palamedes agents' lists them", settings->agent);
  declare_tune(options, settings->tune);
  settings->resources.declare(options, "of the whole process");
  options.text("name", "NAME", "which managers see", settings->session.name, problem_with_name);
  options.choice("info", "FORM", "how the question for the status is answered",
                 settings->session.info,
                 {{"fields", ggp::InfoForm::fields}, {"word", ggp::InfoForm::word}});
  options.seconds("patience", "a manager that is later than its clocks and this may be replaced",
                  settings->session.patience);
  options.number("seed", "of the random choices", settings->session.match.seed);
  options.flag("log", "what happens, to standard error", settings->log);
  options.text("record", "DIR", "keep each match there, as JSON with what the player thought",
               settings->session.match.record_folder,
               [](const std::string&) { return std::string(); });
  settings->game.declare_machine(options);
  options.group("Messages");
  options.size("max-body", "bytes of a message", settings->limits.body_bytes);
  options.seconds("max-request", "for a whole message to come", settings->limits.request_seconds);
  options.number("max-connections", "at the same time", settings->limits.connections, 1, 10000);
  settings->game.declare_details(options);
  return [settings](Screen& screen) { return run_player(screen, *settings); };
}

}  // namespace

constinit const Command player_command = {
    .name = "player",
    .summary = "play as a standard GGP player that a game manager talks to",
    .description =
        "Listens for the messages of the general game playing protocol over HTTP and plays\n"
        "one match at a time. It gets ready and searches within the start clock, thinks in\n"
        "the others' time, and answers a little before the play clock ends: how much is\n"
        "learnt from the connection. Rules come from whoever can reach the port, so it listens\n"
        "on this machine only unless --host says otherwise. docs/play.md has the details.",
    .examples =
        "  palamedes player\n"
        "  palamedes player --port 9148 --agent grave+nst --threads 1 --log\n",
    .setup = setup};

}  // namespace palamedes::cli::commands
