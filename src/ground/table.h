#pragma once
// One relation's tuples.
//
//   values_   row after row, `width` terms each; row numbers never change
//   slots_    open addressing over whole rows: each tuple is kept once
//   flags_    per row: derived (can be true), visible (taken into joins)
//   Index     per set of known columns: tuple of their values -> chain of visible rows
//   Grid      of a complete table that is dense: a place per combination of its columns' values
//
// A row becomes visible when the evaluation gets to it, so that every combination of rows is joined
// exactly once.
//
// Tuples that differ in the last value alone stand side by side in the hash tables: joins go
// through such tuples one after the other, and what a look-up costs is the memory it touches.

#include <cstdint>
#include <span>
#include <vector>

#include "gdl/term_pool.h"
#include "ground/grid.h"

namespace palamedes::ground {

inline constexpr std::uint32_t no_row = 0xffffffffU;

class Table {
 public:
  explicit Table(std::uint32_t width) : width_(width) {}

  [[nodiscard]] std::uint32_t width() const { return width_; }
  [[nodiscard]] std::uint32_t row_count() const { return rows_; }
  [[nodiscard]] std::span<const gdl::TermId> row(std::uint32_t number) const {
    return {values_.data() + std::size_t{number} * width_, width_};
  }

  // The number of a tuple, adding it if it is new.
  std::uint32_t intern(std::span<const gdl::TermId> tuple);
  // The same for a tuple that is known to be new; it is hashed only when one is looked for.
  std::uint32_t append(std::span<const gdl::TermId> tuple);
  [[nodiscard]] std::uint32_t find(std::span<const gdl::TermId> tuple) const;

  [[nodiscard]] bool derived(std::uint32_t row) const { return (flags_[row] & derived_flag) != 0; }
  void set_derived(std::uint32_t row) { flags_[row] |= derived_flag; }
  [[nodiscard]] bool visible(std::uint32_t row) const { return (flags_[row] & visible_flag) != 0; }
  void show(std::uint32_t number);
  [[nodiscard]] std::span<const std::uint32_t> visible_rows() const { return visible_; }

  // Index over the columns in `known`, not empty; made on first demand.
  // One that is `open` is not used for anything else, and rows may be taken out of its chains.
  std::uint32_t index_for(std::uint64_t known, bool open = false);
  // First row of the chain whose known columns (given in order) have these values, or no_row.
  [[nodiscard]] std::uint32_t first(std::uint32_t index, std::span<const gdl::TermId> key) const;
  [[nodiscard]] std::uint32_t next(std::uint32_t index, std::uint32_t row) const {
    return indexes_[index].next[row];
  }

  // Takes what lies between two rows of a chain out of it.
  void set_next(std::uint32_t index, std::uint32_t row, std::uint32_t following) {
    indexes_[index].next[row] = following;
  }

  // Declares that all rows are there.
  void complete() { complete_ = true; }
  // Of a complete table: makes holds() or find() faster where that takes little memory.
  void prepare_holds();
  void prepare_find();
  // Whether a tuple is visible, of a complete table.
  [[nodiscard]] bool holds(std::span<const gdl::TermId> tuple) const;

  // Number of different values in a column, of the rows seen so far.
  [[nodiscard]] std::uint32_t distinct_values(std::uint32_t column) const;

  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  static constexpr std::uint8_t derived_flag = 1;
  static constexpr std::uint8_t visible_flag = 2;

  // A slot holds part of its row's hash, so that a wrong row is seldom looked at and a larger table
  // is filled without looking at rows.
  struct Slot {
    std::uint32_t row = no_row;
    std::uint32_t tag = 0;
  };
  struct Index {
    std::uint64_t known = 0;
    bool open = false;
    std::vector<std::uint32_t> columns;
    std::vector<Slot> slots;          // head of a chain, or no_row
    std::vector<std::uint32_t> next;  // by row
    std::size_t groups = 0;
    Grid grid;                         // of a complete table, instead of slots
    std::vector<std::uint32_t> heads;  // by cell
    bool looked_for_grid = false;
  };

  [[nodiscard]] std::size_t slot_of(std::span<const gdl::TermId> tuple, std::uint32_t tag) const;
  [[nodiscard]] std::size_t slot_of(const Index& index, std::span<const gdl::TermId> key,
                                    std::uint32_t tag) const;
  void insert(Index& index, std::uint32_t number);
  void use_grid(Index& index) const;
  bool make_grid(std::uint64_t per_row);
  [[nodiscard]] std::uint64_t most_cells(std::uint64_t per_row) const;
  void hash_rows() const;
  void make_room() const;
  static void grow(std::vector<Slot>& slots);

  std::uint32_t width_;
  std::uint32_t rows_ = 0;
  std::vector<gdl::TermId> values_;
  std::vector<std::uint8_t> flags_;
  // Looking a tuple up may have to hash others first.
  mutable std::vector<Slot> slots_;
  mutable std::uint32_t hashed_ = 0;  // rows in slots_: those before this one
  std::vector<std::uint32_t> visible_;
  std::vector<Index> indexes_;
  bool complete_ = false;
  bool looked_for_grid_ = false;
  Grid grid_;
  std::vector<std::uint64_t> bits_;   // by cell: whether it is visible
  std::vector<std::uint32_t> cells_;  // by cell: its row
};

}  // namespace palamedes::ground
