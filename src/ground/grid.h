#pragma once
// A place for every combination of the values that some columns have: no hashing and no comparing.
// A combination's cell is the sum of its values' steps. The last column has the smallest step, so
// that tuples which follow each other in a join lie side by side.

#include <cstdint>
#include <span>
#include <vector>

#include "gdl/term_pool.h"

namespace palamedes::ground {

class Grid {
 public:
  Grid() = default;
  // Over the columns of `values`, rows of `width` terms; empty if it would have more than `most`
  // cells.
  Grid(std::span<const gdl::TermId> values, std::uint32_t width,
       std::span<const std::uint32_t> columns, std::uint64_t most);

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  // size() or more if there is no cell for this combination.
  [[nodiscard]] std::uint64_t cell_of(std::span<const gdl::TermId> key) const {
    std::uint64_t cell = 0;
    const std::uint32_t* steps = steps_.data();
    for (const gdl::TermId term : key) {
      const std::size_t value = index_of(term) - low_;  // below low_ it is very large
      if (value >= span_) return size_;
      cell += steps[value];
      steps += span_;
    }
    return cell;
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    return steps_.capacity() * sizeof(std::uint32_t);
  }

 private:
  // Makes every sum that contains it larger than any cell.
  static constexpr std::uint32_t not_in_column = 0xffffffffU;

  std::uint64_t size_ = 0;
  std::size_t low_ = 0;               // the lowest term
  std::size_t span_ = 0;              // from there to the highest, that one included
  std::vector<std::uint32_t> steps_;  // by column and term
};

}  // namespace palamedes::ground
