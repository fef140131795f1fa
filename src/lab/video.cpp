#include "lab/video.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "base/digest.h"
#include "base/stopwatch.h"
#include "vgdl/load.h"
#include "vgdl/outline.h"
#include "video/agents.h"
#include "video/play.h"

namespace palamedes::lab {
namespace {

// Why a game is missing.
constexpr std::string_view not_at_hand =
    "the rules or a level are not at hand (--video-games names their folder)";

// What a win is worth.
constexpr int full_goal = 100;

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

Reply failed(const std::string& why) {
  Reply reply;
  reply.error = why;
  return reply;
}

std::string first_of(const Diagnostics& problems) { return to_string(problems.list().front()); }

match::Effort effort_of(const video::Play& play) {
  match::Effort effort;
  std::vector<double> speeds;
  for (std::size_t i = 0; i < play.iterations().size(); ++i) {
    const std::uint64_t simulations = play.iterations()[i];
    const auto seconds = static_cast<double>(play.seconds()[i]);
    ++effort.decisions;
    effort.simulations += simulations;
    effort.seconds += seconds;
    if (simulations > 0 && seconds > 0) {
      speeds.push_back(static_cast<double>(simulations) / seconds);
    }
  }
  effort.simulations_per_second = median(std::move(speeds));
  return effort;
}

}  // namespace

std::string full_text_of(const ExperimentAgent& agent) {
  return agent.video ? agent.video->parameters : agent::full_text(agent.spec);
}

std::string resolved_text_of(const ExperimentAgent& agent) {
  return agent.video ? full_text_of(agent) : agent::resolved_text(agent.spec);
}

Result<VideoAgent> read_video_agent(const std::string& text, const std::string& tuning) {
  auto spec = video::parse_agent(text);
  if (!spec) return tl::unexpected(spec.error());
  if (!tuning.empty()) {
    const auto set = video::set_tuning(*spec, tuning);
    if (!set) return tl::unexpected(set.error());
  }
  VideoAgent agent{.text = spec->text, .tuning = spec->tuning, .parameters = {}};
  agent.parameters = text.substr(0, text.find(':'));
  for (const Parameter& parameter : video::parameters_of(*spec)) {
    agent.parameters += fmt::format(",{}={}", parameter.name, parameter.value);
  }
  if (!agent.tuning.empty()) agent.parameters += ",tune=" + agent.tuning;
  return agent;
}

std::string text_of(const ExperimentAgent& agent) {
  return agent.video ? agent.video->text : agent.spec.text;
}

Result<void> load_video_rules(ExperimentGame& game, const ReadRules& read_rules) {
  auto rules = read_rules(game.source);
  if (!rules) {
    game.missing = std::string(not_at_hand);
    return {};
  }
  Digester digester;
  digester.add(*rules);
  const std::string stem =
      game.source.ends_with(".txt") ? game.source.substr(0, game.source.size() - 4) : game.source;
  const std::string ending = game.source.ends_with(".txt") ? ".txt" : "";
  for (int level = 0; level < video_levels; ++level) {
    const std::string name = fmt::format("{}_lvl{}{}", stem, level, ending);
    auto text = read_rules(name);
    if (!text) {
      game.missing = std::string(not_at_hand);
      return {};
    }
    const auto loaded = vgdl::load_game(*rules, game.source, *text, name);
    if (!loaded) return tl::unexpected(loaded.error());
    digester.add(*text);
    game.levels.push_back(std::move(*text));
  }
  game.rules = std::move(*rules);
  game.rules_hash = digester.digest().hex();
  game.roles = 1;
  return {};
}

Reply play_video(const Task& task) {
  const Stopwatch watch;
  if (task.agents.size() != 1 || !task.video) return failed("a video game has one agent");
  auto agent = video::parse_agent(task.agents.front());
  if (!agent) return failed(first_of(agent.error()));
  if (!task.video->tuning.empty() && task.video->tuning != agent->tuning) {
    const auto set = video::set_tuning(*agent, task.video->tuning);
    if (!set) return failed(first_of(set.error()));
  }
  const auto loaded = vgdl::load_game(task.rules, task.game, task.video->level, "level");
  if (!loaded) return failed(first_of(loaded.error()));
  const vgdl::Game& game = *loaded->game;
  const video::Limits limits{.clock = video::Clock::cpu,
                             .tick_seconds = task.options.seconds.value_or(1),
                             .iterations = task.options.simulations.value_or(0)};
  video::Play play(game, video::make_agent(*agent, game, task.seed + 1), limits,
                   vgdl::RandomMode::fast, task.seed);
  while (!play.is_over()) play.tick();
  const video::Outcome outcome = play.outcome();
  Reply reply;
  reply.result = {.machine = "vgdl",
                  .role_names = {"avatar"},
                  .steps = static_cast<std::uint64_t>(std::max(0, outcome.ticks)),
                  .goals = {outcome.won ? full_goal : 0},
                  .efforts = {effort_of(play)},
                  .seconds = watch.seconds()};
  return reply;
}

}  // namespace palamedes::lab
