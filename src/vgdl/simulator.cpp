#include "vgdl/simulator.h"

#include <algorithm>

#include "vgdl/sprites.h"

namespace palamedes::vgdl {
namespace {

constexpr std::uint64_t key_of(TypeId rank, std::uint32_t id) {
  return (static_cast<std::uint64_t>(rank) << 32) | id;
}

template <typename List>
void sort_once(List& list) {
  if (list.size() < 2) return;
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

Simulator::Simulator(const Game& game) : game_(game) {
  for (const TypeId type : game.rules().order) {
    const TypeTraits& traits = game.traits(type);
    if (is_avatar(game.type(type).kind)) continue;
    if (traits.is_active || traits.is_movable) sweep_.push_back(type);
  }
  std::reverse(sweep_.begin(), sweep_.end());
}

void Simulator::advance(State& state, Action action) {
  if (state.head().ended) return;
  state_ = &state;
  ++head().tick;
  head().last_action = action;
  head().event_count = 0;
  update_avatar(action);
  update_sprites();
  if (head().timer_count > 0) run_timers();
  run_edges();
  run_pairs();
  clear_dead();
  check_ends();
}

void Simulator::update_sprites() {
  for (const TypeId type : sweep_) {
    if (state_->lists()[type].count == 0) continue;
    sweep_at_ = game_.traits(type).sweep;
    update_type(type);
  }
  sweep_at_ = -1;
}

void Simulator::update_type(TypeId type) {
  if (!game_.traits(type).is_active) {
    for (Slot slot = state_->lists()[type].first; slot != no_slot;) {
      Sprite& sprite = mutable_at(slot);
      begin_tick(sprite);
      slot = sprite.next;
    }
    return;
  }
  // What is made meanwhile stands behind the last one, and waits for the next tick.
  const Slot last = state_->lists()[type].last;
  for (Slot slot = state_->lists()[type].first;; slot = mutable_at(slot).next) {
    begin_tick(mutable_at(slot));
    update_sprite(slot);
    if (slot == last) return;
  }
}

void Simulator::insert_timer(const Timer& timer) {
  if (head().timer_count == head().timer_capacity) {
    state_->grow(0, head().timer_capacity * 2 + 16);
  }
  Timer* timers = state_->timers();
  const std::uint32_t count = head().timer_count;
  std::uint32_t at = 0;
  while (at < count && timers[at].tick < timer.tick) ++at;  // before those of the same time
  std::copy_backward(timers + at, timers + count, timers + count + 1);
  timers[at] = timer;
  ++head().timer_count;
}

void Simulator::run_timers() {
  while (head().timer_count > 0 && state_->timers()[0].tick <= head().tick) {
    Timer* timers = state_->timers();
    const Timer timer = timers[0];
    std::copy(timers + 1, timers + head().timer_count, timers);
    --head().timer_count;
    run_timer(timer);
    const Effect& effect = game_.rules().effects[timer.effect];
    if (timer.type != no_type && effect.repeats) {
      insert_timer({head().tick + std::max(effect.timer, 1), timer.effect, timer.type});
    }
  }
}

// Its score counts each time, whatever the effect says.
void Simulator::run_timer(const Timer& timer) {
  const Effect& effect = game_.rules().effects[timer.effect];
  if (timer.type == no_type) {
    run_effect(timer.effect, no_slot, no_slot);
    add_score(effect.score);
    return;
  }
  timed_.clear();
  for (const TypeId member : game_.type(timer.type).members) {
    for_each_of(member, [&](Slot slot) { timed_.push_back(slot); });
  }
  for (const Slot slot : timed_) {
    run_effect(timer.effect, slot, no_slot);
    add_score(effect.score);
  }
}

void Simulator::run_edges() {
  const std::int32_t right = game_.screen_width();
  const std::int32_t bottom = game_.screen_height();
  for (const EdgeEffect& edge : game_.rules().edges) {
    for (const TypeId member : game_.type(edge.type).members) {
      if (state_->lists()[member].count == 0) continue;
      const TypeTraits& traits = game_.traits(member);
      const std::uint32_t first_new = head().next_id;
      for (Slot slot = state_->lists()[member].first; slot != no_slot;) {
        const Sprite& sprite = state_->sprite(slot);
        if (sprite.id >= first_new) break;
        const bool inside = sprite.x >= 0 && sprite.y >= 0 && sprite.x + traits.width <= right &&
                            sprite.y + traits.height <= bottom;
        if (!inside && (sprite.flags & (dead_flag | disabled_flag)) == 0) {
          execute(edge.effect, slot, no_slot);
        }
        slot = state_->sprite(slot).next;
      }
    }
  }
}

// What stands in the cells in which sprites can interact, and drops the other cells.
void Simulator::refresh_crowd() {
  index_changed_ = false;
  crowd_.clear();
  crowd_bits_ = 0;
  std::uint16_t* listed = state_->crowd();
  std::uint16_t kept = 0;
  for (std::uint16_t i = 0; i < head().crowd_count; ++i) {
    const std::size_t cell = listed[i];
    std::uint64_t bits = game_.fixed_bits(cell);
    bool meets = false;
    for (std::uint16_t entry = state_->cells()[cell]; entry != no_slot;) {
      const Sprite& sprite = state_->sprite(slot_of(entry));
      const TypeTraits& traits = game_.traits(sprite.type);
      meets = meets || (bits & traits.partners) != 0;
      bits |= traits.bit;
      entry = sprite.cell_next[entry % cells_per_sprite];
    }
    if (!meets) continue;
    listed[kept++] = static_cast<std::uint16_t>(cell);
    crowd_.push_back({bits, static_cast<std::uint32_t>(cell)});
    crowd_bits_ |= bits;
  }
  head().crowd_count = kept;
}

void Simulator::run_pairs() {
  shields_.clear();
  pulled_.clear();
  refresh_crowd();
  for (const PairRow& row : game_.pairs()) {
    if (index_changed_) refresh_crowd();
    if ((crowd_bits_ & row.first_bits) == 0 || (crowd_bits_ & row.second_bits) == 0) continue;
    const EffectKind kind = game_.rules().effects[row.effect].kind;
    const bool is_shielded =
        std::any_of(shields_.begin(), shields_.end(), [&](const Shield& shield) {
          return shield.first == row.first && shield.second == row.second && shield.kind == kind;
        });
    if (!is_shielded) run_pair(row);
  }
}

// Sprites that are made meanwhile do not take part. When something moves, others than before may
// touch, so the ones that are still to come are looked for again.
void Simulator::run_pair(const PairRow& row) {
  const std::uint32_t first_new = head().next_id;
  std::uint64_t done = 0;
  bool any_done = false;
  for (;;) {
    if (index_changed_) refresh_crowd();
    gather(row, first_new, done, any_done);
    moved_ = false;
    bool again = false;
    for (std::size_t i = 0; i < candidates_.size() && !again; ++i) {
      const Candidate first = candidates_[i];
      done = first.key;
      any_done = true;
      if (is_dead(first.slot)) continue;
      find_hits(row, first.slot, first_new);
      for (const Candidate& second : hits_) {
        if (is_dead(first.slot)) break;
        if (!overlap(game_, at(first.slot), at(second.slot))) continue;
        execute(row.effect, first.slot, second.slot);
      }
      again = moved_;
    }
    if (!again) return;
  }
}

void Simulator::gather(const PairRow& row, std::uint32_t first_new, std::uint64_t done,
                       bool any_done) {
  candidates_.clear();
  const auto add = [&](Slot slot, const Sprite& sprite) {
    const TypeId rank = game_.rank(row.first, sprite.type);
    if (rank == no_type || sprite.id >= first_new) return;
    const std::uint64_t key = key_of(rank, sprite.id);
    if (!any_done || key > done) candidates_.push_back({key, slot});
  };
  for (const Crowd& crowd : crowd_) {
    if ((crowd.bits & row.first_bits) == 0 || (crowd.bits & row.second_bits) == 0) continue;
    if ((game_.fixed_bits(crowd.cell) & row.first_bits) != 0) {
      for (const Slot slot : game_.fixed_in(crowd.cell)) add(slot, game_.fixed_sprite(slot));
    }
    for (std::uint16_t entry = state_->cells()[crowd.cell]; entry != no_slot;) {
      const Sprite& sprite = state_->sprite(slot_of(entry));
      add(slot_of(entry), sprite);
      entry = sprite.cell_next[entry % cells_per_sprite];
    }
  }
  sort_once(candidates_);
}

void Simulator::find_hits(const PairRow& row, Slot first, std::uint32_t first_new) {
  hits_.clear();
  const Sprite& sprite = at(first);
  const auto add = [&](Slot slot, const Sprite& other) {
    const TypeId rank = game_.rank(row.second, other.type);
    if (rank == no_type || slot == first || other.id >= first_new) return;
    if (overlap(game_, sprite, other)) hits_.push_back({key_of(rank, other.id), slot});
  };
  for_each_cell(game_, game_.cells_of(sprite.x, sprite.y, sprite.type), [&](std::size_t cell) {
    if ((game_.fixed_bits(cell) & row.second_bits) != 0) {
      for (const Slot slot : game_.fixed_in(cell)) add(slot, game_.fixed_sprite(slot));
    }
    for (std::uint16_t entry = state_->cells()[cell]; entry != no_slot;) {
      const Sprite& other = state_->sprite(slot_of(entry));
      add(slot_of(entry), other);
      entry = other.cell_next[entry % cells_per_sprite];
    }
  });
  sort_once(hits_);
}

void Simulator::execute(std::uint32_t index, Slot first, Slot second) {
  const Effect& effect = game_.rules().effects[index];
  if (second != no_slot) record(first, second);
  use_killed_score_ = false;
  if (run_effect(index, first, second)) {
    add_score(use_killed_score_ ? effect.score_if_killed : effect.score);
  }
}

void Simulator::add_score(int score) {
  constexpr std::int32_t most = 1'000'000'000;
  head().score = std::clamp(head().score + score, -most, most);
}

void Simulator::record(Slot first, Slot second) {
  const bool is_avatars = first == head().avatar || second == head().avatar;
  const Sprite& a = at(first);
  const Sprite& b = at(second);
  if (!is_avatars && !a.has(from_avatar_flag) && !b.has(from_avatar_flag)) return;
  if (head().event_count == State::max_events) return;
  const bool first_is_active = first == head().avatar || a.has(from_avatar_flag);
  const Sprite& active = first_is_active ? a : b;
  const Sprite& passive = first_is_active ? b : a;
  head().events[head().event_count++] = {.by_made_sprite = active.has(from_avatar_flag),
                                         .active_type = active.type,
                                         .passive_type = passive.type,
                                         .active_id = active.id,
                                         .passive_id = passive.id,
                                         .x = active.x,
                                         .y = active.y};
}

void Simulator::clear_dead() {
  for (const Slot slot : dead_) {
    if (head().avatar == slot) head().avatar = no_slot;
    remove_sprite(game_, *state_, slot);
    --head().sprite_count;
  }
  dead_.clear();
}

void Simulator::check_ends() {
  for (const Termination& end : game_.rules().terminations) {
    if (!is_reached(end)) continue;
    head().ended = true;
    head().winner = end.wins ? Winner::wins : Winner::loses;
    return;
  }
  if (head().tick >= max_ticks) {
    head().ended = true;
    if (head().winner != Winner::wins) head().winner = Winner::loses;
  }
}

bool Simulator::is_reached(const Termination& end) const {
  const auto living = [&](TypeId type) {
    if (type == no_type) return std::int64_t{0};
    const Slot avatar = head().avatar;
    const bool is_disabled = avatar != no_slot && state_->sprite(avatar).has(disabled_flag) &&
                             game_.rank(type, state_->sprite(avatar).type) != no_type;
    return static_cast<std::int64_t>(count(type)) - (is_disabled ? 1 : 0);
  };
  const auto sum = [&] {
    return living(end.types[0]) + living(end.types[1]) + living(end.types[2]);
  };
  switch (end.kind) {
    case TerminationKind::sprite_counter:
      return living(end.types[0]) <= end.limit;
    case TerminationKind::sprite_counter_more:
      return living(end.types[0]) >= end.limit;
    case TerminationKind::multi_sprite_counter:
      return end.is_minimum ? sum() > end.limit : sum() == end.limit;
    case TerminationKind::multi_sprite_counter_sub_types: {
      if (sum() != end.limit || end.types[0] == no_type) return false;
      int kinds = 0;
      for (const TypeId member : game_.type(end.types[0]).members) {
        if (state_->lists()[member].count + game_.fixed_count(member) > 0) ++kinds;
      }
      return kinds == end.sub_types;
    }
    case TerminationKind::timeout:
      return head().tick >= end.limit;
    case TerminationKind::stop_counter:
      return false;
  }
  return false;
}

}  // namespace palamedes::vgdl
