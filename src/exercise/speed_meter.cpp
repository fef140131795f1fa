#include "exercise/speed_meter.h"

#include <memory>

#include "machine/machine.h"

namespace palamedes::exercise {
namespace {

// The swarm is measured by what it is for: playouts side by side.
template <machine::Machine M>
auto make_measurement(M& machine, const BenchOptions& options) {
  if constexpr (requires { machine.swarm(); }) {
    return std::make_shared<SwarmMeasurement>(machine.swarm(), options);
  } else {
    return std::make_shared<Measurement<M>>(machine, options);
  }
}

template <machine::Machine M>
std::optional<std::size_t> components_of(M& machine) {
  if constexpr (requires { machine.swarm(); }) {
    return machine.circuit()->gates.size();
  } else if constexpr (requires { machine.net(); }) {
    return machine.net()->census().total();
  } else {
    return std::nullopt;
  }
}

}  // namespace

SpeedMeter::SpeedMeter(machine::AnyMachine& machine, const BenchOptions& options) {
  std::visit(
      [&](auto& made) {
        roles_ = made->role_count();
        components_ = components_of(*made);
        // given who asks, as a meter may be moved
        slice_ = [measurement = make_measurement(*made, options), &made](SpeedMeter& meter,
                                                                         double seconds) {
          measurement->run(seconds);
          meter.result_ = measurement->result();
          meter.memory_bytes_ = made->memory_bytes();
        };
      },
      machine);
}

}  // namespace palamedes::exercise
