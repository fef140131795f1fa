#include "web/worker/players.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/stopwatch.h"

namespace palamedes::web::worker {
namespace {

std::string read_player(const Json& json, double longest, Player& player) {
  Fields fields(json);
  std::string kind;
  fields.text("kind", kind);
  fields.text("agent", player.agent);
  fields.number("seconds", player.seconds, 0.01, longest);
  fields.whole("simulations", player.simulations, 1, ~std::uint64_t{0});
  if (kind == "human") {
    player.kind = PlayerKind::human;
  } else if (kind == "agent") {
    player.kind = PlayerKind::agent;
  } else if (kind == "random") {
    player.kind = PlayerKind::random;
  } else {
    fields.refuse("'kind' of a player has to be \"human\", \"agent\" or \"random\"");
  }
  return fields.problem();
}

}  // namespace

Json player_json(const Player& player) {
  Json json;
  json["kind"] = player.kind == PlayerKind::human   ? "human"
                 : player.kind == PlayerKind::agent ? "agent"
                                                    : "random";
  json["agent"] = player.agent;
  json["seconds"] = player.seconds;
  json["simulations"] = player.simulations ? Json(*player.simulations) : Json();
  return json;
}

Players::Players(Match& match, const Configuration& limits, std::uint64_t seed)
    : match_(match), limits_(limits), seed_(seed), rng_(seed), players_(match.game().role_count()) {
  Json list = Json::array();
  for (std::size_t role = 0; role < players_.size(); ++role) {
    list.push_back({{"kind", role == 0 ? "human" : "agent"}});
  }
  static_cast<void>(set(list));
}

std::string Players::set(const Json& list) {
  const std::size_t roles = match_.game().role_count();
  if (!list.is_array() || list.size() != roles) {
    return fmt::format("'players' has to be a list of {}, one per role", roles);
  }
  std::vector<Player> players(roles);
  std::vector<std::optional<agent::Spec>> specs(roles);
  for (std::size_t role = 0; role < roles; ++role) {
    std::string wrong = read_player(list[role], limits_.think_seconds, players[role]);
    if (!wrong.empty()) return wrong;
    if (players[role].kind != PlayerKind::agent) continue;
    auto spec = read_wish({.agent = players[role].agent}, limits_, roles);
    if (!spec) return sentence_of(spec.error());
    specs[role] = std::move(*spec);
  }
  players_ = std::move(players);
  specs_ = std::move(specs);
  thinkers_.clear();
  thinkers_.resize(roles);
  begin_step();
  return {};
}

void Players::begin_step() {
  chosen_.assign(players_.size(), std::nullopt);
  thinking_.reset();
  thought_ = 0;
  hurried_ = false;
}

void Players::forget_after(std::size_t step) {
  for (const auto& thinker : thinkers_) {
    if (thinker != nullptr) thinker->forget_after(step);
  }
}

std::vector<std::size_t> Players::waiting_for() const {
  std::vector<std::size_t> roles;
  if (match_.terminal() || !match_.fault().empty()) return roles;
  for (std::size_t role = 0; role < players_.size(); ++role) {
    if (players_[role].kind == PlayerKind::human && match_.has_choice(role) && !chosen_[role]) {
      roles.push_back(role);
    }
  }
  return roles;
}

std::optional<std::size_t> Players::next_to_think() const {
  for (std::size_t role = 0; role < players_.size(); ++role) {
    if (players_[role].kind != PlayerKind::human && match_.has_choice(role) && !chosen_[role]) {
      return role;
    }
  }
  return std::nullopt;
}

std::optional<std::vector<Move>> Players::joint_move() const {
  std::vector<Move> joint_move;
  for (std::size_t role = 0; role < players_.size(); ++role) {
    if (match_.legal()[role].empty()) return std::nullopt;
    if (match_.has_choice(role) && !chosen_[role]) return std::nullopt;
    joint_move.push_back(chosen_[role].value_or(match_.legal()[role].front()));
  }
  return joint_move;
}

Thinker& Players::thinker_of(std::size_t role) {
  std::unique_ptr<Thinker>& thinker = thinkers_[role];
  if (thinker == nullptr) {
    thinker = std::make_unique<Thinker>(*specs_[role], Role(role), mix(combine(seed_, role + 1)));
  }
  thinker->stand(match_);
  return *thinker;
}

bool Players::think(const std::function<bool()>& stop) {
  const std::optional<std::size_t> role = next_to_think();
  if (!role) return false;
  if (players_[*role].kind == PlayerKind::random) {
    const std::vector<Move>& legal = match_.legal()[*role];
    chosen_[*role] = legal[rng_.below(static_cast<std::uint32_t>(legal.size()))];
    return true;
  }
  const Player& player = players_[*role];
  if (thinking_ != role) {
    thinking_ = role;
    thought_ = 0;
    return true;  // that it begins is worth to be shown, since it may take a while to get ready
  }
  agent::Agent& agent = thinker_of(*role).agent();
  const double longest = player.simulations ? limits_.think_seconds : player.seconds;
  const Stopwatch watch;
  agent::Limit limit;
  limit.deadline = Work::Clock::now() +
                   std::min(std::chrono::duration_cast<Work::Clock::duration>(piece_of_thinking),
                            std::chrono::duration_cast<Work::Clock::duration>(
                                std::chrono::duration<double>(std::max(0.0, longest - thought_))));
  limit.stop = stop;
  limit.turn_seconds = longest;
  limit.turn_simulations = player.simulations;
  const std::uint64_t made = agent.snapshot().simulations;
  if (player.simulations)
    limit.simulations = *player.simulations - std::min(*player.simulations, made);
  const bool enough = player.simulations && made >= *player.simulations;
  if (!agent.is_sure() && !hurried_ && !enough) agent.think(limit);
  thought_ += watch.seconds();
  if (!agent.fault().empty()) {
    fault_ = agent.fault();
    return true;
  }
  const bool over = hurried_ || enough || agent.is_sure() || thought_ >= longest ||
                    (player.simulations && agent.snapshot().simulations >= *player.simulations);
  if (!over) return true;
  const std::optional<Move> move = agent.move();
  if (!move) {
    fault_ = fmt::format("{} knows no legal move", player.agent);
    return true;
  }
  chosen_[*role] = *move;
  return true;
}

Json Players::thinking_json() {
  Json json;
  const Thinker* thinker = thinking_ ? thinkers_[*thinking_].get() : nullptr;
  const bool stands = thinker != nullptr && thinker->step();
  json["running"] = thinking_ && !chosen_[*thinking_];
  json["phase"] = stands ? "thinking" : "preparing";
  json["agent"] = thinking_ ? players_[*thinking_].agent : "";
  json["text"] = stands ? thinker->spec().text : "";
  json["remark"] = stands ? thinkers_[*thinking_]->agent().remark() : "";
  json["fault"] = fault_;
  json["role"] = thinking_ ? Json(*thinking_) : Json();
  json["step"] = match_.step();
  json["sure"] = stands && thinkers_[*thinking_]->agent().is_sure();
  constexpr std::size_t shown_moves = 40;
  json.update(
      stands ? snapshot_json(match_.game(), thinkers_[*thinking_]->agent().snapshot(), shown_moves)
             : no_snapshot_json(match_.game()));
  json["history"] = Json::array();
  return json;
}

}  // namespace palamedes::web::worker
