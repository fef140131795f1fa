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
#include <utility>
#include <vector>

#include "base/rng.h"
#include "search/backup/solver.h"
#include "search/backup/uct1.h"
#include "search/backup/uct3.h"
#include "search/batch/pending_leaves.h"
#include "search/descent.h"
#include "search/expansion.h"
#include "search/handover.h"
#include "search/lessons.h"
#include "search/move_coder.h"
#include "search/parameters.h"
#include "search/playout/player.h"
#include "search/playout/strategy.h"
#include "search/report/best_line.h"
#include "search/search_model.h"
#include "search/select/amaf.h"
#include "search/select/selector.h"
#include "search/stop.h"
#include "search/tree/tree.h"
#include "search/tuning/role_values.h"
#include "search/tuning/tuning.h"

namespace palamedes::search {

struct WorkDone {
  std::uint64_t simulations = 0;
  std::uint64_t states = 0;
  std::uint64_t steps = 0;  // of all simulations, from the root to their ends
  std::uint32_t deepest = 0;
};

template <SearchModel M>
class Mcts {
 public:
  using State = typename M::State;

  // With a tuning, the parameters are those that it demands.
  Mcts(M& model, tree::Tree<State>& tree, const Parameters& parameters, Role first, Rng rng,
       tuning::Tuning* tuning = nullptr)
      : model_(model),
        tree_(tree),
        parameters_(parameters),
        roles_(model.role_count()),
        open_loop_(parameters.memory.loop == tree::Loop::open),
        is_flat_(select::is_flat(parameters.select.formula)),
        proves_(parameters.solver && !open_loop_),
        keeps_line_(keeps_line(parameters, roles_)),
        records_(records_moves(parameters) || keeps_line_),
        learns_moves_(learns_beside_nodes(parameters)),
        rng_(rng),
        strategy_(parameters.playout, roles_),
        idle_(roles_),
        selector_(tree, parameters, index_of(first), rng_, strategy_),
        expansion_(model, tree, open_loop_),
        player_(model, parameters.playout.end, rng_, strategy_, idle_, records_),
        uct1_(tree, selector_.statistics()),
        solver_(tree),
        amaf_(roles_, parameters.select.grave.repeats, asks_for_own_moves_only(parameters)),
        joint_(roles_) {
    if (backup::Uct3::is_possible(parameters)) uct3_.emplace(roles_);
    if (tuning == nullptr) return;
    values_.emplace(*tuning, selector_.tuned_values(), strategy_.tuned_values());
    if (tuning->tunes("select.ref")) references_ = roles_;
    if (values_->changes_by_state()) player_.set_values(&*values_);
  }

  // One simulation from the root. Other threads see that it is under way.
  void simulate() {
    learn_from_others();
    begin(one_, parameters_.threads > 1 ? parameters_.batch.pending.virtual_loss : 0);
    while (step(one_) == Progress::goes_on) {
    }
    if (!one_.ended) {
      const std::uint32_t length = player_.play(one_.state, one_.simulation);
      done_.states += length;
      done_.steps += length;
    }
    if (gave_up()) return take_back(one_);
    learn(one_);
  }

  // --- The parts of a simulation, for those who make several at once.

  // If it asks, it waits for answers to its questions instead of asking the model. Only where
  // states are kept.
  void begin(Descent<State>& descent, double virtual_loss, bool asks = false) {
    descent.clear(roles_);
    descent.virtual_loss = virtual_loss;
    descent.asks = asks && !open_loop_ && !is_flat_;
    descent.simulation.idle = &idle_;
    descent.at = tree_.root();
    descent.references.assign(references_, descent.at);
    if (values_) values_->choose(descent.tuned);
    if (open_loop_) descent.state = root_state_;
  }

  enum class Progress : std::uint8_t { goes_on, waits, ended };

  // Selection of one step, and expansion where the tree ends. It has ended where the simulation
  // will be played out or its payoffs are known. Where it waits, the question has to be answered
  // before the next call.
  Progress step(Descent<State>& descent) {
    const tree::NodeId id = descent.at;
    const Question::About answered =
        std::exchange(descent.question.about, Question::About::nothing);
    tree::NodeId child = tree::no_node;
    if (answered != Question::About::step) {
      if (answered == Question::About::nothing) {
        descent.nodes.push_back(id);
        if (descent.asks && expansion_.lacks_entries(id)) return ask_for_moves(id, descent);
      }
      const bool is_end = answered == Question::About::moves
                              ? expansion_.enter_answered(id, descent)
                              : expansion_.enter(id, descent);
      if (is_end) return Progress::ended;
      select(id, descent);
      child = is_flat_ ? tree::no_node : expansion_.child_of(id, descent);
      if (child == tree::no_node && descent.asks) return ask_for_step(id, descent);
      if (open_loop_ || child == tree::no_node) {
        expansion_.make_move(id, joint_, descent.state);
        ++done_.states;
      }
      if (child == tree::no_node) ask_ahead(descent.state);
    }
    if (gave_up()) {  // this is no state of the game, and must not get a node
      descent.ended = true;
      return Progress::ended;
    }
    if (is_flat_) return Progress::ended;
    if (child == tree::no_node && !expand(id, descent, child)) return Progress::ended;
    return go_on(id, child, descent) ? Progress::goes_on : Progress::ended;
  }

  // What a descent waits for, answered by the model alone.
  void answer(Descent<State>& descent) { expansion_.answer(descent); }

  // The way through the tree has ended with a result: so many visits of each node on it.
  void learn(Descent<State>& descent, double visits = 1) {
    ++done_.simulations;
    done_.steps += descent.steps(roles_);
    const Simulation& simulation = descent.simulation;
    if (simulation.is_whole) see_end(simulation.payoffs, simulation.moves);
    reward(descent, simulation.payoffs);
    sums_ = simulation.payoffs;
    for (double& sum : sums_) sum *= visits;
    back_up(descent, sums_, visits);
    if (learns_moves_) learn_moves(descent);
    if (proves_ && descent.ended) solver_.prove_backwards(descent.nodes);
  }

  // Each role's tuner hears the role's payoff: that one times `factor`.
  void reward(const Descent<State>& descent, std::span<const double> payoffs, double factor = 1) {
    if (values_) values_->reward(descent.tuned, payoffs, factor);
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
    learn_beside_tree(simulation);
    if (exchange_ != nullptr) exchange_->tell_others(number_, simulation);
  }
  // What other threads have put into this one's box.
  void learn_from_others() {
    if (exchange_ == nullptr || !learns_moves_) return;
    lessons_.clear();
    exchange_->take(number_, lessons_);
    for (Simulation& lesson : lessons_) {
      lesson.idle = &idle_;
      learn_beside_tree(lesson);
    }
  }

  // A game can end with these payoffs: after the first of these moves, then the others.
  void see_end(std::span<const double> payoffs, std::span<const Move> moves,
               std::span<const Move> others = {}) {
    if (proves_) tree_.see_end(payoffs);
    if (keeps_line_ && line_ != nullptr) line_->see(payoffs[0], moves, others);
  }
  // Somebody else made these moves after the simulation's; `chosen` has the places among them where
  // there was something to choose from.
  void watch_idle_moves(std::span<const Move> moves, std::span<const std::uint32_t> chosen) {
    std::size_t next = 0;
    for (std::size_t place = 0; place < moves.size(); ++place) {
      const bool is_choice = next < chosen.size() && chosen[next] == place;
      if (is_choice) ++next;
      idle_.made(place % roles_, moves[place], is_choice ? 2 : 1);
    }
  }
  // The same of a move that was only made where there was no other.
  void watch_idle_move(std::size_t role, Move move) { idle_.made(role, move, 1); }
  // Somebody else played a leaf out.
  void count_playouts(std::uint64_t simulations) { done_.simulations += simulations; }
  void count_states(std::uint64_t states) { done_.states += states; }
  void count_steps(std::uint64_t steps) { done_.steps += steps; }

  [[nodiscard]] std::size_t roles() const { return roles_; }
  [[nodiscard]] bool learns_moves() const { return learns_moves_; }
  [[nodiscard]] playout::Strategy& strategy() { return strategy_; }
  // What roles select and play out by, if that is tuned.
  [[nodiscard]] tuning::RoleValues* values() { return values_ ? &*values_ : nullptr; }

  // --- The game goes on.

  void set_coder(const MoveCoder<State>* coder) {
    selector_.set_coder(coder);
    player_.set_coder(coder);
  }
  // Other threads learn from this one's simulations, and it from theirs.
  void set_exchange(LessonExchange* exchange, std::size_t number) {
    exchange_ = exchange;
    number_ = number;
  }
  // Where to remember the best line.
  void set_line(report::BestLine* line) { line_ = line; }
  // A move of the game was made, after a turn with or without simulations.
  void next_turn(bool was_searched) {
    if (was_searched) {
      strategy_.next_turn();
      selector_.next_turn();
    }
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
  // Nodes of another tree, and what its playouts learned; returns how many nodes.
  std::size_t take_tree(const Handover& handover, const Renumber& renumber) {
    return TreeWriter(tree_, expansion_, handover, renumber).write(proves_);
  }
  void take_playouts(Handover& handover, const Renumber& renumber) {
    if (handover.playouts) strategy_.take(*handover.playouts, renumber);
  }
  // Makes the state's node the root.
  void make_root(const State& state) { expansion_.make_root(state); }

  [[nodiscard]] bool gave_up() const { return search::gave_up(model_); }

  [[nodiscard]] const WorkDone& done() const { return done_; }
  // Of the leaves lately, on average.
  [[nodiscard]] double depth() const { return depth_; }

 private:
  static bool asks_for_own_moves_only(const Parameters& parameters) {
    return select::asks_for_own_moves_only(
        parameters.select.grave,
        parameters.select.unvisited.by == select::Unvisited::blend ||
            parameters.select.unvisited.by == select::Unvisited::parent,
        parameters.memory.loop == tree::Loop::open);
  }

  // The moves of all roles in the node.
  void select(tree::NodeId id, Descent<State>& descent) {
    if (values_) use_values(descent);
    find_references(id, descent);
    selector_.choose(id, descent.references, descent.virtual_loss, descent, joint_,
                     expansion_.available());
    if (records_) record_moves(id, descent.simulation);
  }

  Progress ask_for_moves(tree::NodeId id, Descent<State>& descent) {
    tree_.get_state(id, descent.state);
    descent.question.about = Question::About::moves;
    return Progress::waits;
  }
  Progress ask_for_step(tree::NodeId id, Descent<State>& descent) {
    tree_.get_state(id, descent.state);
    descent.question.joint = joint_;
    descent.question.about = Question::About::step;
    ++done_.states;
    return Progress::waits;
  }

  void use_values(const Descent<State>& descent) {
    if (values_->changes_by_state()) {
      values_->draw_for_state();
    } else {
      values_->go_on(descent.tuned);
    }
  }

  void find_references(tree::NodeId id, Descent<State>& descent) {
    const double visits = batch::known_visits(tree_[id], roles_, parameters_.batch.pending);
    for (std::size_t role = 0; role < descent.references.size(); ++role) {
      descent.references[role] =
          select::amaf_reference(descent.references[role], id, visits, selector_.ref(role));
    }
  }

  void learn_beside_tree(const Simulation& simulation) {
    selector_.learn(simulation);
    if (strategy_.needs_moves()) strategy_.learn(simulation);
  }

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
  bool proves_;
  bool keeps_line_;
  bool records_;       // somebody needs to know which moves were made
  bool learns_moves_;  // somebody learns from each simulation by itself
  Rng rng_;
  playout::Strategy strategy_;
  IdleMoves idle_;
  select::Selector<State> selector_;
  Expansion<M> expansion_;
  playout::Player<M> player_;
  backup::Uct1<State> uct1_;
  backup::Solver<State> solver_;
  std::optional<backup::Uct3> uct3_;
  select::AmafUpdate amaf_;
  std::optional<tuning::RoleValues> values_;  // if they are tuned
  std::size_t references_ = 1;                // for AMAF: one, or one for each role
  report::BestLine* line_ = nullptr;
  LessonExchange* exchange_ = nullptr;
  std::size_t number_ = 0;  // of this thread
  std::vector<Simulation> lessons_;
  std::vector<double> sums_;
  State root_state_;
  std::vector<Move> joint_;
  Descent<State> one_;
  WorkDone done_;
  double depth_ = 1;
};

}  // namespace palamedes::search
