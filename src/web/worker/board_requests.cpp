#include <algorithm>

#include <fmt/format.h>

#include "machine/notation.h"
#include "web/worker/board_session.h"
#include "web/worker/record.h"

namespace palamedes::web::worker {

Answer BoardSession::wrong(const std::string& what) { return problem(status::bad_request, what); }

Answer BoardSession::conflict(const std::string& what) { return problem(status::conflict, what); }

Answer BoardSession::state(const std::string& body) {
  Fields fields(body);
  std::optional<std::uint64_t> step;
  fields.whole("step", step, 0, match_.steps());
  const std::string what = fields.problem();
  return what.empty() ? answer_of(state_json(step)) : wrong(what);
}

Answer BoardSession::move(const std::string& body) {
  Fields fields(body);
  std::optional<std::uint64_t> role;
  std::optional<std::string> move;
  std::vector<std::string> moves;
  std::optional<std::uint64_t> step;
  fields.whole("role", role, 0, game_->role_count() - 1);
  fields.text("move", move);
  fields.texts("moves", moves);
  fields.whole("step", step, 0, ~std::uint64_t{0});
  if (move.has_value() == fields.has("moves")) {
    fields.refuse("one of 'move' and 'moves' has to be there");
  }
  const std::string what = fields.problem();
  if (!what.empty()) return wrong(what);
  if (step && *step != match_.step()) {
    return conflict(fmt::format("step {} is shown, and not step {}", match_.step(), *step));
  }
  if (!match_.fault().empty()) return conflict(match_.fault());
  if (match_.terminal()) return conflict("the game is over");
  return move ? choose(role, *move) : make_all(moves);
}

Result<Move> BoardSession::read_move(std::size_t role, const std::string& text) {
  const auto terms = machine::read_terms(text);
  const auto move =
      terms && terms->size() == 1 ? game_->find_move(Role(role), terms->front()) : std::nullopt;
  if (move && match_.is_legal(role, *move)) return *move;
  return failure(
      "move", fmt::format("{} is no legal move of {} now", quote(text), game_->role_names()[role]));
}

Answer BoardSession::choose(std::optional<std::size_t> role, const std::string& text) {
  const std::vector<std::size_t> waiting = players_.waiting_for();
  if (!role) {
    if (waiting.size() != 1) {
      return wrong(waiting.empty() ? "no human has to choose now"
                                   : "several humans have to choose: 'role' has to be there");
    }
    role = waiting.front();
  }
  if (std::find(waiting.begin(), waiting.end(), *role) == waiting.end()) {
    return conflict(fmt::format("{} has nothing to choose now", game_->role_names()[*role]));
  }
  const auto move = read_move(*role, text);
  if (!move) return wrong(sentence_of(move.error()));
  go_on_from_here();
  players_.choose(*role, *move);
  chosen_last_ = *role;
  // If that was the last choice, the step is made before the answer.
  if (const auto joint_move = players_.joint_move()) {
    make_step(*joint_move);
  } else {
    changed();
  }
  return now();
}

Answer BoardSession::make_all(const std::vector<std::string>& texts) {
  if (texts.size() != game_->role_count()) {
    return wrong(fmt::format("'moves' has to have {} moves", game_->role_count()));
  }
  std::vector<Move> joint_move;
  for (std::size_t role = 0; role < texts.size(); ++role) {
    const auto move = read_move(role, texts[role]);
    if (!move) return wrong(sentence_of(move.error()));
    joint_move.push_back(*move);
  }
  go_on_from_here();
  make_step(joint_move);
  return now();
}

void BoardSession::go_on_from_here() {
  if (!match_.is_at_end()) {
    forget_after(match_.step());
    match_.go_back(match_.step());
    players_.begin_step();
    running_ = true;
  }
  next_step_ = Clock::now();
}

Answer BoardSession::undo(const std::string& body) {
  Fields fields(body);
  const std::string what = fields.problem();
  if (!what.empty()) return wrong(what);
  if (chosen_last_ && match_.is_at_end() && players_.has_chosen(*chosen_last_) &&
      players_.list()[*chosen_last_].kind == PlayerKind::human) {
    players_.take_back(*chosen_last_);
    chosen_last_.reset();
    changed();
    return now();
  }
  if (match_.step() == 0) return conflict("there is nothing to take back");
  std::size_t step = match_.step() - 1;
  bool humans = false;
  for (std::size_t at = match_.step(); at-- > 0 && !humans;) {
    for (std::size_t role = 0; role < game_->role_count(); ++role) {
      if (players_.list()[role].kind == PlayerKind::human && match_.choices()[at][role]) {
        humans = true;
        step = at;
      }
    }
  }
  if (!humans) running_ = false;
  forget_after(step);
  match_.go_back(step);
  players_.begin_step();
  changed();
  return now();
}

Answer BoardSession::show_step(const std::string& body) {
  Fields fields(body);
  std::optional<std::uint64_t> step;
  fields.whole("step", step, 0, match_.steps());
  if (!step) fields.refuse("'step' has to be there");
  const std::string what = fields.problem();
  if (!what.empty()) return wrong(what);
  if (*step != match_.step()) {
    running_ = false;
    players_.begin_step();
    match_.show(*step);
    changed();
  }
  return now();
}

Answer BoardSession::set_players(const std::string& body) {
  Fields fields(body);
  const Json* list = fields.any("players");
  if (list == nullptr) fields.refuse("'players' has to be there");
  std::string what = fields.problem();
  if (what.empty()) what = players_.set(*list);
  if (!what.empty()) return wrong(what);
  changed();
  return now();
}

Answer BoardSession::play(const std::string& body) {
  Fields fields(body);
  bool hurry = false;
  bool running = running_;
  bool once = false;
  fields.flag("running", running);
  fields.flag("hurry", hurry);
  fields.flag("once", once);
  const std::string what = fields.problem();
  if (!what.empty()) return wrong(what);
  if (once && (!match_.is_at_end() || match_.terminal())) {
    return conflict("a step can only be made at the end of a match that is not over");
  }
  if (once && !players_.waiting_for().empty()) return conflict("a human has to choose first");
  running_ = running;
  once_ = once_ || once;
  if (hurry) players_.hurry();
  forced_steps_ = 0;
  next_step_ = Clock::now();
  changed();
  return now();
}

Answer BoardSession::get_record(const std::string& /*body*/) {
  RecordHead head{.game = name_.name};
  for (const Player& player : players_.list()) {
    const bool human = player.kind == PlayerKind::human;
    const bool random = player.kind == PlayerKind::random;
    head.human.push_back(human);
    head.players.push_back(human ? "human" : random ? "random" : player.agent);
  }
  return {.body = record_text(match_, head)};
}

Answer BoardSession::put_record(const std::string& body) {
  const Json record = Json::parse(body, nullptr, false);
  if (record.is_discarded()) return wrong("the body is no JSON");
  if (const auto loaded = load_record(record, match_); !loaded) {
    return problem_with(loaded.error(), "record");
  }
  begin_anew();
  return now();
}

void BoardSession::begin_anew() {
  forget_after(0);
  review_.forget_after(0);
  players_.begin_step();
  running_ = false;
  changed();
}

Answer BoardSession::set_analysis(const std::string& body) {
  Answer answer = analysis_.set(body);
  if (answer.status == status::ok) tell("analysis", analysis_.json(false));
  return answer;
}

}  // namespace palamedes::web::worker
