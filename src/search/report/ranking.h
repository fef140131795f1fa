#pragma once
// The moves of a role in a node, the one to play first, and the line of joint moves that a search
// expects.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "model/forward_model.h"
#include "search/backup/solver.h"
#include "search/parameters.h"
#include "search/report/best_line.h"
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

  // finished: what the root is worth is exact. `line`: the best that was seen, if somebody looks.
  Ranking(M& model, tree::Tree<State>& tree, const State& state, const Parameters& parameters,
          bool finished, const BestLine* line = nullptr)
      : model_(model),
        tree_(tree),
        state_(state),
        roles_(tree.roles()),
        open_loop_(parameters.memory.loop == tree::Loop::open),
        by_(select::is_flat(parameters.select.formula) ? FinalChoice::mean : parameters.choose.by),
        secure_(parameters.choose.secure),
        finished_(finished),
        line_(keeps_line(parameters, roles_) ? line : nullptr),
        solver_(tree) {}

  // A role's moves in the root.
  [[nodiscard]] std::vector<MoveReport> of_root(Role role) {
    std::vector<MoveReport> reports = of_node(tree_.root(), role);
    if (open_loop_) keep_legal(role, reports);
    if (prefers_line()) put_first(line_->moves().front(), reports);
    return reports;
  }

  [[nodiscard]] std::vector<std::vector<Move>> principal_line() {
    std::vector<std::vector<Move>> moves;
    if (prefers_line()) {
      for (const Move move : line_->moves()) {
        if (moves.size() < longest_line) moves.push_back({move});
      }
      return moves;
    }
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

  // What these joint moves lead to; nothing where the tree has no node.
  [[nodiscard]] std::optional<Branch> branch(std::span<const std::vector<Move>> path) {
    tree::NodeId id = tree_.root();
    for (const std::vector<Move>& joint_move : path) {
      if (tree_[id].block == nullptr) return std::nullopt;
      id = tree::find_child(tree_[id], roles_, joint_move);
      if (id == tree::no_node) return std::nullopt;
    }
    const tree::Node& node = tree_[id];
    Branch branch{.visits = node.visits,
                  .is_end = node.known != nullptr && node.block == nullptr && !node.is_stripped,
                  .proven = node.known != nullptr,
                  .payoffs = payoffs_of(tree_, id),
                  .moves = std::vector<std::vector<MoveReport>>(roles_)};
    for (std::size_t role = 0; role < roles_ && node.block != nullptr; ++role) {
      branch.moves[role] = path.empty() ? of_root(Role(role)) : of_node(id, Role(role));
    }
    return branch;
  }

  // Of a node by role: exact, or the mean so far; empty where nobody left it yet.
  [[nodiscard]] static std::vector<double> payoffs_of(const tree::Tree<State>& tree,
                                                      tree::NodeId id) {
    const tree::Node& node = tree[id];
    std::vector<double> payoffs;
    if (node.known == nullptr && (node.block == nullptr || node.visits <= 0)) return payoffs;
    for (std::size_t role = 0; role < tree.roles(); ++role) {
      const tree::Bound bound = backup::bound_of(tree, node, role);
      payoffs.push_back(bound.is_exact() ? static_cast<double>(bound.low)
                                         : node.block->totals()[role] / node.visits);
    }
    return payoffs;
  }

 private:
  // It has a payoff that counts, and nothing better is proven.
  [[nodiscard]] bool prefers_line() const {
    if (line_ == nullptr || line_->moves().empty()) return false;
    const double proven =
        tree::exact_payoff(backup::bound_of(tree_, tree_.root(), std::size_t{0}).low);
    return line_->payoff() > 0 && line_->payoff() >= proven;
  }
  static void put_first(Move move, std::vector<MoveReport>& reports) {
    const auto at = std::find_if(reports.begin(), reports.end(),
                                 [&](const MoveReport& report) { return report.move == move; });
    if (at != reports.end()) std::rotate(reports.begin(), at, at + 1);
  }

  // How much a move is proven to be worth.
  enum class Certainty : std::uint8_t { worse, open, best };
  struct Ranked {
    MoveReport report;
    Certainty certainty = Certainty::open;
  };

  [[nodiscard]] std::vector<MoveReport> of_node(tree::NodeId id, Role role) {
    tree::Node& node = tree_[id];
    if (node.block == nullptr) return moves_only(id, role);
    std::vector<Ranked> ranked;
    const std::span<tree::Entry> entries = node.block->entries(roles_, index_of(role));
    const std::span<const tree::Bound> bounds = solver_.of_moves(node, index_of(role));
    const bool chooses = entries.size() > 1;
    const float surest = surest_of(bounds, index_of(role));
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const tree::Entry& entry = entries[i];
      const tree::Statistic statistic = statistic_of(node, index_of(role), i);
      MoveReport report{.move = entry.move, .visits = statistic.visits};
      if (statistic.visits > 0) report.value = statistic.mean();
      report.has_child =
          node.decider == tree::several ? statistic.visits > 0 : entry.child != tree::no_node;
      if (chooses && bounds[i].is_exact()) report.exact = static_cast<double>(bounds[i].low);
      ranked.push_back({report, certainty(node, index_of(role), bounds, i, surest)});
    }
    most_visits_ = 0;
    for (const Ranked& each : ranked) {
      if (each.certainty != Certainty::worse) {
        most_visits_ = std::max(most_visits_, each.report.visits);
      }
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [&](const Ranked& a, const Ranked& b) { return better(a, b); });
    std::vector<MoveReport> reports;
    for (const Ranked& each : ranked) reports.push_back(each.report);
    return reports;
  }

  // The most that one of the role's moves is proven to bring.
  [[nodiscard]] float surest_of(std::span<const tree::Bound> moves, std::size_t role) const {
    float surest = tree_.facts().range(role).low;
    for (const tree::Bound& bound : moves) surest = std::max(surest, bound.low);
    return surest;
  }

  [[nodiscard]] Certainty certainty(const tree::Node& node, std::size_t role,
                                    std::span<const tree::Bound> moves, std::size_t move,
                                    float surest) const {
    if (moves.size() < 2) return Certainty::open;
    const tree::Bound range = tree_.facts().range(role);
    if (moves[move].high < surest || moves[move].high <= range.low) return Certainty::worse;
    const bool best = moves[move].low >= backup::bound_of(tree_, node, role).high;
    return best ? Certainty::best : Certainty::open;
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
    tree::LaterMap::for_each(node.later, [&](std::uint64_t key, const tree::Counted* row) {
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

  // What cannot be beaten comes first, what is beaten by another move, or loses, comes last.
  [[nodiscard]] bool better(const Ranked& a, const Ranked& b) const {
    if (a.certainty != b.certainty) return a.certainty > b.certainty;
    if (finished_) {  // only what is proven counts
      const double exact_a = a.report.exact.value_or(-1);
      const double exact_b = b.report.exact.value_or(-1);
      return exact_a != exact_b ? exact_a > exact_b : a.report.value > b.report.value;
    }
    const double score_a = score(a.report, by_, secure_, most_visits_);
    const double score_b = score(b.report, by_, secure_, most_visits_);
    if (score_a != score_b) return score_a > score_b;
    return a.report.value > b.report.value;
  }

  M& model_;
  tree::Tree<State>& tree_;
  const State& state_;
  std::size_t roles_;
  bool open_loop_;
  FinalChoice by_;
  double secure_;
  bool finished_;
  double most_visits_ = 0;  // of the moves that are ranked, but for those that others beat
  const BestLine* line_;
  backup::Solver<State> solver_;
};

// What the tree and its ranking say, without what the threads count.
template <SearchModel M>
[[nodiscard]] Snapshot snapshot_of(tree::Tree<typename M::State>& tree, Ranking<M> ranking) {
  Snapshot snapshot;
  const std::size_t roles = tree.roles();
  for (std::size_t role = 0; role < roles; ++role) {
    snapshot.moves.push_back(ranking.of_root(Role(role)));
  }
  const tree::Node& root = tree[tree.root()];
  snapshot.proven = root.known != nullptr;
  snapshot.payoffs = Ranking<M>::payoffs_of(tree, tree.root());
  snapshot.line = ranking.principal_line();
  snapshot.nodes = tree.size();
  snapshot.memory_bytes = tree.memory_bytes();
  return snapshot;
}

}  // namespace palamedes::search::report
