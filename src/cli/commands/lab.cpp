#include "cli/commands/lab.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <sstream>
#include <thread>

#include <fmt/format.h>

#include "base/file.h"
#include "base/suggest.h"
#include "cli/commands.h"
#include "cli/json.h"
#include "cli/rules_source.h"
#include "cli/text.h"
#include "games/builtin.h"
#include "gdl/load.h"
#include "lab/builtin.h"
#include "lab/filter.h"
#include "lab/heading.h"
#include "lab/learn_tuning.h"
#include "lab/played_values.h"
#include "lab/store.h"
#include "lab/worker.h"

namespace palamedes::cli::commands {
namespace {

namespace fs = std::filesystem;

// The text of an experiment, and the folder that its paths start from.
struct Source {
  std::string name;
  std::string text;
  fs::path folder;
  std::string store;
};

std::vector<std::string> shipped_names() {
  std::vector<std::string> names;
  for (const Embedded& file : lab::builtin_experiments()) names.emplace_back(file.name);
  return names;
}

// A file wins over a shipped experiment of the same name.
Result<Source> read_source(const std::string& argument) {
  const Embedded* shipped = find(lab::builtin_experiments(), argument);
  std::error_code error;
  if (shipped != nullptr && !fs::is_regular_file(argument, error)) {
    return Source{argument, std::string(shipped->text), {}, argument + ".db"};
  }
  if (!fs::exists(argument, error)) {
    const std::string stem = lab::experiment_name(argument);
    std::string hint = find(lab::builtin_experiments(), stem) != nullptr
                           ? fmt::format("the one that ships is called '{}'", stem)
                           : did_you_mean(stem, shipped_names());
    if (hint.empty()) hint = "'palamedes lab list' lists those that ship";
    return failure(argument, "there is no such experiment", std::move(hint));
  }
  auto text = read_text(argument, lab::longest_file);
  if (!text) return tl::unexpected(std::move(text.error()));
  const fs::path path(argument);
  return Source{argument, std::move(*text), path.parent_path(),
                fs::path(path).replace_extension(".db").string()};
}

// A plain name is a built-in game, so that no file that happens to lie there changes an experiment.
Result<std::string> rules_text(const fs::path& folder, const std::string& games,
                               const std::string& source) {
  const bool is_path = source.find_first_of("./") != std::string::npos;
  const std::string argument = is_path ? (folder / source).string() : source;
  if (const games::Builtin* game = games::find(source)) return std::string(game->text);
  if (const Embedded* position = find(lab::builtin_positions(), source)) {
    return std::string(position->text);
  }
  if (const games::Builtin* video = games::find_video(source)) return std::string(video->text);
  if (!is_path && !games.empty()) {
    const fs::path video = fs::path(games) / (source + ".txt");
    std::error_code error;
    if (fs::is_regular_file(video, error)) return read_text(video.string(), lab::longest_file);
  }
  auto rules = read_rules(argument, gdl::ReadLimits{}.max_bytes);
  if (!rules) return tl::unexpected(std::move(rules.error()));
  return std::move(rules->text);
}

Exit list_experiments(Screen& screen, const LabSettings& settings) {
  Json list = Json::array();
  Table table;
  for (const char* title : {"Experiment", "", "Reproduces", "Title"}) {
    table.column(title, Table::Align::left);
  }
  for (const Embedded& file : lab::builtin_experiments()) {
    const std::string name(file.name);
    const lab::Heading heading = lab::read_heading(file.text);
    table.row({name, heading.can_run ? "" : "not yet", heading.reproduces, heading.title});
    list.add(Json::object({{"name", name},
                           {"title", heading.title},
                           {"reproduces", heading.reproduces},
                           {"can_run", heading.can_run}}));
  }
  screen.print(settings.json ? Json::object({{"experiments", std::move(list)}}).text()
                             : screen.bold(table.titles()) + table.rows());
  return Exit::success;
}

Exit merge_stores(Screen& screen, const LabSettings& settings) {
  auto store = lab::Store::open(settings.files.front());
  if (!store) {
    screen.complain(store.error());
    return Exit::failed;
  }
  bool all = true;
  for (std::size_t i = 1; i < settings.files.size(); ++i) {
    const auto merged = store->merge(settings.files[i]);
    if (!merged) {
      screen.complain(merged.error());
      all = false;
      continue;
    }
    screen.print(fmt::format("{}: {} added, {} known already\n", settings.files[i],
                             counted(merged->added, "match", "matches"), grouped(merged->known)));
  }
  return all ? Exit::success : Exit::failed;
}

// Game by game, since each needs its machine for a moment.
Exit learn_tuning(Screen& screen, const LabSettings& settings) {
  const auto games = lab::read_played_games(settings.files.front());
  if (!games) {
    screen.complain(games.error());
    return Exit::failed;
  }
  std::vector<tune::KnownGame> learned;
  for (const lab::PlayedGame& game : *games) {
    auto known = lab::learn_game(game);
    if (!known) {
      screen.complain(known.error());
      return Exit::failed;
    }
    if (!known->values.empty()) learned.push_back(std::move(*known));
  }
  if (learned.empty()) {
    screen.complain(failure(settings.files.front(),
                            "has no matches between players whose parameters differ in numbers",
                            "'palamedes lab run bench/tuning-values.toml' plays some")
                        .value());
    return Exit::failed;
  }
  screen.print(tune::to_text(learned));
  return Exit::success;
}

struct Action {
  std::string name;
  std::size_t least_files;
  std::size_t most_files;
  Exit (*run)(Screen&, const LabSettings&);
};

const std::vector<Action>& actions() {
  constexpr std::size_t any = 1'000'000;
  static const std::vector<Action> all = {
      {"list", 0, 0, list_experiments},    {"run", 1, 1, lab_run},
      {"status", 1, 1, lab_status},        {"report", 1, 1, lab_report},
      {"export", 1, 1, lab_export},        {"merge", 2, any, merge_stores},
      {"learn-tuning", 1, 1, learn_tuning}};
  return all;
}

// What an option is for; an empty text if everything fits.
std::string wrong_options(const LabSettings& settings, const Action& action) {
  if (settings.files.size() < action.least_files) {
    if (action.name == "merge") return "merge needs a store to merge into and others to take from";
    return fmt::format("{} needs {}", action.name,
                       action.name == "learn-tuning" ? "a store" : "an experiment");
  }
  if (settings.files.size() > action.most_files) {
    return fmt::format("unexpected argument '{}'", settings.files[action.most_files]);
  }
  const bool run = action.name == "run";
  const bool report = action.name == "report";
  if (!run && (settings.jobs || settings.budget || settings.memory_bytes > 0) &&
      !(action.name == "status" && settings.jobs && !settings.budget)) {
    return "--jobs, --budget and --memory are for 'lab run'";
  }
  if (!report && (!settings.html.empty() || settings.csv || settings.tex || settings.turns)) {
    return "--html, --csv, --tex and --turns are for 'lab report'";
  }
  if (int{settings.csv} + int{settings.tex} + int{settings.turns} + int{settings.json} > 1) {
    return "--csv, --tex, --turns and --json exclude each other";
  }
  const bool exports = action.name == "export";
  const bool experiment = run || report || exports || action.name == "status";
  if (!experiment && (!settings.only.empty() || !settings.store.empty() ||
                      !settings.results.empty() || settings.games || settings.simulations)) {
    return "--only, --games, --simulations, --store and --results need an experiment";
  }
  if (exports && settings.json) return "'lab export' has no --json: its file is lines of JSON";
  if (!exports && !settings.output.empty()) return "--output is for 'lab export'";
  return {};
}

Exit run(Screen& screen, const LabSettings& settings) {
  const auto action = std::find_if(actions().begin(), actions().end(), [&](const Action& each) {
    return each.name == settings.action;
  });
  const std::string problem = wrong_options(settings, *action);
  if (!problem.empty()) return screen.wrong_usage("lab", problem);
  return action->run(screen, settings);
}

std::vector<std::string> experiment_names() {
  std::vector<std::string> names;
  for (const Embedded& file : lab::builtin_experiments()) names.emplace_back(file.name);
  return names;
}

std::vector<std::string> split_list(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream list(text);
  for (std::string part; std::getline(list, part, ',');) parts.push_back(part);
  return parts;
}

// What the reader of options does not look into: it needs the experiment.
std::string anything(const std::string& /*text*/) { return {}; }

Run setup(Options& options) {
  auto settings = std::make_shared<LabSettings>();
  auto only = std::make_shared<std::string>();
  auto results = std::make_shared<std::string>();
  std::vector<std::string> names;
  for (const Action& action : actions()) names.push_back(action.name);
  options.positional("ACTION", "what to do", Completes::choices, settings->action, names);
  options.positionals(
      "FILE", "an experiment file or the name of one that ships; stores to merge or learn from",
      Completes::files, settings->files);
  options.offers(Completes::files, experiment_names());
  options.optional();
  options.text("store", "FILE", "where the results are; default: beside the experiment, as .db",
               settings->store, anything);
  options.text("only", "WHAT",
               "game=NAME, agent=NAME, pair=A:B, or machine=NAME of speeds; several with commas",
               *only, anything);
  options.text("results", "FILE",
               "results of 'lab export' that are taken as played; several with commas", *results,
               anything);
  options.text("video-games", "FOLDER", "where video games are that are not built in",
               settings->video_games, anything);
  options.number("games", "matches of each cell, instead of the file's", settings->games, 1,
                 1'000'000);
  options.number("simulations", "of each decision, instead of the file's limits",
                 settings->simulations, 1, 1'000'000'000);
  options.flag("json", "machine-readable output", settings->json);
  options.group("Running");
  options.number("jobs", "matches at the same time; default: one for each core", settings->jobs, 1,
                 1024);
  options.seconds("budget", "start no further match after this time, as in 30m", settings->budget);
  options.size("memory", "what each job may take; 0 for all there is", settings->memory_bytes);
  options.number("machines", "games that each job keeps ready", settings->machines, 1, 1000);
  options.group("Reporting");
  options.text("html", "FOLDER", "write a page with tables and plots there", settings->html,
               anything);
  options.flag("csv", "one line for each figure", settings->csv);
  options.flag("tex", "a LaTeX table", settings->tex);
  options.flag("turns", "one line for each turn, as CSV, where the file has turns = true",
               settings->turns);
  options.group("Exporting");
  options.text("output", "FILE",
               "where to, packed if it ends in .gz; - for standard output; default: "
               "NAME.jsonl.gz",
               settings->output, anything);
  return [settings, only, results](Screen& screen) {
    settings->only = lab::split_filters(*only);
    settings->results = split_list(*results);
    return run(screen, *settings);
  };
}

Run setup_worker(Options& options) {
  auto settings = std::make_shared<LabSettings>();
  options.number("memory", "bytes", settings->memory_bytes);
  options.number("machines", "games kept ready", settings->machines, 1);
  return [settings](Screen&) {
    const bool served =
        lab::serve_tasks({.machines = settings->machines, .memory_bytes = settings->memory_bytes});
    return served ? Exit::success : Exit::failed;
  };
}

}  // namespace

std::uint64_t LabSettings::jobs_asked() const {
  return jobs.value_or(std::max(1U, std::thread::hardware_concurrency()));
}

std::optional<LabExperiment> load_experiment(Screen& screen, const LabSettings& settings) {
  const auto complain = [&](const Diagnostics& problems) {
    screen.complain(problems);
    return std::nullopt;
  };
  const auto source = read_source(settings.files.front());
  if (!source) return complain(source.error());
  auto file = lab::read_experiment(source->text, source->name, [&](const std::string& rules) {
    return rules_text(source->folder, settings.video_games, rules);
  });
  if (!file) return complain(file.error());
  screen.complain(file->warnings);
  for (lab::ExperimentGame& game : file->experiment.games) {
    game.limits.games = settings.games.value_or(game.limits.games);
    if (!settings.simulations) continue;
    game.limits.simulations = settings.simulations;
    game.limits.seconds.reset();
  }
  LabExperiment loaded{
      std::move(file->experiment), {}, settings.store.empty() ? source->store : settings.store};
  if (loaded.experiment.kind == lab::Kind::match) {
    auto cells =
        lab::select_cells(loaded.experiment, lab::cells_of(loaded.experiment), settings.only);
    if (!cells) return complain(cells.error());
    loaded.cells = std::move(*cells);
  }
  return loaded;
}

constinit const Command lab_command = {
    .name = "lab",
    .summary = "run experiments from files, and compare with published tables",
    .description =
        "  list      the experiments that ship, with what each reproduces\n"
        "  run       play what is missing of an experiment, then print its table\n"
        "  status    what is done and what is left\n"
        "  report    the table, the published figures beside ours\n"
        "  export    write the results into a file that --results takes as played\n"
        "  merge     take results of other stores over into the first one\n"
        "  learn-tuning  what values of parameters won in a store, game by game\n"
        "\n"
        "An experiment is a TOML file (docs/lab.md) or the name of one that ships. Every\n"
        "match is kept as soon as it is over: a run may be ended in any way, and the next\n"
        "one goes on where it stopped. With simulation counts the results depend on the\n"
        "file alone, whatever the number of jobs.",
    .examples =
        "  palamedes lab run experiments/rave-vs-uct.toml --budget 30m\n"
        "  palamedes lab run rave-vs-uct --only game=breakthrough --jobs 2\n"
        "  palamedes lab report rave-vs-uct --html out/\n"
        "  palamedes lab export rave-vs-uct --output rave-vs-uct.jsonl.gz\n"
        "  palamedes lab report rave-vs-uct --results rave-vs-uct.jsonl.gz\n"
        "  palamedes lab merge all.db first.db second.db\n"
        "  palamedes lab learn-tuning tuning-values.db\n",
    .setup = setup};

constinit const Command lab_worker_command = {
    .name = "lab-worker",
    .summary = "plays matches for 'lab run'",
    .description = "Reads tasks from standard input, one line of JSON each, and answers them.",
    .examples = "  palamedes lab-worker\n",
    .setup = setup_worker};

}  // namespace palamedes::cli::commands
