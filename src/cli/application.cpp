#include "cli/application.h"

#include <csignal>
#include <exception>
#include <new>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include "base/suggest.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/parse.h"
#include "cli/room.h"
#include "cli/screen.h"

namespace palamedes::cli {
namespace {

Exit unknown_command(Screen& screen, const std::string& name) {
  std::vector<std::string> known = {"help", "--help", "--version"};
  for (const Command& command : all_commands()) known.emplace_back(command.name);
  const std::string hint = did_you_mean(name, known);
  return screen.wrong_usage(
      {}, fmt::format("there is no {} '{}'{}", name.starts_with('-') ? "option" : "command", name,
                      hint.empty() ? "" : " (" + hint + ")"));
}

Exit show_help(Screen& screen, const std::vector<std::string>& arguments) {
  if (arguments.size() < 2) {
    screen.print(overview(all_commands(), screen.line_length()));
    return Exit::success;
  }
  if (arguments.size() > 2) {
    return screen.wrong_usage({}, fmt::format("unexpected argument '{}'", arguments[2]));
  }
  const Command* command = find_command(arguments[1]);
  if (command == nullptr) return unknown_command(screen, arguments[1]);
  screen.print(help_of(*command, screen.line_length()));
  return Exit::success;
}

Exit run_command(Screen& screen, const Command& command, std::vector<std::string> arguments) {
  Options options;
  const Run run = command.setup(options);
  const Parsed parsed = parse(options, std::move(arguments));
  if (parsed.help) {
    screen.print(help_of(command, screen.line_length()));
    return Exit::success;
  }
  if (!parsed.error.empty()) return screen.wrong_usage(command.name, parsed.error);
  return run(screen);
}

Exit dispatch(Screen& screen, const std::vector<std::string>& arguments) {
  if (arguments.empty()) {
    screen.complain(overview(all_commands(), room_of(STDERR_FILENO).columns));
    return Exit::usage;
  }
  const std::string& first = arguments.front();
  if (first == "help") return show_help(screen, arguments);
  if (first == "--help" || first == "-h") {
    screen.print(overview(all_commands(), screen.line_length()));
    return Exit::success;
  }
  if (first == "--version" || first == "-V") {
    screen.print(version_text());
    return Exit::success;
  }
  const Command* command = find_command(first);
  if (command == nullptr) return unknown_command(screen, first);
  return run_command(screen, *command, {arguments.begin() + 1, arguments.end()});
}

}  // namespace

Exit run(const std::vector<std::string>& arguments) {
  // A reader that went away shows as a failed write, which Screen knows how to take.
  std::signal(SIGPIPE, SIG_IGN);
  Screen screen;
  Exit exit = Exit::failed;
  try {
    exit = dispatch(screen, arguments);
  } catch (const std::bad_alloc&) {
    screen.complain("palamedes: out of memory");
  } catch (const std::exception& error) {
    screen.complain(fmt::format("palamedes: internal error: {}", error.what()));
  }
  return screen.finish(exit);
}

}  // namespace palamedes::cli
