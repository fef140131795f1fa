#pragma once
// Rules judged by random play: `check --play`.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "exercise/findings.h"
#include "exercise/playtest.h"
#include "gdl/load.h"
#include "machine/factory.h"

namespace palamedes::exercise {

struct Verdict {
  std::string machine;
  std::string notice;  // why it is not the machine that was asked for
  std::uint64_t seed = 0;
  std::size_t max_length = 0;
  Playtest seen;
  std::optional<Possible> possible;
  std::vector<Finding> findings;

  [[nodiscard]] std::size_t problems() const;
  [[nodiscard]] std::size_t remarks() const { return findings.size() - problems(); }
  // Something was played to its end, so that silence means something.
  [[nodiscard]] bool is_decided() const { return problems() > 0 || seen.statistics.finished > 0; }
};

struct VerdictOptions {
  std::string machine{machine::auto_machine};
  machine::MachineOptions details;
  SimulateOptions simulate;
};

// Fails where no machine can be made. `keep_going` is asked often.
[[nodiscard]] Result<Verdict> play_and_judge(
    const gdl::Loaded& rules, const VerdictOptions& options,
    const std::function<bool(const Playtest&)>& keep_going);

// A finding as a sentence without its place.
[[nodiscard]] std::string message(const Verdict& verdict, const Finding& finding);
[[nodiscard]] std::string role_name(const Verdict& verdict, std::optional<Role> role);

}  // namespace palamedes::exercise
