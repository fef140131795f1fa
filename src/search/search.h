#pragma once
// A search through a whole game: it follows the moves that are made and keeps what it has learned.
// Its threads make simulations in one tree (mcts.h), one after the other or in batches.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/stopwatch.h"
#include "search/batch/leaf_batch.h"
#include "search/batch/leaf_player.h"
#include "search/batch/size.h"
#include "search/handover.h"
#include "search/lessons.h"
#include "search/mcts.h"
#include "search/parameters.h"
#include "search/report/branching.h"
#include "search/report/ranking.h"
#include "search/snapshot.h"
#include "search/stop.h"
#include "search/tuning/probe.h"
#include "search/tuning/tuning.h"

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

  // One model per thread; they, and the leaf players if there are some, must outlive the search.
  // `role` is the one that will ask for moves. What is tuned may have been learned by another
  // search of the same match.
  Search(std::vector<M*> models, const Parameters& parameters, Role role, std::uint64_t seed,
         std::shared_ptr<tuning::Tuning> tuning = nullptr)
      : tuning_(std::move(tuning)),
        parameters_(tuning_ == nullptr ? parameters : tuning_->demanding(parameters)),
        models_(std::move(models)),
        role_(role),
        tree_(roles(), tree_options()),
        exchange_(models_.size()) {
    if (tuning_ != nullptr && models_.size() > 1) tuning_->share();
    for (std::size_t i = 0; i < models_.size(); ++i) {
      threads_.push_back(std::make_unique<Thread>(*models_[i], tree_, parameters_, role,
                                                  Rng(seed, i), tuning_.get()));
      threads_.back()->mcts.set_line(&line_);
      if (models_.size() > 1) threads_.back()->mcts.set_exchange(&exchange_, i);
    }
  }

  void set_coder(const MoveCoder<State>* coder) {
    for (auto& thread : threads_) thread->mcts.set_coder(coder);
  }
  // Before it starts: what is known of all payoffs, if the model does not say it.
  void set_facts(tree::PayoffFacts facts) {
    if (parameters_.solver) tree_.set_facts(std::move(facts));
  }
  // One per thread, or none.
  void set_players(const std::vector<batch::LeafPlayer<State>*>& players) {
    for (std::size_t i = 0; i < players.size(); ++i) {
      threads_[i]->player = players[i];
      players[i]->set_values(threads_[i]->mcts.values());
    }
  }

  [[nodiscard]] std::size_t roles() const { return models_.front()->role_count(); }
  [[nodiscard]] const Parameters& parameters() const { return parameters_; }
  // Nothing if nothing is tuned.
  [[nodiscard]] const std::shared_ptr<tuning::Tuning>& tuning() const { return tuning_; }
  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] const tree::Tree<State>& tree() const { return tree_; }

  // A game begins; nothing is known.
  void start(const State& state) {
    state_ = state;
    line_.forget();
    if (tuning_ != nullptr && tuning_->needs_features()) {
      constexpr std::uint64_t of_playouts = 1;
      tuning_->set_features(tuning::probe(*models_.front(), state, Rng(of_playouts)));
    }
    begin_turn();
    begin_anew();
    moves_made_ = 0;
    if (wants_prelude()) prepare();
  }

  // The game goes on with this joint move. What is learned ages and decays by turns in which this
  // search made simulations: an agent that does not think in others' turns forgets no faster.
  void advance(std::span<const Move> joint_move) {
    const tree::NodeId child =
        parameters_.memory.reuse && !finds_states() ? child_of_root(joint_move) : tree::no_node;
    const bool was_finished = finished();
    const bool was_searched = has_searched();
    line_.follow(joint_move.front());
    models_.front()->advance(state_, joint_move);
    for (auto& thread : threads_) thread->next_turn(was_searched);
    begin_turn();
    ++moves_made_;
    if (wants_prelude()) return prepare();
    if (!parameters_.memory.reuse || (!finds_states() && child == tree::no_node)) {
      return begin_anew();
    }
    if (child == tree::no_node) first().make_root(state_);
    tree_.next_turn(child == tree::no_node ? tree_.root() : child, parameters_.memory.expiry,
                    was_searched && !was_finished);
    check_proof_of_root();
    const double decay = was_searched ? parameters_.memory.decay : 1;
    if (decay < 1) tree_.decay(decay);
    first().tree_changed(decay);
  }

  // What it has found out, for a search of the same match and parameters on another machine.
  [[nodiscard]] Handover hand_over(std::size_t most_nodes) {
    Handover handover{.roles = roles()};
    if (!is_open_loop() && !backup::Uct3::is_possible(parameters_)) {
      handover.nodes = TreeReader(tree_, most_nodes).read();
    }
    handover.playouts = first().strategy();
    return handover;
  }
  // Of one that stood where this one stands, which has made no simulations. Returns how many nodes
  // of its tree go on.
  std::size_t take_over(Handover& handover, const Renumber& renumber) {
    for (auto& thread : threads_) thread->mcts.take_playouts(handover, renumber);
    if (handover.nodes.empty() || is_open_loop()) return 0;
    const std::size_t taken = first().take_tree(handover, renumber);
    check_proof_of_root();
    return taken;
  }

  // Simulations until the budget is used up or there is nothing left to find out.
  void run(const Budget& budget) {
    const Stopwatch watch;
    left_.store(budget.simulations);
    gave_up_.store(!fault().empty());
    do {
      if (tree_.facts_are_wrong()) tree_.forget_facts();
      if (needs_room()) make_room();
      run_threads(budget);
    } while (tree_.facts_are_wrong() || needs_room());
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

  // What the root is worth to the role that will ask is exact, so that more simulations would bring
  // nothing new.
  [[nodiscard]] bool finished() const {
    const tree::Node& root = tree_[tree_.root()];
    if (over_ || tree::known_payoffs(root) != nullptr) return true;
    return parameters_.solver && backup::bound_of(tree_, root, index_of(role_)).is_exact();
  }

  // The role's move; nothing where the model knows none.
  [[nodiscard]] std::optional<Move> best(Role role) {
    const std::vector<MoveReport> reports = ranking().of_root(role);
    if (reports.empty()) return std::nullopt;
    return reports.front().move;
  }
  [[nodiscard]] std::optional<Move> best() { return best(role_); }

  [[nodiscard]] Snapshot snapshot() {
    Snapshot snapshot = report::snapshot_of<M>(tree_, ranking());
    for (const auto& thread : threads_) {
      const WorkDone& done = thread->mcts.done();
      snapshot.simulations += done.simulations;
      snapshot.states += done.states;
      snapshot.deepest = std::max(snapshot.deepest, done.deepest);
    }
    snapshot.seconds = seconds_;
    if (tuning_ != nullptr) snapshot.tuning = tuning_->snapshots();
    return snapshot;
  }

  // What these joint moves lead to from the root; nothing where the tree has no node.
  [[nodiscard]] std::optional<Branch> branch(std::span<const std::vector<Move>> path) {
    return ranking().branch(path);
  }

  // The simulations of this turn, as a start clock.
  [[nodiscard]] tune::StartClock start_clock() const {
    tune::StartClock start{.seconds = seconds_};
    double steps = 0;
    for (const auto& thread : threads_) {
      start.simulations += static_cast<double>(thread->mcts.done().simulations);
      steps += static_cast<double>(thread->mcts.done().steps);
    }
    if (start.simulations > 0) start.turns = steps / start.simulations;
    return start;
  }

  // Of the tree below the root. Apart from the snapshot for the same reason as the next one.
  [[nodiscard]] double effective_branching() const { return report::effective_branching(tree_); }

  // AMAF statistics in a node of the tree, on average. Apart from the snapshot, since it looks at
  // every node, and a large tree has to answer in time.
  [[nodiscard]] double statistics_per_node() {
    if (parameters_.select.formula != select::Formula::amaf || tree_.size() == 0) return 0;
    return static_cast<double>(tree_.amaf_statistics()) / static_cast<double>(tree_.size());
  }

 private:
  struct Thread {
    Thread(M& own, tree::Tree<State>& tree, const Parameters& parameters, Role role, Rng rng,
           tuning::Tuning* tuning)
        : model(own),
          mcts(own, tree, parameters, role, rng, tuning),
          batch(mcts, tree, parameters.batch),
          sizer(parameters.batch.size, learns_beside_nodes(parameters)) {}

    void next_turn(bool was_searched) {
      mcts.next_turn(was_searched);
      if (player != nullptr) player->next_turn();
    }

    M& model;
    Mcts<M> mcts;
    batch::LeafBatch<M> batch;
    batch::BatchSizer sizer;
    batch::LeafPlayer<State>* player = nullptr;  // none: one simulation after the other
  };

  [[nodiscard]] tree::TreeOptions tree_options() const {
    const std::size_t beside =
        backup::Uct3::is_possible(parameters_) ? backup::Uct3::bytes_per_node(roles()) : 0;
    return {.max_bytes = static_cast<std::size_t>(parameters_.memory.megabytes) << 20U,
            .transpositions = finds_states(),
            .keep_states = !is_open_loop(),
            .shared = parameters_.threads > 1,
            .bytes_beside_node = beside,
            .facts = parameters_.solver ? tree::facts_of(*models_.front()) : tree::PayoffFacts{}};
  }

  // Since the last move of the game.
  [[nodiscard]] bool has_searched() const {
    return std::any_of(threads_.begin(), threads_.end(),
                       [](const auto& thread) { return thread->mcts.done().simulations > 0; });
  }

  [[nodiscard]] bool is_open_loop() const { return parameters_.memory.loop == tree::Loop::open; }
  [[nodiscard]] bool finds_states() const {
    return parameters_.memory.transpositions && !is_open_loop();
  }
  [[nodiscard]] Mcts<M>& first() { return threads_.front()->mcts; }
  [[nodiscard]] report::Ranking<M> ranking() {
    return {*models_.front(), tree_, state_, parameters_, finished(), &line_};
  }

  void begin_turn() {
    seconds_ = 0;
    if (tuning_ != nullptr) tuning_->begin_turn();
    if (!is_open_loop()) return;
    over_ = models_.front()->terminal(state_) && fault().empty();
    for (auto& thread : threads_) thread->mcts.set_root_state(state_);
  }

  // PPAFM, Algorithm 5: in states with fewer than two moves made the search begins with a policy
  // that was learned for that state. It is learned where it is needed: if the role has a choice.
  [[nodiscard]] bool wants_prelude() {
    if (parameters_.playout.ppa.prelude == 0 || moves_made_ >= 2) return false;
    M& model = *models_.front();
    if (model.terminal(state_)) return false;
    model::MoveList moves;
    model.legal(state_, role_, moves);
    return moves.size() > 1;
  }
  // Of the tree that taught the policy nothing is kept. The number of simulations alone decides
  // what is learned, not the clock.
  void prepare() {
    begin_anew();
    for (auto& thread : threads_) thread->mcts.strategy().forget();
    left_.store(parameters_.playout.ppa.prelude);
    gave_up_.store(!fault().empty());
    run_threads({.simulations = parameters_.playout.ppa.prelude});
    for (auto& thread : threads_) thread->mcts.forget_work();
    begin_anew();
  }

  // At the state of the game, without any tree.
  void begin_anew() {
    tree_.clear();
    first().tree_changed();
    first().make_root(state_);
  }

  void run_threads(const Budget& budget) {
    if (threads_.size() == 1) return work(*threads_.front(), budget);
    std::vector<std::thread> running;
    for (auto& thread : threads_) {
      running.emplace_back([this, &thread, &budget] { work(*thread, budget); });
    }
    for (std::thread& thread : running) thread.join();
  }

  [[nodiscard]] bool needs_room() const {
    return parameters_.memory.recycle && !is_open_loop() && tree_.is_full();
  }
  void make_room() {
    tree_.recycle();
    first().tree_changed();
  }

  // Moves that led to what is proven of the root may have gone: then they have to be found again.
  void check_proof_of_root() {
    backup::Solver<State> solver(tree_);
    if (solver.has_moves_for(tree_.root())) return;
    tree_.forget_proof(tree_.root());
    solver.update(tree_.root());
  }

  void work(Thread& thread, const Budget& budget) {
    const std::function<bool()> keep_going =
        budget.keep_going ? budget.keep_going : [] { return true; };
    const StopScope<M> scope(thread.model, budget.keep_going ? &keep_going : nullptr);
    const bool timed = budget.simulations == Budget::unlimited;
    if (thread.player != nullptr) {
      thread.player->begin(timed);
      thread.sizer.begin();
    }
    CpuStopwatch watch;
    while (!finished() && !gave_up_.load(std::memory_order_relaxed) && keep_going()) {
      if (tree_.facts_are_wrong() || needs_room()) return;  // all threads, before they go on
      const batch::BatchSize size = next_batch(thread, timed);
      const std::uint64_t taken = take(size.leaves * size.playouts);
      if (taken == 0) return;
      if (size.leaves == 1) {
        thread.mcts.simulate();
        if (timed && thread.player != nullptr) thread.sizer.made_one(watch);
      } else {
        const std::uint64_t leaves = (taken + size.playouts - 1) / size.playouts;
        const std::size_t different =
            thread.batch.simulate(*thread.player, leaves, size.playouts, keep_going);
        if (timed) {
          thread.sizer.made(size, different, watch, thread.player->seconds_of_preparation());
        }
      }
      if (thread.mcts.gave_up()) gave_up_.store(true);
    }
  }

  [[nodiscard]] batch::BatchSize next_batch(const Thread& thread, bool timed) const {
    if (thread.player == nullptr) return {};
    return thread.sizer.next(
        {.visits = tree::peek(tree_[tree_.root()].visits), .depth = thread.mcts.depth()}, timed);
  }

  // So many simulations are no longer left; there may have been fewer.
  std::uint64_t take(std::uint64_t portion) {
    std::uint64_t left = left_.load(std::memory_order_relaxed);
    if (left == Budget::unlimited) return portion;
    while (!left_.compare_exchange_weak(left, left - std::min(left, portion))) {
    }
    return std::min(left, portion);
  }

  tree::NodeId child_of_root(std::span<const Move> joint_move) {
    const tree::Node& root = tree_[tree_.root()];
    return root.block == nullptr ? tree::no_node : tree::find_child(root, roles(), joint_move);
  }

  std::shared_ptr<tuning::Tuning> tuning_;
  Parameters parameters_;
  std::vector<M*> models_;
  Role role_;
  tree::Tree<State> tree_;
  LessonExchange exchange_;
  report::BestLine line_;
  std::vector<std::unique_ptr<Thread>> threads_;
  State state_;
  std::uint64_t moves_made_ = 0;
  bool over_ = false;  // an open loop cannot see it from its root
  std::atomic<std::uint64_t> left_{0};
  std::atomic<bool> gave_up_{false};  // the model of a thread; all of them stop
  double seconds_ = 0;
};

}  // namespace palamedes::search
