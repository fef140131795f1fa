#pragma once
// Several simulations at once: all leaves are selected before any of them is played out, then they
// are played out together.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "search/batch/leaf_player.h"
#include "search/batch/parameters.h"
#include "search/descent.h"
#include "search/mcts.h"
#include "search/tree/node.h"
#include "search/tree/tree.h"

namespace palamedes::search::batch {

template <SearchModel M>
class LeafBatch {
 public:
  using State = typename M::State;

  LeafBatch(Mcts<M>& mcts, const tree::Tree<State>& tree, const Parameters& parameters)
      : mcts_(mcts), tree_(tree), parameters_(parameters) {}

  // This number of leaves, each played out `times` times. Returns how many of them were not among
  // them already.
  std::size_t simulate(LeafPlayer<State>& player, std::size_t width, std::uint32_t times,
                       const std::function<bool()>& keep_going) {
    mcts_.learn_from_others();
    batch_.resize(std::max(batch_.size(), width));
    lesson_share_ = std::min(1.0, parameters_.size.lessons / times);
    descend_together(player, width, parameters_.pending.virtual_loss * visits_of_leaf(times));
    if (mcts_.gave_up()) {
      for (std::size_t i = 0; i < width; ++i) mcts_.take_back(batch_[i]);
      return 0;
    }
    const std::size_t different = find_leaves(width);
    lesson_count_ = 0;
    if (!leaves_.empty()) {
      player.play(leaves_, times, mcts_.strategy(), keep_going,
                  [&](const typename LeafPlayer<State>::Ending& ending) {
                    take_ending(leaf_of_[ending.leaf], ending);
                  });
    }
    watch_idle_moves(player);
    if (!is_complete()) {
      for (std::size_t i = 0; i < width; ++i) mcts_.take_back(batch_[i]);
      return different;
    }
    learn_lessons();
    for (std::size_t i = 0; i < width; ++i) finish(batch_[i], times);
    return different;
  }

 private:
  // Several at a time: while one waits for its node to come from memory, others go on. Questions to
  // the game wait until all have come as far as they can.
  void descend_together(LeafPlayer<State>& player, std::size_t width, double virtual_loss) {
    constexpr std::size_t at_a_time = 16;
    const bool asks = player.answers(width);
    descending_.clear();
    waiting_.clear();
    std::uint32_t next = 0;
    while (next < width || !descending_.empty() || !waiting_.empty()) {
      while (descending_.size() < at_a_time && next < width) {
        mcts_.begin(batch_[next], virtual_loss, asks);
        descending_.push_back(next++);
      }
      if (descending_.empty()) {
        answer(player);
        descending_.swap(waiting_);
      }
      for (const std::uint32_t i : descending_) prefetch_block(batch_[i].at);
      std::erase_if(descending_, [&](std::uint32_t i) {
        const auto progress = mcts_.step(batch_[i]);
        if (progress == Mcts<M>::Progress::waits) waiting_.push_back(i);
        return progress != Mcts<M>::Progress::goes_on;
      });
    }
  }
  void answer(LeafPlayer<State>& player) {
    asking_.clear();
    for (const std::uint32_t i : waiting_) asking_.push_back(&batch_[i]);
    if (player.answers(asking_.size())) return player.answer(asking_);
    for (Descent<State>* const descent : asking_) mcts_.answer(*descent);
  }

  void prefetch_block(tree::NodeId id) const {
    const auto* const block = reinterpret_cast<const std::byte*>(tree::peek(tree_[id].block));
    if (block == nullptr) return;
    constexpr std::ptrdiff_t line = 64;
    for (std::ptrdiff_t i = 0; i < 4; ++i) __builtin_prefetch(block + i * line);
  }

  // Those that have no result yet.
  std::size_t find_leaves(std::size_t width) {
    leaves_.clear();
    leaf_of_.clear();
    std::size_t different = 0;
    for (std::uint32_t i = 0; i < width; ++i) {
      different += batch_[i].repeated ? 0 : 1;
      if (batch_[i].ended) continue;
      leaves_.push_back(&batch_[i]);
      leaf_of_.push_back(i);
    }
    return different;
  }

  // All leaves were played out equally often. If the clock stopped it before that, only short
  // playouts have ended, and what they say is not what the leaves are worth.
  [[nodiscard]] bool is_complete() const {
    if (leaf_of_.empty()) return true;
    const std::uint32_t playouts = batch_[leaf_of_.front()].playouts;
    return playouts > 0 && std::all_of(leaf_of_.begin(), leaf_of_.end(), [&](std::uint32_t i) {
             return batch_[i].playouts == playouts;
           });
  }

  void watch_idle_moves(const LeafPlayer<State>& player) {
    for (std::size_t role = 0; role < mcts_.roles(); ++role) {
      if (const std::optional<Move> move = player.idle_move(Role(role))) {
        mcts_.watch_idle_move(role, *move);
      }
    }
  }

  // One of the playouts of a leaf.
  void take_ending(std::uint32_t number, const typename LeafPlayer<State>::Ending& ending) {
    Descent<State>& descent = batch_[number];
    const std::size_t roles = mcts_.roles();
    if (descent.playouts++ == 0) descent.sums.assign(roles, 0);
    for (std::size_t role = 0; role < roles; ++role) descent.sums[role] += ending.payoffs[role];
    mcts_.count_states(ending.length);
    mcts_.count_steps(ending.length);
    if (ending.is_whole) mcts_.see_end(ending.payoffs, descent.simulation.moves, ending.moves);
    if (ending.chosen) mcts_.watch_idle_moves(ending.moves, *ending.chosen);
    if (mcts_.learns_moves() && is_lesson()) keep_lesson(number, ending);
  }

  // Until the batch is complete.
  void keep_lesson(std::uint32_t number, const typename LeafPlayer<State>::Ending& ending) {
    if (lesson_count_ == lessons_.size()) lessons_.emplace_back();
    Lesson& lesson = lessons_[lesson_count_++];
    lesson.descent = number;
    lesson.moves.assign(ending.moves.begin(), ending.moves.end());
    lesson.payoffs.assign(ending.payoffs.begin(), ending.payoffs.end());
    lesson.choices.clear();
    if (ending.choices != nullptr) lesson.choices.append(*ending.choices);
  }
  void learn_lessons() {
    for (const Lesson& lesson : std::span(lessons_).first(lesson_count_)) {
      Descent<State>& descent = batch_[lesson.descent];
      Simulation& simulation = descent.simulation;
      const std::size_t moves = simulation.moves.size();
      const std::size_t places = simulation.choices.ends.size();
      simulation.moves.insert(simulation.moves.end(), lesson.moves.begin(), lesson.moves.end());
      simulation.choices.append(lesson.choices);
      simulation.payoffs = lesson.payoffs;
      mcts_.learn_moves(descent);
      simulation.moves.resize(moves);
      simulation.choices.shorten(places);
    }
  }

  // Evenly among the playouts as they end, so that short ones do not teach more than long ones.
  bool is_lesson() {
    lessons_due_ += lesson_share_;
    if (lessons_due_ < 1) return false;
    lessons_due_ -= 1;
    return true;
  }

  // The nodes on the way learn from all playouts of the leaf together; a way that has ended in the
  // tree counts as much as one that was played out so often.
  void finish(Descent<State>& descent, std::uint32_t times) {
    if (descent.ended) return mcts_.learn(descent, visits_of_leaf(times));
    mcts_.count_playouts(descent.playouts);
    mcts_.count_steps(descent.steps(mcts_.roles()) * descent.playouts);
    mcts_.reward(descent, descent.sums, 1.0 / descent.playouts);
    const double visits = visits_of_leaf(descent.playouts);
    for (double& sum : descent.sums) sum *= visits / descent.playouts;
    mcts_.back_up(descent, descent.sums, visits);
  }
  [[nodiscard]] double visits_of_leaf(std::uint32_t playouts) const {
    return parameters_.size.count == LeafCount::leaf ? 1 : playouts;
  }

  struct Lesson {
    std::uint32_t descent = 0;  // its number in the batch
    std::vector<Move> moves;    // after the leaf
    std::vector<double> payoffs;
    Choices choices;
  };

  Mcts<M>& mcts_;
  const tree::Tree<State>& tree_;
  const Parameters& parameters_;
  double lesson_share_ = 1;  // of the playouts under way
  double lessons_due_ = 0;
  std::vector<Lesson> lessons_;  // more than there are, so that nothing is made anew
  std::size_t lesson_count_ = 0;
  std::vector<Descent<State>> batch_;
  std::vector<const Descent<State>*> leaves_;
  std::vector<std::uint32_t> leaf_of_;
  std::vector<std::uint32_t> descending_;  // numbers in the batch
  std::vector<std::uint32_t> waiting_;     // the same of those that wait for answers
  std::vector<Descent<State>*> asking_;
};

}  // namespace palamedes::search::batch
