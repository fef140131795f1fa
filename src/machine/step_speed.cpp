#include "machine/step_speed.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "base/rng.h"
#include "base/stopwatch.h"
#include "model/draw.h"

namespace palamedes::machine {
namespace {

// Random games from the start, the same ones for every run.
template <typename M>
class Games {
 public:
  explicit Games(M& machine)
      : machine_(machine), state_(machine.initial()), joint_move_(machine.role_count()) {}

  // False if the machine has no state to go to.
  bool step() {
    if (machine_.terminal(state_)) {
      if (is_new_) return false;  // over at the start
      state_ = machine_.initial();
      is_new_ = true;
      return machine_.fault().empty();
    }
    for (std::size_t role = 0; role < joint_move_.size(); ++role) {
      const model::DrawnMove drawn = model::draw_legal(machine_, state_, Role(role), rng_, buffer_);
      if (drawn.count == 0) return false;
      joint_move_[role] = drawn.move;
    }
    machine_.advance(state_, joint_move_);
    ++states_;
    is_new_ = false;
    return machine_.fault().empty();
  }
  [[nodiscard]] std::size_t states() const { return states_; }

 private:
  M& machine_;
  typename M::State state_;
  std::vector<Move> joint_move_;
  model::MoveList buffer_;
  Rng rng_{1};
  std::size_t states_ = 0;
  bool is_new_ = true;
};

// The same games twice: the first time a machine may have to find out what moves do, or fill its
// caches.
template <typename M>
double speed_of(M& machine, double seconds) {
  constexpr double patience = 5;
  const CpuStopwatch all;
  const std::function<bool()> wanted = [&] { return all.seconds() < seconds * patience; };
  constexpr bool can_stop = requires { machine.keep_going_while(&wanted); };
  if constexpr (can_stop) machine.keep_going_while(&wanted);
  Games<M> first(machine);
  while (all.seconds() < seconds && first.step()) {
  }
  Games<M> again(machine);
  const CpuStopwatch watch;
  while (again.states() < first.states() && again.step()) {
  }
  const bool is_whole = again.states() == first.states() && machine.fault().empty();
  const double speed = is_whole ? static_cast<double>(again.states()) / watch.seconds() : 0;
  if constexpr (can_stop) machine.keep_going_while(nullptr);
  return again.states() == 0 ? 0 : speed;
}

}  // namespace

double states_per_second(StepMachine& machine, double seconds) {
  return std::visit([&](auto& steps) { return speed_of(*steps, seconds); }, machine);
}

std::vector<double> compare_speeds(std::span<StepMachine> machines, double seconds) {
  constexpr double close = 0.8;
  constexpr int rounds = 3;
  std::vector<double> speeds(machines.size(), 0);
  for (std::size_t i = 0; i < machines.size(); ++i) {
    speeds[i] = states_per_second(machines[i], seconds);
  }
  std::vector<std::size_t> again;
  for (std::size_t i = 1; i < machines.size(); ++i) {
    if (speeds[i] > close * speeds.front()) again.push_back(i);
  }
  if (again.empty()) return speeds;
  again.push_back(0);
  for (int round = 1; round < rounds; ++round) {
    for (const std::size_t i : again) {
      speeds[i] = std::max(speeds[i], states_per_second(machines[i], seconds));
    }
  }
  return speeds;
}

}  // namespace palamedes::machine
