// Breadth-first tree initialisation with safety prepruning (thesis 3.2.4): before the search every
// action of the root is tried some times, and only those with the fewest losses are kept.

#include <algorithm>

#include "video/maast/maastcts2.h"

namespace palamedes::video::maast {
namespace {

using vgdl::Action;

struct Trial {
  Action action = Action::nil;
  int losses = 0;
  double sum = 0;
};

int fewest_losses(const std::vector<Trial>& trials) {
  const auto fewest =
      std::min_element(trials.begin(), trials.end(),
                       [](const Trial& a, const Trial& b) { return a.losses < b.losses; });
  return fewest->losses;
}

}  // namespace

void MaastCts2::initialise_root(const vgdl::State& root, const Budget& budget) {
  std::vector<Trial> trials;
  for (const Action action : model_.actions(root)) trials.push_back({action});
  const std::uint32_t rounds = is_deterministic_ ? 1 : std::max(1U, parameters_.safety_rounds);
  std::uint32_t done = 0;
  for (; done < rounds && (done == 0 || !budget.is_late()); ++done) {
    for (Trial& trial : trials) {
      model_.copy(root, copy_);
      model_.advance(copy_, trial.action);
      trial.losses += is_loss(copy_) ? 1 : 0;
      trial.sum += state_value(copy_, end_value());
      if (done == 0 && !copy_.head().ended) trial.sum += heuristic(copy_);
    }
  }
  const int fewest = fewest_losses(trials);
  for (const Trial& trial : trials) {
    const auto place = static_cast<std::size_t>(trial.action);
    if (trial.losses > fewest) {
      nodes_.front().children[place] = 0;
      continue;
    }
    std::uint32_t child = nodes_.front().children[place];
    if (child == 0) child = add_child(0, trial.action);
    const double mean = trial.sum / done;
    nodes_[child].add(mean);
    nodes_.front().add(mean);
    bounds_.add(mean);
  }
  nodes_.front().untried = 0;
}

void MaastCts2::preprune(const vgdl::State& root, const Budget& budget) {
  std::vector<Trial> trials;
  for (std::size_t i = 0; i < vgdl::action_count; ++i) {
    if (nodes_.front().children[i] != 0) trials.push_back({static_cast<Action>(i)});
  }
  if (trials.empty()) return;
  const std::uint32_t rounds = is_deterministic_ ? 1 : parameters_.safety_rounds;
  for (std::uint32_t round = 0; round < rounds && !budget.is_late(); ++round) {
    for (Trial& trial : trials) {
      model_.copy(root, copy_);
      model_.advance(copy_, trial.action);
      trial.losses += is_loss(copy_) ? 1 : 0;
    }
  }
  const int fewest = fewest_losses(trials);
  for (const Trial& trial : trials) {
    if (trial.losses > fewest) {
      nodes_.front().children[static_cast<std::size_t>(trial.action)] = 0;
    }
  }
}

}  // namespace palamedes::video::maast
