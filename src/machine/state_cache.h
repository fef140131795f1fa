#pragma once
// What was found out about states, kept for two turns (thesis, 4.3.1).
//
//   state ─► Entry ─┬─ terminal
//                   ├─ goals, legal ── by role
//                   └─ next ────────── joint move -> state
//
// Each answer is computed when it is asked for the first time.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_map.hpp>

#include "base/ids.h"
#include "model/forward_model.h"

namespace palamedes::machine {

template <typename State, typename Hash>
class StateCache {
 public:
  struct Entry {
    std::uint32_t last_turn = 0;
    std::optional<bool> terminal;
    std::vector<std::optional<int>> goals;                // by role
    std::vector<std::optional<model::MoveList>> legal;    // by role
    std::vector<std::pair<model::MoveList, State>> next;  // by joint move
  };

  explicit StateCache(std::size_t max_states) : max_states_(max_states) {}

  // Until the next call.
  Entry& at(const State& state) {
    if (entries_.size() >= max_states_ && !entries_.contains(state)) entries_.clear();
    Entry& entry = entries_[state];
    entry.last_turn = turn_;
    return entry;
  }

  template <typename Compute>
  bool terminal(const State& state, const Compute& compute) {
    std::optional<bool>& known = at(state).terminal;
    if (!known) known = compute();
    return *known;
  }

  template <typename Compute>
  int goal(const State& state, Role role, const Compute& compute) {
    std::optional<int>& known = of_role(at(state).goals, role);
    if (!known) known = compute();
    return *known;
  }

  // `compute` fills the list it is given.
  template <typename Compute>
  const model::MoveList& legal(const State& state, Role role, const Compute& compute) {
    std::optional<model::MoveList>& known = of_role(at(state).legal, role);
    if (!known) compute(known.emplace());
    return *known;
  }

  // `compute` takes the state it is given a step further.
  template <typename Compute>
  void advance(State& state, std::span<const Move> joint_move, const Compute& compute) {
    Entry& entry = at(state);
    const auto known = std::find_if(entry.next.begin(), entry.next.end(), [&](const auto& each) {
      return std::ranges::equal(each.first, joint_move);
    });
    if (known != entry.next.end()) {
      state = known->second;
      return;
    }
    compute(state);
    entry.next.emplace_back(model::MoveList(joint_move.begin(), joint_move.end()), state);
  }

  void end_turn() {
    ++turn_;
    boost::unordered::erase_if(
        entries_, [&](const auto& entry) { return entry.second.last_turn + turns_kept < turn_; });
  }
  void clear() { entries_.clear(); }
  void forget(const State& state) { entries_.erase(state); }

  [[nodiscard]] std::size_t size() const { return entries_.size(); }

 private:
  template <typename Value>
  static Value& of_role(std::vector<Value>& values, Role role) {
    if (index_of(role) >= values.size()) values.resize(index_of(role) + 1);
    return values[index_of(role)];
  }

  static constexpr std::uint32_t turns_kept = 2;
  boost::unordered_map<State, Entry, Hash> entries_;
  std::size_t max_states_;
  std::uint32_t turn_ = 0;
};

}  // namespace palamedes::machine
