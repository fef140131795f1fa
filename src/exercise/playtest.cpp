#include "exercise/playtest.h"

namespace palamedes::exercise {

void Incident::happened(std::uint64_t in_playout, std::size_t at_step) {
  if (count == 0 || at_step < step) {
    playout = in_playout;
    step = at_step;
  }
  ++count;
}

}  // namespace palamedes::exercise
