#pragma once
// What to tune and how, as a user writes it down:
//
//   ntbea:select.k,select.ref                       a strategy, and parameters with their values
//   ntbea:select.c=0.2/0.4/0.8,playout.epsilon      values of the user's own
//   cma-es:select.c=0..1,select.k=0..2000           intervals
//   mab,batch=1,exploration=0.4:select.c            settings of the strategy
//   sim-rnd:select.k,select.ref                     a randomiser
//
// A parameter may be called by the end of its name where that is unambiguous.

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "tune/space.h"
#include "tune/strategies.h"

namespace palamedes::tune {

struct Description {
  std::string strategy;
  Settings settings;
  std::vector<Wanted> parameters;
};

// Names and values of parameters are not looked at: Space::make knows them.
[[nodiscard]] Result<Description> parse_description(std::string_view text);

// Reads as the same description; settings with default values are left out.
[[nodiscard]] std::string to_text(const Description& description);

// The space of a description, for which its strategy has room.
[[nodiscard]] Result<Space> make_space(const Description& description,
                                       const std::vector<Parameter>& known,
                                       const Knowledge& knowledge);

}  // namespace palamedes::tune
