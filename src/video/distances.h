#pragma once
// Lengths of shortest ways over the cells of a level, from one cell to all others.

#include <array>
#include <cstdint>
#include <vector>

namespace palamedes::video {

class Distances {
 public:
  static constexpr std::int32_t unreachable = 1 << 28;

  Distances(int columns, int rows);

  // A blocked start is left, a blocked cell is not entered.
  void search(std::uint32_t from, const std::vector<std::uint8_t>& blocked);
  // The same from several cells at once; they need not be distinct.
  void search(const std::vector<std::uint32_t>& from, const std::vector<std::uint8_t>& blocked);

  [[nodiscard]] std::int32_t operator[](std::uint32_t cell) const { return steps_[cell]; }
  // Steps until a cell is entered, be it blocked.
  [[nodiscard]] std::int32_t until(std::uint32_t cell) const;

 private:
  void spread(const std::vector<std::uint8_t>& blocked);

  // Neighbours by cell; beyond the edge of the level the cell itself, which is no way on.
  std::vector<std::array<std::uint32_t, 4>> around_;
  std::vector<std::int32_t> steps_;
  std::vector<std::uint32_t> queue_;
};

}  // namespace palamedes::video
