#pragma once
// Which move each role tries in a node: what is known about its moves is gathered, then the playout
// strategy or the formula decides. A formula's own part stands in the file of its technique.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "base/rng.h"
#include "search/backup/solver.h"
#include "search/backup/uct2.h"
#include "search/batch/pending_leaves.h"
#include "search/descent.h"
#include "search/parameters.h"
#include "search/select/by_playout.h"
#include "search/select/evaluation.h"
#include "search/select/flat.h"
#include "search/select/grave.h"
#include "search/select/progressive_history.h"
#include "search/select/proven.h"
#include "search/select/simultaneous.h"
#include "search/select/sufficiency.h"
#include "search/select/ucb1.h"
#include "search/select/uct.h"
#include "search/tree/expander.h"
#include "search/tree/tree.h"

namespace palamedes::search::select {

template <typename State>
class Selector {
 public:
  // `first` chooses first where roles choose in sequence.
  Selector(tree::Tree<State>& tree, const search::Parameters& parameters, std::size_t first,
           Rng& rng, playout::Strategy& strategy)
      : tree_(tree),
        values_(tree.roles(), parameters.select),
        formula_(parameters.select.formula),
        pending_(parameters.batch.pending),
        solver_(parameters.solver),
        uct2_(parameters.memory.backup == backup::Rule::uct2),
        child_visits_(uct2_ && parameters.memory.child_visits),
        plain_(is_plain(parameters)),
        roles_(tree.roles()),
        rng_(rng),
        statistics_(tree, parameters.select.simultaneous, is_open_loop(parameters), first),
        by_playout_(tree, is_open_loop(parameters), strategy),
        evaluation_(parameters.select.uct, parameters.select.unvisited),
        uct_(parameters.select.uct, parameters.select.unvisited.fpu),
        grave_(parameters.select.grave),
        history_(parameters.select.history, roles_),
        sufficiency_(parameters.select.sufficiency, parameters.select.uct.c, roles_) {}

  void set_coder(const MoveCoder<State>* coder) { by_playout_.set_coder(coder); }
  [[nodiscard]] ChoiceStatistics<State>& statistics() { return statistics_; }

  // What each role selects by, for somebody who changes it between selections.
  [[nodiscard]] std::span<Parameters> tuned_values() {
    is_tuned_ = true;
    return values_;
  }
  // The visits up to which a node uses the AMAF statistics of an ancestor.
  [[nodiscard]] double ref(std::size_t role) const { return values_[role].grave.ref; }

  // Chooses for all roles and adds that to the descent; `joint` gets the moves. In an open loop
  // only what is available can be chosen, in the descent's state.
  // `references` have one node by role, or one for all: whose AMAF statistics count.
  void choose(tree::NodeId id, std::span<const tree::NodeId> references, double virtual_loss,
              Descent<State>& descent, std::span<Move> joint,
              const tree::Available* available = nullptr) {
    tree::Node& node = tree_[id];
    available_ = available;
    const std::size_t begin = descent.taken.size();
    descent.taken.resize(begin + roles_, 0);
    statistics_.begin();
    for (std::size_t turn = 0; turn < roles_; ++turn) {
      const std::size_t role = statistics_.role_at(turn);
      const std::span<tree::Entry> entries = node.block->entries(roles_, role);
      std::size_t chosen = tree::position_of(available, role, 0);
      if (statistics_.is_counted(entries)) {
        if (is_tuned_) use(role);
        if (formula_ == Formula::amaf) {
          grave_.look_up(tree_, references[references.size() > 1 ? role : 0], role, entries);
        }
        const tree::SpinGuard guard = tree_.lock(id);
        if (count_of(role, entries) > 1) chosen = choose_one(id, node, role, entries, descent);
        if (virtual_loss > 0) {
          batch::add_pending(statistics_.of(node, role, entries, chosen), virtual_loss);
        }
      }
      descent.taken[begin + role] = static_cast<std::uint32_t>(chosen);
      joint[role] = entries[chosen].move;
      statistics_.chose(entries.size(), chosen);
    }
    if (virtual_loss > 0) {
      const tree::SpinGuard guard = tree_.lock(id);
      batch::add_pending(node, roles_, virtual_loss);
    }
    by_playout_.record(id, available, descent);
  }

  void learn(const Simulation& simulation) {
    sufficiency_.learn(simulation.payoffs);
    if (formula_ == Formula::history) history_.learn(simulation);
  }
  void next_turn() { history_.next_turn(); }

 private:
  void use(std::size_t role) {
    select_ = &values_[role];
    if (plain_) uct_.use(select_->uct, select_->unvisited.fpu);
    evaluation_.use(select_->uct, select_->unvisited);
    if (formula_ == Formula::amaf) grave_.use(select_->grave);
    if (formula_ == Formula::history) history_.use(select_->history);
    sufficiency_.use(select_->sufficiency, select_->uct.c);
  }

  static bool is_open_loop(const search::Parameters& parameters) {
    return parameters.memory.loop == tree::Loop::open;
  }
  // Nothing but UCT counts.
  static bool is_plain(const search::Parameters& parameters) {
    const Parameters& select = parameters.select;
    return select.formula == Formula::uct && select.unvisited.by == Unvisited::value &&
           select.sufficiency.kind == Sufficiency::none &&
           select.simultaneous == Simultaneous::decoupled && select.uct.growth <= 0 &&
           select.uct.visit_floor <= 0 && parameters.memory.backup != backup::Rule::uct2 &&
           !parameters.solver;
  }

  // Moves that can be chosen.
  [[nodiscard]] std::size_t count_of(std::size_t role, std::span<const tree::Entry> entries) const {
    return tree::count_of(available_, role, entries);
  }

  std::size_t choose_one(tree::NodeId id, tree::Node& node, std::size_t role,
                         std::span<tree::Entry> entries, Descent<State>& descent) {
    const std::size_t count = count_of(role, entries);
    if (formula_ == Formula::flat) {
      return tree::position_of(available_, role, draw_flat(count, rng_));
    }
    const bool by_playout =
        select_->threshold > 0 && batch::known_visits(node, roles_, pending_) < select_->threshold;
    if (plain_ && count == entries.size() && !by_playout) {
      return uct_.best(entries, node.visits, rng_,
                       batch::MeanWithPending<tree::Entry>(entries, pending_));
    }
    const Candidates& candidates = evaluation_.candidates;
    gather(node, role, entries, count, false);
    // with others' payoffs in the balance, even a role that loses in any case has to go on
    if (candidates.size() == 0) gather(node, role, entries, count, true);
    if (formula_ == Formula::ucb1) {
      return candidates.entries[ucb1_.best(candidates.means, candidates.visits, rng_)];
    }
    if (by_playout) {
      return by_playout_.choose(id, role, entries, candidates.entries, descent, rng_);
    }
    if (select_->unvisited.by == Unvisited::playout) {
      const std::span<const std::uint32_t> unvisited = by_playout_.unvisited(candidates);
      if (!unvisited.empty()) {
        return by_playout_.choose(id, role, entries, unvisited, descent, rng_);
      }
    }
    const std::size_t best = best_candidate(node, role, descent.sampled[role]);
    if (solver_ && evaluation_.proven.has(best)) return beside_proven(role, entries, best, descent);
    return candidates.entries[best];
  }

  std::size_t best_candidate(const tree::Node& node, std::size_t role, char& sampled) {
    const Candidates& candidates = evaluation_.candidates;
    const bool in_row = statistics_.depends_on_choices(node, role);
    const double visits = in_row || child_visits_ ? std::accumulate(candidates.visits.begin(),
                                                                    candidates.visits.end(), 0.0)
                                                  : node.visits;
    if (const double floor = select_->uct.visit_floor; floor > 0) {
      if (const auto starving = evaluation_.starving(floor * std::sqrt(visits))) return *starving;
    }
    double c = sufficiency_.exploration(role, candidates.visits, candidates.means, sampled, rng_);
    if (select_->uct.growth > 0 && c > 0) c = grown(c, select_->uct.growth, visits);
    switch (formula_) {
      case Formula::amaf: {
        const double known =
            in_row ? visits - under_way_ : batch::known_visits(node, roles_, pending_);
        return evaluation_.best(grave_.estimate(known), visits, c, rng_);
      }
      case Formula::history:
        return evaluation_.best(history_, visits, c, rng_);
      case Formula::uct:
      case Formula::flat:
      case Formula::ucb1:
        break;
    }
    return evaluation_.best(UctEstimate{}, visits, c, rng_);
  }

  // The best move is proven already: another one is looked at, if there is one. Where it is proven
  // for this role alone, the simulation goes on there: others' payoffs are not known.
  std::size_t beside_proven(std::size_t role, std::span<const tree::Entry> entries,
                            std::size_t best, Descent<State>& descent) {
    const std::vector<std::uint32_t>& candidates = evaluation_.candidates.entries;
    const std::uint32_t move = candidates[best];
    const float* const payoffs = tree::known_payoffs(tree_[entries[move].child]);
    if (payoffs == nullptr || evaluation_.proven.has_all()) return move;
    add_substitute(descent, role, move, payoffs);
    return candidates[evaluation_.best_except(evaluation_.proven.all(), rng_)];
  }

  void resize(std::size_t candidates) {
    evaluation_.candidates.resize(candidates);
    evaluation_.proven.resize(candidates);
    if (formula_ == Formula::amaf) grave_.resize(candidates);
    if (formula_ == Formula::history) history_.resize(candidates);
  }

  // All that is known about the role's moves, with or without those that are proven to lose.
  void gather(tree::Node& node, std::size_t role, std::span<tree::Entry> entries, std::size_t count,
              bool with_losses) {
    const bool decides = solver_ && node.decider == role;
    const std::span<tree::Counted> row = statistics_.row_of(node, role, entries);
    batch::MeanWithPending<tree::Entry> mean(entries, pending_);
    batch::MeanWithPending<tree::Counted> mean_in_row(row, pending_);
    under_way_ = 0;
    Candidates& candidates = evaluation_.candidates;
    resize(count);
    evaluation_.proven.begin();
    std::size_t next = 0;
    for (std::size_t each = 0; each < count; ++each) {
      const std::size_t i = tree::position_of(available_, role, each);
      const tree::Entry& entry = entries[i];
      const tree::Proof proof = decides ? entry.proof : tree::Proof::none;
      if (proof == tree::Proof::loss && !with_losses) continue;
      const bool known = proof == tree::Proof::other;
      const tree::Counted& statistic = row.empty() ? entries[i] : row[i];
      const double under_way = statistic.visits - batch::known_visits(statistic, pending_);
      under_way_ += under_way;
      candidates.entries[next] = static_cast<std::uint32_t>(i);
      evaluation_.proven.set(next, known);
      // what is proven has been tried, whoever did it
      const double visits = visits_of(node, role, entry, statistic);
      candidates.visits[next] = known ? std::max(visits, 1.0) : visits;
      candidates.means[next] = 0;
      if (known) {
        candidates.means[next] = tree::exact_payoff(backup::bound_of(tree_, entry.child, role).low);
      } else if (statistic.visits > 0) {
        candidates.means[next] =
            row.empty() ? mean_of(node, role, entry, mean) : mean_in_row(row[i]);
      }
      if (formula_ == Formula::amaf) {
        grave_.set(next, i, batch::discount(statistic, pending_));
        grave_.set_under_way(next, under_way);
      } else if (formula_ == Formula::history) {
        history_.set(next, role, entry.move, batch::discount(statistic, pending_));
      }
      ++next;
    }
    resize(next);
  }

  double mean_of(const tree::Node& node, std::size_t role, const tree::Entry& entry,
                 batch::MeanWithPending<tree::Entry>& mean) {
    if (uct2_ && node.decider == role) {
      if (const auto of_state = backup::mean_of_child(tree_, entry, role, pending_)) {
        return *of_state;
      }
    }
    return mean(entry);
  }

  // Formula 2.9 in place of those of the node: simulations that left the state that the move leads
  // to, by whichever way they came there.
  double visits_of(const tree::Node& node, std::size_t role, const tree::Entry& entry,
                   const tree::Counted& statistic) {
    if (child_visits_ && node.decider == role && statistic.visits > 0) {
      if (const double visits = backup::visits_of_child(tree_, entry); visits > 0) return visits;
    }
    return statistic.visits;
  }

  tree::Tree<State>& tree_;
  std::vector<Parameters> values_;             // by role; the same if nobody tunes them
  const Parameters* select_ = values_.data();  // of the role that selects
  bool is_tuned_ = false;
  Formula formula_;
  const batch::PendingParameters& pending_;
  bool solver_;
  bool uct2_;
  bool child_visits_;
  bool plain_;
  std::size_t roles_;
  Rng& rng_;
  const tree::Available* available_ = nullptr;  // none: all
  double under_way_ = 0;                        // of the candidates' visits

  ChoiceStatistics<State> statistics_;
  ByPlayout<State> by_playout_;
  Evaluation evaluation_;
  PlainUct uct_;
  Ucb1 ucb1_;
  Grave grave_;
  ProgressiveHistory history_;
  SufficiencyThreshold sufficiency_;
};

}  // namespace palamedes::search::select
