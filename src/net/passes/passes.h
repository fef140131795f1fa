#pragma once
// The thesis's four optimisations (4.2.2), each a pass with a name. They can be run in any order
// and any number of times, and each says what it removed.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "net/propnet.h"

namespace palamedes::net::passes {

struct PassReport {
  std::string name;
  double seconds = 0;
  Census before;
  Census after;
};

struct Pass {
  std::string_view name;
  std::string_view summary;
  void (*run)(PropNet&);
};

// Removes components that are connected to a constant (Algorithms 4 and 5).
void remove_constants(PropNet& net);
// Removes propositions without a meaning for the game (Algorithm 6).
void remove_anonymous(PropNet& net);
// Finds components that never change, then removes them (Algorithm 7).
void detect_constants(PropNet& net);
// Removes gates and anonymous propositions that nobody reads (Algorithm 8).
void remove_unread(PropNet& net);

[[nodiscard]] std::span<const Pass> all_passes();

// A list of names with commas between them; an empty text means no pass. The default is the
// thesis's best order.
inline constexpr std::string_view default_passes = "opt1,opt0,opt2,opt3";
[[nodiscard]] Result<std::vector<Pass>> parse_passes(std::string_view list);

std::vector<PassReport> run_passes(PropNet& net, std::span<const Pass> list);

}  // namespace palamedes::net::passes
