#include "machine/step_speed.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "base/rng.h"
#include "base/stopwatch.h"
#include "model/draw.h"

namespace palamedes::machine {
namespace {

constexpr std::size_t no_end = std::numeric_limits<std::size_t>::max();

// Random games from the start, one after the other, with their goals. Each is new: machines
// remember states or what moves do, so the same game again would be faster than play is.
template <typename M>
class Games {
 public:
  explicit Games(M& machine)
      : machine_(&machine), state_(machine.initial()), joint_move_(machine.role_count()) {}

  // False if the machine has no state to go to.
  bool step(std::size_t longest) {
    if (depth_ >= longest) begin();
    if (machine_->terminal(state_)) return end();
    for (std::size_t role = 0; role < joint_move_.size(); ++role) {
      const model::DrawnMove drawn =
          model::draw_legal(*machine_, state_, Role(role), rng_, buffer_);
      if (drawn.count == 0) return end();  // playouts end here too
      joint_move_[role] = drawn.move;
    }
    machine_->advance(state_, joint_move_);
    ++states_;
    deepest_ = std::max(deepest_, ++depth_);
    return machine_->fault().empty();
  }
  [[nodiscard]] std::size_t states() const { return states_; }
  [[nodiscard]] std::size_t ended() const { return ended_; }
  [[nodiscard]] std::size_t deepest() const { return deepest_; }

 private:
  bool end() {
    if (depth_ == 0) return false;  // over at the start
    for (std::size_t role = 0; role < joint_move_.size(); ++role) {
      (void)machine_->goal(state_, Role(role));
    }
    ++ended_;
    begin();
    return machine_->fault().empty();
  }
  void begin() {
    state_ = machine_->initial();
    depth_ = 0;
  }

  M* machine_;
  typename M::State state_;
  std::vector<Move> joint_move_;
  model::MoveList buffer_;
  Rng rng_{1};
  std::size_t states_ = 0;
  std::size_t depth_ = 0;
  std::size_t deepest_ = 0;
  std::size_t ended_ = 0;
};

struct Stretch {
  std::size_t states = 0;
  double seconds = 0;

  [[nodiscard]] double speed() const {
    return states == 0 ? 0 : static_cast<double>(states) / std::max(seconds, 1e-9);
  }
};

// One machine in a comparison.
class Player {
 public:
  virtual ~Player() = default;

  // Goes on for about so long, at least a step. A machine that can be stopped gets `patience`.
  virtual void play(double seconds, double patience, std::size_t longest) = 0;
  [[nodiscard]] virtual bool has_ended_a_game() const = 0;
  [[nodiscard]] virtual std::size_t deepest() const = 0;

  [[nodiscard]] double speed() const { return failed_ ? 0 : all_.speed(); }
  [[nodiscard]] double used_seconds() const { return used_seconds_; }
  void forget() { all_ = {}; }

 protected:
  Stretch all_;  // what counts
  double used_seconds_ = 0;
  bool failed_ = false;
};

template <typename M>
class PlayerOf : public Player {
 public:
  explicit PlayerOf(M& machine) : machine_(machine), games_(machine) {}

  void play(double seconds, double patience, std::size_t longest) override {
    if (failed_) return;
    const CpuStopwatch all;
    const std::function<bool()> wanted = [&] { return all.seconds() < patience; };
    constexpr bool can_stop = requires { machine_.keep_going_while(&wanted); };
    if constexpr (can_stop) machine_.keep_going_while(&wanted);
    play_on(seconds, longest);
    if constexpr (can_stop) machine_.keep_going_while(nullptr);
    used_seconds_ += all.seconds();
  }
  [[nodiscard]] bool has_ended_a_game() const override { return games_.ended() > 0; }
  [[nodiscard]] std::size_t deepest() const override { return games_.deepest(); }

 private:
  void play_on(double seconds, std::size_t longest) {
    const std::size_t before = games_.states();
    const CpuStopwatch watch;
    double now = 0;
    while (!failed_ && now < seconds) {
      for (std::size_t i = 0; i < steps_between_looks_ && !failed_; ++i) {
        failed_ = !games_.step(longest);
      }
      const double took = watch.seconds() - now;
      now += took;
      // A look at the clock takes longer than some steps.
      if (took < seconds / 64) steps_between_looks_ *= 2;
      if (took > seconds / 16) steps_between_looks_ = (steps_between_looks_ + 1) / 2;
    }
    failed_ = failed_ || !machine_.fault().empty();
    all_.states += games_.states() - before;
    all_.seconds += now;
  }

  M& machine_;
  Games<M> games_;
  std::size_t steps_between_looks_ = 1;
};

std::unique_ptr<Player> player_of(StepMachine& machine) {
  return std::visit(
      []<typename M>(std::unique_ptr<M>& steps) -> std::unique_ptr<Player> {
        return std::make_unique<PlayerOf<M>>(*steps);
      },
      machine);
}

constexpr double patience = 5;

class Comparison {
 public:
  Comparison(std::span<StepMachine> machines, double seconds, double clearly)
      : seconds_(seconds), clearly_(clearly) {
    for (StepMachine& machine : machines) players_.push_back(player_of(machine));
  }

  SpeedComparison run() {
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < players_.size(); ++i) left.push_back(i);
    for (const Turn& turn : turns) {
      for (const std::size_t i : left) play(i, turn.length * seconds_);
      const double limit = players_[fastest(left)]->speed() / turn.close;
      std::erase_if(left, [&](std::size_t i) { return players_[i]->speed() < limit; });
      if (left.size() < 2) break;
    }
    const std::size_t best = fastest(left);
    SpeedComparison result{{}, is_clearly_faster(best) ? best : 0};
    for (const auto& player : players_) result.speeds.push_back(player->speed());
    return result;
  }

 private:
  // How long it is, in times of the first, and by what factor a machine is too slow for the next.
  struct Turn {
    double length;
    double close;
  };
  static constexpr std::array<Turn, 5> turns = {{{1, 4}, {2, 2}, {4, 1.5}, {8, 1.3}, {8, 1.3}}};

  // None may take much longer for a step than the first, which cannot be stopped, takes for its
  // turn.
  void play(std::size_t i, double seconds, std::size_t longest = no_end) {
    players_[i]->play(seconds, std::max(patience * seconds, 2 * players_.front()->used_seconds()),
                      longest);
  }

  [[nodiscard]] std::size_t fastest(const std::vector<std::size_t>& among) const {
    return *std::max_element(among.begin(), among.end(), [&](std::size_t a, std::size_t b) {
      return players_[a]->speed() < players_[b]->speed();
    });
  }

  // The first steps of a game say little about the others.
  bool is_clearly_faster(std::size_t best) {
    if (best == 0) return false;
    Player& first = *players_.front();
    Player& other = *players_[best];
    constexpr int more_turns = 4;
    const double turn = turns.back().length * seconds_;
    for (int i = 0; i < more_turns && !(first.has_ended_a_game() && other.has_ended_a_game());
         ++i) {
      if (other.speed() <= clearly_ * first.speed()) return false;
      if (!first.has_ended_a_game()) play(0, turn);
      if (!other.has_ended_a_game()) play(best, turn);
    }
    if (!first.has_ended_a_game() || !other.has_ended_a_game()) {
      const std::size_t longest =
          std::max<std::size_t>(1, std::min(first.deepest(), other.deepest()));
      first.forget();
      other.forget();
      play(0, turn, longest);
      play(best, turn, longest);
    }
    return other.speed() > clearly_ * first.speed();
  }

  double seconds_;
  double clearly_;
  std::vector<std::unique_ptr<Player>> players_;
};

}  // namespace

double states_per_second(StepMachine& machine, double seconds) {
  const auto player = player_of(machine);
  player->play(seconds, patience * seconds, no_end);
  return player->speed();
}

SpeedComparison compare_speeds(std::span<StepMachine> machines, double seconds, double clearly) {
  return Comparison(machines, seconds, clearly).run();
}

}  // namespace palamedes::machine
