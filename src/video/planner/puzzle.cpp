#include "video/planner/puzzle.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace palamedes::video::planner {
namespace {

using vgdl::Action;

constexpr std::size_t max_bytes = std::size_t{512} << 20;

std::uint64_t mixed(std::uint64_t key, std::uint64_t value) {
  key = (key ^ value) * 0xbf58476d1ce4e5b9ULL;
  return key ^ key >> 31;
}

bool draws_the_same(const vgdl::State& a, const vgdl::State& b) {
  return std::memcmp(&a.head().random, &b.head().random, sizeof(vgdl::Random)) == 0;
}

}  // namespace

Picture picture_of(const vgdl::Game& game, const vgdl::State& state) {
  Picture picture;
  const std::size_t types = game.rules().types.size();
  const std::size_t resources = game.rules().resources.size();
  const vgdl::Slot avatar = state.head().avatar;
  for (std::size_t type = 0; type < types; ++type) {
    for (vgdl::Slot slot = state.lists()[type].first; slot != vgdl::no_slot;
         slot = state.sprite(slot).next) {
      const vgdl::Sprite& sprite = state.sprite(slot);
      const auto x = static_cast<std::uint32_t>(sprite.x);
      const auto y = static_cast<std::uint32_t>(sprite.y);
      std::uint64_t inner = mixed(type + 1, std::bit_cast<std::uint64_t>(sprite.speed));
      inner = mixed(inner, static_cast<std::uint64_t>(static_cast<std::uint32_t>(sprite.health)) |
                               std::uint64_t{sprite.flags} << 32 |
                               static_cast<std::uint64_t>(sprite.counter) << 40);
      inner = mixed(inner, static_cast<std::uint64_t>(sprite.life));
      for (std::size_t i = 0; i < resources; ++i) {
        inner = mixed(inner, static_cast<std::uint64_t>(state.carried(slot)[i]) + 7);
      }
      std::uint64_t outer = mixed(inner, std::uint64_t{x} << 32 | y);
      outer = mixed(outer, std::bit_cast<std::uint64_t>(sprite.orientation));
      picture.all += outer;
      // Where the avatar is and looks is its own affair; what it is and has is not.
      picture.rest += slot == avatar ? inner : outer;
    }
  }
  return picture;
}

bool stands_still(ForwardModel& model, const vgdl::State& state) {
  if (state.head().ended || state.head().timer_count > 0) return false;
  vgdl::State copy;
  model.copy(state, copy);
  const vgdl::Random random = copy.head().random;
  const Picture before = picture_of(model.game(), copy);
  for (int i = 0; i < 8; ++i) {
    model.advance(copy, Action::nil);
    if (copy.head().ended || picture_of(model.game(), copy).all != before.all) return false;
  }
  return std::memcmp(&copy.head().random, &random, sizeof random) == 0;
}

Puzzle::Puzzle(ForwardModel& model, const vgdl::State& start) : model_(model) {
  const Picture picture = picture_of(model.game(), start);
  known_.insert(picture.all);
  Situation first;
  first.state = start;
  first.rest = picture.rest;
  first.score = start.head().score;
  situations_.push_back(std::move(first));
  oldest_.push_back(0);
}

Puzzle::Result Puzzle::search(Budget& budget) {
  if (!plan_.empty()) return Result::solved;
  while (!has_chance_ && !is_full_) {
    if (next_walk_ == walks_.size() && !begin_next()) return Result::hopeless;
    if (!budget.next()) return Result::searching;
    if (try_actions()) return Result::solved;
  }
  return Result::hopeless;
}

bool Puzzle::begin_next() {
  for (;;) {
    if (oldest_.empty()) return false;
    takes_oldest_ = !takes_oldest_ || best_.empty();
    if (takes_oldest_) {
      now_ = oldest_.front();
      oldest_.pop_front();
    } else {
      now_ = best_.top().situation;
      best_.pop();
    }
    if (!situations_[now_].is_done) break;
  }
  situations_[now_].is_done = true;
  if (places_.empty()) places_.emplace_back();
  places_.front() = situations_[now_].state;
  walks_.assign(1, Walk{});
  next_walk_ = 0;
  return true;
}

bool Puzzle::try_actions() {
  const auto from = static_cast<std::uint32_t>(next_walk_++);
  const Actions actions = model_.actions(places_[from]);
  for (const Action action : actions) {
    copy_ = places_[from];
    model_.advance(copy_, action);
    if (!draws_the_same(copy_, places_[from])) {
      has_chance_ = true;
      return false;
    }
    if (copy_.head().ended) {
      if (copy_.head().winner != vgdl::Winner::wins) continue;
      plan_ = walk_to(from);
      make_plan(action);
      return true;
    }
    const Picture picture = picture_of(model_.game(), copy_);
    if (!known_.insert(picture.all).second) continue;
    if (picture.rest != situations_[now_].rest ||
        copy_.head().score != places_[from].head().score) {
      std::vector<Action> way = walk_to(from);
      way.push_back(action);
      Situation made;
      made.state = copy_;
      made.rest = picture.rest;
      made.parent = now_;
      made.changes = situations_[now_].changes + 1;
      made.score = copy_.head().score;
      made.way = std::move(way);
      bytes_ += copy_.bytes() + sizeof(Situation) + made.way.size();
      is_full_ = is_full_ || bytes_ > max_bytes;
      const auto place = static_cast<std::uint32_t>(situations_.size());
      best_.push({made.score, made.changes, place});
      oldest_.push_back(place);
      situations_.push_back(std::move(made));
      continue;
    }
    if (places_.size() == walks_.size()) places_.emplace_back();
    places_[walks_.size()] = copy_;
    walks_.push_back({from, action});
  }
  return false;
}

std::vector<Action> Puzzle::walk_to(std::uint32_t place) const {
  std::vector<Action> way;
  for (; place != 0; place = walks_[place].parent) way.push_back(walks_[place].action);
  std::reverse(way.begin(), way.end());
  return way;
}

// `plan_` is the walk from the present situation; the ways to it come before.
void Puzzle::make_plan(Action last) {
  std::vector<Action> tail = std::move(plan_);
  tail.push_back(last);
  std::vector<std::uint32_t> chain;
  for (std::uint32_t at = now_; at != 0; at = situations_[at].parent) chain.push_back(at);
  plan_.clear();
  for (std::size_t i = chain.size(); i-- > 0;) {
    const std::vector<Action>& way = situations_[chain[i]].way;
    plan_.insert(plan_.end(), way.begin(), way.end());
  }
  plan_.insert(plan_.end(), tail.begin(), tail.end());
}

}  // namespace palamedes::video::planner
