#pragma once
// A hash table of plain values in an arena, for the few children or statistics of one node.
//
//   header   capacity (a power of two) and size
//   slots    key 0 is free; probing is linear, at most three quarters are taken

#include <cstddef>
#include <cstdint>
#include <new>

#include "base/hash.h"
#include "search/tree/arena.h"

namespace palamedes::search {

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
    Slot& slot = map->slots()[map->place_of(key)];
    return slot.key == key ? &slot.value : nullptr;
  }

  // The value of the key, made if it was not there. `map` may move.
  static Value& at(SmallMap*& map, Key key, Arena& arena) {
    if (map == nullptr) map = make(first_capacity, arena);
    Slot* slot = &map->slots()[map->place_of(key)];
    if (slot->key == key) return slot->value;
    if ((map->size_ + 1) * 4 > map->capacity_ * 3) {
      grow(map, arena);
      slot = &map->slots()[map->place_of(key)];
    }
    ++map->size_;
    slot->key = key;
    return slot->value;
  }

  static void release(SmallMap*& map, Arena& arena) {
    if (map != nullptr) arena.release(map, bytes(map->capacity_));
    map = nullptr;
  }

  // use(key, value)
  template <typename Use>
  static void for_each(SmallMap* map, const Use& use) {
    if (map == nullptr) return;
    for (std::uint32_t i = 0; i < map->capacity_; ++i) {
      if (map->slots()[i].key != 0) use(map->slots()[i].key, map->slots()[i].value);
    }
  }

  [[nodiscard]] static std::size_t size(const SmallMap* map) {
    return map == nullptr ? 0 : map->size_;
  }

 private:
  static constexpr std::uint32_t first_capacity = 8;

  static std::size_t bytes(std::uint32_t capacity) {
    return sizeof(SmallMap) + capacity * sizeof(Slot);
  }
  static SmallMap* make(std::uint32_t capacity, Arena& arena) {
    auto* const map = new (arena.allocate(bytes(capacity))) SmallMap;
    map->capacity_ = capacity;
    return map;
  }
  static void grow(SmallMap*& map, Arena& arena) {
    SmallMap* const larger = make(map->capacity_ * 2, arena);
    for (std::uint32_t i = 0; i < map->capacity_; ++i) {
      const Slot& slot = map->slots()[i];
      if (slot.key != 0) larger->slots()[larger->place_of(slot.key)] = slot;
    }
    larger->size_ = map->size_;
    release(map, arena);
    map = larger;
  }

  [[nodiscard]] Slot* slots() { return reinterpret_cast<Slot*>(this + 1); }
  [[nodiscard]] const Slot* slots() const { return reinterpret_cast<const Slot*>(this + 1); }
  [[nodiscard]] std::uint32_t place_of(Key key) const {
    const std::uint32_t mask = capacity_ - 1;
    auto place = static_cast<std::uint32_t>(mix(key)) & mask;
    while (slots()[place].key != 0 && slots()[place].key != key) place = (place + 1) & mask;
    return place;
  }

  std::uint32_t capacity_ = 0;
  std::uint32_t size_ = 0;
};

}  // namespace palamedes::search
