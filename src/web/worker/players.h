#pragma once
// Who plays the roles of a match, and the choices of the step that is under way. Humans choose
// before agents do, so that nobody sees the choice of another one.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "web/json.h"
#include "web/worker/match.h"
#include "web/worker/thinker.h"
#include "web/worker/work.h"

namespace palamedes::web::worker {

enum class PlayerKind : std::uint8_t { human, agent, random };

struct Player {
  PlayerKind kind = PlayerKind::human;
  std::string agent = "palamedes";
  double seconds = 2;                        // per move
  std::optional<std::uint64_t> simulations;  // per move
};
[[nodiscard]] Json player_json(const Player& player);

class Players {
 public:
  Players(Match& match, const Configuration& limits, std::uint64_t seed);

  [[nodiscard]] const std::vector<Player>& list() const { return players_; }
  // As the API has them, one per role. What is wrong comes back in words, and nothing has changed.
  [[nodiscard]] std::string set(const Json& list);

  // The step under way, which is the shown one.
  [[nodiscard]] bool has_chosen(std::size_t role) const { return chosen_[role].has_value(); }
  void choose(std::size_t role, Move move) { chosen_[role] = move; }
  void take_back(std::size_t role) { chosen_[role].reset(); }
  [[nodiscard]] std::vector<std::size_t> waiting_for() const;  // humans
  [[nodiscard]] std::optional<std::size_t> thinking() const { return thinking_; }
  void hurry() { hurried_ = true; }
  // A piece of thinking of the next one to choose who is no human; true if there is something new
  // to show. A fault ends the match.
  [[nodiscard]] bool think(const std::function<bool()>& stop);
  [[nodiscard]] const std::string& fault() const { return fault_; }
  // The whole step, once all have chosen.
  [[nodiscard]] std::optional<std::vector<Move>> joint_move() const;

  // Of the one that thinks.
  [[nodiscard]] Json thinking_json();
  // What has been chosen is forgotten: another state is shown, or other players play.
  void begin_step();
  // What came after this step has changed.
  void forget_after(std::size_t step);

 private:
  [[nodiscard]] std::optional<std::size_t> next_to_think() const;
  [[nodiscard]] Thinker& thinker_of(std::size_t role);

  Match& match_;
  const Configuration& limits_;
  std::uint64_t seed_;
  Rng rng_;
  std::vector<Player> players_;
  std::vector<std::optional<agent::Spec>> specs_;
  std::vector<std::unique_ptr<Thinker>> thinkers_;
  std::vector<std::optional<Move>> chosen_;
  std::optional<std::size_t> thinking_;
  double thought_ = 0;  // seconds about this move
  bool hurried_ = false;
  std::string fault_;
};

}  // namespace palamedes::web::worker
