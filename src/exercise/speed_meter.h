#pragma once
// Measures the speed of whatever machine it is given, in slices.

#include <cstddef>
#include <functional>
#include <optional>

#include "exercise/bench.h"
#include "machine/factory.h"

namespace palamedes::exercise {

class SpeedMeter {
 public:
  // The machine must outlive it.
  SpeedMeter(machine::AnyMachine& machine, const BenchOptions& options);

  // One slice of about this number of seconds of CPU time.
  void run(double seconds) { slice_(*this, seconds); }
  // Nothing more is measured; the figures stay, and the machine may go.
  void let_go() { slice_ = {}; }

  [[nodiscard]] const BenchResult& result() const { return result_; }
  [[nodiscard]] std::size_t roles() const { return roles_; }
  // Of a propositional network, or gates of a swarm's circuit.
  [[nodiscard]] std::optional<std::size_t> components() const { return components_; }
  // After the last slice: some machines learn while they play.
  [[nodiscard]] std::size_t memory_bytes() const { return memory_bytes_; }

 private:
  std::function<void(SpeedMeter&, double)> slice_;
  BenchResult result_;
  std::size_t roles_ = 0;
  std::optional<std::size_t> components_;
  std::size_t memory_bytes_ = 0;
};

}  // namespace palamedes::exercise
