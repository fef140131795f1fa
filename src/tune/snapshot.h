#pragma once
// What tuning has come to, for display: how often each value was sampled and what it paid. Counts
// only grow, so the difference of two snapshots is what happened in between.

#include <cstdint>
#include <string>
#include <vector>

namespace palamedes::tune {

struct ValueUse {
  std::string label;  // of the value, or of the bin of an interval
  double value = 0;   // of a bin: its middle
  std::uint64_t samples = 0;
  double mean = 0;   // payoff
  double share = 0;  // of all samples
};

struct ParameterUse {
  std::string name;
  std::vector<ValueUse> values;
  std::string best;  // its value in the best combination
};

struct Snapshot {
  std::uint64_t samples = 0;
  std::vector<ParameterUse> parameters;
};

}  // namespace palamedes::tune
