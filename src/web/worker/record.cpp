#include "web/worker/record.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/file.h"
#include "ggp/record.h"
#include "machine/notation.h"

namespace palamedes::web::worker {
namespace {

constexpr const char* name_of_text = "record";
constexpr std::size_t most_steps = 100'000;

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// A list of texts, in lower case; nothing if it is none.
std::optional<std::vector<std::string>> texts_of(const Json& json) {
  if (!json.is_array()) return std::nullopt;
  std::vector<std::string> texts;
  for (const Json& each : json) {
    if (!each.is_string()) return std::nullopt;
    texts.push_back(lower(each.get<std::string>()));
  }
  return texts;
}

using JointMoves = std::vector<std::vector<Move>>;

class Reader {
 public:
  explicit Reader(machine::Game& game) : game_(game) {}

  Result<JointMoves> read(const Json& record) {
    if (!record.is_object()) return fail("is no object");
    const auto roles = record.find("gameRoleNames");
    if (roles != record.end()) {
      const auto names = texts_of(*roles);
      if (!names || *names != game_.role_names()) {
        return fail(fmt::format("is of another game: the roles of this one are {}",
                                fmt::join(game_.role_names(), ", ")));
      }
    }
    const auto moves = record.find("moves");
    if (moves == record.end() || !moves->is_array()) return fail("has no list 'moves'");
    if (moves->size() > most_steps) return fail("has too many steps");
    Match match(game_);
    JointMoves made;
    for (const Json& step : *moves) {
      if (match.terminal())
        return fail(fmt::format("goes on after the end, at step {}", made.size()));
      auto joint_move = read_step(step, match, made.size() + 1);
      if (!joint_move) return tl::unexpected(std::move(joint_move.error()));
      match.advance(*joint_move);
      if (!match.fault().empty())
        return fail(fmt::format("step {}: {}", made.size() + 1, match.fault()));
      made.push_back(std::move(*joint_move));
    }
    return made;
  }

 private:
  [[nodiscard]] static tl::unexpected<Diagnostics> fail(std::string what) {
    return failure(name_of_text, "the record " + std::move(what));
  }

  Result<std::vector<Move>> read_step(const Json& step, const Match& match, std::size_t number) {
    const auto texts = texts_of(step);
    if (!texts || texts->size() != game_.role_count()) {
      return fail(fmt::format("needs one move for each of {} roles in step {}", game_.role_count(),
                              number));
    }
    std::vector<Move> joint_move;
    for (std::size_t role = 0; role < texts->size(); ++role) {
      const auto terms = machine::read_terms((*texts)[role]);
      const auto move =
          terms && terms->size() == 1 ? game_.find_move(Role(role), terms->front()) : std::nullopt;
      if (!move || !match.is_legal(role, *move)) {
        return fail(fmt::format("has an illegal move in step {}: {} cannot play {}", number,
                                game_.role_names()[role], quote((*texts)[role])));
      }
      joint_move.push_back(*move);
    }
    return joint_move;
  }

  machine::Game& game_;
};

}  // namespace

std::string record_text(const Match& match, const RecordHead& head) {
  machine::Game& game = match.game();
  ggp::MatchRecord record;
  record.game = file_word(head.game.empty() ? "game" : head.game);
  record.match = fmt::format("{}.{}", record.game, match.times().front());
  record.token = ggp::random_token();
  record.roles = game.role_names();
  record.players = head.players;
  record.human = head.human;
  record.start_time = match.times().front();
  record.state_times = match.times();
  for (std::size_t step = 0; step <= match.steps(); ++step) {
    record.states.push_back(match.position(step).facts());
    record.errors.emplace_back(record.roles.size());
    if (step == match.steps()) break;
    std::vector<std::string> joint_move;
    for (std::size_t role = 0; role < record.roles.size(); ++role) {
      joint_move.push_back(game.move_text(Role(role), match.made()[step][role]));
    }
    record.moves.push_back(std::move(joint_move));
  }
  const machine::Position& last = match.position(match.steps());
  record.completed = last.terminal() && last.fault().empty();
  record.aborted = !record.completed;
  if (record.completed) {
    for (std::size_t role = 0; role < record.roles.size(); ++role) {
      record.all_goals.push_back(machine::good_goals(game, last, Role(role)));
    }
    record.goals = ggp::highest_goals(record.all_goals);
  }
  return ggp::to_json(record);
}

Result<void> load_record(const Json& record, Match& match) {
  const auto moves = Reader(match.game()).read(record);
  if (!moves) return tl::unexpected(moves.error());
  match.go_back(0);
  for (const std::vector<Move>& joint_move : *moves) match.advance(joint_move);
  return {};
}

}  // namespace palamedes::web::worker
