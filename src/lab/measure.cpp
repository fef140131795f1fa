#include "lab/measure.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bandit/experiment.h"
#include "base/digest.h"
#include "base/numbers.h"
#include "base/stopwatch.h"
#include "base/suggest.h"
#include "circuit/census.h"
#include "circuit/verilog.h"
#include "exercise/speed_meter.h"
#include "gdl/load.h"
#include "lab/filter.h"
#include "lab/position.h"
#include "machine/factory.h"
#include "machine/stages.h"
#include "match/interval.h"

namespace palamedes::lab {
namespace {

using nlohmann::json;

std::string dumped(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

// The key is that of what is asked for, which holds all that decides the figures but the computer.
Measurement measurement(std::string game, std::string subject, json request) {
  Measurement made{
      .key = {}, .game = std::move(game), .subject = std::move(subject), .request = {}};
  const std::string text = dumped(json{{"measure", std::move(request)}});
  made.key = digest(text).hex();
  made.request = text + '\n';
  return made;
}

// --- speeds
// ---------------------------------------------------------------------------------------

json speed_request(const Experiment& experiment, const ExperimentGame& game,
                   const MachineChoice& machine) {
  json request = {{"kind", "speed"},
                  {"rules", game.rules},
                  {"machine", machine.machine},
                  {"passes", machine.passes ? json(*machine.passes) : json()},
                  {"seconds", experiment.measured_seconds},
                  {"seed", experiment.seed}};
  // only where there is one: the request is the key, and most keys are older than caches
  if (machine.cache) request["cache"] = true;
  return request;
}

// The circuit of the scalar machine as Verilog. How fast a clock can be, only a place-and-route
// tool knows; the gates between two registers are what it depends on.
json measure_hardware(const json& request) {
  const Stopwatch watch;
  const auto rules = gdl::load(request.at("rules").get<std::string>(), "rules");
  if (!rules) return {{"error", to_string(rules.error().list().front())}};
  const machine::StageOptions options;
  auto net = machine::make_net(*rules, options);
  if (!net) return {{"error", to_string(net.error().list().front())}};
  const auto circuit = machine::make_circuit(
      std::move(*net), machine::scalar::ScalarMachine::circuit_passes, options);
  if (!circuit) return {{"error", to_string(circuit.error().list().front())}};
  const auto module = circuit::to_verilog(**circuit, "game");
  if (!module) return {{"error", to_string(module.error().list().front())}};
  const circuit::CircuitCensus census = circuit::census_of(**circuit);
  return {{"machine", hardware},
          {"init_s", watch.seconds()},
          {"components", census.gates() + census.bases},
          {"clocks/state", circuit::verilog_clocks_per_state},
          {"depth", census.depth}};
}

json measure_speed(const json& request) {
  machine::MachineOptions options;
  if (!request.at("passes").is_null()) options.passes = request.at("passes");
  options.cache = request.contains("cache");
  const std::string name = request.at("machine");
  if (name == hardware) return measure_hardware(request);
  const Stopwatch watch;
  const auto rules = gdl::load(request.at("rules").get<std::string>(), "rules");
  if (!rules) return {{"error", to_string(rules.error().list().front())}};
  auto made = machine::make_machine(name, *rules, options);
  if (!made) return {{"error", to_string(made.error().list().front())}};
  if (!made->notice.empty() && name != machine::auto_machine) return {{"error", made->notice}};
  const double init_seconds = watch.seconds();
  exercise::SpeedMeter meter(made->machine, {.seed = request.at("seed")});
  meter.run(request.at("seconds"));
  const exercise::BenchResult& result = meter.result();
  if (!result.fault.empty()) return {{"error", result.fault}};
  return {{"machine", machine::name_of(made->machine)},
          {"init_s", init_seconds},
          {"states/s", result.states_per_second()},
          {"playouts/s", result.playouts_per_second()},
          {"components", meter.components() ? json(*meter.components()) : json()},
          {"memory_bytes", meter.memory_bytes()}};
}

// --- bandits
// --------------------------------------------------------------------------------------

json bandit_request(const BanditPlan& plan) {
  const bandit::Settings& settings = plan.settings;
  return {{"kind", "bandit"},
          {"arms", settings.arms},
          {"winning", settings.winning_percent},
          {"models", settings.models},
          {"tasks", settings.trial.tasks},
          {"samples", settings.trial.samples},
          {"payoff", static_cast<int>(settings.trial.payoff)},
          {"deviation", settings.trial.deviation},
          {"start", settings.path.start},
          {"step", settings.path.step},
          {"max_steps", settings.path.max_steps},
          {"seed", settings.seed},
          {"exploration", plan.st.exploration},
          {"threshold", plan.st.threshold},
          {"policies", plan.policies}};
}

BanditPlan bandit_of(const json& request) {
  BanditPlan plan;
  bandit::Settings& settings = plan.settings;
  settings.arms = request.at("arms");
  settings.winning_percent = request.at("winning");
  settings.models = request.at("models");
  settings.trial.tasks = request.at("tasks");
  settings.trial.samples = request.at("samples");
  settings.trial.payoff = static_cast<bandit::Payoff>(request.at("payoff").get<int>());
  settings.trial.deviation = request.at("deviation");
  settings.path.start = request.at("start");
  settings.path.step = request.at("step");
  settings.path.max_steps = request.at("max_steps");
  settings.seed = request.at("seed");
  plan.st.exploration = request.at("exploration");
  plan.st.threshold = request.at("threshold");
  plan.policies = request.at("policies").get<std::vector<std::string>>();
  return plan;
}

// A curve at some twenty places, the last one included.
json points_of(const std::vector<Moments>& curve) {
  constexpr std::size_t places = 20;
  json points = json::array();
  for (std::size_t i = 1; i <= places; ++i) {
    const std::size_t sample = curve.size() * i / places;
    if (sample == 0 || sample == curve.size() * (i - 1) / places) continue;
    const Moments& moments = curve[sample - 1];
    points.push_back({sample, moments.mean, match::normal_quantile() * moments.standard_error()});
  }
  return points;
}

json measure_bandit(const json& request) {
  const BanditPlan plan = bandit_of(request);
  std::vector<bandit::Policy> policies;
  for (const std::string& name : plan.policies) {
    policies.push_back(name == "st" ? plan.st : bandit::Policy{.exploration = plan.st.exploration});
  }
  const auto curves = bandit::run_experiment(plan.settings, policies);
  if (!curves) return {{"error", to_string(curves.error().list().front())}};
  json figures = json::array();
  for (std::size_t i = 0; i < policies.size(); ++i) {
    figures.push_back({{"name", plan.policies[i]}, {"points", points_of(curves->ratio[i])}});
  }
  if (policies.size() > 1) {
    figures.push_back({{"name", "gain"}, {"points", points_of(curves->gain.back())}});
  }
  return {{"curves", std::move(figures)}};
}

void add_positions(std::vector<Measurement>& list, const Experiment& experiment,
                   const ExperimentGame& game) {
  for (const ExperimentAgent& agent : experiment.agents) {
    if (!agent.missing.empty()) continue;
    for (const std::uint64_t simulations : experiment.position.simulations) {
      list.push_back(measurement(game.name, agent.name,
                                 position_request(experiment, game, agent, simulations)));
      list.back().simulations = simulations;
    }
  }
}

Result<std::vector<Measurement>> wanted(const Experiment& experiment, std::vector<Measurement> list,
                                        const Filter& filter) {
  if (experiment.kind == Kind::bandit) {
    return failure("--only", "a bandit is measured as a whole: there is nothing to choose");
  }
  std::vector<std::string> known;
  if (filter.key == "game") {
    known = all_names(experiment.games);
  } else if (filter.key == "machine" && experiment.kind == Kind::speed) {
    known = all_names(experiment.machines);
  } else if (filter.key == "agent" && experiment.kind == Kind::position) {
    known = all_names(experiment.agents);
  } else {
    return failure("--only", fmt::format("needs game=NAME or {}, not {}",
                                         experiment.kind == Kind::speed
                                             ? "machine=NAME where speeds are measured"
                                             : "agent=NAME where positions are",
                                         quote(filter.text)));
  }
  const auto found = filter.find(filter.key, filter.value, known);
  if (!found) return tl::unexpected(found.error());
  std::erase_if(list, [&](const Measurement& each) {
    return (filter.key == "game" ? each.game : each.subject) != filter.value;
  });
  return list;
}

// --- running
// ----------------------------------------------------------------------------------------

class Runner {
 public:
  Runner(const std::vector<Measurement>& measurements, Figures& figures, Store& store)
      : measurements_(measurements), figures_(figures), store_(store) {}

  Result<RunSummary> run(const RunOptions& options, const RunWatch& watch) {
    RunCalls calls;
    calls.next = [this] { return next(); };
    calls.keep = [this](std::size_t number, const PoolAnswer& answer) {
      return keep(measurements_[number], answer);
    };
    return run_tasks(options, calls, watch);
  }

 private:
  std::optional<PoolTask> next() {
    while (next_ < measurements_.size() && figures_.contains(measurements_[next_].key)) ++next_;
    if (next_ == measurements_.size()) return std::nullopt;
    const std::size_t number = next_++;
    return PoolTask{number, measurements_[number].request};
  }

  Result<std::string> keep(const Measurement& measured, const PoolAnswer& answer) {
    const std::string error = error_in(answer);
    Result<void> kept;
    if (error.empty()) {
      figures_[measured.key] = *answer;
      kept = store_.add_measurement(measured.key, measured.game, measured.subject, *answer);
    } else {
      kept = store_.add_error(measured.key, measured.game, 0, error);
    }
    if (!kept) return tl::unexpected(kept.error());
    return error.empty() ? "" : fmt::format("{} {}: {}", measured.game, measured.subject, error);
  }

  static std::string error_in(const PoolAnswer& answer) {
    if (!answer) return answer.error();
    const json value = json::parse(*answer, nullptr, false);
    if (!value.is_object()) return "the answer makes no sense";
    return value.contains("error") ? value.at("error").get<std::string>() : "";
  }

  const std::vector<Measurement>& measurements_;
  Figures& figures_;
  Store& store_;
  std::size_t next_ = 0;
};

// --- reports
// ----------------------------------------------------------------------------------------

json figures_of(const Figures& figures, const std::string& key) {
  const auto at = figures.find(key);
  return at == figures.end() ? json() : json::parse(at->second, nullptr, false);
}

void add_published(report::ReportRow& row, const Experiment& experiment, std::size_t machine,
                   const std::string& unit) {
  for (const Published& published : experiment.published) {
    if (published.of != Contest{machine} || published.unit != unit) continue;
    for (const auto& [game, value] : published.values) {
      if (game != row.game) continue;
      row.published = value;
      row.source = published.source;
    }
  }
}

std::string remark_of(const Experiment& experiment, const std::string& game) {
  for (const ExperimentGame& each : experiment.games) {
    if (each.name == game) return each.remark;
  }
  return {};
}

report::ReportSection speed_section(const Experiment& experiment, std::size_t machine,
                                    const std::string& unit,
                                    const std::vector<Measurement>& measurements,
                                    const Figures& figures) {
  report::ReportSection section;
  section.agent = experiment.machines[machine].name;
  section.title = fmt::format("{}: {}", section.agent, unit);
  section.measure = unit;
  section.is_speed = true;
  for (const Measurement& each : measurements) {
    if (each.subject != section.agent) continue;
    report::ReportRow row;
    row.game = each.game;
    row.remark = remark_of(experiment, each.game);
    row.planned = 1;
    const json known = figures_of(figures, each.key);
    if (known.is_object() && known.contains(unit) && known.at(unit).is_number()) {
      row.ours = Estimate::around(known.at(unit).get<double>(), 0);
      row.games = 1;
    }
    add_published(row, experiment, machine, unit);
    section.rows.push_back(std::move(row));
  }
  for (const ExperimentGame& game : experiment.games) {
    if (game.missing.empty()) continue;
    report::ReportRow row;
    row.game = game.name;
    row.missing = game.missing;
    add_published(row, experiment, machine, unit);
    if (row.published) section.rows.push_back(std::move(row));
  }
  return section;
}

void add_speeds(report::Report& report, const Experiment& experiment,
                const std::vector<Measurement>& measurements, const Figures& figures) {
  for (std::size_t machine = 0; machine < experiment.machines.size(); ++machine) {
    std::vector<std::string> units;
    for (const Published& published : experiment.published) {
      const bool known = std::find(units.begin(), units.end(), published.unit) != units.end();
      if (published.of == Contest{machine} && !known) units.push_back(published.unit);
    }
    if (units.empty()) units.emplace_back("states/s");
    for (const std::string& unit : units) {
      report::ReportSection section =
          speed_section(experiment, machine, unit, measurements, figures);
      // a machine that nobody asked for has none
      if (!section.rows.empty()) report.sections.push_back(std::move(section));
    }
  }
}

void add_curves(report::Report& report, const json& known) {
  if (!known.is_object() || !known.contains("curves")) return;
  for (const json& curve : known.at("curves")) {
    report::ReportSection section;
    section.agent = curve.at("name").get<std::string>();
    section.title = section.agent == "gain" ? "st minus uct" : section.agent;
    section.measure = section.agent == "gain" ? "what st is ahead of uct, in percentage points"
                                              : "ratio of optimal play in percent";
    for (const json& point : curve.at("points")) {
      report::ReportRow row;
      row.game = fmt::format("after {} samples", point.at(0).get<std::uint64_t>());
      row.games = row.planned = 1;
      row.ours = Estimate::around(100 * point.at(1).get<double>(), 100 * point.at(2).get<double>());
      section.rows.push_back(std::move(row));
    }
    report.sections.push_back(std::move(section));
  }
}

// A table for each agent, a row for each budget.
void add_positions(report::Report& report, const Experiment& experiment,
                   const std::vector<Measurement>& measurements, const Figures& figures) {
  for (const ExperimentAgent& agent : experiment.agents) {
    report::ReportSection section;
    section.agent = agent.label;
    section.title = agent.label;
    section.measure = fmt::format("how often {} finds a right move, in percent of {}", agent.label,
                                  counted(experiment.position.runs, "search", "searches"));
    for (const Measurement& each : measurements) {
      if (each.subject != agent.name) continue;
      report::ReportRow row;
      row.game = fmt::format("{} with {}", each.game, counted(each.simulations, "simulation"));
      row.remark = remark_of(experiment, each.game);
      row.planned = 1;
      const json known = figures_of(figures, each.key);
      if (known.is_object() && known.contains("runs") && known.at("runs") > 0) {
        row.games = 1;
        const double runs = known.at("runs");
        row.ours = match::wilson_estimate(known.at("found").get<double>() / runs, runs).scaled(100);
      }
      section.rows.push_back(std::move(row));
    }
    if (!section.rows.empty()) report.sections.push_back(std::move(section));
  }
}

}  // namespace

Result<std::vector<Measurement>> measurements_of(const Experiment& experiment,
                                                 std::span<const std::string> only) {
  std::vector<Measurement> list;
  if (experiment.kind == Kind::bandit) {
    list.push_back(measurement("", "bandit", bandit_request(experiment.bandit)));
  }
  for (const ExperimentGame& game : experiment.games) {
    if (!game.missing.empty()) continue;
    if (experiment.kind == Kind::position) add_positions(list, experiment, game);
    for (const MachineChoice& machine : experiment.machines) {
      list.push_back(
          measurement(game.name, machine.name, speed_request(experiment, game, machine)));
    }
  }
  for (const std::string& filter : only) {
    auto kept = wanted(experiment, std::move(list), Filter(filter));
    if (!kept) return kept;
    list = std::move(*kept);
  }
  return list;
}

bool is_measurement(std::string_view line) { return line.starts_with("{\"measure\":"); }

std::string measure(std::string_view line) {
  const json parsed = json::parse(line, nullptr, false);
  json answer;
  try {
    const json& request = parsed.at("measure");
    const std::string kind = request.at("kind");
    answer = kind == "speed"      ? measure_speed(request)
             : kind == "position" ? measure_position(request)
                                  : measure_bandit(request);
  } catch (const json::exception& error) {
    answer = {{"error", error.what()}};
  }
  return dumped(answer) + '\n';
}

Result<Figures> load_figures(const std::vector<Measurement>& measurements, Store& store) {
  Figures figures;
  for (const Measurement& each : measurements) {
    auto found = store.find_measurement(each.key);
    if (!found) return tl::unexpected(std::move(found.error()));
    if (*found) figures[each.key] = std::move(**found);
  }
  return figures;
}

Result<report::BuildCounts> measurement_builds(const Figures& figures, Store& store) {
  report::BuildCounts counts;
  for (const auto& [key, figure] : figures) {
    auto build = store.find_measurement_build(key);
    if (!build) return tl::unexpected(std::move(build.error()));
    if (*build) ++counts[**build];
  }
  return counts;
}

Result<RunSummary> run_measurements(const std::vector<Measurement>& measurements, Figures& figures,
                                    Store& store, const RunOptions& options,
                                    const RunWatch& watch) {
  return Runner(measurements, figures, store).run(options, watch);
}

report::Report measurement_report(const Experiment& experiment,
                                  const std::vector<Measurement>& measurements,
                                  const Figures& figures) {
  report::Report report = report::report_heading(experiment);
  report.games = figures.size();
  report.origin = report::origin_of(experiment);
  if (experiment.kind == Kind::speed) add_speeds(report, experiment, measurements, figures);
  if (experiment.kind == Kind::position) {
    add_positions(report, experiment, measurements, figures);
  }
  if (experiment.kind == Kind::bandit) {
    for (const Measurement& each : measurements) add_curves(report, figures_of(figures, each.key));
  }
  return report;
}

}  // namespace palamedes::lab
