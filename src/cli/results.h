#pragma once
// How every command ends that asks machines: what they found out is printed only if all of their
// answers are right, and what is partial says so.

#include <functional>
#include <string>

#include "cli/command.h"
#include "cli/screen.h"

namespace palamedes::cli {

struct Results {
  std::string name;  // of the rules
  std::function<std::string()>
      fault;                          // why a machine gave up; empty if none did, or none was asked
  std::function<std::string()> text;  // the results; making it may ask the machines again
  bool interrupted = false;           // there would have been more
  bool broken = false;                // the results show that the rules are broken
};

// A fault goes to standard error instead of the results, unless the machine gave up because it was
// interrupted: then they are those of before.
[[nodiscard]] Exit show(Screen& screen, const Results& results);

// What to say where an interrupt came before there was any result.
[[nodiscard]] Exit nothing_to_show(Screen& screen, const std::string& name);

}  // namespace palamedes::cli
