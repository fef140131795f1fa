#include "cli/match_records.h"

#include <cmath>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "base/file.h"
#include "base/rng.h"
#include "ggp/record.h"

namespace palamedes::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view ending = ".json";

// "tictactoe.000042.json"
std::string file_name(const std::string& game, std::uint64_t number) {
  return fmt::format("{}.{:06}{}", game, number + 1, ending);
}

bool is_record_of(const std::string& game, const std::string& name) {
  if (!name.starts_with(game + ".") || !name.ends_with(ending)) return false;
  const std::size_t first = game.size() + 1;
  if (name.size() <= first + ending.size()) return false;
  const std::string number = name.substr(first, name.size() - first - ending.size());
  return number.find_first_not_of("0123456789") == std::string::npos;
}

std::int64_t milliseconds(std::chrono::system_clock::time_point time) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
}

}  // namespace

std::string game_name(const std::string& rules) {
  std::string name = rules.substr(rules.rfind('/') + 1);
  name = name.substr(0, name.find('.'));
  return name.empty() ? "game" : file_word(std::move(name));
}

Result<MatchRecords> MatchRecords::open(std::string folder, Series series) {
  if (auto made = make_folder(folder); !made) return tl::unexpected(std::move(made.error()));
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (!is_record_of(series.game, name)) continue;
    return failure(folder, fmt::format("has records of {} already, such as {}", series.game, name),
                   "take another folder");
  }
  if (error) return failure(folder, "cannot be read: " + error.message());
  const auto writable = check_writable((fs::path(folder) / file_name(series.game, 0)).string());
  if (!writable) return tl::unexpected(writable.error());
  return MatchRecords(std::move(folder), std::move(series));
}

Result<void> MatchRecords::write(const match::GameRecord& game) const {
  ggp::MatchRecord record;
  record.match = fmt::format("{}.{:06}", series_.game, game.number + 1);
  record.token = ggp::token_of(Rng(game.seed));
  record.game = series_.game;
  record.roles = series_.roles;
  for (const std::uint32_t agent : game.assignment) {
    record.players.push_back(series_.agents[agent].name);
    record.human.push_back(false);
  }
  record.play_clock = static_cast<std::uint64_t>(std::ceil(series_.play_clock));
  for (const match::WrittenStep& step : game.history) {
    record.states.push_back(step.facts);
    record.state_times.push_back(milliseconds(step.reached));
    record.errors.emplace_back(record.roles.size());
    if (!step.moves.empty()) record.moves.push_back(step.moves);
  }
  record.start_time = record.state_times.front();
  record.completed = game.end == match::GameEnd::terminal;
  record.aborted = !record.completed;
  record.all_goals = game.all_goals;
  record.goals = ggp::highest_goals(game.all_goals);
  return write_text((fs::path(folder_) / file_name(series_.game, game.number)).string(),
                    ggp::to_json(record));
}

}  // namespace palamedes::cli
