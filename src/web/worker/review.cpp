#include "web/worker/review.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/hash.h"
#include "base/stopwatch.h"

namespace palamedes::web::worker {
namespace {

constexpr std::uint64_t seed_of_review = 2;
constexpr std::size_t most_turns = 10;

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(); }
Json or_null(const std::optional<std::string>& text) { return text ? Json(*text) : Json(); }
Json or_null(const std::optional<std::size_t>& number) { return number ? Json(*number) : Json(); }

Json point_json(const ReviewPoint& point) {
  Json json;
  json["step"] = point.step;
  json["values"] = Json::array();
  for (const auto& value : point.values) json["values"].push_back(or_null(value));
  json["exact"] = point.exact;
  json["role"] = or_null(point.role);
  json["made"] = or_null(point.made);
  json["best"] = or_null(point.best);
  json["best_value"] = or_null(point.best_value);
  json["made_value"] = or_null(point.made_value);
  json["loss"] = or_null(loss_of(point));
  return json;
}

}  // namespace

double TurningPoint::size() const {
  double most = 0;
  for (const double each : change) most = std::max(most, std::abs(each));
  return most;
}

std::vector<TurningPoint> turning_points(const std::vector<ReviewPoint>& points) {
  std::vector<TurningPoint> turns;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    TurningPoint turn{.step = points[i].step, .role = points[i].role};
    bool known = true;
    for (std::size_t role = 0; role < points[i].values.size(); ++role) {
      const auto& before = points[i].values[role];
      const auto& after = points[i + 1].values[role];
      known = known && before && after;
      turn.change.push_back(known ? *after - *before : 0);
    }
    if (known && turn.size() >= least_turn) turns.push_back(std::move(turn));
  }
  std::stable_sort(turns.begin(), turns.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  if (turns.size() > most_turns) turns.resize(most_turns);
  return turns;
}

std::optional<double> loss_of(const ReviewPoint& point) {
  if (!point.best_value || !point.made_value) return std::nullopt;
  return std::max(0.0, *point.best_value - *point.made_value);
}

Answer Review::begin(const std::string& body) {
  Fields fields(body);
  AgentWish wish;
  double seconds = 0.5;
  std::optional<std::uint64_t> simulations;
  fields.text("agent", wish.agent);
  fields.number("seconds", seconds, 0.01, limits_.think_seconds);
  fields.whole("simulations", simulations, 1, ~std::uint64_t{0});
  const std::string wrong = fields.problem();
  if (!wrong.empty()) return problem(status::bad_request, wrong);
  auto spec = read_wish(wish, limits_, match_.game().role_count());
  if (!spec) return problem(status::bad_request, sentence_of(spec.error()));
  spec_ = std::move(*spec);
  agent_ = wish.agent;
  seconds_ = simulations ? limits_.think_seconds : seconds;
  simulations_ = simulations;
  fault_.clear();
  points_.clear();
  total_ = match_.steps() + 1;
  line_.emplace(match_);
  line_->show(0);
  thinkers_.clear();
  for (std::size_t role = 0; role < match_.game().role_count(); ++role) {
    thinkers_.emplace_back(*spec_, Role(role), mix(combine(seed_of_review, role + 1)));
  }
  running_ = true;
  begin_position();
  return answer_of(json());
}

void Review::begin_position() {
  thought_ = 0;
  thinking_role_ = 0;
  for (std::size_t role = 0; role < line_->legal().size(); ++role) {
    if (!line_->has_choice(role)) continue;
    thinking_role_ = role;
    break;
  }
}

bool Review::think(const std::function<bool()>& stop) {
  if (line_->terminal() || !line_->fault().empty()) {
    end_position({});
    return true;
  }
  Thinker& thinker = thinkers_[thinking_role_];
  thinker.stand(*line_);
  agent::Agent& agent = thinker.agent();
  const std::uint64_t made = agent.snapshot().simulations;
  agent::Limit limit;
  limit.deadline = Work::Clock::now() + piece_of_thinking;
  limit.stop = stop;
  limit.turn_seconds = seconds_;
  limit.turn_simulations = simulations_;
  if (simulations_) limit.simulations = *simulations_ - std::min(*simulations_, made);
  const Stopwatch watch;
  if (!agent.is_sure()) agent.think(limit);
  thought_ += watch.seconds();
  const search::Snapshot snapshot = agent.snapshot();
  if (!agent.fault().empty()) {
    fault_ = agent.fault();
    running_ = false;
    return true;
  }
  const bool enough = simulations_ && snapshot.simulations >= *simulations_;
  if (thought_ < seconds_ && !enough && !agent.is_sure()) return false;
  end_position(snapshot);
  return true;
}

void Review::end_position(const search::Snapshot& snapshot) {
  machine::Game& game = match_.game();
  ReviewPoint point{.step = line_->step(), .exact = snapshot.proven || line_->terminal()};
  std::size_t choosing = 0;
  for (std::size_t role = 0; role < game.role_count(); ++role) {
    std::optional<double> value;
    if (line_->terminal()) {
      if (const auto goal = line_->position(line_->step()).goal(Role(role))) value = *goal;
    } else if (role < snapshot.payoffs.size()) {
      value = value_of(snapshot.payoffs[role]);
    }
    point.values.push_back(value);
    if (line_->has_choice(role)) ++choosing;
  }
  const bool goes_on = line_->step() < line_->steps();
  if (choosing == 1 && !snapshot.moves.empty() && !snapshot.moves[thinking_role_].empty()) {
    const std::size_t role = thinking_role_;
    const auto& reports = snapshot.moves[role];
    point.role = role;
    point.best = game.move_text(Role(role), reports.front().move);
    if (reports.front().visits > 0) point.best_value = value_of(reports.front().value);
    if (reports.front().exact) point.best_value = value_of(*reports.front().exact);
    if (goes_on) {
      const Move made = line_->made()[line_->step()][role];
      point.made = game.move_text(Role(role), made);
      if (made == reports.front().move) point.made_value = point.best_value;
    }
  }
  // What a move was worth, the position after it says best.
  if (!points_.empty() && points_.back().role && !points_.back().made_value) {
    points_.back().made_value = point.values[*points_.back().role];
  }
  points_.push_back(std::move(point));
  if (!line_->fault().empty()) fault_ = line_->fault();
  if (!goes_on || !line_->fault().empty()) return end();
  line_->show(line_->step() + 1);
  begin_position();
}

void Review::end() {
  running_ = false;
  thinkers_.clear();
  line_.reset();
}

void Review::forget_after(std::size_t step) {
  if (points_.empty() && !running_) return;
  end();
  if (points_.size() > step + 1) points_.resize(step + 1);
  total_ = std::min<std::uint64_t>(total_, step + 1);
}

Json Review::json() const {
  Json json;
  json["running"] = running_;
  json["agent"] = agent_;
  json["done"] = points_.size();
  json["total"] = total_;
  json["fault"] = fault_;
  json["roles"] = match_.game().role_names();
  json["points"] = Json::array();
  for (const ReviewPoint& point : points_) json["points"].push_back(point_json(point));
  json["turning_points"] = Json::array();
  for (const TurningPoint& turn : turning_points(points_)) {
    json["turning_points"].push_back(
        {{"step", turn.step}, {"role", or_null(turn.role)}, {"change", turn.change}});
  }
  return json;
}

}  // namespace palamedes::web::worker
