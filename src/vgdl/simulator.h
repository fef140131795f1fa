#pragma once
// Advances states of a game by one tick. It keeps room for its work, so each thread has its own.

#include <cstdint>
#include <vector>

#include "vgdl/game.h"
#include "vgdl/state.h"

namespace palamedes::vgdl {

class Simulator {
 public:
  explicit Simulator(const Game& game);

  // An action that the avatar does not have is none. After the end nothing happens any more.
  void advance(State& state, Action action);

 private:
  // One side of an interaction, in the order in which they are tried.
  struct Candidate {
    std::uint64_t key;  // place of the type among the members, then id
    Slot slot;
    bool operator<(const Candidate& other) const { return key < other.key; }
    bool operator==(const Candidate& other) const { return key == other.key; }
  };
  struct Crowd {
    std::uint64_t bits;
    std::uint32_t cell;
  };
  struct Shield {
    TypeId first;
    TypeId second;
    EffectKind kind;
  };
  struct Pulled {
    std::uint32_t effect;
    std::uint32_t id;
  };
  enum class Step : std::uint8_t { still, turn, move };

  // The tick (simulator.cpp).
  void update_sprites();
  void update_type(TypeId type);
  void run_timers();
  void run_timer(const Timer& timer);
  void run_edges();
  void run_pairs();
  void run_pair(const PairRow& row);
  void gather(const PairRow& row, std::uint32_t first_new, std::uint64_t done, bool any_done);
  void find_hits(const PairRow& row, Slot first, std::uint32_t first_new);
  void refresh_crowd();
  void clear_dead();
  void check_ends();
  [[nodiscard]] bool is_reached(const Termination& end) const;
  void record(Slot first, Slot second);
  void add_score(int score);

  // Avatars (avatar.cpp).
  void update_avatar(Action action);
  void walk_avatar(Slot slot, Direction direction);
  void shoot(Slot slot);
  void shoot_one(Slot slot, std::size_t which);
  void fire_flak(Slot slot);
  void ongoing(Slot slot, Action action);
  [[nodiscard]] bool has_ammo(Slot slot, std::size_t which) const;
  void pay_ammo(Slot slot, std::size_t which);

  // Other sprites (classes.cpp).
  void update_sprite(Slot slot);
  void update_base(Slot slot);
  void update_flicker(Slot slot);
  void spread(Slot slot);
  void update_spawner(Slot slot);
  bool spawn_child(Slot slot, TypeId type);
  void update_chaser(Slot slot);
  void chase(Slot slot, const std::vector<TypeId>& types);
  void update_path_chaser(Slot slot);
  void update_alternate(Slot slot);
  void follow_path(Slot slot);
  void follow_random_target(Slot slot);
  void find_targets(const Sprite& sprite, const std::vector<TypeId>& types);
  void add_steps_to(const Sprite& sprite, const Sprite& target);
  [[nodiscard]] Direction random_step(Slot slot);

  // Movement (movement.cpp).
  void move_to(Slot slot, std::int32_t x, std::int32_t y);
  bool step(Slot slot, Direction direction, int pixels);
  void move_passively(Slot slot);
  Step move_actively(Slot slot, Direction direction, double speed);
  [[nodiscard]] int pixels_of(double speed) const;
  [[nodiscard]] int ticks_since_move(const Sprite& sprite) const;
  void begin_tick(Sprite& sprite) const {
    sprite.last_x = sprite.x;
    sprite.last_y = sprite.y;
  }

  // Life and death (movement.cpp).
  Slot create(TypeId type, std::int32_t x, std::int32_t y, bool forced = false);
  void kill(Slot slot, bool transformed = false);
  [[nodiscard]] std::uint32_t count(TypeId type) const;  // of all members
  [[nodiscard]] bool is_dead(Slot slot) const;
  [[nodiscard]] int amount(Slot slot, TypeId resource) const;
  void change_amount(Slot slot, TypeId resource, int by);

  // Effects (effects.cpp, transforms.cpp). True if the score of the effect counts. `second` can be
  // no_slot, and of a timer both.
  bool run_effect(std::uint32_t index, Slot first, Slot second);
  void execute(std::uint32_t index, Slot first, Slot second);
  bool kill_effect(const Effect& effect, Slot first, Slot second);
  bool move_effect(std::uint32_t index, const Effect& effect, Slot first, Slot second);
  bool spawn_effect(const Effect& effect, Slot first, Slot second);
  bool resource_effect(const Effect& effect, Slot first, Slot second);
  bool health_effect(const Effect& effect, Slot first, Slot second);
  bool transform_effect(const Effect& effect, Slot first, Slot second);
  void step_back(const Effect& effect, Slot first, Slot second);
  void undo_all(const Effect& effect);
  void bounce_forward(Slot first, Slot second);
  void turn_around(Slot first);
  void wrap_around(const Effect& effect, Slot first);
  void teleport(Slot first, Slot second);
  void pull_with_it(std::uint32_t index, const Effect& effect, Slot first, Slot second);
  void transform(const Effect& effect, Slot made, Slot first, Slot second);
  void transform_all(const Effect& effect, Slot second);
  void set_speeds(const Effect& effect);
  void add_timer(const Effect& effect);
  void insert_timer(const Timer& timer);

  // Sprites of exactly this type, with those that are dying.
  template <typename Use>
  void for_each_of(TypeId type, const Use& use) const;

  [[nodiscard]] const Sprite& at(Slot slot) const {
    return is_fixed(slot) ? game_.fixed_sprite(slot) : state_->sprite(slot);
  }
  [[nodiscard]] Sprite& mutable_at(Slot slot) { return state_->sprite(slot); }
  [[nodiscard]] const SpriteType& type_of(Slot slot) const { return game_.type(at(slot).type); }
  [[nodiscard]] State::Header& head() { return state_->head(); }
  [[nodiscard]] const State::Header& head() const { return state_->head(); }
  [[nodiscard]] Direction displacement(const Sprite& sprite) const;

  const Game& game_;
  std::vector<TypeId> sweep_;  // types that have work in a tick, in the order of their updates
  State* state_ = nullptr;
  std::int32_t sweep_at_ = -1;  // types with a lower place are still to be updated in this tick
  bool index_changed_ = false;
  bool moved_ = false;  // since a list of candidates was made
  bool use_killed_score_ = false;
  std::uint64_t crowd_bits_ = 0;
  std::vector<Crowd> crowd_;
  std::vector<Slot> dead_;
  std::vector<Candidate> candidates_;
  std::vector<Candidate> hits_;
  std::vector<Shield> shields_;
  std::vector<Pulled> pulled_;
  std::vector<Slot> slots_;
  std::vector<Slot> timed_;
  std::vector<Slot> targets_;
  std::vector<Direction> steps_;
};

template <typename Use>
void Simulator::for_each_of(TypeId type, const Use& use) const {
  const std::size_t fixed = game_.fixed_count(type);
  for (std::size_t i = 0; i < fixed; ++i) use(game_.fixed_slot(type, i));
  for (Slot slot = state_->lists()[type].first; slot != no_slot;) {
    const Slot next = state_->sprite(slot).next;
    use(slot);
    slot = next;
  }
}

}  // namespace palamedes::vgdl
