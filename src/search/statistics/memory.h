#pragma once
// Bytes that containers hold on to.

#include <cstddef>
#include <vector>

namespace palamedes::search::statistics {

template <typename Value>
std::size_t vector_bytes(const std::vector<Value>& values) {
  return values.capacity() * sizeof(Value);
}

// Of an open-addressing map with one byte about each place.
template <typename Map>
std::size_t map_bytes(const Map& map) {
  return map.bucket_count() * (sizeof(typename Map::value_type) + 1);
}

}  // namespace palamedes::search::statistics
