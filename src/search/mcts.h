#pragma once
// One thread's part of a search: it makes simulations in a tree that others may share.
//
//   descend    from the root to a state that has no node yet, which gets one (Algorithm 2); in an
//              open loop the state is carried along instead of kept (Algorithm 3)
//   play out   from there to the end, by the playout strategy
//   learn      nodes on the way, move statistics, proofs

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "model/forward_model.h"
#include "search/backup/solver.h"
#include "search/backup/uct3.h"
#include "search/descent.h"
#include "search/move_coder.h"
#include "search/parameters.h"
#include "search/playout/player.h"
#include "search/playout/strategy.h"
#include "search/select/grave.h"
#include "search/select/selector.h"
#include "search/tree/expander.h"
#include "search/tree/tree.h"

namespace palamedes::search {

template <typename M>
concept SearchModel = model::ForwardModel<M> && requires(M& model, const typename M::State& state) {
  { model.hash(state) } -> std::convertible_to<std::uint64_t>;
};

struct WorkDone {
  std::uint64_t simulations = 0;
  std::uint64_t states = 0;
  std::uint32_t deepest = 0;
};

template <SearchModel M>
class Worker {
 public:
  using State = typename M::State;

  Worker(M& model, Tree<State>& tree, const Plan& plan, Role first, Rng rng)
      : model_(model),
        tree_(tree),
        plan_(plan),
        roles_(model.role_count()),
        rng_(rng),
        strategy_(plan.playout, roles_),
        records_(records_moves(plan)),
        learns_moves_(learns_beside_nodes(plan)),
        chooser_(tree, plan, index_of(first), rng_, strategy_),
        idle_(roles_),
        playouts_(model, plan.playout, rng_, strategy_, idle_, records_),
        expander_(model, tree),
        open_loop_(plan.memory.loop == Loop::open),
        amaf_(roles_, plan.select.repeats, plan.select.ref <= 0),
        joint_(roles_) {
    if (Uct3::is_possible(plan)) uct3_.emplace(roles_);
  }

  void set_coder(const MoveCoder<State>* coder) {
    chooser_.set_coder(coder);
    playouts_.set_coder(coder);
  }

  // One simulation from the root. Other threads see that it is under way.
  void simulate() {
    descend(one_, plan_.threads > 1 ? plan_.batch.virtual_loss : 0);
    if (!one_.ended) done_.states += playouts_.play(one_.state, one_.simulation);
    if (gave_up()) return take_back(one_);
    learn(one_);
  }

  // So many leaves, played out together. Returns how many of them were not among them already.
  std::size_t simulate_batch(LeafPlayer<State>& player, std::size_t width, std::uint32_t times,
                             const std::function<bool()>& keep_going) {
    batch_.resize(std::max(batch_.size(), width));
    lesson_share_ = std::min(1.0, plan_.batch.lessons / times);
    descend_together(width, plan_.batch.virtual_loss * visits_of_leaf(times));
    leaves_.clear();
    leaf_of_.clear();
    if (gave_up()) {
      for (std::size_t i = 0; i < width; ++i) take_back(batch_[i]);
      return 0;
    }
    std::size_t different = 0;
    for (std::uint32_t i = 0; i < width; ++i) {
      different += batch_[i].repeated ? 0 : 1;
      if (batch_[i].ended) {
        learn(batch_[i]);
      } else {
        leaves_.push_back(&batch_[i]);
        leaf_of_.push_back(i);
      }
    }
    if (leaves_.empty()) return different;
    player.play(leaves_, times, strategy_, keep_going,
                [&](const typename LeafPlayer<State>::Ending& ending) {
                  take_ending(batch_[leaf_of_[ending.leaf]], ending);
                });
    for (const std::uint32_t i : leaf_of_) finish(batch_[i]);
    return different;
  }

  // A move of the game was made.
  void next_turn() {
    strategy_.next_turn();
    chooser_.next_turn();
    forget_work();
  }
  void forget_work() { done_ = {}; }
  // Nodes of the tree went, or its statistics were multiplied.
  void tree_changed(double factor = 1) {
    if (!uct3_) return;
    uct3_->forget_missing(tree_);
    if (factor < 1) uct3_->decay(factor);
  }

  // The model has said that it cannot answer any more: nothing that it says from then on, and no
  // simulation in which that happened, becomes part of the tree.
  [[nodiscard]] bool gave_up() const { return !model_.fault().empty(); }

  [[nodiscard]] const WorkDone& done() const { return done_; }
  // Of the leaves lately, on average.
  [[nodiscard]] double depth() const { return depth_; }

  // Where simulations begin, if no node keeps its state.
  void set_root_state(const State& state) { root_state_ = state; }

  // Makes the state's node the root.
  void make_root(const State& state) {
    tree_.make_root(state, hash(state), [&](Node& node) { begin(node, state); });
  }

 private:
  [[nodiscard]] std::uint64_t hash(const State& state) {
    return open_loop_ ? 0 : model_.hash(state);
  }

  // A new node: terminal ones are known at once, unless the next state may be another one.
  void begin(Node& node, const State& state) {
    if (open_loop_ || !model_.terminal(state)) return;
    auto* const known = static_cast<float*>(tree_.arena().allocate(roles_ * sizeof(float)));
    for (std::size_t role = 0; role < roles_; ++role) {
      known[role] = static_cast<float>(payoff(model_, state, role));
    }
    if (gave_up()) return;
    publish(node.known, known);
  }

  // Several at a time: while one waits for its node to come from memory, others go on.
  void descend_together(std::size_t width, double virtual_loss) {
    constexpr std::size_t at_a_time = 16;
    under_way_.clear();
    std::uint32_t next = 0;
    while (next < width || !under_way_.empty()) {
      while (under_way_.size() < at_a_time && next < width) {
        start(batch_[next], virtual_loss);
        under_way_.push_back(next++);
      }
      for (const std::uint32_t i : under_way_) prefetch_block(batch_[i].at);
      std::erase_if(under_way_, [&](std::uint32_t i) { return !step(batch_[i]); });
    }
  }

  void prefetch_block(NodeId id) const {
    const auto* const block = reinterpret_cast<const std::byte*>(peek(tree_[id].block));
    constexpr std::ptrdiff_t line = 64;
    for (std::ptrdiff_t i = 0; i < 4; ++i) __builtin_prefetch(block + i * line);
  }

  void descend(Descent<State>& descent, double virtual_loss) {
    start(descent, virtual_loss);
    while (step(descent)) {
    }
  }

  void start(Descent<State>& descent, double virtual_loss) {
    descent.clear(roles_);
    descent.virtual_loss = virtual_loss;
    descent.simulation.idle = &idle_;
    descent.at = tree_.root();
    descent.reference = descent.at;
    chooser_.begin_simulation();
    if (open_loop_) descent.state = root_state_;
  }

  // Goes one step further; false if it is where it will be played out, or has ended.
  bool step(Descent<State>& descent) {
    const NodeId id = descent.at;
    descent.nodes.push_back(id);
    if (open_loop_ ? enter_sampled(id, descent) : enter(id, descent)) return false;
    descent.reference =
        amaf_reference(descent.reference, id, peek(tree_[id].visits), plan_.select.ref);
    if (!chooser_.choose(id, descent.reference, descent.virtual_loss, descent, joint_,
                         open_loop_ ? &available_ : nullptr)) {
      prove(id, descent);
      return false;
    }
    if (records_) record_moves(id, descent.simulation);
    const bool flat = plan_.select.formula == Formula::flat;
    NodeId child = flat ? no_node : child_of(id, descent);
    if (open_loop_ || child == no_node) make_move(id, descent.state);
    if (gave_up()) {  // this is no state of the game, and must not get a node
      descent.ended = true;
      return false;
    }
    if (flat) return false;
    if (child == no_node) {
      const bool created = grow(id, descent, child);
      if (child == no_node) return false;  // no room
      if (created) {
        begin_playout(child, descent);
        return false;
      }
    }
    if (is_under_way(id, descent)) {
      tree_.get_state(child, descent.state);
      begin_playout(child, descent);
      descent.repeated = true;
      return false;
    }
    if (descent.nodes.size() > plan_.playout.max_length) {  // round and round in a cycle
      descent.simulation.payoffs.assign(roles_, 0.5);
      descent.ended = true;
      return false;
    }
    descent.at = child;
    __builtin_prefetch(&tree_[child]);
    return true;
  }

  // Others are on their way with the move just chosen, and nobody has come back: there is no use in
  // looking beyond a leaf about which nothing is known yet, so it is played out once more.
  bool is_under_way(NodeId id, const Descent<State>& descent) {
    if (descent.virtual_loss <= 0 || open_loop_) return false;
    const SpinGuard guard = tree_.lock(id);
    const Node& node = tree_[id];
    if (node.decider == several || node.decider == nobody) return false;
    const Entry& entry = entry_of_child(node, roles_, last_taken(descent));
    const auto under_way = static_cast<double>(entry.under_way);
    return under_way > descent.virtual_loss && entry.visits - under_way < least_ended;
  }

  void record_moves(NodeId id, Simulation& simulation) {
    simulation.moves.insert(simulation.moves.end(), joint_.begin(), joint_.end());
    for (std::size_t role = 0; role < roles_; ++role) {
      idle_.made(role, joint_[role], tree_[id].block->entries(roles_, role).size());
    }
  }

  void begin_playout(NodeId leaf, Descent<State>& descent) {
    descent.nodes.push_back(leaf);
    descent.created = true;
    take_known(leaf, descent);
  }

  // Every move of the node loses, but nobody had noticed.
  void prove(NodeId id, Descent<State>& descent) {
    prove_backwards(tree_, descent.nodes);
    take_known(id, descent);
  }

  // True if the way through the tree ends in the node. Otherwise it has its entries afterwards.
  bool enter(NodeId id, Descent<State>& descent) {
    const SpinGuard guard = tree_.lock(id);
    Node& node = tree_[id];
    node.turn = tree_.turn();
    if (node.known == nullptr && node.block == nullptr && !expand(id, node)) {
      descent.state = state_;
      return true;
    }
    return take_known(id, descent);
  }

  // The simulation ends where payoffs are known.
  bool take_known(NodeId id, Descent<State>& descent) {
    const float* const known = known_payoffs(tree_[id]);
    if (known == nullptr) return false;
    take_payoffs(known, descent.simulation.payoffs);
    descent.ended = true;
    return true;
  }
  void take_payoffs(const float* known, std::vector<double>& payoffs) const {
    payoffs.resize(roles_);
    for (std::size_t role = 0; role < roles_; ++role) payoffs[role] = exact_payoff(known[role]);
  }

  // The same in an open loop: whatever the state at hand is like, the node does not know it.
  bool enter_sampled(NodeId id, Descent<State>& descent) {
    const State& state = descent.state;
    if (model_.terminal(state) || !expander_.list(state)) {
      std::vector<double>& payoffs = descent.simulation.payoffs;
      payoffs.resize(roles_);
      for (std::size_t role = 0; role < roles_; ++role) payoffs[role] = payoff(model_, state, role);
      descent.ended = true;
      return true;
    }
    const SpinGuard guard = tree_.lock(id);
    tree_[id].turn = tree_.turn();
    return !expander_.fit(id, tree_[id], available_);
  }

  // False if there is no room for entries.
  bool expand(NodeId id, Node& node) {
    tree_.get_state(id, state_);
    if (expander_.list(state_)) return expander_.expand(id, node);
    if (gave_up()) return false;
    end_game(node);
    return true;
  }

  // The rules are broken, a role cannot move: the game ends in this state, as it is.
  void end_game(Node& node) {
    known_.clear();
    for (std::size_t role = 0; role < roles_; ++role) {
      known_.push_back(static_cast<float>(payoff(model_, state_, role)));
    }
    if (!gave_up()) set_known(tree_, node, known_);
  }

  NodeId child_of(NodeId id, const Descent<State>& descent) {
    const SpinGuard guard = tree_.lock(id);
    return find_child(tree_[id], roles_, last_taken(descent));
  }
  void set_child(NodeId id, const Descent<State>& descent, NodeId child) {
    const SpinGuard guard = tree_.lock(id);
    Node& node = tree_[id];
    const std::uint32_t* const taken = last_taken(descent);
    if (node.decider != several) {
      entry_of_child(node, roles_, taken).child = child;
      if (uct3_) uct3_->link(id, taken[node.decider == nobody ? 0 : node.decider], child);
      return;
    }
    const SpinGuard growing = tree_.lock_growing();
    if (tree_.has_room()) {
      JointMap::at(node.joint, joint_key(node, roles_, taken), tree_.arena()) = child + 1;
    }
  }
  [[nodiscard]] const std::uint32_t* last_taken(const Descent<State>& descent) const {
    return descent.taken.data() + descent.taken.size() - roles_;
  }

  void make_move(NodeId id, State& state) {
    if (!open_loop_) tree_.get_state(id, state);
    model_.advance(state, joint_);
    ++done_.states;
  }

  // The child of the moves just chosen: found among the states that are known, or made; there may
  // be no room.
  bool grow(NodeId id, Descent<State>& descent, NodeId& child) {
    const auto found = tree_.find_or_create(descent.state, hash(descent.state),
                                            [&](Node& node) { begin(node, descent.state); });
    child = found.node;
    if (child == no_node) return false;
    set_child(id, descent, child);
    return found.created;
  }

  // One of the playouts of a leaf: what is learned from its moves is learned at once.
  void take_ending(Descent<State>& descent, const typename LeafPlayer<State>::Ending& ending) {
    Simulation& simulation = descent.simulation;
    if (descent.playouts++ == 0) descent.sums.assign(roles_, 0);
    for (std::size_t role = 0; role < roles_; ++role) descent.sums[role] += ending.payoffs[role];
    done_.states += ending.length;
    if (!learns_moves_ || !is_lesson()) return;
    const std::size_t moves = simulation.moves.size();
    const std::size_t places = simulation.choices.ends.size();
    simulation.moves.insert(simulation.moves.end(), ending.moves.begin(), ending.moves.end());
    if (ending.choices != nullptr) simulation.choices.append(*ending.choices);
    simulation.payoffs.assign(ending.payoffs.begin(), ending.payoffs.end());
    learn_moves(descent);
    simulation.moves.resize(moves);
    simulation.choices.shorten(places);
  }

  // Evenly among the playouts as they end, so that short ones do not teach more than long ones.
  bool is_lesson() {
    lessons_due_ += lesson_share_;
    if (lessons_due_ < 1) return false;
    lessons_due_ -= 1;
    return true;
  }

  // The nodes on the way learn from all playouts of the leaf together.
  void finish(Descent<State>& descent) {
    if (descent.playouts == 0) return take_back(descent);
    done_.simulations += descent.playouts;
    const double visits = visits_of_leaf(descent.playouts);
    for (double& sum : descent.sums) sum *= visits / descent.playouts;
    back_up(descent, descent.sums, visits);
  }
  [[nodiscard]] double visits_of_leaf(std::uint32_t playouts) const {
    return plan_.batch.count == LeafCount::leaf ? 1 : playouts;
  }

  // A leaf under way counts as lost, until it is known better.
  void take_back(Descent<State>& descent) {
    if (descent.virtual_loss <= 0) return;
    for (std::size_t step = descent.taken.size() / roles_; step-- > 0;) {
      const SpinGuard guard = tree_.lock(descent.nodes[step]);
      Node& node = tree_[descent.nodes[step]];
      chooser_.for_each_choice(node, descent, step, [&](std::size_t, Statistic& statistic) {
        statistic.visits -= descent.virtual_loss;
      });
      end_under_way(node, descent, step, descent.virtual_loss);
      publish(node.visits, node.visits - descent.virtual_loss);
    }
    descent.virtual_loss = 0;
  }

  // Along the way, from the leaf to the root: so many visits, with payoffs that have these sums.
  void back_up(Descent<State>& descent, const std::vector<double>& sums, double visits) {
    payoffs_ = sums;
    const std::size_t depth = descent.taken.size() / roles_;
    done_.deepest = std::max(done_.deepest, static_cast<std::uint32_t>(depth));
    constexpr double memory = 256;  // simulations
    depth_ += (static_cast<double>(depth) - depth_) / memory;
    if (uct3_) {
      return uct3_->back_up(tree_, descent,
                            [&](std::size_t step) { count_result(descent, step, 1, 0, nullptr); });
    }
    const double virtual_loss = std::exchange(descent.virtual_loss, 0);
    std::size_t substitutes = descent.substitutes.size();
    for (std::size_t step = depth; step-- > 0;) {
      const bool has_substitute =
          substitutes > 0 && descent.substitutes[substitutes - 1].step == step;
      count_result(descent, step, visits, virtual_loss,
                   has_substitute ? &descent.substitutes[--substitutes] : nullptr);
    }
  }

  // In the node that was left at this step; a substitute's payoffs count from there upwards.
  void count_result(const Descent<State>& descent, std::size_t step, double visits,
                    double virtual_loss, const Substitute* substitute) {
    const double visit = visits - virtual_loss;
    const SpinGuard guard = tree_.lock(descent.nodes[step]);
    Node& node = tree_[descent.nodes[step]];
    chooser_.for_each_choice(node, descent, step, [&](std::size_t role, Statistic& statistic) {
      statistic.visits += visit;
      statistic.sum += payoffs_[role];
    });
    if (virtual_loss > 0) end_under_way(node, descent, step, virtual_loss);
    if (substitute != nullptr) take_substitute(node, *substitute, visits);
    publish(node.visits, node.visits + visit);
    for (std::size_t role = 0; role < roles_; ++role) {
      double& total = node.block->totals()[role];
      publish(total, total + payoffs_[role]);
    }
  }

  void end_under_way(Node& node, const Descent<State>& descent, std::size_t step,
                     double virtual_loss) {
    for (std::size_t role = 0; role < roles_; ++role) {
      const std::span<Entry> entries = node.block->entries(roles_, role);
      if (entries.size() > 1) {
        entries[descent.taken[step * roles_ + role]].under_way -= static_cast<float>(virtual_loss);
      }
    }
  }

  void take_substitute(Node& node, const Substitute& substitute, double visits) {
    Entry& entry = node.block->entries(roles_, substitute.role)[substitute.move];
    take_payoffs(substitute.payoffs, payoffs_);
    for (double& payoff : payoffs_) payoff *= visits;
    entry.visits += visits;
    entry.sum += payoffs_[substitute.role];
  }

  void learn(Descent<State>& descent) {
    ++done_.simulations;
    back_up(descent, descent.simulation.payoffs, 1);
    if (learns_moves_) learn_moves(descent);
    if (plan_.solver && descent.ended) prove_backwards(tree_, descent.nodes);
  }

  // All that is learned from single simulations, beside the nodes' visits and payoffs.
  void learn_moves(const Descent<State>& descent) {
    const Simulation& simulation = descent.simulation;
    if (plan_.select.formula == Formula::amaf) amaf_.update(tree_, descent.nodes, simulation);
    chooser_.learn(simulation);
    if (strategy_.needs_moves()) strategy_.learn(simulation);
  }

  M& model_;
  Tree<State>& tree_;
  const Plan& plan_;
  std::size_t roles_;
  Rng rng_;
  PlayoutStrategy strategy_;
  bool records_;       // somebody needs to know which moves were made
  bool learns_moves_;  // somebody learns from each simulation by itself
  Chooser<State> chooser_;
  IdleMoves idle_;
  PlayoutMaker<M> playouts_;
  Expander<M> expander_;
  bool open_loop_;
  AmafUpdate amaf_;
  std::optional<Uct3> uct3_;
  WorkDone done_;
  double depth_ = 1;
  double lesson_share_ = 1;  // of the playouts under way
  double lessons_due_ = 0;

  Descent<State> one_;
  std::vector<Descent<State>> batch_;
  std::vector<const Descent<State>*> leaves_;
  std::vector<std::uint32_t> leaf_of_;
  std::vector<std::uint32_t> under_way_;  // numbers in the batch

  State root_state_;
  State state_;
  Available available_;
  std::vector<Move> joint_;
  std::vector<float> known_;
  std::vector<double> payoffs_;
};

}  // namespace palamedes::search
