#pragma once
// The states of nodes. A state that is a row of words lies in the tree's arena, any other beside
// it.

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <vector>

#include "search/tree/arena.h"
#include "search/tree/chunks.h"

namespace palamedes::search::tree {

template <typename State>
concept WordState = requires(State& state, const State& other) {
  { *other.words.data() } -> std::same_as<const std::uint64_t&>;
  { other.words.size() } -> std::convertible_to<std::size_t>;
  state.words.assign(other.words.data(), other.words.data());
};

template <typename State>
class StateStore {
 public:
  void put(std::size_t node, const State& state, Arena&) {
    while (states_.size() <= node) states_.add();
    states_[node] = state;
  }
  void get(std::size_t node, State& state) const { state = states_[node]; }
  [[nodiscard]] bool equals(std::size_t node, const State& state) const {
    return states_[node] == state;
  }
  void release(std::size_t node, Arena&) { states_[node] = State(); }

 private:
  Chunks<State> states_;
};

template <WordState State>
class StateStore<State> {
 public:
  void put(std::size_t node, const State& state, Arena& arena) {
    // not written again: other threads read it
    if (words_ == 0) words_ = state.words.size();
    while (states_.size() <= node) states_.add();
    auto* const row = static_cast<std::uint64_t*>(arena.allocate(words_ * sizeof(std::uint64_t)));
    std::copy_n(state.words.data(), words_, row);
    states_[node] = row;
  }
  void get(std::size_t node, State& state) const {
    state.words.assign(states_[node], states_[node] + words_);
  }
  [[nodiscard]] bool equals(std::size_t node, const State& state) const {
    return std::equal(states_[node], states_[node] + words_, state.words.data());
  }
  void release(std::size_t node, Arena& arena) {
    arena.release(states_[node], words_ * sizeof(std::uint64_t));
    states_[node] = nullptr;
  }

 private:
  std::size_t words_ = 0;  // the same in all states of a game
  Chunks<std::uint64_t*> states_;
};

}  // namespace palamedes::search::tree
