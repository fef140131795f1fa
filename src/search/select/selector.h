#pragma once
// Which move each role tries in a node.
//
// First what is known about the role's moves is gathered, without those that are proven to lose;
// then the playout strategy or the plan's formula decides. Statistics lie in the node's entries, or
// where roles choose in sequence, in rows that belong to the choices made before.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "base/rng.h"
#include "search/batch/pending_leaves.h"
#include "search/descent.h"
#include "search/move_coder.h"
#include "search/parameters.h"
#include "search/playout/strategy.h"
#include "search/select/evaluation.h"
#include "search/select/sufficiency_watch.h"
#include "search/tree/expander.h"
#include "search/tree/tree.h"

namespace palamedes::search {

template <typename State>
class Chooser {
 public:
  static constexpr std::size_t no_choice = std::numeric_limits<std::size_t>::max();

  // `first` chooses first where roles choose in sequence.
  Chooser(Tree<State>& tree, const Plan& plan, std::size_t first, Rng& rng,
          PlayoutStrategy& strategy)
      : tree_(tree),
        plan_(plan),
        roles_(tree.roles()),
        first_(first),
        rng_(rng),
        strategy_(strategy),
        selection_(plan.select),
        sufficiency_(plan.select, roles_),
        plain_(is_plain(plan)),
        open_loop_(plan.memory.loop == Loop::open),
        history_(roles_) {}

  void set_coder(const MoveCoder<State>* coder) { coder_ = coder; }

  void begin_simulation() { sufficiency_.begin_simulation(); }

  // Chooses for all roles and adds that to the descent; `joint` gets the moves. False if it turns
  // out that a role loses with every move; then nothing was added. In an open loop only what is
  // available can be chosen, in the descent's state.
  bool choose(NodeId id, NodeId reference, double virtual_loss, Descent<State>& descent,
              std::span<Move> joint, const Available* available = nullptr) {
    Node& node = tree_[id];
    available_ = available;
    const std::size_t begin = descent.taken.size();
    descent.taken.resize(begin + roles_, 0);
    prefix_ = 0;
    for (std::size_t turn = 0; turn < roles_; ++turn) {
      const std::size_t role = role_at(turn);
      const std::span<Entry> entries = node.block->entries(roles_, role);
      const std::size_t count = count_of(role, entries);
      std::size_t chosen = position(role, 0);
      if (is_counted(entries)) {
        if (plan_.select.formula == Formula::amaf) gather_amaf(reference, role, entries);
        const SpinGuard guard = tree_.lock(id);
        if (count > 1) chosen = choose_one(id, node, role, entries, descent);
        if (chosen == no_choice) {
          descent.taken.resize(begin);
          return false;
        }
        if (virtual_loss > 0) {
          statistic_of(node, role, entries, chosen).visits += virtual_loss;
          entries[chosen].under_way += static_cast<float>(virtual_loss);
        }
      }
      descent.taken[begin + role] = static_cast<std::uint32_t>(chosen);
      joint[role] = entries[chosen].move;
      prefix_ = prefix_ * entries.size() + chosen;
    }
    if (virtual_loss > 0) {
      const SpinGuard guard = tree_.lock(id);
      publish(node.visits, node.visits + virtual_loss);
    }
    if (strategy_.needs_choices()) record_choices(id, begin, descent);
    return true;
  }

  // use(role, statistic of the move that it chose at that step); the caller holds the node's lock.
  template <typename Use>
  void for_each_choice(Node& node, const Descent<State>& descent, std::size_t step,
                       const Use& use) {
    prefix_ = 0;
    for (std::size_t turn = 0; turn < roles_; ++turn) {
      const std::size_t role = role_at(turn);
      const std::span<Entry> entries = node.block->entries(roles_, role);
      const std::size_t taken = descent.taken[step * roles_ + role];
      if (is_counted(entries)) use(role, statistic_of(node, role, entries, taken));
      prefix_ = prefix_ * entries.size() + taken;
    }
  }

  void learn(const Simulation& simulation) {
    sufficiency_.learn(simulation.payoffs);
    if (plan_.select.formula != Formula::history) return;
    for (std::size_t step = 0; step < simulation.steps(); ++step) {
      for (std::size_t role = 0; role < roles_; ++role) {
        const std::size_t move = index_of(simulation.move(step, role));
        if (history_[role].size() <= move) history_[role].resize(move + 1);
        history_[role][move].visits += 1;
        history_[role][move].sum += simulation.payoffs[role];
      }
    }
  }

  // Progressive History begins each turn anew.
  void next_turn() {
    for (auto& statistics : history_) std::fill(statistics.begin(), statistics.end(), Statistic{});
  }

 private:
  static bool is_plain(const Plan& plan) {
    return plan.select.formula == Formula::uct && plan.select.unvisited == Unvisited::value &&
           plan.select.sufficiency == Sufficiency::none &&
           plan.select.simultaneous == Simultaneous::decoupled &&
           plan.memory.backup != Backup::uct2 && !plan.solver;
  }

  // Rows for choices before would not know of moves that are seen later.
  [[nodiscard]] bool in_sequence() const {
    return plan_.select.simultaneous == Simultaneous::sequential && !open_loop_;
  }
  // A role's only move needs no statistics, unless others may be seen later.
  [[nodiscard]] bool is_counted(std::span<const Entry> entries) const {
    return open_loop_ || entries.size() > 1;
  }
  // Moves that can be chosen, and where they are among the entries.
  [[nodiscard]] std::size_t count_of(std::size_t role, std::span<const Entry> entries) const {
    return available_ == nullptr ? entries.size() : available_->of(role).size();
  }
  [[nodiscard]] std::size_t position(std::size_t role, std::size_t i) const {
    return available_ == nullptr ? i : available_->of(role)[i];
  }
  [[nodiscard]] std::size_t role_at(std::size_t turn) const {
    return in_sequence() ? (first_ + turn) % roles_ : turn;
  }
  // Sequential UCT: the role knows what others chose before it.
  [[nodiscard]] bool depends_on_choices(const Node& node, std::size_t role) const {
    return in_sequence() && node.decider == several && role != first_;
  }

  // What a choice is made by: the role's own, or what belongs to the choices made before it, which
  // `prefix_` numbers.
  Statistic& statistic_of(Node& node, std::size_t role, std::span<Entry> entries,
                          std::size_t move) {
    if (!depends_on_choices(node, role)) return entries[move];
    const std::uint64_t key = prefix_ * roles_ + role + 1;
    if (Statistic** const found = LaterMap::find(node.later, key)) return (*found)[move];
    const SpinGuard growing = tree_.lock_growing();
    // room does not come back in a turn: it stays so until the simulation is over
    if (!tree_.has_room()) return entries[move];
    Statistic*& row = LaterMap::at(node.later, key, tree_.arena());
    row = static_cast<Statistic*>(tree_.arena().allocate(entries.size() * sizeof(Statistic)));
    return row[move];
  }

  std::size_t choose_one(NodeId id, Node& node, std::size_t role, std::span<Entry> entries,
                         Descent<State>& descent) {
    const Select& select = plan_.select;
    const std::size_t count = count_of(role, entries);
    if (select.formula == Formula::flat) {
      return position(role, rng_.below(static_cast<std::uint32_t>(count)));
    }
    const bool by_playout = node.visits < select.threshold;
    const bool all = count == entries.size();
    if (plain_ && all && !by_playout) {
      return selection_.best_uct(entries, node.visits, select.c, rng_, own_mean(entries));
    }
    gather(node, role, entries);
    if (open_.empty()) return no_choice;
    if (by_playout) return by_strategy(id, role, entries, descent);
    if (select.unvisited == Unvisited::playout && keep_unvisited()) {
      return by_strategy(id, role, entries, descent);
    }
    const Candidates& candidates = selection_.candidates;
    const double visits =
        depends_on_choices(node, role)
            ? std::accumulate(candidates.visits.begin(), candidates.visits.end(), 0.0)
            : node.visits;
    const double c = sufficiency_.exploration(role, candidates.visits, candidates.means, rng_);
    const std::size_t best = selection_.best(visits, c, rng_);
    if (plan_.solver && proven_[best] != 0) return beside_proven(role, entries, best, descent);
    return open_[best];
  }

  // The best move is proven already: another one is looked at, if there is one.
  std::size_t beside_proven(std::size_t role, std::span<const Entry> entries, std::size_t best,
                            Descent<State>& descent) {
    if (std::find(proven_.begin(), proven_.end(), 0) == proven_.end()) return no_choice;
    descent.substitutes.push_back({.step = static_cast<std::uint32_t>(descent.nodes.size() - 1),
                                   .role = static_cast<std::uint32_t>(role),
                                   .move = open_[best],
                                   .payoffs = known_payoffs(tree_[entries[open_[best]].child])});
    return open_[selection_.best_except(proven_, rng_)];
  }

  void gather(Node& node, std::size_t role, std::span<Entry> entries) {
    const Formula formula = plan_.select.formula;
    const bool decides = plan_.solver && node.decider == role;
    const std::size_t count = count_of(role, entries);
    auto mean = own_mean(entries);
    Candidates& candidates = selection_.candidates;
    candidates.resize(count, formula);
    open_.resize(count);
    proven_.resize(count);
    std::size_t next = 0;
    for (std::size_t each = 0; each < count; ++each) {
      const std::size_t i = position(role, each);
      const Entry& entry = entries[i];
      const Proof proof = decides ? entry.proof : Proof::none;
      if (proof == Proof::loss) continue;
      const float* const known =
          proof == Proof::other ? known_payoffs(tree_[entry.child]) : nullptr;
      const Statistic& statistic = statistic_of(node, role, entries, i);
      open_[next] = static_cast<std::uint32_t>(i);
      proven_[next] = known != nullptr ? 1 : 0;
      candidates.visits[next] = statistic.visits;
      candidates.means[next] = known != nullptr       ? static_cast<double>(known[role])
                               : statistic.visits > 0 ? mean_of(node, role, entry, statistic, mean)
                                                      : 0;
      if (formula == Formula::amaf) {
        const AmafStatistic& amaf = amaf_[i];
        candidates.amaf_visits[next] = static_cast<double>(amaf.visits);
        candidates.amaf_means[next] =
            amaf.visits > 0
                ? static_cast<double>(amaf.sum) / static_cast<double>(amaf.visits) * discount(entry)
                : 0;
      } else if (formula == Formula::history) {
        candidates.global_means[next] = global_mean(role, entry.move) * discount(entry);
      }
      ++next;
    }
    candidates.resize(next, formula);
    open_.resize(next);
    proven_.resize(next);
  }

  // What is known from elsewhere does not hear of simulations under way: without this all leaves of
  // a batch would lie on the same way.
  [[nodiscard]] double discount(const Entry& entry) const {
    if (entry.under_way <= 0 || plan_.batch.under_way == UnderWay::mean) return 1;
    const auto under_way = static_cast<double>(entry.under_way);
    const double ended = std::max(0.0, entry.visits - under_way) + 1;
    return ended / (ended + under_way);
  }

  // UCT2 takes the mean of the state that a move leads to.
  template <typename OwnMean>
  double mean_of(const Node& node, std::size_t role, const Entry& entry, const Statistic& statistic,
                 OwnMean& own_mean) {
    if (plan_.memory.backup == Backup::uct2 && node.decider == role && entry.child != no_node) {
      Node& child = tree_[entry.child];
      Block* const block = peek(child.block);
      const double visits = peek(child.visits);
      if (block != nullptr && visits > 0) return peek(block->totals()[role]) / visits;
    }
    return &statistic == &entry ? own_mean(entry) : statistic.mean();
  }

  // Of one of the entries. What all of them are worth is found out once.
  [[nodiscard]] auto own_mean(std::span<const Entry> entries) const {
    return [entries, how = plan_.batch.under_way,
            all = std::optional<double>()](const Entry& entry) mutable {
      return mean_with_under_way(entry, how, [&] {
        if (!all) all = mean_of_ended(entries);
        return *all;
      });
    };
  }

  double global_mean(std::size_t role, Move move) const {
    const std::vector<Statistic>& statistics = history_[role];
    if (index_of(move) >= statistics.size() || statistics[index_of(move)].visits <= 0) return 0;
    return statistics[index_of(move)].mean();
  }

  void gather_amaf(NodeId reference, std::size_t role, std::span<const Entry> entries) {
    amaf_.assign(entries.size(), {});
    const SpinGuard guard = tree_.lock(reference);
    AmafMap* const map = tree_[reference].amaf;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const AmafStatistic* const found = AmafMap::find(map, amaf_key(role, entries[i].move));
      if (found == nullptr) continue;
      amaf_[i] = *found;
    }
  }

  // Of the moves that are worth a look only those never tried, if there are any.
  bool keep_unvisited() {
    unvisited_.clear();
    for (std::size_t i = 0; i < open_.size(); ++i) {
      if (selection_.candidates.visits[i] <= 0) unvisited_.push_back(open_[i]);
    }
    if (unvisited_.empty()) return false;
    open_.swap(unvisited_);
    return true;
  }

  std::size_t by_strategy(NodeId id, std::size_t role, std::span<const Entry> entries,
                          const Descent<State>& descent) {
    moves_.clear();
    for (const std::uint32_t i : open_) moves_.push_back(entries[i].move);
    codes_.clear();
    if (strategy_.needs_choices()) encode(coder_, state_at(id, descent), role, moves_, codes_);
    return open_[strategy_.choose(Role(role), moves_, codes_, descent.simulation.moves, rng_)];
  }

  void record_choices(NodeId id, std::size_t begin, Descent<State>& descent) {
    Choices& choices = descent.simulation.choices;
    const State& state = state_at(id, descent);
    for (std::size_t role = 0; role < roles_; ++role) {
      const std::span<const Entry> entries = tree_[id].block->entries(roles_, role);
      moves_.clear();
      for (std::size_t i = 0; i < count_of(role, entries); ++i) {
        if (position(role, i) == descent.taken[begin + role]) {
          choices.taken.push_back(static_cast<std::uint32_t>(i));
        }
        moves_.push_back(entries[position(role, i)].move);
      }
      encode(coder_, state, role, moves_, choices.codes);
      choices.ends.push_back(static_cast<std::uint32_t>(choices.codes.size()));
    }
  }

  const State& state_at(NodeId id, const Descent<State>& descent) {
    if (open_loop_) return descent.state;
    tree_.get_state(id, state_);
    return state_;
  }

  Tree<State>& tree_;
  const Plan& plan_;
  std::size_t roles_;
  std::size_t first_;
  Rng& rng_;
  PlayoutStrategy& strategy_;
  const MoveCoder<State>* coder_ = nullptr;
  Selection selection_;
  SufficiencyWatch sufficiency_;
  bool plain_;  // nothing but UCT counts
  bool open_loop_;
  const Available* available_ = nullptr;  // none: all
  std::vector<std::vector<Statistic>> history_;

  State state_;
  std::uint64_t prefix_ = 0;
  std::vector<AmafStatistic> amaf_;  // by move
  std::vector<std::uint32_t> open_;  // moves worth a look
  std::vector<std::uint32_t> unvisited_;
  std::vector<char> proven_;  // parallel to open_: the move's payoffs are known
  std::vector<Move> moves_;
  std::vector<MoveCode> codes_;
};

}  // namespace palamedes::search
