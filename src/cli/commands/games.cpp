#include <memory>

#include <fmt/format.h>

#include "base/suggest.h"
#include "cli/commands.h"
#include "cli/json.h"
#include "cli/rules_source.h"
#include "cli/screen.h"
#include "cli/text.h"
#include "cli/video_source.h"
#include "games/builtin.h"
#include "games/header.h"

namespace palamedes::cli::commands {
namespace {

struct Settings {
  std::string name;
  bool json = false;
};

Json described(const games::Builtin& game) {
  const games::GameHeader header = games::read_header(game.text);
  Json goals = Json::array();
  for (const int goal : header.goals) goals.add(goal);
  return Json::object({{"name", game.name},
                       {"title", header.title},
                       {"description", header.description},
                       {"players", header.players ? Json(*header.players) : Json()},
                       {"play", header.play},
                       {"goals", std::move(goals)},
                       {"source", header.source}});
}

Json described_video(const std::string& name) {
  const games::VideoHeader header = games::read_video_header(games::find_video(name)->text);
  return Json::object({{"name", name},
                       {"title", header.title},
                       {"description", header.description},
                       {"levels", games::level_count(name)}});
}

std::string video_table(const Screen& screen) {
  Table table;
  table.column("Video game", Table::Align::left);
  table.column("About", Table::Align::left);
  for (const std::string& name : video_game_names()) {
    table.row({name, games::read_video_header(games::find_video(name)->text).description});
  }
  return screen.bold(table.titles()) + table.rows();
}

std::string table(const Screen& screen) {
  Table table;
  table.column("Name", Table::Align::left);
  table.column("Players");
  table.column("Play", Table::Align::left);
  table.column("About", Table::Align::left);
  for (const games::Builtin& game : games::builtins()) {
    const games::GameHeader header = games::read_header(game.text);
    table.row({std::string(game.name), header.players ? fmt::format("{}", *header.players) : "",
               header.play, header.description.empty() ? header.title : header.description});
  }
  return screen.bold(table.titles()) + table.rows();
}

std::vector<std::string> all_names() {
  std::vector<std::string> names = game_names();
  const std::vector<std::string>& videos = video_game_names();
  names.insert(names.end(), videos.begin(), videos.end());
  return names;
}

Exit show(Screen& screen, const Settings& settings) {
  if (const games::Builtin* video = games::find_video(settings.name)) {
    screen.print(settings.json ? described_video(settings.name).text() : std::string(video->text));
    return Exit::success;
  }
  const games::Builtin* game = games::find(settings.name);
  if (game == nullptr) {
    screen.complain(failure(settings.name, "there is no such built-in game",
                            did_you_mean(settings.name, all_names()))
                        .value());
    return Exit::failed;
  }
  screen.print(settings.json ? described(*game).text() : std::string(game->text));
  return Exit::success;
}

Exit list(Screen& screen, const Settings& settings) {
  if (!settings.json) {
    screen.print(table(screen) + "\n" + video_table(screen));
    return Exit::success;
  }
  Json games = Json::array();
  for (const games::Builtin& game : games::builtins()) games.add(described(game));
  Json videos = Json::array();
  for (const std::string& name : video_game_names()) videos.add(described_video(name));
  screen.print(
      Json::object({{"games", std::move(games)}, {"video_games", std::move(videos)}}).text());
  return Exit::success;
}

Run setup(Options& options) {
  auto settings = std::make_shared<Settings>();
  options.positional("NAME", "print the rule sheet of this game", Completes::choices,
                     settings->name, all_names());
  options.optional();
  options.flag("json", "machine-readable output", settings->json);
  return [settings](Screen& screen) {
    return settings->name.empty() ? list(screen, *settings) : show(screen, *settings);
  };
}

}  // namespace

constinit const Command games_command = {
    .name = "games",
    .summary = "list the built-in games, or print one",
    .description =
        "Every built-in game can stand wherever a command wants RULES. Video games are\n"
        "for check, replay, bench and video; NAME_lvl0 to NAME_lvl4 are their levels.",
    .examples =
        "  palamedes games\n"
        "  palamedes games tictactoe > my_game.kif\n",
    .setup = setup};

}  // namespace palamedes::cli::commands
