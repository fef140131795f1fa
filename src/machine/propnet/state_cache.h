#pragma once
// What was found out about states, kept for two turns (thesis, 4.3.1).

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_map.hpp>

#include "base/ids.h"
#include "machine/bit_state.h"
#include "model/forward_model.h"

namespace palamedes::machine {

class StateCache {
 public:
  struct Entry {
    std::uint32_t last_turn = 0;
    std::optional<bool> terminal;
    std::vector<std::optional<int>> goals;                   // by role
    std::vector<std::optional<model::MoveList>> legal;       // by role
    std::vector<std::pair<model::MoveList, BitState>> next;  // by joint move
  };

  explicit StateCache(std::size_t max_states) : max_states_(max_states) {}

  Entry& at(const BitState& state, std::size_t roles) {
    if (entries_.size() >= max_states_ && !entries_.contains(state)) entries_.clear();
    Entry& entry = entries_[state];
    entry.last_turn = turn_;
    if (entry.goals.empty()) {
      entry.goals.resize(roles);
      entry.legal.resize(roles);
    }
    return entry;
  }

  void end_turn() {
    ++turn_;
    boost::unordered::erase_if(
        entries_, [&](const auto& entry) { return entry.second.last_turn + turns_kept < turn_; });
  }

  [[nodiscard]] std::size_t size() const { return entries_.size(); }

 private:
  static constexpr std::uint32_t turns_kept = 2;
  boost::unordered_map<BitState, Entry, BitStateHash> entries_;
  std::size_t max_states_;
  std::uint32_t turn_ = 0;
};

}  // namespace palamedes::machine
