#include "lab/experiment_file.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/digest.h"
#include "base/suggest.h"
#include "gdl/load.h"
#include "lab/agents.h"
#include "lab/fields.h"
#include "lab/measure_file.h"
#include "lab/video.h"
#include "machine/game.h"

namespace palamedes::lab {
namespace {

// A list of names, each with its place.
struct Name {
  std::string text;
  SourceLocation where;
};

class Reader {
 public:
  Reader(std::string_view text, const std::string& file, const ReadRules& read_rules)
      : read_rules_(read_rules), errors_(file), warnings_(file) {
    experiment_.name = experiment_name(file);
    experiment_.text = text;
  }

  Result<ExperimentFile> read(const TomlTable& table) {
    Fields fields(table, {1, 1}, errors_);
    read_heading(fields);
    switch (experiment_.kind) {
      case Kind::match:
        experiment_.turns = fields.flag("turns").value_or(false);
        read_limits(fields);
        read_agents(fields);
        read_games(fields);
        read_contests(fields);
        read_published(fields);
        break;
      case Kind::speed:
        experiment_.measured_seconds = fields.number("seconds", 0.01, 1e6).value_or(10);
        experiment_.machines = read_machines(fields, errors_);
        read_games(fields);
        read_published(fields);
        break;
      case Kind::bandit:
        experiment_.bandit = read_bandit(fields, experiment_.seed, errors_);
        break;
      case Kind::position:
        experiment_.position = read_position(fields, errors_);
        read_agents(fields);
        read_games(fields);
        break;
    }
    fields.refuse_others();
    if (!errors_.has_errors()) check_size();
    errors_.sort();
    warnings_.sort();
    if (errors_.has_errors()) return tl::make_unexpected(errors_);
    return ExperimentFile{std::move(experiment_), warnings_};
  }

 private:
  void error(SourceLocation where, std::string message, std::string hint = {}) {
    errors_.error(where, std::move(message), std::move(hint));
  }
  void take_errors(SourceLocation where, const Diagnostics& others) {
    for (const Diagnostic& other : others.list()) error(where, other.message, other.hint);
  }

  void read_heading(Fields& fields) {
    experiment_.title = fields.needed_text("title");
    experiment_.reproduces = fields.text("reproduces").value_or("");
    experiment_.note = fields.text("note").value_or("");
    constexpr std::uint64_t largest_seed = std::uint64_t{1} << 62U;
    experiment_.seed = fields.whole("seed", 0, largest_seed).value_or(experiment_.seed);
    const auto kind = fields.choice("kind", {"match", "speed", "bandit", "position", "video"});
    constexpr std::size_t video = 4;
    experiment_.video = kind == video;
    if (kind && !experiment_.video) experiment_.kind = static_cast<Kind>(*kind);
  }

  // --- limits -----------------------------------------------------------------------------------

  void read_limits(Fields& fields) {
    const TomlTable* table = fields.table("limits");
    if (table == nullptr) return;
    Fields inner(*table, fields.where("limits"), errors_);
    read_limits(inner, limits_);
    limits_.until = inner.number("until", 0.0001, 0.5);
    const auto points = inner.choice("points", {"roles", "agents"});
    if (points) experiment_.points = static_cast<match::PointRule>(*points);
    inner.refuse_others();
  }

  // What a game can have of its own. One kind of thinking replaces the other.
  void read_limits(Fields& fields, Limits& limits) {
    constexpr double longest = 1e6;
    const auto simulations = fields.whole("simulations", 1, most_games * 1000);
    const auto seconds = fields.number("seconds", 0.001, longest);
    if (simulations && seconds) {
      error(fields.where("seconds"), "'simulations' and 'seconds' exclude each other");
    }
    if (simulations || seconds) {
      limits.simulations = simulations;
      limits.seconds = seconds;
    }
    limits.games = fields.whole("games", 1, most_games).value_or(limits.games);
    limits.max_length = fields.whole("max-length", 1, most_games).value_or(limits.max_length);
    limits.ponder = fields.flag("ponder").value_or(limits.ponder);
  }

  // --- agents -----------------------------------------------------------------------------------

  void read_agents(Fields& fields) {
    if (!fields.has("agents")) error({}, "there are no [agents]");
    const TomlTable* table = fields.table("agents");
    if (table == nullptr) return;
    if (table->size() > most_entries) {
      return error(fields.where("agents"), fmt::format("more than {} agents", most_entries));
    }
    experiment_.agents = resolve_agents(*table, experiment_.video, errors_);
    for (const ExperimentAgent& agent : experiment_.agents) agent_names_.push_back(agent.name);
  }

  std::optional<std::size_t> find_agent(const Name& name) {
    const auto at = std::find(agent_names_.begin(), agent_names_.end(), name.text);
    if (at != agent_names_.end()) return static_cast<std::size_t>(at - agent_names_.begin());
    error(name.where, fmt::format("there is no agent {} in this file", quote(name.text)),
          did_you_mean(name.text, agent_names_));
    return std::nullopt;
  }

  std::optional<std::size_t> find_machine(const Name& name) {
    std::vector<std::string> known;
    for (const MachineChoice& machine : experiment_.machines) {
      if (machine.name == name.text) return known.size();
      known.push_back(machine.name);
    }
    error(name.where, fmt::format("{} is none of the 'machines'", quote(name.text)),
          did_you_mean(name.text, known));
    return std::nullopt;
  }

  // --- games ------------------------------------------------------------------------------------

  void read_games(Fields& fields) {
    const TomlList* list = fields.list("games");
    if (list == nullptr || list->empty()) {
      if (!fields.has("games") || list != nullptr) error({}, "there are no [[games]]");
      return;
    }
    if (list->size() > most_entries) {
      return error(fields.where("games"), fmt::format("more than {} games", most_entries));
    }
    std::set<std::string> names;
    for (const TomlValue& value : *list) {
      const auto* table = std::get_if<TomlTable>(&value.data);
      if (table == nullptr) {
        error(value.where, fmt::format("a game needs a table, not {}", value.kind()));
        continue;
      }
      Fields inner(*table, value.where, errors_);
      ExperimentGame game = read_game(inner);
      inner.refuse_others();
      if (!names.insert(game.name).second) {
        error(inner.where("name"), fmt::format("the game {} is there twice", quote(game.name)));
      }
      experiment_.games.push_back(std::move(game));
    }
  }

  ExperimentGame read_game(Fields& fields) {
    ExperimentGame game{.name = fields.needed_text("name"), .limits = limits_};
    game.missing = read_missing(fields);
    game.source = fields.text("rules").value_or(game.name);
    game.remark = fields.text("remark").value_or("");
    if (experiment_.kind == Kind::match) read_limits(fields, game.limits);
    if (experiment_.kind == Kind::position) game.best = read_best(fields, errors_);
    if (game.name.empty()) return game;
    check_name("game", game.name, fields.where("name"), errors_);
    if (!game.missing.empty()) {
      if (!fields.has("rules")) return game;
      error(fields.where("rules"),
            fmt::format("the game {} is missing and has no 'rules'", quote(game.name)));
    }
    if (experiment_.kind == Kind::match && !game.limits.simulations && !game.limits.seconds) {
      error(fields.where("name"),
            fmt::format("nothing limits the thinking in {}", quote(game.name)),
            "'simulations' or 'seconds', in [limits] or of the game");
    }
    const SourceLocation where = fields.where(fields.has("rules") ? "rules" : "name");
    if (experiment_.video) {
      const auto loaded = load_video_rules(game, read_rules_);
      if (!loaded) take_errors(where, loaded.error());
    } else {
      load_rules(game, where);
    }
    return game;
  }

  void load_rules(ExperimentGame& game, SourceLocation where) {
    auto text = read_rules_(game.source);
    if (!text) {
      for (const Diagnostic& problem : text.error().list()) {
        error(where, fmt::format("rules {}: {}", quote(game.source), problem.message),
              problem.hint);
      }
      return;
    }
    auto rules = gdl::load(*text, game.source);
    if (!rules) {
      // the sheet's own diagnostics are `palamedes check`'s
      const Diagnostic& first = rules.error().list().front();
      return error(where, fmt::format("the rules have errors, such as: {}", to_string(first)));
    }
    // the prover knows the roles at once, and as every other machine does
    auto prover = machine::Game::make(std::make_shared<const gdl::Loaded>(std::move(*rules)),
                                      {.machine = "prover"});
    if (!prover) return take_errors(where, prover.error());
    game.roles = (*prover)->role_count();
    game.rules_hash = digest(*text).hex();
    game.rules = std::move(*text);
  }

  // --- who meets whom ---------------------------------------------------------------------------

  std::vector<Name> names_in(const TomlList* list, std::string_view what) {
    std::vector<Name> names;
    if (list == nullptr) return names;
    for (const TomlValue& value : *list) {
      if (const auto* text = std::get_if<std::string>(&value.data)) {
        names.push_back({*text, value.where});
      } else {
        error(value.where, fmt::format("'{}' needs names of agents, not {}", what, value.kind()));
      }
    }
    return names;
  }

  void read_contests(Fields& fields) {
    const TomlTable* table = fields.table("meet");
    if (table == nullptr) {
      if (!fields.has("meet")) error({}, "there is no [meet]: nobody meets anybody");
      return;
    }
    Fields inner(*table, fields.where("meet"), errors_);
    read_pairs(inner);
    read_round_robin(inner);
    read_all_against(inner);
    inner.refuse_others();
    if (experiment_.contests.empty() && !errors_.has_errors()) {
      error(fields.where("meet"), "nobody meets anybody",
            "'pairs', 'round-robin', or 'all' with 'against'");
    }
    if (experiment_.contests.size() > most_entries) {
      error(fields.where("meet"), fmt::format("more than {} contests", most_entries));
    }
  }

  void read_pairs(Fields& fields) {
    const TomlList* pairs = fields.list("pairs");
    if (pairs == nullptr) return;
    for (const TomlValue& value : *pairs) {
      const auto* pair = std::get_if<TomlList>(&value.data);
      if (pair == nullptr || pair->size() != 2) {
        error(value.where, "a pair is a list of two agents");
        continue;
      }
      const std::vector<Name> names = names_in(pair, "pairs");
      if (names.size() == 2) add_pair(names[0], names[1], value.where);
    }
  }

  void read_round_robin(Fields& fields) {
    const std::vector<Name> names = names_in(fields.list("round-robin"), "round-robin");
    if (names.size() == 1) error(names[0].where, "a round-robin needs two agents or more");
    if (names.size() > most_entries) return error(names[0].where, "too many agents");
    for (std::size_t i = 0; i < names.size(); ++i) {
      for (std::size_t j = i + 1; j < names.size(); ++j) {
        add_pair(names[i], names[j], names[j].where);
      }
    }
    experiment_.round_robin = experiment_.round_robin || !names.empty();
  }

  void read_all_against(Fields& fields) {
    const std::vector<Name> all = names_in(fields.list("all"), "all");
    const auto against = fields.text("against");
    if (against && all.empty()) error(fields.where("against"), "'against' needs 'all'");
    for (const Name& name : all) {
      if (against) {
        add_pair(name, {*against, fields.where("against")}, name.where);
      } else if (const auto agent = find_agent(name)) {
        add_contest({*agent}, name.where);
      }
    }
    const auto several = std::find_if(experiment_.games.begin(), experiment_.games.end(),
                                      [](const ExperimentGame& game) { return game.roles > 1; });
    if (!all.empty() && !fields.has("against") && several != experiment_.games.end()) {
      error(fields.where("all"), fmt::format("'against' is missing: {} has {} roles",
                                             quote(several->name), several->roles));
    }
  }

  void add_pair(const Name& first, const Name& second, SourceLocation where) {
    const auto a = find_agent(first);
    const auto b = find_agent(second);
    if (!a || !b) return;
    if (*a == *b) {
      return error(where, fmt::format("{} cannot meet itself", quote(first.text)),
                   "an agent that extends it can");
    }
    add_contest({*a, *b}, where);
  }

  void add_contest(Contest contest, SourceLocation where) {
    if (do_meet(contest)) {
      std::string names = experiment_.agents[contest.front()].name;
      if (contest.size() > 1) names += " and " + experiment_.agents[contest.back()].name;
      return error(where,
                   fmt::format("{} {} there twice", names, contest.size() > 1 ? "are" : "is"));
    }
    experiment_.contests.push_back(std::move(contest));
  }

  // In either order.
  [[nodiscard]] bool do_meet(const Contest& contest) const {
    const Contest turned(contest.rbegin(), contest.rend());
    const auto& known = experiment_.contests;
    return std::find(known.begin(), known.end(), contest) != known.end() ||
           std::find(known.begin(), known.end(), turned) != known.end();
  }

  // --- published figures ------------------------------------------------------------------------

  void read_published(Fields& fields) {
    const TomlList* list = fields.list("published");
    if (list == nullptr) return;
    for (const TomlValue& value : *list) {
      const auto* table = std::get_if<TomlTable>(&value.data);
      if (table == nullptr) {
        error(value.where, fmt::format("a published table needs a table, not {}", value.kind()));
        continue;
      }
      Fields inner(*table, value.where, errors_);
      read_published_table(inner);
      inner.refuse_others();
    }
  }

  void read_published_table(Fields& fields) {
    Published published;
    const bool speeds = experiment_.kind == Kind::speed;
    const std::vector<Name> of = names_in(fields.list("of"), "of");
    if (of.empty() || of.size() > (speeds ? 1 : 2)) {
      error(fields.where("of"), speeds ? "'of' needs one machine" : "'of' needs one agent or two");
    }
    for (const Name& name : of) {
      if (const auto found = speeds ? find_machine(name) : find_agent(name)) {
        published.of.push_back(*found);
      }
    }
    read_unit(fields, of.size(), published);
    published.source = fields.text("source").value_or("");
    if (const TomlTable* values = fields.table("values")) {
      for (const TomlEntry& entry : *values) read_value(entry, published);
    } else if (!fields.has("values")) {
      error(fields.where(), "'values' is missing");
    }
    if (published.of.size() != of.size()) return;
    if (published.of.size() == 2 && !do_meet(published.of)) {
      warnings_.warning(fields.where("of"), "these two do not meet in this file");
    }
    experiment_.published.push_back(std::move(published));
  }

  void read_unit(Fields& fields, std::size_t names, Published& published) {
    if (experiment_.kind == Kind::speed) {
      const auto unit = fields.choice("unit", speed_units());
      published.unit = speed_units()[unit.value_or(0)];
    } else if (const auto unit = fields.choice("unit", match_units())) {
      published.unit = match_units()[*unit];
      if (names > 1) error(fields.where("of"), "'of' needs one agent where there is a 'unit'");
    }
  }

  void read_value(const TomlEntry& entry, Published& published) {
    std::vector<double> numbers;
    const auto* list = std::get_if<TomlList>(&entry.value.data);
    for (const TomlValue& value : list == nullptr ? TomlList{entry.value} : *list) {
      if (const auto number = as_number(value)) numbers.push_back(*number);
    }
    if (numbers.empty() || numbers.size() > 2 ||
        (list != nullptr && list->size() != numbers.size())) {
      return error(entry.value.where,
                   "a published value is a number, or a list of it and half of its interval");
    }
    PublishedValue value{.value = numbers[0], .half = {}};
    if (numbers.size() == 2) value.half = numbers[1];
    published.values.emplace_back(entry.name, value);
    std::vector<std::string> games;
    for (const ExperimentGame& game : experiment_.games) games.push_back(game.name);
    if (std::find(games.begin(), games.end(), entry.name) != games.end()) return;
    // figures of games that are not played here are welcome; slips of the finger are not
    const std::string hint = did_you_mean(entry.name, games);
    if (!hint.empty()) {
      warnings_.warning(entry.where, fmt::format("{} is no game of this file", quote(entry.name)),
                        hint);
    }
  }

  void check_size() {
    std::uint64_t matches = 0;
    for (const ExperimentGame& game : experiment_.games) {
      matches += game.limits.games * experiment_.contests.size();
    }
    if (matches > most_matches) {
      error({}, fmt::format("asks for {} matches; {} is the most", matches, most_matches));
    }
  }

  const ReadRules& read_rules_;
  Diagnostics errors_;
  Diagnostics warnings_;
  Experiment experiment_;
  Limits limits_;
  std::vector<std::string> agent_names_;
};

}  // namespace

std::string experiment_name(std::string_view file) {
  const std::size_t slash = file.rfind('/');
  if (slash != std::string_view::npos) file.remove_prefix(slash + 1);
  const std::size_t point = file.rfind('.');
  return std::string(file.substr(0, point == 0 ? std::string_view::npos : point));
}

Result<ExperimentFile> read_experiment(std::string_view text, const std::string& file,
                                       const ReadRules& read_rules) {
  if (text.size() > longest_file) {
    return failure(file, fmt::format("is larger than {} bytes", longest_file));
  }
  const auto table = parse_toml(text, file);
  if (!table) return tl::unexpected(table.error());
  return Reader(text, file, read_rules).read(*table);
}

}  // namespace palamedes::lab
