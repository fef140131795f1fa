#include "ggp/player_record.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "base/file.h"
#include "base/numbers.h"

namespace palamedes::ggp {
namespace {

// A match's name is any word of KIF; two matches may have the same one.
std::string file_name(const std::string& match, std::int64_t time) {
  constexpr std::size_t longest = 100;
  return fmt::format("{}.{}.json", time, file_word(match.substr(0, longest)));
}

}  // namespace

std::string to_text(const Thought& thought) {
  std::string text = fmt::format("turn {}: {}", thought.turn + 1, thought.move);
  if (thought.value) text += fmt::format(", value {:.1f}", *thought.value);
  text +=
      fmt::format(", {} in {:.2f} s, stopped by: {}", counted(thought.simulations, "simulation"),
                  thought.seconds, thought.stopped_by);
  if (!thought.line.empty()) text += "; expected: " + thought.line;
  return text;
}

Result<void> prepare_record_folder(const std::string& folder) {
  if (auto made = make_folder(folder); !made) return made;
  return check_writable((std::filesystem::path(folder) / "match.json").string());
}

PlayerRecord::PlayerRecord(const Start& start, std::string player, const std::string& folder)
    : player_(std::move(player)) {
  if (folder.empty()) return;
  record_.match = start.match;
  record_.token = random_token();
  record_.start_time = milliseconds();
  record_.start_clock = static_cast<std::uint64_t>(start.start_clock);
  record_.play_clock = static_cast<std::uint64_t>(start.play_clock);
  path_ = (std::filesystem::path(folder) / file_name(start.match, record_.start_time)).string();
}

void PlayerRecord::begin(const std::vector<std::string>& roles, std::size_t role,
                         std::vector<std::string> facts) {
  const std::lock_guard lock(mutex_);
  if (path_.empty()) return;
  record_.roles = roles;
  record_.players.assign(roles.size(), "");
  record_.players[role] = player_;
  record_.human.assign(roles.size(), false);
  record_.own_role = roles[role];
  record_.states.push_back(std::move(facts));
  record_.state_times.push_back(record_.start_time);
  record_.errors.emplace_back(roles.size());
  write();
}

void PlayerRecord::step(const JointMove& moves, std::vector<std::string> facts) {
  const std::lock_guard lock(mutex_);
  if (path_.empty()) return;
  record_.moves.push_back(moves);
  record_.states.push_back(std::move(facts));
  record_.state_times.push_back(milliseconds());
  record_.errors.emplace_back(record_.roles.size());
  write();
}

void PlayerRecord::thought(Thought thought) {
  const std::lock_guard lock(mutex_);
  if (path_.empty()) return;
  record_.thoughts.push_back(std::move(thought));
}

void PlayerRecord::completed(const std::vector<std::vector<int>>& goals) {
  const std::lock_guard lock(mutex_);
  record_.completed = true;
  record_.all_goals = goals;
  record_.goals = highest_goals(goals);
}

void PlayerRecord::end() {
  const std::lock_guard lock(mutex_);
  if (path_.empty()) return;
  record_.aborted = !record_.completed;
  write();
}

std::string PlayerRecord::problem() const {
  const std::lock_guard lock(mutex_);
  return problem_;
}

void PlayerRecord::write() {
  const auto written = write_text(path_, to_json(record_));
  problem_ = written ? "" : to_string(written.error().list().front());
}

}  // namespace palamedes::ggp
