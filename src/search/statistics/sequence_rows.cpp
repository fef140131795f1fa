#include "search/statistics/sequence_rows.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "search/statistics/memory.h"

namespace palamedes::search::statistics {

void SequenceRows::write(const Row& row, std::size_t slot, std::size_t position) {
  const auto value = static_cast<Slot>(position + 1);
  auto* const begin =
      reinterpret_cast<std::byte*>(entries_.data() + row.begin - index_size(row.log_capacity));
  std::memcpy(begin + slot * sizeof(value), &value, sizeof(value));
}

std::size_t SequenceRows::add(Row& row, Move move) {
  if (row.used == row.capacity()) enlarge(row);
  const std::size_t position = row.used++;
  if (has_index(row.log_capacity)) write(row, slot_of(row, move), position);
  entries_[row.begin + position] = {.move = move};
  return row.begin + position;
}

void SequenceRows::count(Row& row, std::size_t place) {
  const std::size_t position = place - row.begin;
  const std::size_t target = row.counted++;
  Entry& entry = entries_[place];
  Entry& other = entries_[row.begin + target];
  if (has_index(row.log_capacity)) {
    const std::size_t slot = slot_of(row, entry.move);
    write(row, slot_of(row, other.move), position);
    write(row, slot, target);
  }
  std::swap(entry, other);
}

void SequenceRows::enlarge(Row& row) {
  const Row old = row;
  row.log_capacity = static_cast<std::uint8_t>(old.exists ? old.log_capacity + 1 : 0);
  row.exists = true;
  row.begin = take(row.log_capacity);
  std::copy_n(entries_.begin() + old.begin, old.used, entries_.begin() + row.begin);
  if (has_index(row.log_capacity)) make_index(row);
  if (old.exists) leave(old.begin, old.log_capacity);
}

void SequenceRows::make_index(const Row& row) {
  for (std::size_t slot = 0; slot < row.capacity() * 2; ++slot) write(row, slot, no_position);
  for (std::size_t position = 0; position < row.used; ++position) {
    write(row, slot_of(row, entries_[row.begin + position].move), position);
  }
}

std::uint32_t SequenceRows::take(std::uint8_t log_capacity) {
  std::uint32_t& free = free_[log_capacity];
  if (free == none) {
    const std::size_t begin = entries_.size() + index_size(log_capacity);
    entries_.resize(begin + (std::size_t{1} << log_capacity));
    return static_cast<std::uint32_t>(begin);
  }
  return std::exchange(free, static_cast<std::uint32_t>(entries_[free].move));
}

void SequenceRows::leave(std::uint32_t begin, std::uint8_t log_capacity) {
  entries_[begin].move = Move{free_[log_capacity]};
  free_[log_capacity] = begin;
}

std::size_t SequenceRows::memory_bytes() const { return vector_bytes(entries_); }

}  // namespace palamedes::search::statistics
