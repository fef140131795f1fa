#pragma once
// UCT1 (thesis 2.5.3): a result counts in the nodes along the path of its simulation, from the leaf
// to the root, for the moves that were chosen there (thesis 2.3, Algorithm 2).

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "search/backup/solver.h"
#include "search/batch/pending_leaves.h"
#include "search/descent.h"
#include "search/select/simultaneous.h"
#include "search/tree/node.h"
#include "search/tree/tree.h"

namespace palamedes::search::backup {

template <typename State>
class Uct1 {
 public:
  Uct1(tree::Tree<State>& tree, select::ChoiceStatistics<State>& statistics)
      : tree_(tree), roles_(tree.roles()), statistics_(statistics) {}

  // So many visits, with payoffs that have these sums. The leaf is no longer pending.
  void back_up(Descent<State>& descent, std::span<const double> sums, double visits) {
    begin(sums);
    const double virtual_loss = std::exchange(descent.virtual_loss, 0);
    std::size_t substitutes = descent.substitutes.size();
    for (std::size_t step = descent.steps(roles_); step-- > 0;) {
      const bool has_substitute =
          substitutes > 0 && descent.substitutes[substitutes - 1].step == step;
      count(descent, step, visits, virtual_loss,
            has_substitute ? &descent.substitutes[--substitutes] : nullptr);
    }
  }

  // Step by step, for UCT3: the payoffs that count, then each node that counts them.
  void begin(std::span<const double> sums) { payoffs_.assign(sums.begin(), sums.end()); }
  void count(const Descent<State>& descent, std::size_t step) {
    count(descent, step, 1, 0, nullptr);
  }

  // There is no result: the path counts no longer.
  void take_back(Descent<State>& descent) {
    if (descent.virtual_loss <= 0) return;
    for (std::size_t step = descent.steps(roles_); step-- > 0;) {
      const tree::SpinGuard guard = tree_.lock(descent.nodes[step]);
      tree::Node& node = tree_[descent.nodes[step]];
      statistics_.for_each_choice(node, descent, step, [&](std::size_t, tree::Counted& statistic) {
        batch::add_pending(statistic, -descent.virtual_loss);
      });
      batch::add_pending(node, roles_, -descent.virtual_loss);
    }
    descent.virtual_loss = 0;
  }

 private:
  // In the node that was left at this step; a substitute's payoffs count from there upwards.
  void count(const Descent<State>& descent, std::size_t step, double visits, double virtual_loss,
             const Substitute* substitute) {
    const tree::SpinGuard guard = tree_.lock(descent.nodes[step]);
    tree::Node& node = tree_[descent.nodes[step]];
    statistics_.for_each_choice(node, descent, step,
                                [&](std::size_t role, tree::Counted& statistic) {
                                  if (virtual_loss > 0) {
                                    batch::add_pending(statistic, -virtual_loss);
                                  }
                                  statistic.visits += visits;
                                  statistic.sum += payoffs_[role];
                                });
    if (virtual_loss > 0) batch::add_pending(node, roles_, -virtual_loss);
    if (substitute != nullptr) take_substitute(node, *substitute, visits);
    tree::publish(node.visits, node.visits + visits);
    for (std::size_t role = 0; role < roles_; ++role) {
      double& total = node.block->totals()[role];
      tree::publish(total, total + payoffs_[role]);
    }
  }

  void take_substitute(tree::Node& node, const Substitute& substitute, double visits) {
    tree::Entry& entry = node.block->entries(roles_, substitute.role)[substitute.move];
    take_exact(substitute.payoffs, roles_, payoffs_);
    for (double& payoff : payoffs_) payoff *= visits;
    entry.visits += visits;
    entry.sum += payoffs_[substitute.role];
  }

  tree::Tree<State>& tree_;
  std::size_t roles_;
  select::ChoiceStatistics<State>& statistics_;
  std::vector<double> payoffs_;
};

}  // namespace palamedes::search::backup
