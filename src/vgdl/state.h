#pragma once
// A state of a video game: one flat piece of memory, so that a copy is one memcpy.
//
//   header | first, last and number of sprites by type | cells | crowded cells | timers | sprites
//
// Sprites that nothing can ever change (walls, floors) are not in it but in the Game. A slot names
// a sprite: an index into the sprites, or with `fixed_bit` into those of the Game.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

#include "vgdl/random.h"
#include "vgdl/rules.h"

namespace palamedes::vgdl {

using Slot = std::uint16_t;
inline constexpr Slot no_slot = 0xffff;
inline constexpr Slot fixed_bit = 0x8000;
[[nodiscard]] constexpr bool is_fixed(Slot slot) { return (slot & fixed_bit) != 0; }

enum class Action : std::uint8_t { nil, left, right, down, up, use };
inline constexpr std::size_t action_count = 6;

enum class Winner : std::int8_t { none = -1, loses = 0, wins = 1 };

// What a sprite is besides its numbers.
enum SpriteFlag : std::uint8_t {
  dead_flag = 1,      // is removed at the end of the tick
  disabled_flag = 2,  // an avatar that was killed: it stays, and does nothing
  fresh_flag = 4,     // has not made its first passive move, which is none
  from_avatar_flag = 8,
  oriented_flag = 16,
};

// A sprite covers up to four cells of the index.
inline constexpr std::size_t cells_per_sprite = 4;

struct Sprite {
  std::int32_t x = 0;  // pixels, top left
  std::int32_t y = 0;
  std::int32_t last_x = 0;  // at the begin of the tick
  std::int32_t last_y = 0;
  double speed = 0;
  Direction orientation;
  std::uint32_t id = 0;
  std::int32_t moved_at = 0;  // the tick in which the ticks since the last move are 0
  std::int32_t health = 0;
  std::int32_t max_health = 0;
  std::int32_t life = 0;     // timeToLive
  std::int32_t counter = 0;  // age of a Flicker, children of a spawner, repeats of a random walker
  std::int32_t start = 0;    // first tick of a spawner; target's id of a path chaser
  TypeId type = 0;
  Slot next = 0;  // of the same type, by id
  Slot previous = 0;
  TypeId spawns = 0;  // of a spawner
  std::array<std::uint16_t, cells_per_sprite> cell_next{};
  std::uint8_t flags = 0;
  std::uint8_t direction = 0;  // of a random walker's last step: into base_directions, or 4

  [[nodiscard]] bool has(SpriteFlag flag) const { return (flags & flag) != 0; }
};
static_assert(std::is_trivially_copyable_v<Sprite>);

// The avatar, or something that it made, met something in this tick.
struct Event {
  bool by_made_sprite = false;  // not the avatar itself
  TypeId active_type = 0;
  TypeId passive_type = 0;
  std::uint32_t active_id = 0;
  std::uint32_t passive_id = 0;
  std::int32_t x = 0;
  std::int32_t y = 0;
};

struct Timer {
  std::int32_t tick;
  std::uint32_t effect;
  TypeId type;  // no_type: runs without a sprite
};

struct TypeList {
  Slot first;
  Slot last;
  std::uint16_t count;  // with those that die in this tick
};

class State {
 public:
  static constexpr std::size_t max_events = 16;

  struct Header {
    Random random;
    std::int32_t tick = -1;
    std::int32_t score = 0;
    std::uint32_t next_id = 0;
    std::uint32_t sprite_count = 0;  // fixed ones too
    std::uint32_t timer_count = 0;
    std::uint32_t timer_capacity = 0;
    std::uint32_t slot_capacity = 0;
    std::uint32_t cells = 0;  // where the parts begin, in bytes
    std::uint32_t crowd = 0;
    std::uint32_t timers = 0;
    std::uint32_t sprites = 0;
    std::uint32_t stride = 0;  // of a sprite with its resources
    Slot avatar = no_slot;
    Slot used = 0;  // slots that were ever in use
    Slot free = no_slot;
    std::uint16_t crowd_count = 0;
    Winner winner = Winner::none;
    bool ended = false;
    Action last_action = Action::nil;
    std::uint8_t event_count = 0;  // of this tick, the first ones
    std::array<Event, max_events> events;
  };
  static_assert(std::is_trivially_copyable_v<Header>);

  struct Sizes {
    std::size_t types = 0;
    std::size_t cells = 0;
    std::size_t timers = 0;
    std::size_t slots = 0;
    std::size_t resources = 0;
  };

  State() = default;
  explicit State(const Sizes& sizes);
  State(const State& other) { assign(other); }
  State(State&&) noexcept = default;
  State& operator=(const State& other) {
    if (this != &other) assign(other);
    return *this;
  }
  State& operator=(State&&) noexcept = default;
  ~State() = default;

  [[nodiscard]] Header& head() { return *at<Header>(0); }
  [[nodiscard]] const Header& head() const { return *at<Header>(0); }
  [[nodiscard]] TypeList* lists() { return at<TypeList>(sizeof(Header)); }
  [[nodiscard]] const TypeList* lists() const { return at<TypeList>(sizeof(Header)); }
  [[nodiscard]] std::uint16_t* cells() { return at<std::uint16_t>(head().cells); }
  [[nodiscard]] const std::uint16_t* cells() const { return at<std::uint16_t>(head().cells); }
  [[nodiscard]] std::uint16_t* crowd() { return at<std::uint16_t>(head().crowd); }
  [[nodiscard]] Timer* timers() { return at<Timer>(head().timers); }
  [[nodiscard]] const Timer* timers() const { return at<Timer>(head().timers); }
  [[nodiscard]] Sprite& sprite(Slot slot) {
    return *at<Sprite>(head().sprites + static_cast<std::size_t>(slot) * head().stride);
  }
  [[nodiscard]] const Sprite& sprite(Slot slot) const {
    return *at<Sprite>(head().sprites + static_cast<std::size_t>(slot) * head().stride);
  }
  // How much a sprite carries of each resource.
  [[nodiscard]] std::int32_t* carried(Slot slot) {
    return at<std::int32_t>(head().sprites + static_cast<std::size_t>(slot) * head().stride +
                            sizeof(Sprite));
  }
  [[nodiscard]] const std::int32_t* carried(Slot slot) const {
    return at<std::int32_t>(head().sprites + static_cast<std::size_t>(slot) * head().stride +
                            sizeof(Sprite));
  }

  // Bytes that a copy takes.
  [[nodiscard]] std::size_t bytes() const {
    return head().sprites + static_cast<std::size_t>(head().used) * head().stride;
  }
  [[nodiscard]] std::span<const Event> events() const {
    return {head().events.data(), head().event_count};
  }

  // Room for more; everything stays where it is for who asks by slot.
  void grow(std::size_t slots, std::size_t timers);

 private:
  template <typename T>
  [[nodiscard]] T* at(std::size_t offset) {
    return reinterpret_cast<T*>(memory_.get() + offset);
  }
  template <typename T>
  [[nodiscard]] const T* at(std::size_t offset) const {
    return reinterpret_cast<const T*>(memory_.get() + offset);
  }
  void assign(const State& other);

  std::unique_ptr<std::byte[]> memory_;
  std::size_t capacity_ = 0;  // bytes
};

}  // namespace palamedes::vgdl
