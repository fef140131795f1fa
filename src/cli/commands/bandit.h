#pragma once
// The parts of the command `bandit`: what was measured, and the ways to show it.

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "bandit/experiment.h"

namespace palamedes::cli::commands {

struct BanditCommand {
  bandit::Settings bandit;
  bandit::Policy st = {.threshold = 0.6};  // UCT is the same without the threshold
  std::vector<std::string> policies;
  std::size_t every = 1;
  bool paths = false;
  bool interrupted = false;  // there would have been more
};

[[nodiscard]] const std::vector<std::pair<std::string, bandit::Payoff>>& payoff_names();

// One curve with a number per sample, and half the width of its 95 % interval if it has one.
struct BanditCurve {
  std::string name;
  std::vector<double> values;
  std::vector<double> intervals;
};

// The curves of one kind of bandit, or the path of one arm.
struct BanditPanel {
  std::string title;  // in a picture
  // Columns that are the same for all samples.
  std::vector<std::pair<std::string, std::size_t>> key;
  std::vector<BanditCurve> curves;
  std::size_t models = 0;  // that the curves are averages of
};

using BanditPanels = std::vector<BanditPanel>;

// Samples count from 1; of these the multiples of `every` are shown, the first and the last.
[[nodiscard]] std::string bandit_csv(const BanditPanels& panels, std::size_t every);
[[nodiscard]] std::string bandit_json(const BanditCommand& command, const BanditPanels& panels);
// A picture as SVG. Of several curves the last, what one policy gains over the other, is the
// one that the paper shows.
[[nodiscard]] std::string bandit_plot(const BanditPanels& panels, std::size_t every);

}  // namespace palamedes::cli::commands
