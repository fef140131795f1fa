#include <chrono>
#include <memory>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/screen.h"
#include "web/page.h"
#include "web/server.h"
#include "web/worker/run.h"

namespace palamedes::cli::commands {
namespace {

struct Settings {
  web::ServerOptions server;
  std::uint64_t port = 8080;
};

std::string any_text(const std::string& /*text*/) { return {}; }

std::string problem_with_folder(const std::string& text) {
  return text.empty() ? "cannot be an empty text" : "";
}

Exit run_web(Screen& screen, Settings& settings) {
  settings.server.port = static_cast<int>(settings.port);
  settings.server.api.worker_command = {"/proc/self/exe", "web-worker"};
  const Interrupt interrupt;
  auto server = web::Server::listen(settings.server);
  if (!server) {
    screen.complain(server.error());
    return Exit::failed;
  }
  screen.print(fmt::format("{}\n", (*server)->address()));
  screen.flush();
  if (web::page_files().empty()) {
    screen.complain(
        "the page is no part of this program; './palamedes web' builds it where there "
        "is npm. The API is there without it.");
  }
  screen.complain("Ctrl-C ends it");
  std::thread serving([&] { (*server)->run(); });
  constexpr auto look = std::chrono::milliseconds(50);
  while (!Interrupt::requested()) std::this_thread::sleep_for(look);
  (*server)->stop();
  serving.join();
  return Exit::success;
}

Run setup(Options& options) {
  auto settings = std::make_shared<Settings>();
  web::Limits& limits = settings->server.api.limits;
  constexpr std::uint64_t highest_port = 65535;
  constexpr std::uint64_t many = 1000;
  options.number("port", "to listen on; 0 for any that is free", settings->port, 0, highest_port);
  options.text("host", "ADDRESS", "to listen on; 0.0.0.0 for all of this machine's addresses",
               settings->server.host, any_text);
  options.text("name", "NAME", "of this machine that the page is asked for by, besides the address",
               settings->server.name, any_text);
  options.text("lab", "DIR", "where stores of experiments are, each as EXPERIMENT.db",
               settings->server.api.lab_folder, problem_with_folder);
  options.group("Limits");
  options.number("sessions", "at the same time", limits.sessions, 1, many);
  options.size("memory", "of the process of a session", limits.memory_bytes);
  options.number("threads", "of one search", limits.threads, 1, 256);
  options.seconds("think-time", "for one position", limits.think_seconds);
  options.seconds("ready-time", "until a game can be played", limits.ready_seconds);
  options.seconds("check-time", "for a check of rules", limits.check_seconds);
  options.seconds("answer-time", "for any other answer of a session", limits.answer_seconds);
  options.seconds("session-time", "of processor time for a session", limits.session_seconds);
  options.seconds("idle-time", "then a session ends that nobody uses", limits.idle_seconds);
  options.size("max-body", "bytes of a request", limits.body_bytes);
  options.number("checks", "of rules at the same time", limits.checks, 1, many);
  options.number("streams", "of events at the same time", limits.streams, 1, many);
  return [settings](Screen& screen) { return run_web(screen, *settings); };
}

Run setup_worker(Options& /*options*/) {
  return [](Screen& /*screen*/) -> Exit { web::worker::run(STDIN_FILENO); };
}

}  // namespace

constinit const Command web_command = {
    .name = "web",
    .summary = "play, watch and understand any game in a browser",
    .description =
        "Prints the address of the page and serves it until Ctrl-C: play built-in games\n"
        "or rules of your own, watch searches think, look at experiments. It listens on\n"
        "this machine only unless --host says otherwise. The rules of each visitor run\n"
        "in a process of their own with limits on time and memory. docs/web.md has the\n"
        "details, also of the interface for programs below /api.",
    .examples =
        "  palamedes web\n"
        "  palamedes web --port 8081 --sessions 2 --memory 1G\n",
    .setup = setup};

constinit const Command web_worker_command = {
    .name = "web-worker",
    .summary = "the process of a session of 'web', which starts it itself",
    .description = "It answers requests that come over the socket that is its standard input.\n",
    .examples = "",
    .setup = setup_worker};

}  // namespace palamedes::cli::commands
