#pragma once
// The papers' players by name, with the papers' parameters. docs/search.md lists them, and
// docs/decisions.md says what was chosen where a paper says nothing.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "search/parameters.h"

namespace palamedes::agent {

// What a preset gives to another one that is combined with it ("grave+nst").
enum class Part : std::uint8_t {
  select,   // how it descends the tree
  playout,  // how it plays outside of the tree
  whole,    // nothing: it stands for a player as a whole
};

struct Preset {
  std::string_view name;
  std::string_view summary;  // one line
  std::string_view source;   // paper, and where in it
  Part part = Part::whole;
  search::Parameters plan;
  bool random = false;         // plays any legal move, and the plan does not matter
  std::string_view tune = {};  // what it tunes while it plays (tune/description.h)
};

// Those of one paper stand together, plain ones first.
[[nodiscard]] std::span<const Preset> presets();

// The thesis's players that tune themselves (chapters 6 and 7), by each strategy of tune/:
//   sp-ntbea                                 C and ε
//   ap-ntbea-2  ap-ntbea-4  ap-ntbea-6       K and ref; C and ε with them; VO and T with them
[[nodiscard]] std::span<const Preset> tuned_presets();
// The same in short, for lists: sp-STRATEGY, ap-STRATEGY-2, …
struct TunedFamily {
  std::string_view name;
  std::string_view parameters;
  std::string_view summary;
  std::string_view source;
};
[[nodiscard]] std::span<const TunedFamily> tuned_families();

// Of all of them.
[[nodiscard]] const Preset* find_preset(std::string_view name);
[[nodiscard]] const std::vector<std::string>& preset_names();

}  // namespace palamedes::agent
