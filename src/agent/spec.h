#pragma once
// An agent as a user writes it down:
//
//   grave                                          a preset
//   grave+nst+solver                               with parts of others in place of its own
//   grave+nst:select.k=500,epsilon=0.1             and single parameters
//   ap:fpu=0.9,tune=ntbea:k,ref                    and, at last, what it tunes while it plays
//
// A selection preset gives its `select` part, a playout preset its `playout` part, and a switch one
// parameter. A parameter may be called by the end of its name where that is unambiguous. What comes
// after `tune=` is a description as tune/description.h has it, or `none`; so it stands last.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "search/parameters.h"
#include "tune/description.h"

namespace palamedes::agent {

struct Spec {
  std::string name;    // as it was given
  std::string preset;  // the first name in it
  std::string text;  // the preset and every parameter that differs from it; reads as the same plan
  search::Parameters plan;
  bool random = false;  // plays any legal move, and the plan does not matter
  std::optional<tune::Description> tuning = std::nullopt;  // with whole names of parameters
};

// A word that can be added to a preset but is none itself.
struct Switch {
  std::string_view name;
  std::string_view settings;  // "parameter=value,..."
  std::string_view summary;
};

[[nodiscard]] std::span<const Switch> switches();

[[nodiscard]] Result<Spec> parse_spec(std::string_view text);

// Gives one parameter another value. It may be called by the end of its name.
[[nodiscard]] Result<void> change_parameter(Spec& spec, std::string_view name,
                                            std::string_view value);

// Gives it another description of what it tunes, or `none`.
[[nodiscard]] Result<void> change_tuning(Spec& spec, std::string_view description);

// What decides how the agent plays: every parameter that differs from the defaults of a plan,
// whatever the preset is called and contains, so that a preset that changes is another agent.
[[nodiscard]] std::string resolved_text(const Spec& spec);
// Every parameter with its value, for whoever does not have this program at hand.
[[nodiscard]] std::string full_text(const Spec& spec);

}  // namespace palamedes::agent
