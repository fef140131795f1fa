#include "cli/commands/bandit.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/results.h"
#include "cli/screen.h"

namespace palamedes::cli::commands {
namespace {

// How many arms, and how many percent of them win.
struct Kind {
  Options::Number arms = 20;
  Options::Number winning = 10;
};

// What a figure of the paper shows.
struct Figure {
  std::string name;
  std::vector<Kind> kinds;
  std::vector<std::string> policies;
  bool paths = false;
};

const std::vector<std::string>& known_policies() {
  static const std::vector<std::string> names = {"uct", "st"};
  return names;
}

const std::vector<Figure>& figures() {
  static const std::vector<Figure> all = {
      {.name = "2a", .kinds = {{2, 50}}, .paths = true},
      {.name = "2b", .kinds = {{20, 10}, {20, 30}, {50, 10}, {50, 30}}, .policies = {"uct"}},
      {.name = "3a", .kinds = {{20, 10}}, .policies = known_policies()},
      {.name = "3b", .kinds = {{20, 30}}, .policies = known_policies()},
      {.name = "4a", .kinds = {{50, 10}}, .policies = known_policies()},
      {.name = "4b", .kinds = {{50, 30}}, .policies = known_policies()}};
  return all;
}

struct Settings {
  BanditCommand command;
  std::string figure;
  std::optional<Options::Number> arms;
  std::optional<Options::Number> winning;
  std::string plot;
  bool json = false;
};

// What is wrong with this name for a picture, or nothing.
std::string picture_problem(const std::string& file) {
  if (file.ends_with(".svg")) return {};
  return fmt::format("needs a file that ends in .svg, not '{}'", file);
}

// Half of the interval in which the true mean lies with a probability of 95 %.
constexpr double normal_quantile = 1.96;

BanditCurve to_curve(std::string name, const std::vector<Moments>& moments) {
  BanditCurve curve{.name = std::move(name)};
  for (const Moments& point : moments) {
    curve.values.push_back(point.mean);
    curve.intervals.push_back(normal_quantile * point.standard_error());
  }
  return curve;
}

Result<BanditPanel> measure(Screen& screen, const BanditCommand& command) {
  std::vector<bandit::Policy> policies;
  for (const std::string& name : command.policies) {
    policies.push_back(name == "st" ? command.st
                                    : bandit::Policy{.exploration = command.st.exploration});
  }
  const bandit::Settings& bandit = command.bandit;
  const auto progress = [&](std::size_t model) {
    if (!screen.wants_progress()) return;
    screen.progress(fmt::format("{} arms: bandit {} of {}", bandit.arms, model + 1, bandit.models));
  };
  const auto curves =
      bandit::run_experiment(bandit, policies, progress, [] { return Interrupt::requested(); });
  if (!curves) return tl::unexpected(curves.error());
  BanditPanel panel{.title = fmt::format("{} arms, {} win", bandit.arms, bandit.winners()),
                    .key = {{"arms", bandit.arms}, {"winners", bandit.winners()}},
                    .models = curves->models};
  for (std::size_t i = 0; i < policies.size(); ++i) {
    panel.curves.push_back(to_curve(command.policies[i], curves->ratio[i]));
  }
  if (policies.size() > 1) panel.curves.push_back(to_curve("gain", curves->gain.back()));
  return panel;
}

Result<BanditPanels> paths_of_arms(const BanditCommand& command) {
  const auto model = bandit::draw_model(command.bandit, 0);
  if (!model) return tl::unexpected(model.error());
  BanditPanels panels;
  for (const bandit::MeanPath& path : *model) {
    const std::size_t number = panels.size() + 1;
    const std::size_t truth = path.wins() ? 1 : 0;
    panels.push_back({.title = fmt::format("arm {}, true value {}", number, truth),
                      .key = {{"arm", number}, {"truth", truth}},
                      .curves = {{.name = "mean", .values = path.means()}}});
  }
  return panels;
}

Result<BanditPanels> make_panels(Screen& screen, BanditCommand& command,
                                 const std::vector<Kind>& kinds) {
  BanditPanels panels;
  for (const Kind& kind : kinds) {
    command.bandit.arms = kind.arms;
    command.bandit.winning_percent = static_cast<double>(kind.winning);
    if (command.paths) return paths_of_arms(command);
    auto panel = measure(screen, command);
    if (!panel) return tl::unexpected(std::move(panel.error()));
    if (panel->models > 0) panels.push_back(std::move(*panel));
    command.interrupted = Interrupt::requested();
    if (command.interrupted) break;
  }
  return panels;
}

// What the options ask for; a figure decides some of them by itself.
Figure wanted(const Settings& settings) {
  for (const Figure& figure : figures()) {
    if (figure.name == settings.figure) return figure;
  }
  const Kind usual;
  Figure own{
      .kinds = {{settings.arms.value_or(usual.arms), settings.winning.value_or(usual.winning)}},
      .paths = settings.command.paths};
  // In this order, whatever the user's is: the gain is that of ST.
  for (const std::string& name : known_policies()) {
    const auto& given = settings.command.policies;
    if (std::find(given.begin(), given.end(), name) != given.end()) own.policies.push_back(name);
  }
  return own;
}

Exit run(Screen& screen, Settings settings) {
  BanditCommand& command = settings.command;
  const bool all_policies = command.policies == known_policies();
  if (!settings.figure.empty() &&
      (settings.arms || settings.winning || command.paths || !all_policies)) {
    return screen.wrong_usage(
        "bandit", "--figure decides --arms, --winning, --policies and --paths by itself");
  }
  const auto fail = [&](const Diagnostics& reason) {
    screen.complain(reason);
    return Exit::failed;
  };
  if (!settings.plot.empty()) {
    const auto possible = check_writable(settings.plot);
    if (!possible) return fail(possible.error());
  }
  const Figure figure = wanted(settings);
  command.policies = figure.policies;
  command.paths = figure.paths;
  const Interrupt interrupt;
  const auto panels = make_panels(screen, command, figure.kinds);
  if (!panels) return fail(panels.error());
  if (panels->empty()) return nothing_to_show(screen, "bandit");
  if (!settings.plot.empty()) {
    const auto drawn = write_text(settings.plot, bandit_plot(*panels, command.every));
    if (!drawn) return fail(drawn.error());
  }
  return show(screen, {.name = "bandit",
                       .text =
                           [&] {
                             return settings.json ? bandit_json(command, *panels)
                                                  : bandit_csv(*panels, command.every);
                           },
                       .interrupted = command.interrupted});
}

void declare_bandit(Options& options, Settings& settings) {
  constexpr Options::Number most = 100'000'000;
  bandit::Settings& bandit = settings.command.bandit;
  options.group("The bandits");
  options.number("arms", "of each bandit (20 unless given)", settings.arms, 1, 10'000);
  options.number("winning", "percent of the arms that win (10 unless given)", settings.winning, 1,
                 100);
  options.number("models", "different bandits", bandit.models, 1, most);
  options.number("tasks", "repetitions with each bandit", bandit.trial.tasks, 1, most);
  options.number("samples", "in one task", bandit.trial.samples, 1, most);
  options.decimal("start", "of each mean's path", bandit.path.start, 0, 1);
  options.decimal("step", "up or down, with each sample of an arm", bandit.path.step, 1e-6, 1);
  options.number("max-steps", "a path reaches 0 or 1 before this number", bandit.path.max_steps, 1,
                 1'000'000);
  options.choice("payoff", "HOW",
                 "win or loss by the mean, normally distributed, or the mean itself",
                 bandit.trial.payoff, payoff_names());
  options.decimal("deviation", "of normally distributed payoffs", bandit.trial.deviation, 0, 1000);
}

Run setup(Options& options) {
  auto settings = std::make_shared<Settings>();
  BanditCommand& command = settings->command;
  std::vector<std::string> names;
  for (const Figure& figure : figures()) names.push_back(figure.name);
  options.choice("figure", "F", "the bandits and policies of this figure of the paper",
                 settings->figure, names);
  command.policies = known_policies();
  options.list("policies", "LIST", "which to compare, with a comma between them", command.policies,
               known_policies());
  options.decimal("exploration", "C of UCT and ST", command.st.exploration, 0, 1000);
  options.decimal("threshold", "alpha of ST", command.st.threshold, 0, 1);
  options.flag("paths", "no policy: show the mean's path of each arm of the first bandit",
               command.paths);
  options.number("seed", "of all random numbers", command.bandit.seed);
  options.number("every", "show every N-th sample only", command.every, 1);
  options.flag("json", "machine-readable output", settings->json);
  options.text("plot", "FILE", "draw the curves as well, as .svg", settings->plot, picture_problem);
  declare_bandit(options, *settings);
  return [settings](Screen& screen) { return run(screen, *settings); };
}

}  // namespace

constinit const Command bandit_command = {
    .name = "bandit",
    .summary = "compare selection strategies on n-arm bandits",
    .description =
        "The test bed of the sufficiency threshold (Gudmundsson and Bjornsson 2013):\n"
        "bandits whose arms move towards a win or a loss while they are sampled. Prints\n"
        "how often the arm with the best mean is a winning one, after each sample, as\n"
        "comma-separated values: for each policy the average over all bandits and half\n"
        "its 95 % interval, and by how much ST is ahead of UCT. The same seed gives the\n"
        "same numbers. Ctrl-C prints the averages over the bandits that are done.",
    .examples =
        "  palamedes bandit --arms 50 --winning 30 --every 100\n"
        "  palamedes bandit --figure 4a --plot figure_4a.svg > figure_4a.csv\n",
    .setup = setup};

}  // namespace palamedes::cli::commands
