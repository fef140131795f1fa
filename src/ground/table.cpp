#include "ground/table.h"

#include <algorithm>
#include <numeric>

#include "base/hash.h"
#include "gdl/argument_buffer.h"

namespace palamedes::ground {

using gdl::ArgumentBuffer;
using gdl::TermId;

namespace {

constexpr std::size_t first_slots = 16;
constexpr std::uint64_t cells_per_row = 8;
constexpr std::uint64_t bits_per_row = 64;

// Where to begin to look for a tuple, in a table of any size. Neighbours are those with the same
// last value but for this many bits: more would make long runs of full slots.
std::uint32_t tag_of(std::span<const TermId> tuple, std::uint64_t seed) {
  constexpr std::uint32_t bits = 3;
  if (tuple.empty()) return 0;
  const auto last = static_cast<std::uint32_t>(tuple.back());
  std::uint64_t hash = seed;
  for (const TermId value : tuple.first(tuple.size() - 1)) {
    hash = combine(hash, static_cast<std::uint64_t>(value) + 1);
  }
  hash = mix(combine(hash, last >> bits));
  return static_cast<std::uint32_t>(hash << bits) | (last & ((1U << bits) - 1));
}

}  // namespace

std::size_t Table::slot_of(std::span<const TermId> tuple, std::uint32_t tag) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = tag & mask;
  while (slots_[slot].row != no_row &&
         (slots_[slot].tag != tag ||
          !std::equal(tuple.begin(), tuple.end(), row(slots_[slot].row).begin()))) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

std::uint32_t Table::find(std::span<const TermId> tuple) const {
  if (!cells_.empty()) {
    const std::uint64_t cell = grid_.cell_of(tuple);
    return cell < cells_.size() ? cells_[cell] : no_row;
  }
  if (rows_ == 0) return no_row;
  hash_rows();
  return slots_[slot_of(tuple, tag_of(tuple, 1))].row;
}

std::uint32_t Table::intern(std::span<const TermId> tuple) {
  hash_rows();
  make_room();
  const std::uint32_t tag = tag_of(tuple, 1);
  Slot& slot = slots_[slot_of(tuple, tag)];
  if (slot.row != no_row) return slot.row;
  slot = {rows_, tag};
  ++hashed_;
  return append(tuple);
}

std::uint32_t Table::append(std::span<const TermId> tuple) {
  values_.insert(values_.end(), tuple.begin(), tuple.end());
  flags_.push_back(0);
  return rows_++;
}

void Table::hash_rows() const {
  while (hashed_ < rows_) {
    make_room();
    const std::uint32_t tag = tag_of(row(hashed_), 1);
    slots_[slot_of(row(hashed_), tag)] = {hashed_, tag};
    ++hashed_;
  }
}

void Table::make_room() const {
  // Up to two thirds full: wide tables are bound by the memory they touch.
  if (slots_.size() * 2 < (std::size_t{hashed_} + 1) * 3) grow(slots_);
}

void Table::grow(std::vector<Slot>& slots) {
  std::vector<Slot> old(std::max(first_slots, slots.size() * 2));
  old.swap(slots);
  const std::size_t mask = slots.size() - 1;
  for (const Slot& entry : old) {
    if (entry.row == no_row) continue;
    std::size_t slot = entry.tag & mask;  // all are different: the first free place will do
    while (slots[slot].row != no_row) slot = (slot + 1) & mask;
    slots[slot] = entry;
  }
}

void Table::show(std::uint32_t number) {
  flags_[number] |= visible_flag;
  visible_.push_back(number);
  for (Index& index : indexes_) insert(index, number);
}

std::size_t Table::slot_of(const Index& index, std::span<const TermId> key,
                           std::uint32_t tag) const {
  const std::size_t mask = index.slots.size() - 1;
  std::size_t slot = tag & mask;
  for (; index.slots[slot].row != no_row; slot = (slot + 1) & mask) {
    if (index.slots[slot].tag != tag) continue;
    const TermId* values = values_.data() + std::size_t{index.slots[slot].row} * width_;
    bool equal = true;
    for (std::size_t i = 0; equal && i < key.size(); ++i) {
      equal = values[index.columns[i]] == key[i];
    }
    if (equal) break;
  }
  return slot;
}

void Table::insert(Index& index, std::uint32_t number) {
  if (index.slots.size() < (index.groups + 1) * 2) grow(index.slots);
  if (index.next.size() < rows_)
    index.next.resize(std::max<std::size_t>(rows_, 2 * index.next.size()), no_row);
  ArgumentBuffer buffer(index.columns.size());
  for (std::size_t i = 0; i < index.columns.size(); ++i) buffer[i] = row(number)[index.columns[i]];
  const auto key = buffer.first(index.columns.size());
  const std::uint32_t tag = tag_of(key, 2);
  Slot& slot = index.slots[slot_of(index, key, tag)];
  if (slot.row == no_row) ++index.groups;
  index.next[number] = slot.row;
  slot = {number, tag};
}

std::uint32_t Table::index_for(std::uint64_t known, bool open) {
  for (std::uint32_t i = 0; i < indexes_.size(); ++i) {
    if (indexes_[i].known != known || indexes_[i].open != open) continue;
    use_grid(indexes_[i]);
    return i;
  }
  Index& index = indexes_.emplace_back();
  index.known = known;
  index.open = open;
  for (std::uint32_t column = 0; column < width_ && column < 64; ++column) {
    if ((known >> column & 1U) != 0) index.columns.push_back(column);
  }
  for (const std::uint32_t number : visible_) insert(index, number);
  use_grid(index);
  return static_cast<std::uint32_t>(indexes_.size() - 1);
}

std::uint32_t Table::first(std::uint32_t index, std::span<const TermId> key) const {
  const Index& chosen = indexes_[index];
  if (!chosen.heads.empty()) {
    const std::uint64_t cell = chosen.grid.cell_of(key);
    return cell < chosen.heads.size() ? chosen.heads[cell] : no_row;
  }
  if (chosen.slots.empty()) return no_row;
  return chosen.slots[slot_of(chosen, key, tag_of(key, 2))].row;
}

// A grid may take little room, or not much more than the rows themselves.
std::uint64_t Table::most_cells(std::uint64_t per_row) const {
  constexpr std::uint64_t little = 16 * 1024;
  return std::max(little, per_row * rows_);
}

void Table::use_grid(Index& index) const {
  if (!complete_ || index.looked_for_grid) return;
  index.looked_for_grid = true;
  index.grid = Grid(values_, width_, index.columns, most_cells(cells_per_row));
  if (index.grid.empty()) return;
  index.heads.assign(index.grid.size(), no_row);
  ArgumentBuffer key(index.columns.size());
  for (const Slot& slot : index.slots) {
    if (slot.row == no_row) continue;
    for (std::size_t i = 0; i < index.columns.size(); ++i) key[i] = row(slot.row)[index.columns[i]];
    index.heads[index.grid.cell_of(key.first(index.columns.size()))] = slot.row;
  }
  index.slots = {};
}

// False if there is none; what is asked for first decides how large it may be.
bool Table::make_grid(std::uint64_t per_row) {
  if (!complete_ || looked_for_grid_) return !grid_.empty();
  looked_for_grid_ = true;
  std::vector<std::uint32_t> columns(width_);
  std::iota(columns.begin(), columns.end(), 0U);
  grid_ = Grid(values_, width_, columns, most_cells(per_row));
  return !grid_.empty();
}

void Table::prepare_holds() {
  if (!bits_.empty() || !make_grid(bits_per_row)) return;
  bits_.assign(grid_.size() / 64 + 1, 0);
  for (const std::uint32_t number : visible_) {
    const std::uint64_t cell = grid_.cell_of(row(number));
    bits_[cell / 64] |= std::uint64_t{1} << cell % 64;
  }
}

void Table::prepare_find() {
  if (!cells_.empty() || !make_grid(cells_per_row)) return;
  cells_.assign(grid_.size(), no_row);
  for (std::uint32_t i = 0; i < rows_; ++i) cells_[grid_.cell_of(row(i))] = i;
}

bool Table::holds(std::span<const TermId> tuple) const {
  if (bits_.empty()) {
    const std::uint32_t row = find(tuple);
    return row != no_row && visible(row);
  }
  const std::uint64_t cell = grid_.cell_of(tuple);
  return cell < grid_.size() && (bits_[cell / 64] >> cell % 64 & 1U) != 0;
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
    bytes += index.slots.capacity() * sizeof(Slot) + index.grid.memory_bytes() +
             (index.heads.capacity() + index.next.capacity()) * sizeof(std::uint32_t);
  }
  bytes += bits_.capacity() * sizeof(std::uint64_t) + grid_.memory_bytes() +
           cells_.capacity() * sizeof(std::uint32_t);
  return bytes;
}

}  // namespace palamedes::ground
