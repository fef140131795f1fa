#pragma once
// The playout strategy in the tree: it selects in nodes with few visits (select.threshold) and
// among moves never tried (select.unvisited=playout; Tak, Winands and Björnsson 2012, section V.B).
// And what a policy learns from that was chosen in the tree.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/rng.h"
#include "search/descent.h"
#include "search/move_coder.h"
#include "search/playout/strategy.h"
#include "search/select/evaluation.h"
#include "search/tree/expander.h"
#include "search/tree/node.h"
#include "search/tree/tree.h"

namespace palamedes::search::select {

template <typename State>
class ByPlayout {
 public:
  ByPlayout(tree::Tree<State>& tree, bool open_loop, playout::Strategy& strategy)
      : tree_(tree), open_loop_(open_loop), strategy_(strategy) {}

  void set_coder(const MoveCoder<State>* coder) { coder_ = coder; }

  // Only those of the candidates that were never tried, if there are any.
  std::span<const std::uint32_t> unvisited(const Candidates& candidates) {
    unvisited_.clear();
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (candidates.visits[i] <= 0) unvisited_.push_back(candidates.entries[i]);
    }
    return unvisited_;
  }

  // One of these entries.
  std::size_t choose(tree::NodeId id, std::size_t role, std::span<const tree::Entry> entries,
                     std::span<const std::uint32_t> among, const Descent<State>& descent,
                     Rng& rng) {
    moves_.clear();
    for (const std::uint32_t i : among) moves_.push_back(entries[i].move);
    codes_.clear();
    if (strategy_.needs_choices()) encode(coder_, state_at(id, descent), role, moves_, codes_);
    return among[strategy_.choose(Role(role), moves_, codes_, descent.simulation.moves, rng)];
  }

  // What each role could choose from in the node, and what it took: the last that was taken.
  void record(tree::NodeId id, const tree::Available* available, Descent<State>& descent) {
    if (!strategy_.needs_choices()) return;
    Choices& choices = descent.simulation.choices;
    const State& state = state_at(id, descent);
    const std::size_t roles = tree_.roles();
    const std::size_t begin = descent.taken.size() - roles;
    for (std::size_t role = 0; role < roles; ++role) {
      const std::span<const tree::Entry> entries = tree_[id].block->entries(roles, role);
      moves_.clear();
      for (std::size_t i = 0; i < tree::count_of(available, role, entries); ++i) {
        const std::size_t position = tree::position_of(available, role, i);
        if (position == descent.taken[begin + role]) {
          choices.taken.push_back(static_cast<std::uint32_t>(i));
        }
        moves_.push_back(entries[position].move);
      }
      encode(coder_, state, role, moves_, choices.codes);
      choices.ends.push_back(static_cast<std::uint32_t>(choices.codes.size()));
    }
  }

 private:
  const State& state_at(tree::NodeId id, const Descent<State>& descent) {
    if (open_loop_) return descent.state;
    tree_.get_state(id, state_);
    return state_;
  }

  tree::Tree<State>& tree_;
  bool open_loop_;
  playout::Strategy& strategy_;
  const MoveCoder<State>* coder_ = nullptr;
  State state_;
  std::vector<std::uint32_t> unvisited_;
  std::vector<Move> moves_;
  std::vector<MoveCode> codes_;
};

}  // namespace palamedes::search::select
