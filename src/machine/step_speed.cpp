#include "machine/step_speed.h"

#include <functional>
#include <vector>

#include "base/rng.h"
#include "base/stopwatch.h"
#include "model/draw.h"

namespace palamedes::machine {
namespace {

// One random game, until it ends or the time is over; the number of states that were reached.
template <typename M>
std::size_t play_one(M& machine, Rng& rng, const CpuStopwatch& watch, double seconds) {
  constexpr std::size_t steps_between_looks = 8;
  typename M::State state = machine.initial();
  std::vector<Move> joint_move(machine.role_count());
  model::MoveList buffer;
  std::size_t states = 0;
  while (!machine.terminal(state)) {
    for (std::size_t role = 0; role < joint_move.size(); ++role) {
      const model::DrawnMove drawn = model::draw_legal(machine, state, Role(role), rng, buffer);
      if (drawn.count == 0) return states;
      joint_move[role] = drawn.move;
    }
    machine.advance(state, joint_move);
    if (!machine.fault().empty()) return states;
    ++states;
    if (states % steps_between_looks == 0 && watch.seconds() > seconds) return states;
  }
  return states;
}

template <typename M>
double speed_of(M& machine, double seconds) {
  constexpr double patience = 5;
  const CpuStopwatch watch;
  const std::function<bool()> wanted = [&] { return watch.seconds() < seconds * patience; };
  constexpr bool can_stop = requires { machine.keep_going_while(&wanted); };
  if constexpr (can_stop) machine.keep_going_while(&wanted);
  Rng rng(1);
  std::size_t states = 0;
  std::size_t games = 0;
  do {
    states += play_one(machine, rng, watch, seconds);
    ++games;
  } while (watch.seconds() < seconds && machine.fault().empty() && states >= games);
  const double speed = machine.fault().empty() ? static_cast<double>(states) / watch.seconds() : 0;
  if constexpr (can_stop) machine.keep_going_while(nullptr);
  return speed;
}

}  // namespace

double states_per_second(StepMachine& machine, double seconds) {
  return std::visit([&](auto& steps) { return speed_of(*steps, seconds); }, machine);
}

}  // namespace palamedes::machine
