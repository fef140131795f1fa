#pragma once
// How fast a machine is at uniformly random playouts from the initial state (Flat Monte-Carlo).
//
// A measurement is taken in slices, so that several machines can take turns: what else runs on the
// computer then disturbs all of them alike. A playout that is not over at the end of a slice goes
// on in the next one, so that nothing measured is thrown away.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/rng.h"
#include "base/stopwatch.h"
#include "machine/swarm/swarm.h"
#include "model/draw.h"
#include "model/forward_model.h"

namespace palamedes::exercise {

struct BenchOptions {
  std::uint64_t seed = 1;
  std::size_t max_length = 10'000;  // a playout is given up after this number of moves
  std::function<bool()> stop;       // ends a slice early; nothing: never

  [[nodiscard]] bool is_stopped() const { return stop && stop(); }
};

struct BenchResult {
  std::uint64_t playouts = 0;         // all that came to an end of any kind
  std::uint64_t finished = 0;         // those that the rules ended
  std::uint64_t finished_states = 0;  // reached in these
  std::uint64_t dead_ends = 0;        // a role had no move although the game was not over
  std::uint64_t states = 0;           // reached by a move, in all playouts
  double seconds = 0;                 // CPU time of the thread
  std::uint64_t goal_sum = 0;         // keeps the goals from being optimised away
  std::string fault;                  // why the machine gave up; nothing more is measured then

  [[nodiscard]] std::uint64_t truncated() const { return playouts - finished - dead_ends; }
  [[nodiscard]] double states_per_second() const;
  [[nodiscard]] double playouts_per_second() const;
  [[nodiscard]] double average_length() const;  // of finished playouts; not finite without any
};

// How many steps to make before looking at the clock: as many as take about 1/64 of a slice, since
// asking for the CPU time costs more than a fast machine's step.
class ClockPace {
 public:
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  void took(double seconds, double slice);

 private:
  std::uint64_t steps_ = 1;
};

template <model::ForwardModel M>
class Measurement {
 public:
  Measurement(M& machine, const BenchOptions& options)
      : machine_(machine),
        options_(options),
        rng_(options.seed),
        roles_(machine.role_count()),
        initial_(machine.initial()),
        state_(initial_),
        joint_move_(roles_) {}

  // One slice of about this number of seconds of CPU time; at least one step.
  void run(double seconds) {
    const CpuStopwatch cpu;
    double before = 0;
    do {
      for (std::uint64_t i = 0; i < pace_.steps() && machine_.fault().empty(); ++i) step();
      const double now = cpu.seconds();
      pace_.took(now - before, std::min(seconds, longest_between_looks));
      before = now;
    } while (before < seconds && machine_.fault().empty() && !options_.is_stopped());
    result_.seconds += before;
    result_.fault = machine_.fault();
  }

  [[nodiscard]] const BenchResult& result() const { return result_; }

 private:
  // Somebody who wants it to stop does not wait for a long slice.
  static constexpr double longest_between_looks = 1;

  // A move, or the end of a playout and back to the start.
  void step() {
    if (machine_.terminal(state_)) {
      for (std::size_t role = 0; role < roles_; ++role) {
        // An undefined goal is -1.
        result_.goal_sum += static_cast<std::uint64_t>(machine_.goal(state_, Role(role)) + 1);
      }
      ++result_.finished;
      result_.finished_states += length_;
      restart();
      return;
    }
    if (length_ >= options_.max_length) {
      restart();
      return;
    }
    for (std::size_t role = 0; role < roles_; ++role) {
      const model::DrawnMove drawn = model::draw_legal(machine_, state_, Role(role), rng_, moves_);
      if (drawn.count == 0) {
        ++result_.dead_ends;
        restart();
        return;
      }
      joint_move_[role] = drawn.move;
    }
    machine_.advance(state_, joint_move_);
    ++length_;
    ++result_.states;
  }

  void restart() {
    ++result_.playouts;
    state_ = initial_;
    length_ = 0;
  }

  M& machine_;
  BenchOptions options_;
  Rng rng_;
  std::size_t roles_;
  typename M::State initial_;
  typename M::State state_;
  std::size_t length_ = 0;
  model::MoveList moves_;
  std::vector<Move> joint_move_;
  ClockPace pace_;
  BenchResult result_;
};

// The same for a swarm, which looks at the clock itself.
class SwarmMeasurement {
 public:
  explicit SwarmMeasurement(machine::swarm::Swarm& swarm, BenchOptions options = {});

  void run(double seconds);
  [[nodiscard]] const BenchResult& result() const { return result_; }

 private:
  machine::swarm::Swarm& swarm_;
  BenchOptions options_;
  BenchResult result_;
};

}  // namespace palamedes::exercise
