#include "video/planner/palamedes_video.h"

#include <algorithm>

namespace palamedes::video::planner {
namespace {

using vgdl::Action;

maast::Parameters search_parameters(const Parameters& parameters) {
  maast::Parameters search;
  search.end_value = parameters.end_value;
  search.depth = parameters.depth;
  search.safety_rounds = parameters.safety_rounds;
  return search;
}

// How long the game lasts where nobody wins it.
int ticks_of(const vgdl::Game& game) {
  int ticks = vgdl::max_ticks;
  for (const vgdl::Termination& end : game.rules().terminations) {
    const bool loses = end.kind == vgdl::TerminationKind::timeout && !end.wins;
    if (loses) ticks = std::min(ticks, end.limit);
  }
  return ticks;
}

}  // namespace

PalamedesVideo::PalamedesVideo(const vgdl::Game& game, const Parameters& parameters,
                               std::uint64_t seed)
    : parameters_(parameters),
      model_(game, seed),
      goals_(game),
      search_(game, search_parameters(parameters), nullptr, seed,
              parameters.reads_goals ? &goals_ : nullptr) {}

void PalamedesVideo::prepare(const vgdl::State& start, Budget budget) {
  if (parameters_.plans && stands_still(model_, start)) puzzle_.emplace(model_, start);
  if (puzzle_) {
    puzzle_start_ = picture_of(model_.game(), start).all;
    think(start, budget);
    return;
  }
  is_searching_ = true;
  search_.prepare(start, budget);
}

// Goes on with the puzzle; if there is no hope, the tree takes over.
void PalamedesVideo::think(const vgdl::State& state, Budget& budget) {
  const Puzzle::Result result = puzzle_->search(budget);
  iterations_ = budget.done();
  if (result == Puzzle::Result::searching) return;
  if (result == Puzzle::Result::solved) {
    plan_ = puzzle_->plan();
    next_ = 0;
    expected_ = puzzle_start_;
  }
  puzzle_.reset();
  if (result == Puzzle::Result::hopeless) {
    is_searching_ = true;
    search_.prepare(state, budget);
  }
}

std::optional<Action> PalamedesVideo::planned(const vgdl::State& state) {
  if (next_ >= plan_.size()) return std::nullopt;
  const bool is_on_the_way = picture_of(model_.game(), state).all == expected_;
  if (!is_on_the_way) {
    plan_.clear();
    return std::nullopt;
  }
  const Action action = plan_[next_++];
  vgdl::State copy;
  model_.copy(state, copy);
  model_.advance(copy, action);
  expected_ = picture_of(model_.game(), copy).all;
  return action;
}

Action PalamedesVideo::act(const vgdl::State& state, Budget budget) {
  iterations_ = 0;
  if (const auto action = planned(state)) return *action;
  if (puzzle_) {
    const int last_chance = static_cast<int>(parameters_.patience * ticks_of(model_.game()));
    if (state.head().tick < last_chance) {
      think(state, budget);
      if (const auto action = planned(state)) return *action;
      if (puzzle_) return Action::nil;
    } else {
      puzzle_.reset();
    }
  }
  if (!is_searching_) {
    is_searching_ = true;
    search_.prepare(state, Budget::of_iterations(0));
  }
  const Action action = search_.act(state, budget);
  iterations_ = search_.iterations();
  return action;
}

}  // namespace palamedes::video::planner
