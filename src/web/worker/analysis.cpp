#include "web/worker/analysis.h"

#include <algorithm>
#include <utility>

#include "base/hash.h"

namespace palamedes::web::worker {
namespace {

constexpr std::size_t most_points = 200;
constexpr std::size_t moves_in_events = 40;
constexpr std::uint64_t seed_of_analysis = 1;

bool read_parameters(Fields& fields, AgentWish& wish) {
  const Json* json = fields.any("parameters");
  if (json == nullptr) return false;
  if (!json->is_object()) {
    fields.refuse("'parameters' has to be an object of texts");
    return false;
  }
  for (const auto& [name, value] : json->items()) {
    if (!value.is_string()) {
      fields.refuse("'parameters' has to be an object of texts");
      return false;
    }
    wish.parameters.emplace_back(name, value.get<std::string>());
  }
  return true;
}

}  // namespace

Answer Analysis::set(const std::string& body) {
  Fields fields(body);
  AgentWish wish;
  std::optional<bool> running;
  bool stop = false;
  std::optional<std::uint64_t> role = wanted_role_;
  const bool other_agent = fields.has("agent") || fields.has("tune");
  if (!other_agent) wish = wish_;
  fields.text("agent", wish.agent);
  fields.text("tune", wish.tune);
  wish.parameters.clear();
  const bool other_parameters = read_parameters(fields, wish);
  if (!other_parameters && !other_agent) wish.parameters = wish_.parameters;
  fields.flag("running", running);
  fields.flag("stop", stop);
  if (fields.has("role")) {
    role.reset();
    fields.whole("role", role, 0, match_.game().role_count() - 1);
  }
  const std::string wrong = fields.problem();
  if (!wrong.empty()) return problem(status::bad_request, wrong);
  if (!spec_ || other_agent || other_parameters) {
    auto spec = read_wish(wish, limits_, match_.game().role_count());
    if (!spec) return problem(status::bad_request, sentence_of(spec.error()));
    if (!spec_ || spec_->text != spec->text) thinker_.reset();
    spec_ = std::move(*spec);
    wish_ = std::move(wish);
  }
  if (role != wanted_role_) thinker_.reset();
  wanted_role_ = role;
  if (stop) {
    thinker_.reset();
    phase_ = Phase::none;
    history_.clear();
  } else if (running) {
    if (*running) {
      phase_ = Phase::thinking;
    } else if (phase_ != Phase::none) {
      phase_ = Phase::paused;
    }
  } else if (phase_ == Phase::done && !thinker_) {
    phase_ = Phase::thinking;
  }
  return answer_of(json(true));
}

Role Analysis::role_to_think_for() const {
  if (wanted_role_) return Role(*wanted_role_);
  for (std::size_t role = 0; role < match_.legal().size(); ++role) {
    if (match_.has_choice(role)) return Role(role);
  }
  return Role{0};
}

bool Analysis::is_elsewhere() const {
  return !thinker_ || thinker_->step() != match_.step() || thinker_->role() != role_to_think_for();
}

bool Analysis::wants() const {
  if (phase_ == Phase::done) return is_elsewhere() && !match_.terminal() && match_.fault().empty();
  return phase_ == Phase::thinking;
}

void Analysis::prepare() {
  const Role role = role_to_think_for();
  if (thinker_ && thinker_->role() != role) thinker_.reset();
  if (!thinker_) thinker_.emplace(*spec_, role, mix(combine(seed_of_analysis, index_of(role) + 1)));
  thinker_->stand(match_);
  has_begun_ = true;
  history_.clear();
}

bool Analysis::think(const std::function<bool()>& stop) {
  phase_ = Phase::thinking;
  if (match_.terminal() || !match_.fault().empty()) {
    thinker_.reset();
    history_.clear();
    phase_ = Phase::done;
    return true;
  }
  if (is_elsewhere()) prepare();
  agent::Agent& agent = thinker_->agent();
  const double left = limits_.think_seconds - (history_.empty() ? 0 : history_.back().seconds);
  agent::Limit limit;
  limit.deadline = Work::Clock::now() + piece_of_thinking;
  limit.stop = stop;
  limit.turn_seconds = limits_.think_seconds;
  if (left > 0 && !agent.is_sure()) agent.think(limit);
  const search::Snapshot snapshot = agent.snapshot();
  const bool over = agent.is_sure() || snapshot.seconds >= limits_.think_seconds ||
                    !agent.fault().empty() || snapshot.moves.empty();
  constexpr double seconds_between_points = 0.18;
  const bool due = over || history_.empty() ||
                   snapshot.seconds - history_.back().seconds >= seconds_between_points;
  if (due) note(snapshot);
  if (over) phase_ = Phase::done;
  return due;
}

void Analysis::note(const search::Snapshot& snapshot) {
  Point point{.seconds = snapshot.seconds, .simulations = snapshot.simulations};
  for (std::size_t role = 0; role < match_.game().role_count(); ++role) {
    point.values.push_back(role < snapshot.payoffs.size()
                               ? std::optional(value_of(snapshot.payoffs[role]))
                               : std::nullopt);
  }
  const std::size_t role = index_of(thinker_->role());
  if (role < snapshot.moves.size() && !snapshot.moves[role].empty()) {
    point.best = match_.game().move_text(Role(role), snapshot.moves[role].front().move);
  }
  const Point before = history_.empty() ? Point{} : history_.back();
  if (point.seconds > before.seconds) {
    point.speed = static_cast<double>(point.simulations - before.simulations) /
                  (point.seconds - before.seconds);
  }
  history_.push_back(std::move(point));
  if (history_.size() <= most_points) return;
  for (std::size_t i = 1; 2 * i < history_.size(); ++i) history_[i] = std::move(history_[2 * i]);
  history_.resize((history_.size() + 1) / 2);
}

void Analysis::forget_after(std::size_t step) {
  if (thinker_) thinker_->forget_after(step);
}

Json Analysis::point_json(const Point& point) const {
  Json json;
  json["seconds"] = point.seconds;
  json["simulations"] = point.simulations;
  json["values"] = Json::array();
  for (const auto& value : point.values) json["values"].push_back(value ? Json(*value) : Json());
  json["best"] = point.best ? Json(*point.best) : Json();
  json["speed"] = point.speed;
  return json;
}

Json Analysis::json(bool whole) {
  const bool stands = thinker_ && thinker_->step();
  Json json;
  json["running"] = wants();
  switch (phase_) {
    case Phase::none:
      json["phase"] = "none";
      break;
    case Phase::thinking:
      json["phase"] = stands ? "thinking" : "preparing";
      break;
    case Phase::paused:
      json["phase"] = "paused";
      break;
    case Phase::done:
      json["phase"] = "done";
      break;
  }
  json["agent"] = wish_.agent;
  json["text"] = spec_ ? spec_->text : "";
  json["remark"] = stands ? thinker_->agent().remark() : "";
  json["fault"] = without_options(stands ? thinker_->agent().fault() : match_.fault());
  json["role"] = thinker_ ? Json(index_of(thinker_->role())) : Json();
  json["step"] = stands ? *thinker_->step() : match_.step();
  json["sure"] = stands && thinker_->agent().is_sure();
  constexpr std::size_t all = ~std::size_t{0};
  json.update(stands ? snapshot_json(match_.game(), thinker_->agent().snapshot(),
                                     whole ? all : moves_in_events)
                     : no_snapshot_json(match_.game()));
  json["history"] = Json::array();
  for (std::size_t i = whole || history_.empty() ? 0 : history_.size() - 1; i < history_.size();
       ++i) {
    json["history"].push_back(point_json(history_[i]));
  }
  return json;
}

}  // namespace palamedes::web::worker
