#pragma once
// A hash table of plain values in an arena, for the few children or statistics of one node.
//
//   header   size, and how many bits of a hash to leave out; the rest number the slots
//   slots    key 0 is free; probing is linear, at most three quarters are taken
//
// or, as most nodes are visited but once, packed until another key is asked for:
//
//   header   size, 0
//   slots    one for each key
//
// Keys are mostly small numbers in a row, such as those of moves. Multiplied by the golden ratio,
// they lie further apart than chance would have them (Knuth, The Art of Computer Programming,
// section 6.4), and few have to be looked for.

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#include "search/tree/arena.h"

namespace palamedes::search::tree {

// Key is an unsigned number that is never 0; Value starts as zero bytes.
template <typename Key, typename Value>
class SmallMap {
 public:
  struct Slot {
    Key key;
    Value value;
  };

  [[nodiscard]] static Value* find(SmallMap* map, Key key) {
    if (map == nullptr) return nullptr;
    if (map->is_packed()) return find_packed(*map, key);
    Slot& slot = map->slots()[map->place_of(key)];
    return slot.key == key ? &slot.value : nullptr;
  }

  // The value of the key, made if it was not there. `map` may move.
  static Value& at(SmallMap*& map, Key key, Arena& arena) {
    if (map == nullptr) {
      map = make(log_first_capacity, arena);
    } else if (map->is_packed()) {
      unpack(map, arena);
    }
    Slot* const slot = &map->slots()[map->place_of(key)];
    if (slot->key == key) [[likely]]
      return slot->value;
    return add(map, slot, key, arena);
  }

  // A packed one for this number of keys, all different; the caller fills the slots.
  static std::span<Slot> make_packed(SmallMap*& map, std::size_t keys, Arena& arena) {
    map = new (arena.allocate(bytes(keys))) SmallMap;
    map->size_ = static_cast<std::uint32_t>(keys);
    return {map->slots(), keys};
  }

  static void release(SmallMap*& map, Arena& arena) {
    if (map != nullptr) arena.release(map, bytes(map->capacity()));
    map = nullptr;
  }

  // use(key, value)
  template <typename Use>
  static void for_each(SmallMap* map, const Use& use) {
    if (map == nullptr) return;
    for (std::size_t i = 0; i < map->capacity(); ++i) {
      if (map->slots()[i].key != 0) use(map->slots()[i].key, map->slots()[i].value);
    }
  }

  [[nodiscard]] static bool is_packed(const SmallMap* map) { return map->is_packed(); }
  [[nodiscard]] static std::size_t size(const SmallMap* map) {
    return map == nullptr ? 0 : map->size_;
  }

 private:
  static constexpr std::uint32_t log_first_capacity = 3;

  static bool is_too_full(std::size_t keys, std::size_t capacity) {
    return keys * 4 > capacity * 3;
  }
  static std::size_t bytes(std::size_t capacity) {
    return sizeof(SmallMap) + capacity * sizeof(Slot);
  }
  static SmallMap* make(std::uint32_t log_capacity, Arena& arena) {
    auto* const map = new (arena.allocate(bytes(std::size_t{1} << log_capacity))) SmallMap;
    map->shift_ = hash_bits - log_capacity;
    return map;
  }
  // In the free slot that is the key's.
  [[gnu::noinline]] static Value& add(SmallMap*& map, Slot* slot, Key key, Arena& arena) {
    if (is_too_full(map->size_ + std::size_t{1}, map->capacity())) {
      grow(map, arena);
      slot = &map->slots()[map->place_of(key)];
    }
    ++map->size_;
    slot->key = key;
    return slot->value;
  }
  static Value* find_packed(SmallMap& map, Key key) {
    for (Slot& slot : std::span(map.slots(), map.size_)) {
      if (slot.key == key) return &slot.value;
    }
    return nullptr;
  }
  static void grow(SmallMap*& map, Arena& arena) {
    move_to(map, make(hash_bits - map->shift_ + 1, arena), arena);
  }
  [[gnu::noinline]] static void unpack(SmallMap*& map, Arena& arena) {
    std::uint32_t log_capacity = log_first_capacity;
    while (is_too_full(map->size_, std::size_t{1} << log_capacity)) ++log_capacity;
    move_to(map, make(log_capacity, arena), arena);
  }
  static void move_to(SmallMap*& map, SmallMap* larger, Arena& arena) {
    for (std::size_t i = 0; i < map->capacity(); ++i) {
      const Slot& slot = map->slots()[i];
      if (slot.key != 0) larger->slots()[larger->place_of(slot.key)] = slot;
    }
    larger->size_ = map->size_;
    release(map, arena);
    map = larger;
  }

  [[nodiscard]] Slot* slots() { return reinterpret_cast<Slot*>(this + 1); }
  [[nodiscard]] const Slot* slots() const { return reinterpret_cast<const Slot*>(this + 1); }
  [[nodiscard]] bool is_packed() const { return shift_ == 0; }
  [[nodiscard]] std::size_t capacity() const {
    return is_packed() ? size_ : std::size_t{1} << (hash_bits - shift_);
  }
  [[nodiscard]] std::size_t place_of(Key key) const {
    constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15;  // of 2^64
    const std::uint64_t mask = ~std::uint64_t{0} >> shift_;
    std::size_t place = key * golden_ratio >> shift_;
    while (slots()[place].key != 0 && slots()[place].key != key) place = (place + 1) & mask;
    return place;
  }

  static constexpr std::uint32_t hash_bits = 64;
  std::uint32_t shift_ = 0;
  std::uint32_t size_ = 0;
};

}  // namespace palamedes::search::tree
