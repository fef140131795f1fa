#pragma once
// A state of a game whose facts are known in advance: a bit each, 64 to a word.

#include <cstdint>
#include <span>

#include <boost/container/small_vector.hpp>

#include "base/hash.h"

namespace palamedes::machine {

// Short states need no memory of their own, and copying is copying words.
struct BitState {
  boost::container::small_vector<std::uint64_t, 8> words;
  bool operator==(const BitState&) const = default;
};

struct BitStateHash {
  std::size_t operator()(const BitState& state) const {
    return hash_span(std::span<const std::uint64_t>(state.words.data(), state.words.size()), 5);
  }
};

}  // namespace palamedes::machine
