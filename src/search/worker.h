#pragma once
// One thread's part of a search: it makes simulations in a tree that others may share.
//
//   descend    from the root to a state that has no node yet, which gets one (Algorithm 2)
//   play out   from there to the end, by the playout strategy
//   learn      nodes on the way, move statistics, proofs

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "model/draw.h"
#include "model/forward_model.h"
#include "search/amaf.h"
#include "search/descent.h"
#include "search/move_coder.h"
#include "search/plan.h"
#include "search/playout/strategy.h"
#include "search/prove.h"
#include "search/selection.h"
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

  // `first` chooses first where roles choose in sequence.
  Worker(M& model, Tree<State>& tree, const Plan& plan, Role first, Rng rng)
      : model_(model),
        tree_(tree),
        plan_(plan),
        roles_(model.role_count()),
        first_(index_of(first)),
        rng_(rng),
        strategy_(plan.playout, roles_),
        selection_(plan.select),
        amaf_(roles_, plan.select.repeats, plan.select.ref <= 0),
        plain_(is_plain(plan)),
        records_(!strategy_.is_uniform() || plan.select.formula == Formula::amaf ||
                 plan.select.formula == Formula::history),
        joint_(roles_),
        history_(roles_) {}

  void set_coder(const MoveCoder<State>* coder) { coder_ = coder; }

  // One simulation from the root.
  void simulate() {
    Descent<State>& descent = one_;
    descend(descent, 0);
    if (!descent.ended) play_out(descent);
    learn(descent);
  }

  // As many as the plan's batch is wide, played out together.
  void simulate_batch(LeafPlayer<State>& player, const std::function<bool()>& keep_going) {
    batch_.resize(plan_.batch.width);
    leaves_.clear();
    leaf_of_.clear();
    for (std::uint32_t i = 0; i < plan_.batch.width; ++i) {
      Descent<State>& descent = batch_[i];
      descend(descent, plan_.batch.virtual_loss);
      descent.virtual_loss = plan_.batch.virtual_loss;
      if (descent.ended) {
        learn(descent);
        if (tree_root_known()) break;
        continue;
      }
      leaves_.push_back(&descent);
      leaf_of_.push_back(i);
    }
    if (leaves_.empty()) return;
    player.play(leaves_, plan_.batch.playouts, strategy_, keep_going,
                [&](const typename LeafPlayer<State>::Ending& ending) {
                  take_ending(batch_[leaf_of_[ending.leaf]], ending);
                });
    for (const std::uint32_t i : leaf_of_) {
      if (batch_[i].virtual_loss > 0) take_back(batch_[i]);  // its playout never ended
    }
  }

  // A move of the game was made.
  void next_turn() {
    strategy_.next_turn();
    for (auto& statistics : history_) std::fill(statistics.begin(), statistics.end(), Statistic{});
    done_ = {};
  }

  [[nodiscard]] const WorkDone& done() const { return done_; }
  [[nodiscard]] PlayoutStrategy& strategy() { return strategy_; }

  // Makes the state's node the root.
  void make_root(const State& state) {
    state_ = state;
    tree_.make_root(state, model_.hash(state), [&](Node& node) { begin(node, state_); });
  }

 private:
  static constexpr std::size_t no_choice = std::numeric_limits<std::size_t>::max();

  static bool is_plain(const Plan& plan) {
    return plan.select.formula == Formula::uct && plan.select.unvisited == Unvisited::value &&
           plan.select.sufficiency == Sufficiency::none &&
           plan.select.simultaneous == Simultaneous::decoupled &&
           plan.memory.backup == Backup::uct1 && !plan.solver;
  }

  // Learns from the way to the leaf and one of the playouts from there.
  void take_ending(Descent<State>& descent, const typename LeafPlayer<State>::Ending& ending) {
    Simulation& simulation = descent.simulation;
    const std::size_t moves = simulation.moves.size();
    const std::size_t places = simulation.choices.ends.size();
    simulation.moves.insert(simulation.moves.end(), ending.moves.begin(), ending.moves.end());
    if (ending.choices != nullptr) simulation.choices.append(*ending.choices);
    simulation.payoffs.assign(ending.payoffs.begin(), ending.payoffs.end());
    done_.states += ending.moves.size() / roles_;
    learn(descent);
    simulation.moves.resize(moves);
    simulation.choices.shorten(places);
  }

  [[nodiscard]] bool tree_root_known() { return known_payoffs(tree_[tree_.root()]) != nullptr; }

  // A new node: terminal ones are known at once.
  void begin(Node& node, const State& state) {
    if (!model_.terminal(state)) return;
    auto* const known = static_cast<float*>(tree_.arena().allocate(roles_ * sizeof(float)));
    for (std::size_t role = 0; role < roles_; ++role) {
      known[role] = static_cast<float>(payoff(state, role));
    }
    publish(node.known, known);
  }

  [[nodiscard]] double payoff(const State& state, std::size_t role) {
    return std::max(0, model_.goal(state, Role(role))) / 100.0;
  }

  void descend(Descent<State>& descent, double virtual_loss) {
    descent.clear(roles_);
    NodeId id = tree_.root();
    NodeId reference = id;
    for (;;) {
      descent.nodes.push_back(id);
      if (enter(id, descent)) return;
      if (peek(tree_[id].visits) > plan_.select.ref) reference = id;
      if (!choose(id, reference, descent, virtual_loss)) return;
      if (plan_.select.formula == Formula::flat) {
        descent.state = state_at(id);
        make_move(descent.state);
        return;
      }
      NodeId child = child_of(id, descent);
      if (child == no_node) {
        const bool created = grow(id, descent, child);
        if (created || child == no_node) {
          if (child != no_node) descent.nodes.push_back(child);
          descent.ended = child != no_node && take_known(child, descent);
          return;
        }
      }
      id = child;
      if (descent.nodes.size() > plan_.playout.max_length) {  // round and round in a cycle
        descent.simulation.payoffs.assign(roles_, 0.5);
        descent.ended = true;
        return;
      }
    }
  }

  // True if the simulation ends in the node. Otherwise it has its entries afterwards.
  bool enter(NodeId id, Descent<State>& descent) {
    const SpinGuard guard = tree_.lock(id);
    Node& node = tree_[id];
    node.turn = tree_.turn();
    if (node.known == nullptr && node.block == nullptr) expand(id, node);
    if (node.known == nullptr) return false;
    take_payoffs(node.known, descent);
    descent.ended = true;
    return true;
  }

  bool take_known(NodeId id, Descent<State>& descent) {
    const float* const known = known_payoffs(tree_[id]);
    if (known == nullptr) return false;
    take_payoffs(known, descent);
    return true;
  }
  void take_payoffs(const float* known, Descent<State>& descent) {
    round_payoffs(known, descent.simulation.payoffs);
  }
  // Goals are whole hundredths.
  void round_payoffs(const float* known, std::vector<double>& payoffs) const {
    payoffs.resize(roles_);
    for (std::size_t role = 0; role < roles_; ++role) {
      payoffs[role] = std::round(static_cast<double>(known[role]) * 100) / 100;
    }
  }

  const State& state_at(NodeId id) {
    tree_.get_state(id, state_);
    return state_;
  }

  void expand(NodeId id, Node& node) {
    const State& state = state_at(id);
    legal_.clear();
    ends_.clear();
    std::uint8_t decider = nobody;
    bool stuck = false;
    for (std::size_t role = 0; role < roles_; ++role) {
      moves_.clear();
      model_.legal(state, Role(role), moves_);
      stuck = stuck || moves_.empty();
      if (moves_.size() > 1) {
        decider = decider == nobody ? static_cast<std::uint8_t>(role) : several;
      }
      legal_.insert(legal_.end(), moves_.begin(), moves_.end());
      ends_.push_back(static_cast<std::uint32_t>(legal_.size()));
    }
    if (stuck) {  // the rules are broken: the game ends here, as it is
      known_.clear();
      for (std::size_t role = 0; role < roles_; ++role) {
        known_.push_back(static_cast<float>(payoff(state, role)));
      }
      set_known(tree_, node, known_);
      return;
    }
    const SpinGuard growing = tree_.lock_growing();
    Block* const block = Block::make(roles_, legal_.size(), tree_.arena());
    std::copy(ends_.begin(), ends_.end(), block->ends(roles_));
    const std::span<Entry> entries = block->entries(roles_);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      entries[i] = Entry{};
      entries[i].move = legal_[i];
    }
    node.decider = decider;
    publish(node.block, block);
  }

  // False if it turns out that there is nothing to choose: the role loses with every move, and the
  // simulation ends in the node.
  bool choose(NodeId id, NodeId reference, Descent<State>& descent, double virtual_loss) {
    Node& node = tree_[id];
    const std::size_t begin = descent.taken.size();
    descent.taken.resize(begin + roles_, 0);
    prefix_ = 0;
    for (std::size_t turn = 0; turn < roles_; ++turn) {
      const std::size_t role = in_sequence() ? (first_ + turn) % roles_ : turn;
      const std::span<Entry> entries = node.block->entries(roles_, role);
      std::size_t chosen = 0;
      if (entries.size() > 1) {
        if (plan_.select.formula == Formula::amaf) gather_amaf(reference, role, entries);
        SpinGuard guard = tree_.lock(id);
        chosen = choose_one(id, node, role, entries, descent);
        if (chosen == no_choice) {
          guard.release();
          descent.taken.resize(begin);
          prove_backwards(tree_, descent.nodes, children_);
          descent.ended = take_known(id, descent);
          return false;
        }
        Statistic& statistic = statistic_of(node, role, entries, chosen);
        statistic.visits += virtual_loss;
      }
      descent.taken[begin + role] = static_cast<std::uint32_t>(chosen);
      joint_[role] = entries[chosen].move;
      prefix_ = prefix_ * entries.size() + chosen;
    }
    if (virtual_loss > 0) {
      const SpinGuard guard = tree_.lock(id);
      publish(node.visits, node.visits + virtual_loss);
    }
    if (strategy_.needs_choices()) record_choices(id, begin, descent);
    if (records_) record_moves(descent.simulation);
    return true;
  }

  [[nodiscard]] bool in_sequence() const {
    return plan_.select.simultaneous == Simultaneous::sequential;
  }

  // Sequential UCT: the role knows what others chose before it.
  [[nodiscard]] bool depends_on_choices(const Node& node, std::size_t role) const {
    return in_sequence() && node.decider == several && role != first_;
  }

  // The statistics that a choice is made by: the role's own, or those that belong to the choices
  // made before it. `prefix_` numbers these.
  Statistic& statistic_of(Node& node, std::size_t role, std::span<Entry> entries,
                          std::size_t move) {
    if (!depends_on_choices(node, role)) return entries[move];
    const SpinGuard growing = tree_.lock_growing();
    Statistic*& row = LaterMap::at(node.later, prefix_ * roles_ + role + 1, tree_.arena());
    if (row == nullptr) {
      row = static_cast<Statistic*>(tree_.arena().allocate(entries.size() * sizeof(Statistic)));
    }
    return row[move];
  }

  std::size_t choose_one(NodeId id, Node& node, std::size_t role, std::span<Entry> entries,
                         Descent<State>& descent) {
    if (plan_.select.formula == Formula::flat) {
      return rng_.below(static_cast<std::uint32_t>(entries.size()));
    }
    if (plain_ && node.visits >= plan_.select.threshold) {
      return selection_.best_uct(entries, node.visits, plan_.select.c, rng_);
    }
    open_.clear();
    gather(node, role, entries);
    if (open_.empty()) return no_choice;
    if (node.visits < plan_.select.threshold) return by_strategy(id, role, entries, descent);
    if (plan_.select.unvisited == Unvisited::playout) {
      keep_unvisited();
      if (!unvisited_.empty()) {
        open_.swap(unvisited_);
        return by_strategy(id, role, entries, descent);
      }
    }
    const double visits = depends_on_choices(node, role)
                              ? std::accumulate(selection_.candidates.visits.begin(),
                                                selection_.candidates.visits.end(), 0.0)
                              : node.visits;
    const std::size_t best = selection_.best(visits, exploration_constant(), rng_);
    if (plan_.solver && proven_[best] != 0)
      return beside_proven(node, role, entries, best, descent);
    return open_[best];
  }

  // The best move is proven already: another one is looked at, if there is one.
  std::size_t beside_proven(const Node&, std::size_t role, std::span<const Entry> entries,
                            std::size_t best, Descent<State>& descent) {
    if (std::find(proven_.begin(), proven_.end(), 0) == proven_.end()) return no_choice;
    descent.substitutes.push_back({.step = static_cast<std::uint32_t>(descent.nodes.size() - 1),
                                   .role = static_cast<std::uint32_t>(role),
                                   .move = open_[best],
                                   .payoffs = known_payoffs(tree_[entries[open_[best]].child])});
    return open_[selection_.best_except(proven_, rng_)];
  }

  [[nodiscard]] double exploration_constant() const { return plan_.select.c; }

  // All about the moves that are worth a look: not those that are known to lose.
  void gather(Node& node, std::size_t role, std::span<Entry> entries) {
    Candidates& candidates = selection_.candidates;
    candidates.visits.clear();
    candidates.means.clear();
    amaf_kept_visits_.clear();
    amaf_kept_means_.clear();
    candidates.global_means.clear();
    proven_.clear();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (plan_.solver) {
        const float* const known = known_child(node, role, entries[i]);
        if (known != nullptr && known[role] <= 0) continue;
        proven_.push_back(known != nullptr ? 1 : 0);
      }
      const Statistic& statistic = statistic_of(node, role, entries, i);
      open_.push_back(static_cast<std::uint32_t>(i));
      candidates.visits.push_back(statistic.visits);
      candidates.means.push_back(statistic.visits > 0 ? mean_of(node, role, entries[i], statistic)
                                                      : 0);
      if (plan_.select.formula == Formula::amaf) {
        amaf_kept_visits_.push_back(amaf_visits_[i]);
        amaf_kept_means_.push_back(amaf_means_[i]);
      } else if (plan_.select.formula == Formula::history) {
        candidates.global_means.push_back(global_mean(role, entries[i].move));
      }
    }
    candidates.amaf_visits.swap(amaf_kept_visits_);
    candidates.amaf_means.swap(amaf_kept_means_);
  }

  // A proven move is worth what is proven. UCT2 takes the mean of the state that a move leads to.
  double mean_of(const Node& node, std::size_t role, const Entry& entry,
                 const Statistic& statistic) {
    if (plan_.solver && proven_.back() != 0) {
      return static_cast<double>(known_child(node, role, entry)[role]);
    }
    if (plan_.memory.backup == Backup::uct2 && node.decider == role && entry.child != no_node) {
      Node& child = tree_[entry.child];
      Block* const block = peek(child.block);
      const double visits = peek(child.visits);
      if (block != nullptr && visits > 0) return peek(block->totals()[role]) / visits;
    }
    return statistic.mean();
  }

  const float* known_child(const Node& node, std::size_t role, const Entry& entry) {
    const bool decides = node.decider == role && entry.child != no_node;
    return decides ? known_payoffs(tree_[entry.child]) : nullptr;
  }

  double global_mean(std::size_t role, Move move) const {
    const std::vector<Statistic>& statistics = history_[role];
    if (index_of(move) >= statistics.size() || statistics[index_of(move)].visits <= 0) return 0;
    return statistics[index_of(move)].mean();
  }

  void gather_amaf(NodeId reference, std::size_t role, std::span<const Entry> entries) {
    amaf_visits_.assign(entries.size(), 0);
    amaf_means_.assign(entries.size(), 0);
    const SpinGuard guard = tree_.lock(reference);
    AmafMap* const map = tree_[reference].amaf;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const AmafStatistic* const statistic = AmafMap::find(map, amaf_key(role, entries[i].move));
      if (statistic == nullptr || statistic->visits <= 0) continue;
      amaf_visits_[i] = static_cast<double>(statistic->visits);
      amaf_means_[i] = static_cast<double>(statistic->sum) / static_cast<double>(statistic->visits);
    }
  }

  void keep_unvisited() {
    unvisited_.clear();
    for (std::size_t i = 0; i < open_.size(); ++i) {
      if (selection_.candidates.visits[i] <= 0) unvisited_.push_back(open_[i]);
    }
  }

  std::size_t by_strategy(NodeId id, std::size_t role, std::span<const Entry> entries,
                          const Descent<State>& descent) {
    moves_.clear();
    for (const std::uint32_t i : open_) moves_.push_back(entries[i].move);
    if (strategy_.is_uniform()) {
      return open_[moves_.size() > 1 ? rng_.below(static_cast<std::uint32_t>(moves_.size())) : 0];
    }
    codes_.clear();
    if (strategy_.needs_choices()) encode(state_at(id), role, moves_, codes_);
    return open_[strategy_.choose(Role(role), moves_, codes_, descent.simulation.moves, rng_)];
  }

  void encode(const State& state, std::size_t role, std::span<const Move> moves,
              std::vector<MoveCode>& codes) const {
    if (coder_ != nullptr) {
      coder_->encode(state, Role(role), moves, codes);
    } else {
      for (const Move move : moves) codes.push_back(index_of(move));
    }
  }

  void record_choices(NodeId id, std::size_t begin, Descent<State>& descent) {
    Choices& choices = descent.simulation.choices;
    const State& state = state_at(id);
    for (std::size_t role = 0; role < roles_; ++role) {
      moves_.clear();
      for (const Entry& entry : tree_[id].block->entries(roles_, role)) {
        moves_.push_back(entry.move);
      }
      encode(state, role, moves_, choices.codes);
      choices.ends.push_back(static_cast<std::uint32_t>(choices.codes.size()));
      choices.taken.push_back(descent.taken[begin + role]);
    }
  }

  NodeId& place_of_child(Node& node, const std::uint32_t* taken) {
    if (node.decider != several) {
      const std::size_t role = node.decider == nobody ? 0 : node.decider;
      return node.block->entries(roles_, role)[taken[role]].child;
    }
    std::uint64_t key = 0;
    for (std::size_t role = 0; role < roles_; ++role) {
      key = key * node.block->entries(roles_, role).size() + taken[role];
    }
    const SpinGuard growing = tree_.lock_growing();
    NodeId& plus_one = JointMap::at(node.joint, key + 1, tree_.arena());
    return plus_one;
  }

  // Joint children are kept as id + 1, since new places are 0.
  NodeId child_of(NodeId id, const Descent<State>& descent) {
    const SpinGuard guard = tree_.lock(id);
    Node& node = tree_[id];
    const NodeId place = place_of_child(node, last_taken(descent));
    return node.decider == several ? place - 1 : place;
  }
  [[nodiscard]] const std::uint32_t* last_taken(const Descent<State>& descent) const {
    return descent.taken.data() + descent.taken.size() - roles_;
  }

  void make_move(State& state) {
    model_.advance(state, joint_);
    ++done_.states;
  }

  // The child of the moves just chosen: found among the states that are known, or made. Leaves its
  // state in the descent.
  bool grow(NodeId id, Descent<State>& descent, NodeId& child) {
    tree_.get_state(id, descent.state);
    make_move(descent.state);
    const auto found = tree_.find_or_create(descent.state, model_.hash(descent.state),
                                            [&](Node& node) { begin(node, descent.state); });
    child = found.node;
    if (child == no_node) return false;
    const SpinGuard guard = tree_.lock(id);
    Node& node = tree_[id];
    place_of_child(node, last_taken(descent)) = node.decider == several ? child + 1 : child;
    return found.created;
  }

  void play_out(Descent<State>& descent) {
    State& state = descent.state;
    Simulation& simulation = descent.simulation;
    for (std::uint32_t length = 0;; ++length) {
      if (model_.terminal(state)) return take_goals(state, simulation);
      if (plan_.playout.cutoff > 0 && length >= plan_.playout.cutoff) {
        if (plan_.playout.cutoff_value == CutOff::goals) return take_goals(state, simulation);
        simulation.payoffs.assign(roles_, 0.5);
        return;
      }
      if (length >= plan_.playout.max_length) {
        simulation.payoffs.assign(roles_, 0.5);
        return;
      }
      for (std::size_t role = 0; role < roles_; ++role) {
        if (!play_one(state, role, simulation)) return take_goals(state, simulation);
      }
      make_move(state);
      if (records_) record_moves(simulation);
    }
  }

  // False if the role has no move.
  bool play_one(const State& state, std::size_t role, Simulation& simulation) {
    if (strategy_.is_uniform()) {
      const model::DrawnMove drawn = model::draw_legal(model_, state, Role(role), rng_, moves_);
      joint_[role] = drawn.move;
      return drawn.count > 0;
    }
    moves_.clear();
    model_.legal(state, Role(role), moves_);
    if (moves_.empty()) return false;
    if (!strategy_.needs_choices()) {
      joint_[role] = moves_[strategy_.choose(Role(role), moves_, {}, simulation.moves, rng_)];
      return true;
    }
    Choices& choices = simulation.choices;
    const std::size_t begin = choices.codes.size();
    encode(state, role, moves_, choices.codes);
    const std::size_t chosen = strategy_.choose(
        Role(role), moves_, std::span(choices.codes).subspan(begin), simulation.moves, rng_);
    choices.ends.push_back(static_cast<std::uint32_t>(choices.codes.size()));
    choices.taken.push_back(static_cast<std::uint32_t>(chosen));
    joint_[role] = moves_[chosen];
    return true;
  }

  void take_goals(const State& state, Simulation& simulation) {
    simulation.payoffs.resize(roles_);
    for (std::size_t role = 0; role < roles_; ++role) {
      simulation.payoffs[role] = payoff(state, role);
    }
  }

  void record_moves(Simulation& simulation) const {
    simulation.moves.insert(simulation.moves.end(), joint_.begin(), joint_.end());
  }

  // A leaf under way counts as lost, until it is known better.
  void take_back(Descent<State>& descent) {
    for (std::size_t step = descent.taken.size() / roles_; step-- > 0;) {
      const SpinGuard guard = tree_.lock(descent.nodes[step]);
      Node& node = tree_[descent.nodes[step]];
      for_each_choice(node, descent, step, [&](std::size_t, Statistic& statistic) {
        statistic.visits -= descent.virtual_loss;
      });
      publish(node.visits, node.visits - descent.virtual_loss);
    }
    descent.virtual_loss = 0;
  }

  // use(role, statistic of the move that it chose)
  template <typename Use>
  void for_each_choice(Node& node, const Descent<State>& descent, std::size_t step,
                       const Use& use) {
    prefix_ = 0;
    for (std::size_t turn = 0; turn < roles_; ++turn) {
      const std::size_t role = in_sequence() ? (first_ + turn) % roles_ : turn;
      const std::span<Entry> entries = node.block->entries(roles_, role);
      const std::size_t taken = descent.taken[step * roles_ + role];
      if (entries.size() > 1) use(role, statistic_of(node, role, entries, taken));
      prefix_ = prefix_ * entries.size() + taken;
    }
  }

  // Along the way, from the leaf to the root.
  void back_up(Descent<State>& descent) {
    payoffs_ = descent.simulation.payoffs;
    const double visit = 1 - std::exchange(descent.virtual_loss, 0);
    std::size_t substitutes = descent.substitutes.size();
    for (std::size_t step = descent.taken.size() / roles_; step-- > 0;) {
      const SpinGuard guard = tree_.lock(descent.nodes[step]);
      Node& node = tree_[descent.nodes[step]];
      for_each_choice(node, descent, step, [&](std::size_t role, Statistic& statistic) {
        statistic.visits += visit;
        statistic.sum += payoffs_[role];
      });
      if (substitutes > 0 && descent.substitutes[substitutes - 1].step == step) {
        take_substitute(node, descent.substitutes[--substitutes]);
      }
      publish(node.visits, node.visits + visit);
      for (std::size_t role = 0; role < roles_; ++role) {
        double& total = node.block->totals()[role];
        publish(total, total + payoffs_[role]);
      }
    }
  }

  void take_substitute(Node& node, const Substitute& substitute) {
    Entry& entry = node.block->entries(roles_, substitute.role)[substitute.move];
    round_payoffs(substitute.payoffs, payoffs_);
    entry.visits += 1;
    entry.sum += payoffs_[substitute.role];
  }

  void learn(Descent<State>& descent) {
    const Simulation& simulation = descent.simulation;
    ++done_.simulations;
    done_.deepest =
        std::max(done_.deepest, static_cast<std::uint32_t>(descent.taken.size() / roles_));
    back_up(descent);
    if (plan_.select.formula == Formula::amaf) amaf_.update(tree_, descent.nodes, simulation);
    if (plan_.select.formula == Formula::history) remember(simulation);
    if (plan_.solver && descent.ended) prove_backwards(tree_, descent.nodes, children_);
    if (!strategy_.is_uniform()) strategy_.learn(simulation);
  }

  void remember(const Simulation& simulation) {
    for (std::size_t step = 0; step < simulation.steps(); ++step) {
      for (std::size_t role = 0; role < roles_; ++role) {
        const std::size_t move = index_of(simulation.move(step, role));
        if (history_[role].size() <= move) history_[role].resize(move + 1);
        history_[role][move].visits += 1;
        history_[role][move].sum += simulation.payoffs[role];
      }
    }
  }

  M& model_;
  Tree<State>& tree_;
  const Plan& plan_;
  std::size_t roles_;
  std::size_t first_;
  Rng rng_;
  PlayoutStrategy strategy_;
  const MoveCoder<State>* coder_ = nullptr;
  Selection selection_;
  AmafUpdate amaf_;
  bool plain_;    // nothing but UCT counts in the tree
  bool records_;  // somebody needs to know which moves were made
  WorkDone done_;

  Descent<State> one_;
  std::vector<Descent<State>> batch_;
  std::vector<const Descent<State>*> leaves_;
  std::vector<std::uint32_t> leaf_of_;

  State state_;
  std::vector<Move> joint_;
  std::uint64_t prefix_ = 0;
  model::MoveList moves_;
  std::vector<Move> legal_;
  std::vector<std::uint32_t> ends_;
  std::vector<float> known_;
  std::vector<MoveCode> codes_;
  std::vector<std::uint32_t> open_;
  std::vector<std::uint32_t> unvisited_;
  std::vector<char> proven_;
  std::vector<double> payoffs_;
  std::vector<double> amaf_visits_;
  std::vector<double> amaf_means_;
  std::vector<double> amaf_kept_visits_;
  std::vector<double> amaf_kept_means_;
  std::vector<std::vector<Statistic>> history_;
  std::vector<NodeId> children_;
};

}  // namespace palamedes::search
