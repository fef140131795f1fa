#include "web/worker/board_session.h"

#include <array>
#include <chrono>

#include "web/worker/picture.h"

namespace palamedes::web::worker {
namespace {

// So that people can watch what players do who need no time.
constexpr std::chrono::milliseconds least_step{250};
constexpr std::chrono::milliseconds between_events{180};

}  // namespace

std::optional<Answer> BoardSession::handle(const std::string& request, const std::string& body) {
  using Handler = Answer (BoardSession::*)(const std::string&);
  static constexpr std::array<std::pair<std::string_view, Handler>, 13> handlers = {
      {{"state", &BoardSession::state},
       {"moves", &BoardSession::move},
       {"undo", &BoardSession::undo},
       {"step", &BoardSession::show_step},
       {"players", &BoardSession::set_players},
       {"play", &BoardSession::play},
       {"record-get", &BoardSession::get_record},
       {"record-put", &BoardSession::put_record},
       {"analysis-get", &BoardSession::get_analysis},
       {"analysis-put", &BoardSession::set_analysis},
       {"branch", &BoardSession::branch},
       {"review-post", &BoardSession::begin_review},
       {"review-get", &BoardSession::get_review}}};
  if (request == "review-delete") {
    review_.stop();
    tell("review", review_.json());
    return answer_of(review_.json());
  }
  for (const auto& [name, handler] : handlers) {
    if (name == request) return (this->*handler)(body);
  }
  return std::nullopt;
}

std::optional<Work::Clock::time_point> BoardSession::wants() const {
  const auto now = Clock::now();
  if (plays()) {
    if (players_.joint_move()) return next_step_;
    if (players_.waiting_for().empty()) return now;
  }
  if (analysis_.wants() || review_.wants()) return now;
  return std::nullopt;
}

void BoardSession::work() {
  const auto stop = [this] { return channel_.has_request(); };
  if (plays()) {
    if (const auto joint_move = players_.joint_move()) {
      if (Clock::now() >= next_step_) return make_step(*joint_move);
    } else if (players_.waiting_for().empty()) {
      return let_think(stop);
    }
  }
  if (analysis_.wants()) {
    if (analysis_.think(stop)) tell("analysis", analysis_.json(false));
  } else if (review_.wants()) {
    if (review_.think(stop)) tell("review", review_.json());
  }
}

Json BoardSession::state_json(std::optional<std::size_t> other_step) {
  Json json = state_event();
  Json all;
  all["id"] = configuration_.id;
  all["kind"] = "board";
  all["revision"] = revision_;
  all["game"] = {{"name", name_.name},
                 {"title", name_.title},
                 {"description", name_.description},
                 {"builtin", name_.builtin}};
  all["machine"] = game_->machine_name();
  all["notice"] = without_options(game_->notice());
  all["fault"] = without_options(fault());
  all["roles"] = roles_json();
  all.update(json);
  all["picture"] = picture_json(drawing_, match_, other_step.value_or(match_.step()));
  all["legal"] = legal_json(drawing_, match_);
  all["history"] = history_json();
  all["line"] = match_.line(match_.step());
  return all;
}

std::string BoardSession::fault() const {
  return match_.fault().empty() ? players_.fault() : match_.fault();
}

bool BoardSession::plays() const {
  return (running_ || once_) && match_.is_at_end() && !match_.terminal() && fault().empty();
}

void BoardSession::let_think(const std::function<bool()>& stop) {
  const auto thinking = players_.thinking();
  if (!players_.think(stop)) return;
  const auto now = Clock::now();
  if (players_.thinking() != thinking || !fault().empty()) changed();
  if (players_.thinking() && (now >= next_event_ || players_.joint_move())) {
    tell("thinking", players_.thinking_json());
    next_event_ = now + between_events;
  }
}

void BoardSession::make_step(const std::vector<Move>& joint_move) {
  bool anybody = false;
  for (std::size_t role = 0; role < players_.list().size(); ++role) {
    anybody = anybody || match_.has_choice(role);
  }
  forget_after(match_.step());
  match_.advance(joint_move);
  players_.begin_step();
  once_ = false;
  next_step_ = Clock::now() + (anybody ? least_step : std::chrono::milliseconds(0));
  forced_steps_ = anybody ? 0 : forced_steps_ + 1;
  constexpr std::size_t most_forced_steps = 1000;  // then it is a game that never ends
  if (forced_steps_ > most_forced_steps) running_ = false;
  changed();
}

void BoardSession::forget_after(std::size_t step) {
  players_.forget_after(step);
  analysis_.forget_after(step);
  if (step < match_.steps()) review_.forget_after(step);
}

void BoardSession::changed() {
  ++revision_;
  tell("state", state_event());
}

Json BoardSession::state_event() const {
  Json json;
  json["revision"] = revision_;
  json["step"] = match_.step();
  json["steps"] = match_.steps();
  json["terminal"] = match_.terminal();
  json["running"] = running_;
  json["waiting_for"] = players_.waiting_for();
  const auto thinking = plays() ? players_.thinking() : std::nullopt;
  json["thinking"] = thinking ? Json(*thinking) : Json();
  return json;
}

Json BoardSession::roles_json() {
  Json json = Json::array();
  for (std::size_t role = 0; role < game_->role_count(); ++role) {
    Json entry;
    entry["name"] = game_->role_names()[role];
    entry["player"] = player_json(players_.list()[role]);
    entry["moves"] = match_.legal()[role].size();
    entry["chosen"] = players_.list()[role].kind == PlayerKind::human && players_.has_chosen(role);
    const auto goal =
        match_.terminal() ? match_.position(match_.step()).goal(Role(role)) : std::optional<int>();
    entry["goal"] = goal ? Json(*goal) : Json();
    json.push_back(std::move(entry));
  }
  return json;
}

Json BoardSession::history_json() {
  Json json = Json::array();
  for (std::size_t step = 0; step < match_.steps(); ++step) {
    Json moves = Json::array();
    Json choices = Json::array();
    for (std::size_t role = 0; role < game_->role_count(); ++role) {
      moves.push_back(game_->move_text(Role(role), match_.made()[step][role]));
      choices.push_back(static_cast<bool>(match_.choices()[step][role]));
    }
    json.push_back({{"moves", std::move(moves)}, {"choices", std::move(choices)}});
  }
  return json;
}

}  // namespace palamedes::web::worker
