#pragma once
// What lists show of an experiment file, without loading any rules.

#include <string>
#include <string_view>

namespace palamedes::lab {

struct Heading {
  std::string title;
  std::string reproduces;
  bool can_run = true;  // something of it, unless all of it is missing
};

// Of a file in any state, as far as it can be read.
[[nodiscard]] Heading read_heading(std::string_view text);

}  // namespace palamedes::lab
