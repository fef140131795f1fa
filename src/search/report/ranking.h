#pragma once
// The moves of a role in a node, the one to play first, and the line of joint moves that a search
// expects.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "model/forward_model.h"
#include "search/parameters.h"
#include "search/report/final_choice.h"
#include "search/search_model.h"
#include "search/snapshot.h"
#include "search/tree/node.h"
#include "search/tree/tree.h"

namespace palamedes::search::report {

// Of a tree that nobody is changing. The state is that of its root.
template <SearchModel M>
class Ranking {
 public:
  using State = typename M::State;
  static constexpr std::size_t longest_line = 50;

  // finished: the root's payoffs are exact.
  Ranking(M& model, tree::Tree<State>& tree, const State& state, const Parameters& parameters,
          bool finished)
      : model_(model),
        tree_(tree),
        state_(state),
        roles_(tree.roles()),
        open_loop_(parameters.memory.loop == tree::Loop::open),
        by_(select::is_flat(parameters.select.formula) ? FinalChoice::mean : parameters.choose.by),
        secure_(parameters.choose.secure),
        finished_(finished) {}

  // A role's moves in the root.
  [[nodiscard]] std::vector<MoveReport> of_root(Role role) {
    std::vector<MoveReport> reports = of_node(tree_.root(), role);
    if (open_loop_) keep_legal(role, reports);
    return reports;
  }

  [[nodiscard]] std::vector<std::vector<Move>> principal_line() {
    std::vector<std::vector<Move>> moves;
    tree::NodeId id = tree_.root();
    while (id != tree::no_node && moves.size() < longest_line) {
      tree::Node& node = tree_[id];
      if (node.block == nullptr || node.visits <= 0) break;
      std::vector<Move> joint_move;
      for (std::size_t role = 0; role < roles_; ++role) {
        const auto reports = id == tree_.root() ? of_root(Role(role)) : of_node(id, Role(role));
        if (reports.empty()) return moves;
        joint_move.push_back(reports.front().move);
      }
      id = tree::find_child(node, roles_, joint_move);
      moves.push_back(std::move(joint_move));
    }
    return moves;
  }

 private:
  [[nodiscard]] std::vector<MoveReport> of_node(tree::NodeId id, Role role) {
    tree::Node& node = tree_[id];
    std::vector<MoveReport> reports;
    if (node.block == nullptr) return moves_only(id, role);
    const std::span<tree::Entry> entries = node.block->entries(roles_, index_of(role));
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const tree::Entry& entry = entries[i];
      const tree::Statistic statistic = statistic_of(node, index_of(role), i);
      MoveReport report{.move = entry.move, .visits = statistic.visits};
      if (statistic.visits > 0) report.value = statistic.mean();
      if (node.decider == index_of(role) && entry.child != tree::no_node) {
        const float* const known = tree::known_payoffs(tree_[entry.child]);
        if (known != nullptr) report.exact = static_cast<double>(known[index_of(role)]);
      }
      reports.push_back(report);
    }
    std::stable_sort(reports.begin(), reports.end(),
                     [&](const MoveReport& a, const MoveReport& b) { return better(a, b); });
    return reports;
  }

  // The root's node may know moves of other states, and not those of this one.
  void keep_legal(Role role, std::vector<MoveReport>& reports) {
    std::vector<MoveReport> missing;
    model::MoveList legal;
    model_.legal(state_, role, legal);
    if (!model_.fault().empty()) return;
    const auto is_legal = [&](const MoveReport& report) {
      return std::find(legal.begin(), legal.end(), report.move) != legal.end();
    };
    std::erase_if(reports, std::not_fn(is_legal));
    for (const Move move : legal) {
      if (std::none_of(reports.begin(), reports.end(),
                       [&](const MoveReport& report) { return report.move == move; })) {
        missing.push_back({.move = move});
      }
    }
    reports.insert(reports.end(), missing.begin(), missing.end());
  }

  // Of a role's move, whatever others chose before it.
  tree::Statistic statistic_of(tree::Node& node, std::size_t role, std::size_t move) {
    tree::Statistic sum = node.block->entries(roles_, role)[move];
    tree::LaterMap::for_each(node.later, [&](std::uint64_t key, const tree::Statistic* row) {
      if ((key - 1) % roles_ != role) return;
      sum.visits += row[move].visits;
      sum.sum += row[move].sum;
    });
    return sum;
  }

  std::vector<MoveReport> moves_only(tree::NodeId id, Role role) {
    std::vector<MoveReport> reports;
    model::MoveList moves;
    State state = state_;
    if (id != tree_.root()) tree_.get_state(id, state);
    model_.legal(state, role, moves);
    for (const Move move : moves) reports.push_back({.move = move});
    return reports;
  }

  // Wins that are proven come first, losses last.
  [[nodiscard]] bool better(const MoveReport& a, const MoveReport& b) const {
    const auto certainty = [](const MoveReport& report) {
      if (!report.exact || (*report.exact > 0 && *report.exact < 1)) return 1;
      return *report.exact >= 1 ? 2 : 0;
    };
    if (certainty(a) != certainty(b)) return certainty(a) > certainty(b);
    const double score_a = score_of(a);
    const double score_b = score_of(b);
    if (score_a != score_b) return score_a > score_b;
    return a.value > b.value;
  }
  // Once all is proven, only that counts.
  [[nodiscard]] double score_of(const MoveReport& report) const {
    return finished_ ? report.exact.value_or(-1) : score(report, by_, secure_);
  }

  M& model_;
  tree::Tree<State>& tree_;
  const State& state_;
  std::size_t roles_;
  bool open_loop_;
  FinalChoice by_;
  double secure_;
  bool finished_;
};

// What the tree and its ranking say, without what the threads count.
template <SearchModel M>
[[nodiscard]] Snapshot snapshot_of(tree::Tree<typename M::State>& tree, Ranking<M> ranking) {
  Snapshot snapshot;
  const std::size_t roles = tree.roles();
  for (std::size_t role = 0; role < roles; ++role) {
    snapshot.moves.push_back(ranking.of_root(Role(role)));
  }
  tree::Node& root = tree[tree.root()];
  if (root.known != nullptr) {
    snapshot.proven = true;
    for (std::size_t role = 0; role < roles; ++role) {
      snapshot.payoffs.push_back(static_cast<double>(root.known[role]));
    }
  } else if (root.block != nullptr && root.visits > 0) {
    for (std::size_t role = 0; role < roles; ++role) {
      snapshot.payoffs.push_back(root.block->totals()[role] / root.visits);
    }
  }
  snapshot.line = ranking.principal_line();
  snapshot.nodes = tree.size();
  snapshot.memory_bytes = tree.memory_bytes();
  return snapshot;
}

}  // namespace palamedes::search::report
