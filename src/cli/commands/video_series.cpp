#include "cli/commands/video_series.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/text.h"
#include "cli/ticker.h"
#include "cli/video_source.h"
#include "match/interval.h"
#include "vgdl/outline.h"
#include "video/standings.h"

namespace palamedes::cli::commands {
namespace {

constexpr std::size_t max_bytes = 4'000'000;
constexpr std::size_t max_record_bytes = 1'000'000'000;

// One play of the set.
struct Task {
  std::size_t game = 0;
  std::uint64_t level = 0;
  std::size_t agent = 0;
  std::uint64_t run = 0;
};

// What was played, of one game and agent.
struct Cell {
  video::Record record;
  double iterations = 0;  // sum of medians
  std::uint64_t late = 0;
  std::uint64_t disqualified = 0;
};

std::string text_of(const video::Limits& limits) {
  if (limits.iterations > 0) return fmt::format("{} iterations", limits.iterations);
  return fmt::format("{:g} ms {}{}", limits.tick_seconds * 1000,
                     limits.clock == video::Clock::cpu ? "cpu" : "wall",
                     limits.competition ? " competition" : "");
}

// Runs differ, agents meet the same games.
std::uint64_t seed_of(const VideoSeries& series, const Task& task) {
  std::uint64_t seed = series.seed;
  for (const std::uint64_t part : {task.level, task.run}) {
    seed = (seed ^ part) * 0x9e3779b97f4a7c15ULL;
    seed ^= seed >> 29;
  }
  return seed >> 16;
}

class Series {
 public:
  Series(Screen& screen, const VideoSeries& plan)
      : screen_(screen),
        plan_(plan),
        cells_(plan.games.size() * plan.agents.size()),
        limits_(text_of(plan.limits)) {}

  Result<void> load();
  Result<void> read_record();
  Result<void> play();
  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::string json() const;

 private:
  [[nodiscard]] std::string key_of(const Task& task) const;
  void count(const Task& task, const video::Outcome& outcome);
  void write(const Task& task, const video::Outcome& outcome);
  [[nodiscard]] const Cell& cell(std::size_t game, std::size_t agent) const {
    return cells_[game * plan_.agents.size() + agent];
  }
  [[nodiscard]] std::vector<int> points(std::size_t game) const;
  [[nodiscard]] double share_of_moves(double share) const;

  Screen& screen_;
  const VideoSeries& plan_;
  std::vector<Cell> cells_;
  std::string limits_;
  std::vector<std::string> names_;
  std::vector<std::vector<vgdl::LoadedGame>> games_;  // by game and level
  std::map<std::string, video::Outcome> known_;
  std::ofstream record_;
  std::vector<float> seconds_;  // of the moves of this run, sorted at the end
};

Result<void> Series::load() {
  for (const std::string& name : plan_.games) {
    const auto text = read_any_game(name, max_bytes);
    if (!text) return tl::unexpected(text.error());
    if (!vgdl::is_game_text(text->text)) {
      return failure(text->name, "is no video game: it does not begin with BasicGame");
    }
    names_.push_back(std::filesystem::path(text->name).stem().string());
    std::vector<vgdl::LoadedGame>& levels = games_.emplace_back();
    for (const std::uint64_t level : plan_.levels) {
      auto loaded = load_video_game(*text, level);
      if (!loaded) return tl::unexpected(loaded.error());
      levels.push_back(std::move(*loaded));
    }
  }
  return {};
}

std::string Series::key_of(const Task& task) const {
  return fmt::format(
      "{}/{}/{}{}/{}/{}/{}", names_[task.game], task.level, plan_.agents[task.agent].text,
      plan_.agents[task.agent].tuning.empty() ? "" : "+" + plan_.agents[task.agent].tuning,
      task.run, seed_of(plan_, task), limits_);
}

Result<void> Series::read_record() {
  if (plan_.record.empty()) return {};
  std::error_code problem;
  if (std::filesystem::exists(plan_.record, problem)) {
    const auto text = read_text(plan_.record, max_record_bytes);
    if (!text) return tl::unexpected(text.error());
    std::size_t line = 0;
    for (std::size_t at = 0; at < text->size();) {
      const std::size_t end = std::min(text->find('\n', at), text->size());
      ++line;
      const auto play = nlohmann::json::parse(text->substr(at, end - at), nullptr, false);
      const bool is_last = end >= text->size();  // of a run that was killed while it wrote
      at = end + 1;
      if (play.is_discarded() && is_last) continue;
      if (!play.is_object() || !play.contains("play") || !play["play"].is_string()) {
        return failure(plan_.record, fmt::format("line {} is no finished play", line),
                       "--record takes a new file, or one that this command wrote");
      }
      video::Outcome outcome;
      outcome.ended = true;
      outcome.won = play.value("won", false);
      outcome.disqualified = play.value("disqualified", false);
      outcome.score = play.value("score", 0);
      outcome.ticks = play.value("ticks", 0);
      outcome.late = play.value("late", 0);
      outcome.iterations = play.value("iterations", 0.);
      known_[play["play"].get<std::string>()] = outcome;
    }
  }
  record_.open(plan_.record, std::ios::app);
  if (!record_) return failure(plan_.record, "cannot be written");
  return {};
}

void Series::write(const Task& task, const video::Outcome& outcome) {
  if (!record_.is_open()) return;
  const nlohmann::json line = {{"play", key_of(task)},
                               {"won", outcome.won},
                               {"score", outcome.score},
                               {"ticks", outcome.ticks},
                               {"late", outcome.late},
                               {"disqualified", outcome.disqualified},
                               {"iterations", outcome.iterations}};
  record_ << line.dump() << std::endl;
}

void Series::count(const Task& task, const video::Outcome& outcome) {
  Cell& cell = cells_[task.game * plan_.agents.size() + task.agent];
  cell.record.add({1, outcome.won ? 1U : 0U, outcome.score,
                   static_cast<std::uint64_t>(std::max(0, outcome.ticks))});
  cell.iterations += outcome.iterations;
  cell.late += static_cast<std::uint64_t>(outcome.late);
  cell.disqualified += outcome.disqualified ? 1 : 0;
}

Result<void> Series::play() {
  const std::size_t all =
      plan_.games.size() * plan_.levels.size() * plan_.agents.size() * plan_.runs;
  std::size_t done = 0;
  std::string now;
  std::mutex guard;
  const Ticker ticker(screen_, [&](double) {
    const std::lock_guard lock(guard);
    return fmt::format("{} of {} plays: {}", done, all, now);
  });
  // Runs last, so that an interrupted set has something of every game.
  for (std::uint64_t run = 0; run < plan_.runs; ++run) {
    for (std::size_t game = 0; game < games_.size(); ++game) {
      for (std::size_t level = 0; level < plan_.levels.size(); ++level) {
        for (std::size_t agent = 0; agent < plan_.agents.size(); ++agent) {
          const Task task{game, plan_.levels[level], agent, run};
          {
            const std::lock_guard lock(guard);
            ++done;
            now =
                fmt::format("{} level {}, {}", names_[game], task.level, plan_.agents[agent].text);
          }
          if (const auto known = known_.find(key_of(task)); known != known_.end()) {
            count(task, known->second);
            continue;
          }
          const std::uint64_t seed = seed_of(plan_, task);
          const vgdl::Game& rules = *games_[game][level].game;
          video::Play play(rules, video::make_agent(plan_.agents[agent], rules, seed + 1),
                           plan_.limits, plan_.mode, seed);
          while (!play.is_over() && !Interrupt::requested()) play.tick();
          if (Interrupt::requested()) return {};
          seconds_.insert(seconds_.end(), play.seconds().begin(), play.seconds().end());
          count(task, play.outcome());
          write(task, play.outcome());
        }
      }
    }
  }
  std::sort(seconds_.begin(), seconds_.end());
  return {};
}

std::vector<int> Series::points(std::size_t game) const {
  std::vector<video::Record> records;
  for (std::size_t agent = 0; agent < plan_.agents.size(); ++agent) {
    records.push_back(cell(game, agent).record);
  }
  return video::points_of(records);
}

double Series::share_of_moves(double share) const {
  if (seconds_.empty()) return 0;
  const auto at = static_cast<std::size_t>(share * static_cast<double>(seconds_.size() - 1));
  return static_cast<double>(seconds_[at]);
}

std::string rate_text(const video::Record& record) {
  if (record.plays == 0) return "-";
  const match::Estimate rate =
      match::wilson_estimate(record.win_rate(), static_cast<double>(record.plays)).scaled(100);
  return fmt::format("{:.1f} ± {:.1f}", rate.value, rate.half());
}

std::string Series::text() const {
  Table table;
  table.column("Game", Table::Align::left);
  table.column("Agent", Table::Align::left);
  for (const char* title : {"Plays", "Wins %", "Score", "Ticks", "Iterations", "Late", "Points"}) {
    table.column(title);
  }
  std::vector<Cell> totals(plan_.agents.size());
  std::vector<int> sums(plan_.agents.size());
  std::vector<double> rates(plan_.agents.size());
  for (std::size_t game = 0; game < names_.size(); ++game) {
    const std::vector<int> won = points(game);
    for (std::size_t agent = 0; agent < plan_.agents.size(); ++agent) {
      const Cell& here = cell(game, agent);
      totals[agent].record.add(here.record);
      totals[agent].late += here.late;
      sums[agent] += won[agent];
      rates[agent] += 100 * here.record.win_rate() / static_cast<double>(names_.size());
      const double plays = std::max(1., static_cast<double>(here.record.plays));
      table.row({names_[game], plan_.agents[agent].text, grouped(here.record.plays),
                 rate_text(here.record), fmt::format("{:.1f}", here.record.mean_score()),
                 fmt::format("{:.0f}", here.record.mean_ticks()), rounded(here.iterations / plays),
                 grouped(here.late), std::to_string(won[agent])});
    }
  }
  for (std::size_t agent = 0; agent < plan_.agents.size(); ++agent) {
    const video::Record& record = totals[agent].record;
    table.row({"All", plan_.agents[agent].text, grouped(record.plays), rate_text(record), "-",
               fmt::format("{:.0f}", record.mean_ticks()), "-", grouped(totals[agent].late),
               std::to_string(sums[agent])});
  }
  std::string text = screen_.bold(table.titles()) + table.rows();
  if (plan_.limits.iterations == 0 && !seconds_.empty()) {
    text += fmt::format(
        "\nTime of a move: median {:.2f} ms, 99 % {:.2f} ms, 99.9 % {:.2f} ms, longest {:.2f} ms\n",
        1000 * share_of_moves(0.5), 1000 * share_of_moves(0.99), 1000 * share_of_moves(0.999),
        1000 * share_of_moves(1));
  }
  text += fmt::format("\nSeed: {}\nLimit: {} a tick\n± is the larger half of a 95 % interval.\n",
                      plan_.seed, limits_);
  return text;
}

std::string Series::json() const {
  Json results = Json::array();
  std::vector<video::Record> totals(plan_.agents.size());
  std::vector<int> sums(plan_.agents.size());
  const auto add_record = [](Json& entry, const video::Record& record) {
    const match::Estimate rate =
        match::wilson_estimate(record.win_rate(), static_cast<double>(record.plays));
    entry.add("plays", record.plays);
    entry.add("wins", record.wins);
    entry.add("win_rate", rate.value);
    entry.add("win_rate_low", rate.low);
    entry.add("win_rate_high", rate.high);
    entry.add("ticks", record.mean_ticks());
  };
  for (std::size_t game = 0; game < names_.size(); ++game) {
    const std::vector<int> won = points(game);
    for (std::size_t agent = 0; agent < plan_.agents.size(); ++agent) {
      const Cell& here = cell(game, agent);
      totals[agent].add(here.record);
      sums[agent] += won[agent];
      Json entry = Json::object({{"game", names_[game]}, {"agent", plan_.agents[agent].text}});
      add_record(entry, here.record);
      entry.add("score", here.record.mean_score());
      entry.add("iterations",
                here.iterations / std::max(1., static_cast<double>(here.record.plays)));
      entry.add("late", here.late);
      entry.add("disqualified", here.disqualified);
      entry.add("points", won[agent]);
      results.add(std::move(entry));
    }
  }
  Json standings = Json::array();
  for (std::size_t agent = 0; agent < plan_.agents.size(); ++agent) {
    Json entry = Json::object({{"agent", plan_.agents[agent].text}});
    add_record(entry, totals[agent]);
    entry.add("points", sums[agent]);
    standings.add(std::move(entry));
  }
  return Json::object({{"seed", plan_.seed},
                       {"limit", limits_},
                       {"runs", plan_.runs},
                       {"results", std::move(results)},
                       {"standings", std::move(standings)},
                       {"move_seconds", Json::object({{"median", share_of_moves(0.5)},
                                                      {"p99", share_of_moves(0.99)},
                                                      {"p999", share_of_moves(0.999)},
                                                      {"longest", share_of_moves(1)}})}})
      .text();
}

}  // namespace

Result<std::vector<video::AgentSpec>> read_video_agents(const std::string& text) {
  std::vector<std::string> pieces;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string piece = text.substr(at, end - at);
    const bool goes_on = !pieces.empty() && piece.find('=') != std::string::npos &&
                         piece.find(':') == std::string::npos;
    if (goes_on) {
      pieces.back() += "," + piece;
    } else {
      pieces.push_back(piece);
    }
    at = end + 1;
  }
  std::vector<video::AgentSpec> specs;
  for (const std::string& piece : pieces) {
    auto spec = video::parse_agent(piece);
    if (!spec) return tl::unexpected(spec.error());
    specs.push_back(std::move(*spec));
  }
  return specs;
}

Result<std::vector<std::uint64_t>> read_levels(const std::string& text) {
  constexpr std::uint64_t most = 1000;
  std::vector<std::uint64_t> levels;
  const char* at = text.data();
  const char* end = text.data() + text.size();
  const auto wrong = [&] {
    return failure("", fmt::format("'{}' is no list of levels", text), "as in 0-4 or 0,2");
  };
  for (;;) {
    std::uint64_t first = 0;
    auto read = std::from_chars(at, end, first);
    if (read.ec != std::errc{} || first > most) return wrong();
    std::uint64_t last = first;
    if (read.ptr != end && *read.ptr == '-') {
      read = std::from_chars(read.ptr + 1, end, last);
      if (read.ec != std::errc{} || last > most || last < first) return wrong();
    }
    for (std::uint64_t level = first; level <= last; ++level) levels.push_back(level);
    if (read.ptr == end) return levels;
    if (*read.ptr != ',') return wrong();
    at = read.ptr + 1;
  }
}

Exit run_video_series(Screen& screen, const VideoSeries& plan) {
  const Interrupt interrupt;
  Series series(screen, plan);
  for (const auto step : {&Series::load, &Series::read_record, &Series::play}) {
    const auto result = (series.*step)();
    if (!result) {
      screen.complain(result.error());
      return Exit::failed;
    }
  }
  screen.print(plan.json ? series.json() : series.text());
  return Exit::success;
}

}  // namespace palamedes::cli::commands
