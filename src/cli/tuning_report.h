#pragma once
// What an agent that tunes its parameters has come to, and how: for people, as JSON, as a picture.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cli/json.h"
#include "cli/screen.h"
#include "tune/snapshot.h"

namespace palamedes::cli {

// How the tuners of all roles stood from time to time.
class TuningHistory {
 public:
  // After this number of simulations; nothing where nothing is tuned.
  void add(std::uint64_t simulations, std::vector<tune::Snapshot> by_role);

  struct Moment {
    std::uint64_t simulations = 0;
    std::vector<tune::Snapshot> by_role;
  };
  [[nodiscard]] bool empty() const { return moments_.empty(); }
  [[nodiscard]] std::span<const Moment> moments() const { return moments_; }

 private:
  // Beyond twice this number every second one goes, so that the others stay evenly apart.
  static constexpr std::size_t most = 32;

  std::vector<Moment> moments_;
  std::uint64_t apart_ = 0;  // simulations between two of them, at least
};

// By role: each value of each parameter, its share of all simulations and of those since the middle
// one of the moments, and what it paid.
[[nodiscard]] std::string tuning_text(const Screen& screen, const std::vector<std::string>& roles,
                                      const TuningHistory& history);
[[nodiscard]] Json tuning_json(const std::vector<std::string>& roles, const TuningHistory& history);

// How the shares of a parameter's values moved, as SVG.
[[nodiscard]] std::string tuning_plot(const std::string& role_name, std::size_t role,
                                      std::size_t parameter, const TuningHistory& history);

}  // namespace palamedes::cli
