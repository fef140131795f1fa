#pragma once
// A search through a whole game: it follows the moves that are made and keeps what it has learned.

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "base/stopwatch.h"
#include "search/batch/size.h"
#include "search/mcts.h"
#include "search/snapshot.h"

namespace palamedes::search {

struct Budget {
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t simulations = unlimited;
  std::function<bool()> keep_going;  // asked often, by all threads; nothing: always
};

template <SearchModel M>
class Search {
 public:
  using State = typename M::State;

  // One model per thread of the plan; they, and the leaf players if there are some, must outlive
  // the search. `role` is the one that will ask for moves.
  Search(std::vector<M*> models, const Plan& plan, Role role, std::uint64_t seed)
      : plan_(plan), models_(std::move(models)), role_(role), tree_(roles(), tree_options()) {
    for (std::size_t i = 0; i < models_.size(); ++i) {
      workers_.push_back(
          std::make_unique<Worker<M>>(*models_[i], tree_, plan_, role, Rng(seed, i)));
    }
  }

  void set_coder(const MoveCoder<State>* coder) {
    for (auto& worker : workers_) worker->set_coder(coder);
  }
  // One per thread, or none.
  void set_players(std::vector<LeafPlayer<State>*> players) {
    players_ = std::move(players);
    paces_.assign(players_.size(), Pace(plan_));
  }

  [[nodiscard]] std::size_t roles() const { return models_.front()->role_count(); }
  [[nodiscard]] const Plan& plan() const { return plan_; }
  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] const Tree<State>& tree() const { return tree_; }

  // A game begins; nothing is known.
  void start(const State& state) {
    state_ = state;
    begin_turn();
    begin_anew();
    if (plan_.playout.prelude > 0) prepare();
  }

  // The game goes on with this joint move.
  void advance(std::span<const Move> joint_move) {
    const NodeId child =
        plan_.memory.reuse && !finds_states() ? child_of_root(joint_move) : no_node;
    const bool was_finished = finished();
    models_.front()->advance(state_, joint_move);
    for (auto& worker : workers_) worker->next_turn();
    for (LeafPlayer<State>* const player : players_) player->next_turn();
    begin_turn();
    if (!plan_.memory.reuse || (!finds_states() && child == no_node)) {
      return begin_anew();
    }
    if (child == no_node) workers_.front()->make_root(state_);
    tree_.next_turn(child == no_node ? tree_.root() : child, plan_.memory.expiry, !was_finished);
    if (!is_proof_there()) tree_.forget_known(tree_.root());
    if (plan_.memory.decay < 1) tree_.decay(plan_.memory.decay);
    workers_.front()->tree_changed(plan_.memory.decay);
  }

  // Simulations until the budget is used up or there is nothing left to find out.
  void run(const Budget& budget) {
    const Stopwatch watch;
    left_.store(budget.simulations);
    gave_up_.store(!fault().empty());
    if (workers_.size() == 1) {
      work(0, budget);
    } else {
      std::vector<std::thread> threads;
      for (std::size_t i = 0; i < workers_.size(); ++i) {
        threads.emplace_back([this, i, &budget] { work(i, budget); });
      }
      for (std::thread& thread : threads) thread.join();
    }
    seconds_ += watch.seconds();
  }

  // Why a model gave up; usually empty. The search has ended then, and what it knows is what it
  // knew before. Not while it runs.
  [[nodiscard]] const std::string& fault() const {
    for (const M* model : models_) {
      if (!model->fault().empty()) return model->fault();
    }
    return models_.front()->fault();
  }

  // The root's payoffs are exact, so that more simulations would tell nothing new.
  [[nodiscard]] bool finished() const {
    return over_ || known_payoffs(tree_[tree_.root()]) != nullptr;
  }

  // The role's move; nothing where the model knows none.
  [[nodiscard]] std::optional<Move> best(Role role) {
    const std::vector<MoveReport> reports = ranked(role);
    if (reports.empty()) return std::nullopt;
    return reports.front().move;
  }
  [[nodiscard]] std::optional<Move> best() { return best(role_); }

  [[nodiscard]] Snapshot snapshot() {
    Snapshot snapshot;
    for (std::size_t role = 0; role < roles(); ++role) {
      snapshot.moves.push_back(ranked(Role(role)));
    }
    Node& root = tree_[tree_.root()];
    if (root.known != nullptr) {
      snapshot.proven = true;
      for (std::size_t role = 0; role < roles(); ++role) {
        snapshot.payoffs.push_back(static_cast<double>(root.known[role]));
      }
    } else if (root.block != nullptr && root.visits > 0) {
      for (std::size_t role = 0; role < roles(); ++role) {
        snapshot.payoffs.push_back(root.block->totals()[role] / root.visits);
      }
    }
    snapshot.line = line();
    for (const auto& worker : workers_) {
      snapshot.simulations += worker->done().simulations;
      snapshot.states += worker->done().states;
      snapshot.deepest = std::max(snapshot.deepest, worker->done().deepest);
    }
    snapshot.nodes = tree_.size();
    snapshot.memory_bytes = tree_.memory_bytes();
    snapshot.seconds = seconds_;
    return snapshot;
  }

  // AMAF statistics in a node of the tree, on average. Apart from the snapshot, since it looks at
  // every node, and a large tree has to answer in time.
  [[nodiscard]] double statistics_per_node() {
    if (plan_.select.formula != Formula::amaf || tree_.size() == 0) return 0;
    return static_cast<double>(tree_.amaf_statistics()) / static_cast<double>(tree_.size());
  }

 private:
  static constexpr std::size_t longest_line = 50;

  [[nodiscard]] TreeOptions tree_options() const {
    const std::size_t beside = Uct3::is_possible(plan_) ? Uct3::bytes_per_node(roles()) : 0;
    return {.max_bytes = static_cast<std::size_t>(plan_.memory.megabytes) << 20U,
            .transpositions = finds_states(),
            .keep_states = !is_open_loop(),
            .shared = plan_.threads > 1,
            .bytes_beside_node = beside};
  }

  [[nodiscard]] bool is_open_loop() const { return plan_.memory.loop == Loop::open; }
  [[nodiscard]] bool finds_states() const { return plan_.memory.transpositions && !is_open_loop(); }

  void begin_turn() {
    seconds_ = 0;
    if (!is_open_loop()) return;
    over_ = models_.front()->terminal(state_) && fault().empty();
    for (auto& worker : workers_) worker->set_root_state(state_);
  }

  // A policy learned from the initial state, without the tree that taught it.
  void prepare() {
    left_.store(plan_.playout.prelude);
    work(0, {});
    workers_.front()->forget_work();
    begin_anew();
  }

  // At the state of the game, without any tree.
  void begin_anew() {
    tree_.clear();
    workers_.front()->tree_changed();
    workers_.front()->make_root(state_);
  }

  void work(std::size_t i, const Budget& budget) {
    Worker<M>& worker = *workers_[i];
    const std::function<bool()> keep_going =
        budget.keep_going ? budget.keep_going : [] { return true; };
    const bool timed = budget.simulations == Budget::unlimited;
    if (i < players_.size()) {
      players_[i]->begin(timed);
      paces_[i].begin();
    }
    CpuStopwatch watch;
    while (!finished() && !gave_up_.load(std::memory_order_relaxed) && keep_going()) {
      const BatchSize size = next_batch(i, timed);
      const std::uint64_t taken = take(size.leaves * size.playouts);
      if (taken == 0) return;
      if (size.leaves == 1) {
        worker.simulate();
        if (timed && i < players_.size()) paces_[i].made_one(watch);
      } else {
        const std::uint64_t leaves = (taken + size.playouts - 1) / size.playouts;
        const std::size_t different =
            worker.simulate_batch(*players_[i], leaves, size.playouts, keep_going);
        if (timed) paces_[i].made(size, different, watch, players_[i]->seconds_of_preparation());
      }
      if (worker.gave_up()) gave_up_.store(true);
    }
  }

  [[nodiscard]] BatchSize next_batch(std::size_t worker, bool timed) const {
    if (worker >= players_.size()) return {};
    return paces_[worker].next(
        {.visits = peek(tree_[tree_.root()].visits), .depth = workers_[worker]->depth()}, timed);
  }

  // So many simulations are no longer left; there may have been fewer.
  std::uint64_t take(std::uint64_t portion) {
    std::uint64_t left = left_.load(std::memory_order_relaxed);
    if (left == Budget::unlimited) return portion;
    while (!left_.compare_exchange_weak(left, left - std::min(left, portion))) {
    }
    return std::min(left, portion);
  }

  NodeId child_of_root(std::span<const Move> joint_move) {
    Node& root = tree_[tree_.root()];
    return root.block == nullptr ? no_node : child_of(root, joint_move);
  }
  NodeId child_of(Node& node, std::span<const Move> joint_move) {
    std::vector<std::uint32_t> taken;
    for (std::size_t role = 0; role < roles(); ++role) {
      const std::span<Entry> entries = node.block->entries(roles(), role);
      const auto at = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) {
        return entry.move == joint_move[role];
      });
      if (at == entries.end()) return no_node;
      taken.push_back(static_cast<std::uint32_t>(at - entries.begin()));
    }
    return find_child(node, roles(), taken.data());
  }

  // Known payoffs need a move that leads to them, or the end of the game.
  bool is_proof_there() {
    Node& root = tree_[tree_.root()];
    if (root.known == nullptr || root.block == nullptr) return true;
    const std::size_t role = root.decider == nobody ? 0 : root.decider;
    const std::span<Entry> entries = root.block->entries(roles(), role);
    return std::any_of(entries.begin(), entries.end(), [&](const Entry& entry) {
      const float* const known =
          entry.child == no_node ? nullptr : known_payoffs(tree_[entry.child]);
      return known != nullptr && known[role] >= root.known[role];
    });
  }

  // A role's moves in the root, the one to play first.
  [[nodiscard]] std::vector<MoveReport> ranked(Role role) {
    std::vector<MoveReport> reports = ranked(tree_.root(), role);
    if (is_open_loop()) keep_legal(role, reports);
    return reports;
  }

  // The root's node may know moves of other states, and not those of this one.
  void keep_legal(Role role, std::vector<MoveReport>& reports) {
    std::vector<MoveReport> missing;
    model::MoveList legal;
    models_.front()->legal(state_, role, legal);
    if (!fault().empty()) return;
    const auto is_legal = [&](const MoveReport& report) {
      return std::find(legal.begin(), legal.end(), report.move) != legal.end();
    };
    reports.erase(std::remove_if(reports.begin(), reports.end(), std::not_fn(is_legal)),
                  reports.end());
    for (const Move move : legal) {
      if (std::none_of(reports.begin(), reports.end(),
                       [&](const MoveReport& report) { return report.move == move; })) {
        missing.push_back({.move = move});
      }
    }
    reports.insert(reports.end(), missing.begin(), missing.end());
  }

  [[nodiscard]] std::vector<MoveReport> ranked(NodeId id, Role role) {
    Node& node = tree_[id];
    std::vector<MoveReport> reports;
    if (node.block == nullptr) return moves_only(id, role);
    const std::span<Entry> entries = node.block->entries(roles(), index_of(role));
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const Entry& entry = entries[i];
      const Statistic statistic = statistic_of(node, index_of(role), i);
      MoveReport report{.move = entry.move, .visits = statistic.visits};
      if (statistic.visits > 0) report.value = statistic.mean();
      if (node.decider == index_of(role) && entry.child != no_node) {
        const float* const known = known_payoffs(tree_[entry.child]);
        if (known != nullptr) report.exact = static_cast<double>(known[index_of(role)]);
      }
      reports.push_back(report);
    }
    std::stable_sort(reports.begin(), reports.end(),
                     [&](const MoveReport& a, const MoveReport& b) { return better(a, b); });
    return reports;
  }

  // Of a role's move, whatever others chose before it.
  Statistic statistic_of(Node& node, std::size_t role, std::size_t move) {
    Statistic sum = node.block->entries(roles(), role)[move];
    LaterMap::for_each(node.later, [&](std::uint64_t key, const Statistic* row) {
      if ((key - 1) % roles() != role) return;
      sum.visits += row[move].visits;
      sum.sum += row[move].sum;
    });
    return sum;
  }

  std::vector<MoveReport> moves_only(NodeId id, Role role) {
    std::vector<MoveReport> reports;
    model::MoveList moves;
    State state = state_;
    if (id != tree_.root()) tree_.get_state(id, state);
    models_.front()->legal(state, role, moves);
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
    const double score_a = score(a);
    const double score_b = score(b);
    if (score_a != score_b) return score_a > score_b;
    return a.value > b.value;
  }
  [[nodiscard]] double score(const MoveReport& report) const {
    // once all is proven, only that counts
    if (finished()) return report.exact.value_or(-1);
    if (report.visits <= 0) return -infinity;
    switch (plan_.select.formula == Formula::flat ? FinalChoice::mean : plan_.choose.by) {
      case FinalChoice::visits:
        return report.visits;
      case FinalChoice::mean:
        return report.value;
      case FinalChoice::secure:
        return secure(report.value, plan_.choose.secure, report.visits);
    }
    return 0;
  }

  [[nodiscard]] std::vector<std::vector<Move>> line() {
    std::vector<std::vector<Move>> moves;
    NodeId id = tree_.root();
    while (id != no_node && moves.size() < longest_line) {
      Node& node = tree_[id];
      if (node.block == nullptr || node.visits <= 0) break;
      std::vector<Move> joint_move;
      for (std::size_t role = 0; role < roles(); ++role) {
        const auto reports = id == tree_.root() ? ranked(Role(role)) : ranked(id, Role(role));
        if (reports.empty()) return moves;
        joint_move.push_back(reports.front().move);
      }
      id = child_of(node, joint_move);
      moves.push_back(std::move(joint_move));
    }
    return moves;
  }

  Plan plan_;
  std::vector<M*> models_;
  Role role_;
  Tree<State> tree_;
  std::vector<std::unique_ptr<Worker<M>>> workers_;
  std::vector<LeafPlayer<State>*> players_;
  std::vector<Pace> paces_;  // of the same
  State state_;
  bool over_ = false;  // an open loop cannot tell by its root
  std::atomic<std::uint64_t> left_{0};
  std::atomic<bool> gave_up_{false};  // the model of a thread; all of them stop
  double seconds_ = 0;
};

}  // namespace palamedes::search
