#pragma once
// The command line of one sub-command. CLI11 stays behind this header: it is slow to compile.

#include <string>
#include <vector>

#include "cli/command.h"

namespace palamedes::cli {

struct Parsed {
  bool help = false;  // asked for; then nothing else counts
  std::string error;  // what is wrong with the command line, or nothing
};

// Gives the options their values.
[[nodiscard]] Parsed parse(const Options& options, std::vector<std::string> arguments);

}  // namespace palamedes::cli
