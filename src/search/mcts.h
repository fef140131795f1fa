#pragma once
// Monte-Carlo tree search (thesis 2.3, Algorithm 2), the part of one thread: simulations in a tree
// that others may share. Each goes through
//
//   selection   from the root, which move each role tries           select/selector.h
//                 UCT, flat, UCB1, GRAVE, Progressive History, …    select/uct.h, grave.h, …
//   expansion   a state that has no node yet gets one               expansion.h, tree/
//   playout     from there to the end of the game                   playout/player.h, strategy.h
//                 uniform, MAST, NST, replies, PPA                  playout/mast.h, nst.h, …
//   backup      payoffs reach the nodes, proofs are drawn           backup/uct1.h, uct3.h, solver.h
//               moves teach whoever keeps statistics of them        select/, playout/, statistics/
//
// Several simulations at once are batch/leaf_batch.h, a whole game with its threads is search.h,
// and what a search reports of its tree is report/.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/rng.h"
#include "search/backup/solver.h"
#include "search/backup/uct1.h"
#include "search/backup/uct3.h"
#include "search/batch/pending_leaves.h"
#include "search/descent.h"
#include "search/expansion.h"
#include "search/move_coder.h"
#include "search/parameters.h"
#include "search/playout/player.h"
#include "search/playout/strategy.h"
#include "search/search_model.h"
#include "search/select/amaf.h"
#include "search/select/selector.h"
#include "search/stop.h"
#include "search/tree/tree.h"

namespace palamedes::search {

struct WorkDone {
  std::uint64_t simulations = 0;
  std::uint64_t states = 0;
  std::uint32_t deepest = 0;
};

template <SearchModel M>
class Mcts {
 public:
  using State = typename M::State;

  Mcts(M& model, tree::Tree<State>& tree, const Parameters& parameters, Role first, Rng rng)
      : model_(model),
        tree_(tree),
        parameters_(parameters),
        roles_(model.role_count()),
        open_loop_(parameters.memory.loop == tree::Loop::open),
        is_flat_(select::is_flat(parameters.select.formula)),
        records_(records_moves(parameters)),
        learns_moves_(learns_beside_nodes(parameters)),
        rng_(rng),
        strategy_(parameters.playout, roles_),
        idle_(roles_),
        selector_(tree, parameters, index_of(first), rng_, strategy_),
        expansion_(model, tree, open_loop_),
        player_(model, parameters.playout.end, rng_, strategy_, idle_, records_),
        uct1_(tree, selector_.statistics()),
        amaf_(roles_, parameters.select.grave.repeats, parameters.select.grave.ref <= 0),
        joint_(roles_) {
    if (backup::Uct3::is_possible(parameters)) uct3_.emplace(roles_);
  }

  // One simulation from the root. Other threads see that it is under way.
  void simulate() {
    begin(one_, parameters_.threads > 1 ? parameters_.batch.pending.virtual_loss : 0);
    while (step(one_)) {
    }
    if (!one_.ended) done_.states += player_.play(one_.state, one_.simulation);
    if (gave_up()) return take_back(one_);
    learn(one_);
  }

  // --- The parts of a simulation, for those who make several at once.

  void begin(Descent<State>& descent, double virtual_loss) {
    descent.clear(roles_);
    descent.virtual_loss = virtual_loss;
    descent.simulation.idle = &idle_;
    descent.at = tree_.root();
    descent.reference = descent.at;
    selector_.begin_simulation();
    if (open_loop_) descent.state = root_state_;
  }

  // Selection of one step, and expansion where the tree ends. False where the simulation will be
  // played out, or has ended.
  bool step(Descent<State>& descent) {
    const tree::NodeId id = descent.at;
    descent.nodes.push_back(id);
    if (expansion_.enter(id, descent)) return false;
    descent.reference = select::amaf_reference(descent.reference, id, tree::peek(tree_[id].visits),
                                               parameters_.select.grave.ref);
    if (!selector_.choose(id, descent.reference, descent.virtual_loss, descent, joint_,
                          expansion_.available())) {
      prove(id, descent);
      return false;
    }
    if (records_) record_moves(id, descent.simulation);
    tree::NodeId child = is_flat_ ? tree::no_node : expansion_.child_of(id, descent);
    if (open_loop_ || child == tree::no_node) {
      expansion_.make_move(id, joint_, descent.state);
      ++done_.states;
    }
    if (child == tree::no_node) ask_ahead(descent.state);
    if (gave_up()) {  // this is no state of the game, and must not get a node
      descent.ended = true;
      return false;
    }
    if (is_flat_) return false;
    if (child == tree::no_node && !expand(id, descent, child)) return false;
    return go_on(id, child, descent);
  }

  // The way through the tree has ended with a result: one visit of each node on it.
  void learn(Descent<State>& descent) {
    ++done_.simulations;
    back_up(descent, descent.simulation.payoffs, 1);
    if (learns_moves_) learn_moves(descent);
    if (parameters_.solver && descent.ended) backup::prove_backwards(tree_, descent.nodes);
  }

  // Along the way: this number of visits, with payoffs that have these sums.
  void back_up(Descent<State>& descent, std::span<const double> sums, double visits) {
    note_depth(descent.steps(roles_));
    if (uct3_) return uct3_->back_up(tree_, descent, uct1_);
    uct1_.back_up(descent, sums, visits);
  }
  void take_back(Descent<State>& descent) { uct1_.take_back(descent); }

  // All that is learned from single simulations, beside the nodes' visits and payoffs.
  void learn_moves(const Descent<State>& descent) {
    const Simulation& simulation = descent.simulation;
    if (parameters_.select.formula == select::Formula::amaf) {
      amaf_.update(tree_, descent.nodes, simulation);
    }
    selector_.learn(simulation);
    if (strategy_.needs_moves()) strategy_.learn(simulation);
  }

  // Somebody else played a leaf out.
  void count_playouts(std::uint64_t simulations) { done_.simulations += simulations; }
  void count_states(std::uint64_t states) { done_.states += states; }

  [[nodiscard]] std::size_t roles() const { return roles_; }
  [[nodiscard]] bool learns_moves() const { return learns_moves_; }
  [[nodiscard]] playout::Strategy& strategy() { return strategy_; }

  // --- The game goes on.

  void set_coder(const MoveCoder<State>* coder) {
    selector_.set_coder(coder);
    player_.set_coder(coder);
  }
  // A move of the game was made.
  void next_turn() {
    strategy_.next_turn();
    selector_.next_turn();
    forget_work();
  }
  void forget_work() { done_ = {}; }
  // Nodes of the tree went, or its statistics were multiplied.
  void tree_changed(double factor = 1) {
    if (!uct3_) return;
    uct3_->forget_missing(tree_);
    if (factor < 1) uct3_->decay(factor);
  }
  // Where simulations begin, if no node keeps its state.
  void set_root_state(const State& state) { root_state_ = state; }
  // Makes the state's node the root.
  void make_root(const State& state) { expansion_.make_root(state); }

  [[nodiscard]] bool gave_up() const { return search::gave_up(model_); }

  [[nodiscard]] const WorkDone& done() const { return done_; }
  // Of the leaves lately, on average.
  [[nodiscard]] double depth() const { return depth_; }

 private:
  void record_moves(tree::NodeId id, Simulation& simulation) {
    simulation.moves.insert(simulation.moves.end(), joint_.begin(), joint_.end());
    for (std::size_t role = 0; role < roles_; ++role) {
      idle_.made(role, joint_[role], tree_[id].block->entries(roles_, role).size());
    }
  }

  // What a new node will be asked: a model that is stopped in these questions must not leave a node
  // of which nobody knows whether the game has ended there.
  void ask_ahead(const State& state) {
    if constexpr (Stoppable<M>) {
      if (open_loop_ || !model_.terminal(state)) return;
      for (std::size_t role = 0; role < roles_; ++role) (void)payoff(model_, state, role);
    }
  }

  // Every move of the node loses, but nobody had noticed.
  void prove(tree::NodeId id, Descent<State>& descent) {
    backup::prove_backwards(tree_, descent.nodes);
    expansion_.take_known(id, descent);
  }

  // False if the child is the leaf, or there is no room for it.
  bool expand(tree::NodeId id, Descent<State>& descent, tree::NodeId& child) {
    const auto found = expansion_.grow(id, descent);
    child = found.node;
    if (child == tree::no_node) return false;
    if (uct3_) uct3_->link(tree_[id], id, descent.last_taken(roles_), child);
    if (found.created) end_in_leaf(child, descent);
    return !found.created;
  }

  // To the child, unless the simulation ends before it.
  bool go_on(tree::NodeId id, tree::NodeId child, Descent<State>& descent) {
    if (is_pending(id, descent)) {
      tree_.get_state(child, descent.state);
      end_in_leaf(child, descent);
      descent.repeated = true;
      return false;
    }
    if (descent.nodes.size() > parameters_.playout.end.max_length) {  // round and round in a cycle
      descent.simulation.payoffs.assign(roles_, 0.5);
      descent.ended = true;
      return false;
    }
    descent.at = child;
    __builtin_prefetch(&tree_[child]);
    return true;
  }

  bool is_pending(tree::NodeId id, const Descent<State>& descent) {
    if (descent.virtual_loss <= 0 || open_loop_) return false;
    const tree::SpinGuard guard = tree_.lock(id);
    return batch::is_pending(tree_[id], roles_, descent.last_taken(roles_), descent.virtual_loss);
  }

  void end_in_leaf(tree::NodeId leaf, Descent<State>& descent) {
    descent.nodes.push_back(leaf);
    descent.created = true;
    expansion_.take_known(leaf, descent);
  }

  void note_depth(std::size_t depth) {
    done_.deepest = std::max(done_.deepest, static_cast<std::uint32_t>(depth));
    constexpr double memory = 256;  // simulations
    depth_ += (static_cast<double>(depth) - depth_) / memory;
  }

  M& model_;
  tree::Tree<State>& tree_;
  const Parameters& parameters_;
  std::size_t roles_;
  bool open_loop_;
  bool is_flat_;
  bool records_;       // somebody needs to know which moves were made
  bool learns_moves_;  // somebody learns from each simulation by itself
  Rng rng_;
  playout::Strategy strategy_;
  IdleMoves idle_;
  select::Selector<State> selector_;
  Expansion<M> expansion_;
  playout::Player<M> player_;
  backup::Uct1<State> uct1_;
  std::optional<backup::Uct3> uct3_;
  select::AmafUpdate amaf_;
  State root_state_;
  std::vector<Move> joint_;
  Descent<State> one_;
  WorkDone done_;
  double depth_ = 1;
};

}  // namespace palamedes::search
