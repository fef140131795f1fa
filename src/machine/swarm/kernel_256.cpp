#define SWARM_LANES 256
#include "machine/swarm/kernel_step.h"
#undef SWARM_LANES

namespace palamedes::machine::swarm {
extern const Kernel kernel_256 = {
    .lanes = lane_count,
    .max_inputs = inputs_per_operation,
    .fill = fill,
    .run = run,
    .begin = begin,
    .finish = finish,
    .execute = execute,
    .turn = turn,
};

}  // namespace palamedes::machine::swarm
