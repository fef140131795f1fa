#pragma once
// The moves that came after each context and how good they were: one row per context, all rows in
// one array.
//
//   Row        16 bytes: where its entries are, how many they are, how many of them count
//   entries_   16 bytes each: move, mean, visits, the context that follows; a row has room for a
//              power of two of them:
//
//              | entry entry | index | entry entry … entry | entry | index | …
//                              │       └ counted: had enough visits at a time; then the others
//                              └ from eight entries on: a hash table of moves with linear probing,
//                                half empty at least; in each slot, of two bytes, a position in
//                                the row plus one, or 0
//
// Rows that were outgrown are used again.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "base/ids.h"
#include "search/statistics/average.h"

namespace palamedes::search::statistics {

class SequenceRows {
 public:
  using ContextId = std::uint32_t;
  static constexpr ContextId nowhere = std::numeric_limits<ContextId>::max();

  struct Entry {
    Move move{};
    Average<float> average;
    ContextId context = nowhere;  // that the row's context and the move make together
  };
  struct Row {
    std::uint32_t begin = 0;  // of its entries
    std::uint32_t used = 0;
    std::uint32_t counted = 0;  // entries in front that have, or had before decay, enough visits
    std::uint8_t log_capacity = 0;
    bool exists = false;
    std::uint16_t period = 0;  // in which an entry changed last: see SequenceAverages

    [[nodiscard]] std::size_t capacity() const {
      return exists ? std::size_t{1} << log_capacity : 0;
    }
  };

  SequenceRows() { free_.fill(none); }

  [[nodiscard]] std::span<const Entry> entries(const Row& row) const {
    return {entries_.data() + row.begin, row.used};
  }
  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] Entry& operator[](std::size_t place) { return entries_[place]; }
  [[nodiscard]] const Entry& operator[](std::size_t place) const { return entries_[place]; }

  static constexpr std::size_t missing = std::numeric_limits<std::size_t>::max();
  // Places are valid until another entry is made or counted.
  [[nodiscard]] std::size_t find(const Row& row, Move move) const {
    if (has_index(row.log_capacity)) {
      const Slot value = read(row, slot_of(row, move));
      return value == 0 ? missing : row.begin + value - 1;
    }
    const std::size_t end = std::size_t{row.begin} + row.used;
    for (std::size_t place = row.begin; place < end; ++place) {
      if (entries_[place].move == move) return place;
    }
    return missing;
  }
  std::size_t obtain(Row& row, Move move) {
    const std::size_t found = find(row, move);
    return found != missing ? found : add(row, move);
  }
  [[nodiscard]] static bool is_counted(const Row& row, std::size_t place) {
    return place - row.begin < row.counted;
  }
  // The entry got enough visits: it goes to the others that did.
  void count(Row& row, std::size_t place);

  // The move will be looked for soon: fetches where the search begins, then what it finds there.
  // Inlined, since a function that only fetches ahead is taken for one without effect.
  [[gnu::always_inline]] void prefetch_search(const Row& row, Move move) const {
    __builtin_prefetch(has_index(row.log_capacity)
                           ? index(row) + first_slot(row, move) * sizeof(Slot)
                           : reinterpret_cast<const std::byte*>(entries_.data() + row.begin));
  }
  [[gnu::always_inline]] void prefetch_found(const Row& row, Move move) const {
    if (!has_index(row.log_capacity)) return;
    __builtin_prefetch(entries_.data() + row.begin + read(row, first_slot(row, move)) - 1);
  }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  using Slot = std::uint16_t;
  static constexpr std::size_t slots_in_entry = sizeof(Entry) / sizeof(Slot);
  static constexpr std::size_t no_position = missing;  // 0 in a slot
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  // Positions of larger rows do not fit into slots: these are searched from front to back, as are
  // those that fit into one or two lines of memory.
  static constexpr bool has_index(std::uint8_t log_capacity) {
    return log_capacity >= 3 && log_capacity < 16;
  }
  // Entries that the index takes the place of.
  static constexpr std::size_t index_size(std::uint8_t log_capacity) {
    return has_index(log_capacity) ? (std::size_t{2} << log_capacity) / slots_in_entry : 0;
  }
  static std::size_t first_slot(const Row& row, Move move) {
    constexpr std::uint32_t golden_ratio = 0x9e3779b9;  // as in SmallMap
    return static_cast<std::uint32_t>(move) * golden_ratio >> (31U - row.log_capacity);
  }
  // Slots lie in the place of entries as bytes: they are only ever copied.
  [[nodiscard]] const std::byte* index(const Row& row) const {
    return reinterpret_cast<const std::byte*>(entries_.data() + row.begin -
                                              index_size(row.log_capacity));
  }
  [[nodiscard]] Slot read(const Row& row, std::size_t slot) const {
    Slot value = 0;
    std::memcpy(&value, index(row) + slot * sizeof(value), sizeof(value));
    return value;
  }
  void write(const Row& row, std::size_t slot, std::size_t position);
  // Where the position of the move stands or, if it is new, would stand.
  [[nodiscard]] std::size_t slot_of(const Row& row, Move move) const {
    const std::size_t mask = (std::size_t{2} << row.log_capacity) - 1;
    std::size_t slot = first_slot(row, move);
    for (Slot value = read(row, slot); value != 0; value = read(row, slot)) {
      if (entries_[row.begin + value - std::size_t{1}].move == move) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }
  std::size_t add(Row& row, Move move);
  void enlarge(Row& row);
  void make_index(const Row& row);
  std::uint32_t take(std::uint8_t log_capacity);
  void leave(std::uint32_t begin, std::uint8_t log_capacity);

  std::vector<Entry> entries_;
  // by capacity: a row that is free; the first entry of a free row names the next one
  std::array<std::uint32_t, 32> free_{};
};

}  // namespace palamedes::search::statistics
