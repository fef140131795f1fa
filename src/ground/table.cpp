#include "ground/table.h"

#include <algorithm>

#include "base/hash.h"
#include "gdl/argument_buffer.h"

namespace palamedes::ground {

using gdl::ArgumentBuffer;
using gdl::TermId;

namespace {
constexpr std::size_t first_slots = 16;
}

std::size_t Table::slot_of(std::span<const TermId> tuple, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  const auto tag = static_cast<std::uint32_t>(hash >> 32U);
  std::size_t slot = hash & mask;
  while (slots_[slot].row != no_row &&
         (slots_[slot].tag != tag ||
          !std::equal(tuple.begin(), tuple.end(), row(slots_[slot].row).begin()))) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

std::uint32_t Table::find(std::span<const TermId> tuple) const {
  return slots_.empty() ? no_row : slots_[slot_of(tuple, hash_span(tuple, 1))].row;
}

std::uint32_t Table::intern(std::span<const TermId> tuple) {
  // Up to two thirds full: wide tables are bound by the memory they touch.
  if (slots_.size() * 2 < (std::size_t{rows_} + 1) * 3) grow();
  const std::uint64_t hash = hash_span(tuple, 1);
  Slot& slot = slots_[slot_of(tuple, hash)];
  if (slot.row != no_row) return slot.row;
  values_.insert(values_.end(), tuple.begin(), tuple.end());
  flags_.push_back(0);
  slot = {rows_, static_cast<std::uint32_t>(hash >> 32U)};
  return rows_++;
}

void Table::grow() {
  slots_.assign(std::max(first_slots, slots_.size() * 2), {});
  for (std::uint32_t i = 0; i < rows_; ++i) {
    const std::uint64_t hash = hash_span(row(i), 1);
    slots_[slot_of(row(i), hash)] = {i, static_cast<std::uint32_t>(hash >> 32U)};
  }
}

void Table::show(std::uint32_t number) {
  flags_[number] |= visible_flag;
  visible_.push_back(number);
  for (Index& index : indexes_) insert(index, number);
}

std::size_t Table::slot_of(const Index& index, std::span<const TermId> key) const {
  const std::size_t mask = index.slots.size() - 1;
  std::size_t slot = hash_span(key, 2) & mask;
  for (; index.slots[slot] != no_row; slot = (slot + 1) & mask) {
    const TermId* values = values_.data() + std::size_t{index.slots[slot]} * width_;
    bool equal = true;
    for (std::size_t i = 0; equal && i < key.size(); ++i) {
      equal = values[index.columns[i]] == key[i];
    }
    if (equal) break;
  }
  return slot;
}

void Table::insert(Index& index, std::uint32_t number) {
  if (index.slots.size() < (index.groups + 1) * 2) grow(index);
  if (index.next.size() < rows_)
    index.next.resize(std::max<std::size_t>(rows_, 2 * index.next.size()), no_row);
  ArgumentBuffer key(index.columns.size());
  for (std::size_t i = 0; i < index.columns.size(); ++i) key[i] = row(number)[index.columns[i]];
  const std::size_t slot = slot_of(index, key.first(index.columns.size()));
  if (index.slots[slot] == no_row) ++index.groups;
  index.next[number] = index.slots[slot];
  index.slots[slot] = number;
}

void Table::grow(Index& index) {
  std::vector<std::uint32_t> old(std::max(first_slots, index.slots.size() * 2), no_row);
  old.swap(index.slots);
  for (const std::uint32_t head : old) {
    if (head == no_row) continue;
    ArgumentBuffer key(index.columns.size());
    for (std::size_t i = 0; i < index.columns.size(); ++i) key[i] = row(head)[index.columns[i]];
    index.slots[slot_of(index, key.first(index.columns.size()))] = head;
  }
}

std::uint32_t Table::index_for(std::uint64_t known, bool open) {
  for (std::uint32_t i = 0; i < indexes_.size(); ++i) {
    if (indexes_[i].known == known && indexes_[i].open == open) return i;
  }
  Index& index = indexes_.emplace_back();
  index.known = known;
  index.open = open;
  for (std::uint32_t column = 0; column < width_ && column < 64; ++column) {
    if ((known >> column & 1U) != 0) index.columns.push_back(column);
  }
  for (const std::uint32_t number : visible_) insert(index, number);
  return static_cast<std::uint32_t>(indexes_.size() - 1);
}

std::uint32_t Table::first(std::uint32_t index, std::span<const TermId> key) const {
  const Index& chosen = indexes_[index];
  return chosen.slots.empty() ? no_row : chosen.slots[slot_of(chosen, key)];
}

void Table::complete() {
  // Only where a bit per combination takes little room, or no more than the rows themselves.
  constexpr std::uint64_t bits_per_row = 64;
  constexpr std::uint64_t little = 16 * 1024;
  const std::uint64_t most = std::max(little, bits_per_row * rows_);
  if (rows_ == 0 || visible_.size() != rows_) return;
  std::uint64_t size = 1;
  Cube cube;
  for (std::uint32_t column = 0; column < width_; ++column) {
    auto& steps = cube.steps.emplace_back();
    std::uint32_t values = 0;
    for (std::uint32_t i = 0; i < rows_; ++i) {
      const std::size_t value = index_of(row(i)[column]);
      if (value >= steps.size()) steps.resize(value + 1, no_row);
      if (steps.size() > most) return;
      if (steps[value] == no_row) steps[value] = static_cast<std::uint32_t>(size * values++);
    }
    size *= values;
    if (size > most) return;
  }
  cube.bits.assign(size / 64 + 1, 0);
  cube_ = std::move(cube);
  for (std::uint32_t i = 0; i < rows_; ++i) {
    const std::uint64_t bit = bit_of(row(i));
    cube_.bits[bit / 64] |= std::uint64_t{1} << bit % 64;
  }
}

std::uint64_t Table::bit_of(std::span<const TermId> tuple) const {
  std::uint64_t bit = 0;
  for (std::size_t i = 0; i < tuple.size(); ++i) {
    const auto& steps = cube_.steps[i];
    if (index_of(tuple[i]) >= steps.size() || steps[index_of(tuple[i])] == no_row) return no_row;
    bit += steps[index_of(tuple[i])];
  }
  return bit;
}

bool Table::holds(std::span<const TermId> tuple) const {
  if (cube_.bits.empty()) {
    const std::uint32_t row = find(tuple);
    return row != no_row && visible(row);
  }
  const std::uint64_t bit = bit_of(tuple);
  return bit != no_row && (cube_.bits[bit / 64] >> bit % 64 & 1U) != 0;
}

std::uint32_t Table::distinct_values(std::uint32_t column) const {
  std::vector<bool> seen;
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < rows_; ++i) {
    const std::size_t value = index_of(row(i)[column]);
    if (value >= seen.size()) seen.resize(value * 2 + 1, false);
    count += seen[value] ? 0 : 1;
    seen[value] = true;
  }
  return count;
}

std::size_t Table::memory_bytes() const {
  std::size_t bytes = values_.capacity() * sizeof(TermId) + flags_.capacity() +
                      slots_.capacity() * sizeof(Slot) +
                      visible_.capacity() * sizeof(std::uint32_t);
  for (const Index& index : indexes_) {
    bytes += (index.slots.capacity() + index.next.capacity()) * sizeof(std::uint32_t);
  }
  bytes += cube_.bits.capacity() * sizeof(std::uint64_t);
  for (const auto& steps : cube_.steps) bytes += steps.capacity() * sizeof(std::uint32_t);
  return bytes;
}

}  // namespace palamedes::ground
