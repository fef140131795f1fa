#pragma once
// Tables of questions and their answers ("tabling"). A question is asked once per state; whoever
// asks again gets the same list.
//
//   calls_   deque<Call>        reused from state to state, so nothing is allocated after warm-up
//   slots_   open addressing    hash(predicate, given values) -> call; stamped, never cleared

#include <algorithm>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "base/hash.h"
#include "gdl/term_pool.h"

namespace palamedes::machine::prover {

// Distinct rows of `width` terms in the order of their discovery.
class Answers {
 public:
  void reset(std::uint32_t width) {
    width_ = width;
    count_ = 0;
    values_.clear();
    slots_.clear();
  }

  // False if the row was there already.
  bool add(std::span<const gdl::TermId> row) {
    if (count_ < scan_limit) {
      for (std::uint32_t i = 0; i < count_; ++i) {
        if (std::equal(row.begin(), row.end(), values_.data() + std::size_t{i} * width_)) {
          return false;
        }
      }
    } else {
      if (slots_.size() < std::size_t{count_ + 1} * 2) rebuild();
      std::uint32_t& slot = slots_[find(row)];
      if (slot != 0) return false;
      slot = count_ + 1;
    }
    values_.insert(values_.end(), row.begin(), row.end());
    ++count_;
    return true;
  }

  [[nodiscard]] std::uint32_t count() const { return count_; }
  [[nodiscard]] std::span<const gdl::TermId> row(std::uint32_t i) const {
    return {values_.data() + std::size_t{i} * width_, width_};
  }
  [[nodiscard]] std::span<const gdl::TermId> values() const { return values_; }
  [[nodiscard]] std::size_t memory_bytes() const {
    return values_.capacity() * sizeof(gdl::TermId) + slots_.capacity() * sizeof(std::uint32_t);
  }

 private:
  static constexpr std::uint32_t scan_limit = 12;

  [[nodiscard]] std::size_t find(std::span<const gdl::TermId> key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash_span(key, 7) & mask;
    while (slots_[slot] != 0 &&
           !std::equal(key.begin(), key.end(), row(slots_[slot] - 1).begin())) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  void rebuild() {
    slots_.assign(std::max<std::size_t>(64, slots_.size() * 2), 0);
    for (std::uint32_t i = 0; i < count_; ++i) slots_[find(row(i))] = i + 1;
  }

  std::uint32_t width_ = 0;
  std::uint32_t count_ = 0;
  std::vector<gdl::TermId> values_;
  std::vector<std::uint32_t> slots_;  // row + 1, 0 = empty; only beyond scan_limit rows
};

struct Call {
  std::uint32_t predicate = 0;
  bool complete = false;
  bool queued = false;  // on the work list of its component
  bool member = false;  // taken up by the component's session
  std::vector<gdl::TermId> given;
  Answers answers;
  std::vector<Call*> dependents;  // calls of the same component that have read the answers
};

class CallTable {
 public:
  // The call, new or known. A new one is incomplete and has no answers.
  Call& find_or_add(std::uint32_t predicate, std::span<const gdl::TermId> given,
                    std::uint32_t width) {
    if (slots_.size() < (used_ + 1) * 2) grow();
    Slot& slot = slots_[find(predicate, given)];
    if (slot.stamp == stamp_) return *slot.call;
    if (used_ == calls_.size()) calls_.emplace_back();
    Call& call = calls_[used_++];
    call.predicate = predicate;
    call.complete = false;
    call.queued = false;
    call.member = false;
    call.given.assign(given.begin(), given.end());
    call.answers.reset(width);
    call.dependents.clear();
    slot = {stamp_, &call};
    return call;
  }

  // Forgets all calls, keeps the memory.
  void reset() {
    used_ = 0;
    ++stamp_;
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    std::size_t bytes = slots_.capacity() * sizeof(Slot) + calls_.size() * sizeof(Call);
    for (const Call& call : calls_) bytes += call.answers.memory_bytes();
    return bytes;
  }

 private:
  struct Slot {
    std::uint64_t stamp = 0;
    Call* call = nullptr;
  };

  [[nodiscard]] std::size_t find(std::uint32_t predicate,
                                 std::span<const gdl::TermId> given) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = hash_span(given, predicate) & mask;
    for (; slots_[i].stamp == stamp_; i = (i + 1) & mask) {
      const Call& call = *slots_[i].call;
      if (call.predicate == predicate && std::ranges::equal(call.given, given)) break;
    }
    return i;
  }

  void grow() {
    slots_.assign(std::max<std::size_t>(256, slots_.size() * 2), {});
    for (std::size_t i = 0; i < used_; ++i) {
      slots_[find(calls_[i].predicate, calls_[i].given)] = {stamp_, &calls_[i]};
    }
  }

  std::deque<Call> calls_;
  std::size_t used_ = 0;
  std::vector<Slot> slots_;
  std::uint64_t stamp_ = 1;
};

}  // namespace palamedes::machine::prover
