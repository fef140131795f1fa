#pragma once
// Expansion: a state that has no node yet gets one, and a node gets its entries when it is left for
// the first time. Terminal states have known payoffs from the beginning.
//
// In an open loop (thesis 2.3.1, Algorithm 3) no state is kept: the descent carries its own along,
// and whatever that is like, the node does not know it.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "search/backup/solver.h"
#include "search/descent.h"
#include "search/search_model.h"
#include "search/stop.h"
#include "search/tree/expander.h"
#include "search/tree/node.h"
#include "search/tree/tree.h"

namespace palamedes::search {

template <SearchModel M>
class Expansion {
 public:
  using State = typename M::State;

  Expansion(M& model, tree::Tree<State>& tree, bool open_loop)
      : model_(model),
        tree_(tree),
        roles_(tree.roles()),
        open_loop_(open_loop),
        expander_(model, tree) {}

  // Makes the state's node the root.
  void make_root(const State& state) {
    tree_.make_root(state, hash(state), [&](tree::Node& node) { begin_node(node, state); });
  }

  // True if the way through the tree ends in the node: its payoffs are known, or there is no room.
  // Otherwise it has its entries afterwards, of which these are
  bool enter(tree::NodeId id, Descent<State>& descent) {
    return open_loop_ ? enter_sampled(id, descent) : enter_kept(id, descent);
  }
  // Whether it has none yet, so that entering it takes a question; and the same as enter() with the
  // answer.
  [[nodiscard]] bool lacks_entries(tree::NodeId id) const {
    const tree::Node& node = tree_[id];
    return tree::known_payoffs(node) == nullptr && tree::peek(node.block) == nullptr;
  }
  bool enter_answered(tree::NodeId id, Descent<State>& descent) {
    const Question& answer = descent.question;
    return enter_kept(id, descent, [&](tree::Node& node) {
      // a role without a move is left to the model
      if (!expander_.take(answer.legal, answer.ends)) return expand(id, node);
      return expander_.expand(id, node);
    });
  }
  // What a descent asks about, answered by the model alone.
  void answer(Descent<State>& descent) {
    Question& question = descent.question;
    if (question.about == Question::About::step) {
      model_.advance(descent.state, question.joint);
      question.is_over = model_.terminal(descent.state);
      if (question.is_over) take_payoffs(descent.state, question.payoffs);
      return;
    }
    question.legal.clear();
    question.ends.clear();
    for (std::size_t role = 0; role < roles_; ++role) {
      moves_.clear();
      model_.legal(descent.state, Role(role), moves_);
      question.legal.insert(question.legal.end(), moves_.begin(), moves_.end());
      question.ends.push_back(static_cast<std::uint32_t>(question.legal.size()));
    }
  }
  // available in the state at hand; nothing: all of them.
  [[nodiscard]] const tree::Available* available() const {
    return open_loop_ ? &available_ : nullptr;
  }

  // The simulation ends where payoffs are known.
  bool take_known(tree::NodeId id, Descent<State>& descent) const {
    const float* const known = tree::known_payoffs(tree_[id]);
    if (known == nullptr) return false;
    backup::take_exact(known, roles_, descent.simulation.payoffs);
    descent.ended = true;
    descent.simulation.is_whole = tree::peek(tree_[id].block) == nullptr && !tree_[id].is_stripped;
    return true;
  }

  // Of the moves just chosen, as far as the node knows it.
  tree::NodeId child_of(tree::NodeId id, const Descent<State>& descent) {
    const tree::SpinGuard guard = tree_.lock(id);
    return tree::find_child(tree_[id], roles_, descent.last_taken(roles_));
  }
  // The descent's state becomes the one after the moves.
  void make_move(tree::NodeId id, std::span<const Move> joint, State& state) {
    if (!open_loop_) tree_.get_state(id, state);
    model_.advance(state, joint);
  }
  // The child with the descent's state: found among the states that are known, or made; there may
  // be no room.
  typename tree::Tree<State>::Found grow(tree::NodeId id, const Descent<State>& descent) {
    const auto found =
        tree_.find_or_create(descent.state, hash(descent.state), [&](tree::Node& node) {
          if (!descent.asks) {
            begin_node(node, descent.state);
          } else if (descent.question.is_over) {
            begin_ended(node, descent.question.payoffs);
          }
        });
    if (found.node != tree::no_node) set_child(id, descent.last_taken(roles_), found.node);
    return found;
  }

  // For a tree that is built without simulations (handover.h), of states that are kept. False where
  // the game has ended or there is no room.
  bool make_entries(tree::NodeId id) {
    const tree::SpinGuard guard = tree_.lock(id);
    tree::Node& node = tree_[id];
    if (node.block == nullptr && node.known == nullptr && !expand(id, node)) return false;
    return node.block != nullptr;
  }
  // Of a node with entries: the one after these moves, which it has.
  tree::NodeId make_child(tree::NodeId id, std::span<const Move> joint) {
    tree_.get_state(id, state_);
    model_.advance(state_, joint);
    taken_.clear();
    for (std::size_t role = 0; role < roles_; ++role) {
      const std::span<const tree::Entry> entries = tree_[id].block->entries(roles_, role);
      const auto at = std::find_if(entries.begin(), entries.end(), [&](const tree::Entry& entry) {
        return entry.move == joint[role];
      });
      taken_.push_back(static_cast<std::uint32_t>(at - entries.begin()));
    }
    if (gave_up()) return tree::no_node;
    const auto found = tree_.find_or_create(state_, hash(state_),
                                            [&](tree::Node& node) { begin_node(node, state_); });
    if (found.node != tree::no_node) set_child(id, taken_.data(), found.node);
    return found.node;
  }

 private:
  [[nodiscard]] std::uint64_t hash(const State& state) {
    return open_loop_ ? 0 : model_.hash(state);
  }
  [[nodiscard]] bool gave_up() const { return search::gave_up(model_); }

  // Terminal nodes are known at once, unless the next state may be another one.
  void begin_node(tree::Node& node, const State& state) {
    if (open_loop_ || !model_.terminal(state)) return;
    take_payoffs(state, payoffs_);
    if (!gave_up()) begin_ended(node, payoffs_);
  }
  void begin_ended(tree::Node& node, std::span<const double> payoffs) {
    auto* const known = static_cast<float*>(tree_.arena().allocate(roles_ * sizeof(float)));
    for (std::size_t role = 0; role < roles_; ++role) {
      known[role] = static_cast<float>(payoffs[role]);
    }
    tree_.see_end(std::span<const float>(known, roles_));
    tree::publish(node.known, known);
  }
  void take_payoffs(const State& state, std::vector<double>& payoffs) {
    payoffs.resize(roles_);
    for (std::size_t role = 0; role < roles_; ++role) payoffs[role] = payoff(model_, state, role);
  }

  bool enter_kept(tree::NodeId id, Descent<State>& descent) {
    return enter_kept(id, descent, [&](tree::Node& node) { return expand(id, node); });
  }
  // expand(node): gives it entries; false if there is no room for them.
  template <typename Expand>
  bool enter_kept(tree::NodeId id, Descent<State>& descent, const Expand& expand) {
    const tree::SpinGuard guard = tree_.lock(id);
    tree::Node& node = tree_[id];
    node.turn = tree_.turn();
    node.period = tree_.period();
    if (node.known == nullptr && node.block == nullptr && !expand(node)) {
      tree_.get_state(id, descent.state);
      return true;
    }
    return take_known(id, descent);
  }

  bool enter_sampled(tree::NodeId id, Descent<State>& descent) {
    const State& state = descent.state;
    if (model_.terminal(state) || !expander_.list(state)) {
      std::vector<double>& payoffs = descent.simulation.payoffs;
      payoffs.resize(roles_);
      for (std::size_t role = 0; role < roles_; ++role) payoffs[role] = payoff(model_, state, role);
      descent.ended = true;
      return true;
    }
    const tree::SpinGuard guard = tree_.lock(id);
    tree_[id].turn = tree_.turn();
    return !expander_.fit(id, tree_[id], available_);
  }

  // False if there is no room for entries.
  bool expand(tree::NodeId id, tree::Node& node) {
    tree_.get_state(id, state_);
    if (expander_.list(state_)) return expander_.expand(id, node);
    if (gave_up()) return false;
    end_game(node);
    return true;
  }

  // The rules are broken, a role cannot move: the game ends in this state, as it is.
  void end_game(tree::Node& node) {
    known_.clear();
    for (std::size_t role = 0; role < roles_; ++role) {
      known_.push_back(static_cast<float>(payoff(model_, state_, role)));
    }
    if (gave_up()) return;
    tree_.see_end(std::span<const float>(known_));
    backup::set_known(tree_, node, known_);
  }

  void set_child(tree::NodeId id, const std::uint32_t* taken, tree::NodeId child) {
    const tree::SpinGuard guard = tree_.lock(id);
    tree::Node& node = tree_[id];
    if (node.decider != tree::several) {
      tree::entry_of_child(node, roles_, taken).child = child;
      return;
    }
    const tree::SpinGuard growing = tree_.lock_growing();
    const std::uint64_t key = tree::joint_key(*node.block, roles_, taken);
    if (key != tree::no_key && tree_.has_room()) {
      tree::JointMap::at(node.joint, key, tree_.arena()) = child + 1;
    }
  }

  M& model_;
  tree::Tree<State>& tree_;
  std::size_t roles_;
  bool open_loop_;
  tree::Expander<M> expander_;
  State state_;
  tree::Available available_;
  std::vector<float> known_;
  std::vector<double> payoffs_;
  model::MoveList moves_;
  std::vector<std::uint32_t> taken_;
};

}  // namespace palamedes::search
