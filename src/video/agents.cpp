#include "video/agents.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/suggest.h"
#include "video/maast/maastcts2.h"
#include "video/planner/palamedes_video.h"
#include "video/simple_agents.h"

namespace palamedes::video {
namespace {

// Table 6.2: values that are expected to play worse.
maast::Parameters sub_optimal() {
  maast::Parameters parameters;
  parameters.c = 2;
  parameters.epsilon = 0;
  parameters.w = 0.1;
  parameters.visits = 50;
  parameters.length = 1;
  return parameters;
}

std::string tuned(std::string_view strategy, int parameters) {
  std::string text = fmt::format("{}:select.c,select.w", strategy);
  if (parameters >= 3) text += ",playout.epsilon";
  if (parameters >= 5) text += ",playout.visits,playout.length";
  return text;
}

NamedAgent preset(std::string_view name, std::string_view summary, std::string_view source,
                  std::string_view strategy, int parameters) {
  return {name, summary, source, maast::Parameters{}, tuned(strategy, parameters)};
}

const std::vector<NamedAgent>& all() {
  constexpr std::string_view tuning = "thesis 6.4.8";
  constexpr std::string_view random = "thesis 7.3.7";
  static const std::vector<NamedAgent> list = {
      {"palamedes-video", "reads the rules, plans and searches: the strongest", "",
       planner::Parameters{}},
      {"maastcts2", "open-loop tree search that learns about sprites", "thesis 3.2.4",
       maast::Parameters{}},
      {"olets", "open-loop expectimax tree search without playouts", "Perez-Liebana et al. 2016",
       OletsParameters{}},
      {"samplemcts", "open-loop UCT with random playouts of ten ticks", "thesis 3.2.4",
       SampleMctsParameters{}},
      {"random", "any action", "", NoParameters{true}},
      {"nil", "does nothing", "", NoParameters{false}},
      {"mp-sub-optimal", "maastcts2 with the poor values of Table 6.2", tuning, sub_optimal()},
      preset("mp-mab-2", "tunes C and W by MAB", tuning, "mab,batch=1", 2),
      preset("mp-mab-3", "tunes C, W and epsilon by MAB", tuning, "mab,batch=1", 3),
      preset("mp-mab-5", "tunes C, W, epsilon, N and L by MAB", tuning, "mab,batch=1", 5),
      preset("mp-ntbea-2", "tunes C and W by NTBEA", tuning, "ntbea", 2),
      preset("mp-ntbea-3", "tunes C, W and epsilon by NTBEA", tuning, "ntbea", 3),
      preset("mp-ntbea-5", "tunes C, W, epsilon, N and L by NTBEA", tuning, "ntbea", 5),
      preset("mp-sim-rnd-2", "draws C and W for each simulation", random, "sim-rnd", 2),
      preset("mp-sim-rnd-3", "draws C, W and epsilon for each simulation", random, "sim-rnd", 3),
      preset("mp-sim-rnd-5", "draws C, W, epsilon, N and L for each simulation", random, "sim-rnd",
             5),
  };
  return list;
}

Result<void> set_one(AgentParameters& parameters, std::string_view setting) {
  const std::size_t equals = setting.find('=');
  if (equals == std::string_view::npos) {
    return failure("", fmt::format("'{}' is no setting: parameter=value", setting));
  }
  return std::visit(
      [&](auto& values) -> Result<void> {
        const auto name = full_name(setting.substr(0, equals), palamedes::parameters_of(values));
        if (!name) return tl::unexpected(name.error());
        return set_parameter(values, *name, setting.substr(equals + 1));
      },
      parameters);
}

}  // namespace

std::span<const NamedAgent> agents() { return all(); }

std::vector<std::string> agent_names() {
  std::vector<std::string> names;
  for (const NamedAgent& agent : all()) names.emplace_back(agent.name);
  return names;
}

Result<AgentSpec> parse_agent(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const auto found = std::find_if(all().begin(), all().end(),
                                  [&](const NamedAgent& agent) { return agent.name == name; });
  if (found == all().end()) {
    return failure("", fmt::format("no video agent is called '{}'", name),
                   did_you_mean(name, agent_names()));
  }
  AgentSpec spec{std::string(text), found->parameters, found->tuning};
  std::string_view rest = colon == std::string_view::npos ? "" : text.substr(colon + 1);
  if (colon != std::string_view::npos && rest.empty()) {
    return failure("", "nothing stands after the colon: NAME:parameter=value,...");
  }
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    const auto set = set_one(spec.parameters, rest.substr(0, comma));
    if (!set) return tl::unexpected(set.error());
    rest = comma == std::string_view::npos ? "" : rest.substr(comma + 1);
  }
  return spec;
}

Result<void> set_tuning(AgentSpec& spec, const std::string& description) {
  const auto* parameters = std::get_if<maast::Parameters>(&spec.parameters);
  if (parameters == nullptr) {
    return failure("",
                   fmt::format("'{}' has no parameters that can be tuned while playing", spec.text),
                   "maastcts2 has");
  }
  const auto tuning = maast::Tuning::make(description, *parameters, 1);
  if (!tuning) return tl::unexpected(tuning.error());
  spec.tuning = description;
  return {};
}

std::vector<Parameter> parameters_of(const AgentSpec& spec) {
  return std::visit([](const auto& values) { return palamedes::parameters_of(values); },
                    spec.parameters);
}

std::unique_ptr<Agent> make_agent(const AgentSpec& spec, const vgdl::Game& game,
                                  std::uint64_t seed) {
  struct Maker {
    const AgentSpec& spec;
    const vgdl::Game& game;
    std::uint64_t seed;

    std::unique_ptr<Agent> operator()(const NoParameters& agent) const {
      if (agent.moves) return std::make_unique<RandomAgent>(game, seed);
      return std::make_unique<NilAgent>();
    }
    std::unique_ptr<Agent> operator()(const SampleMctsParameters& parameters) const {
      return std::make_unique<SampleMcts>(game, parameters, seed);
    }
    std::unique_ptr<Agent> operator()(const OletsParameters& parameters) const {
      return std::make_unique<Olets>(game, parameters, seed);
    }
    std::unique_ptr<Agent> operator()(const maast::Parameters& parameters) const {
      std::unique_ptr<maast::Tuning> tuning;
      if (!spec.tuning.empty()) {
        auto made = maast::Tuning::make(spec.tuning, parameters, seed);
        if (made) tuning = std::move(*made);  // it was checked when the spec was read
      }
      return std::make_unique<maast::MaastCts2>(game, parameters, std::move(tuning), seed);
    }
    std::unique_ptr<Agent> operator()(const planner::Parameters& parameters) const {
      return std::make_unique<planner::PalamedesVideo>(game, parameters, seed);
    }
  };
  return std::visit(Maker{spec, game, seed}, spec.parameters);
}

}  // namespace palamedes::video
