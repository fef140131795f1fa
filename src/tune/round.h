#pragma once
// Members that all have to be sampled before something is decided: a population, or the candidates
// of sequential halving. They are handed out in random order, so that a member of one role does not
// always meet the same members of the others.
//
// Several simulations can be under way at once. When every member has been handed out but payoffs
// are missing, members are handed out again; what they pay counts as well.

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "base/rng.h"

namespace palamedes::tune {

class Round {
 public:
  // Members 0, 1, ...; each is to be sampled so many times.
  void begin(std::size_t members, std::uint32_t times) {
    order_.resize(members);
    std::iota(order_.begin(), order_.end(), 0U);
    begin(times);
  }
  // These members.
  void begin(const std::vector<std::uint32_t>& members, std::size_t largest, std::uint32_t times) {
    order_ = members;
    if (payoffs_.size() <= largest) payoffs_.resize(largest + 1);
    begin(times);
  }

  [[nodiscard]] std::uint32_t number() const { return number_; }
  [[nodiscard]] bool is_complete() const { return missing_ == 0; }

  std::uint32_t next(Rng& rng) {
    if (next_ == order_.size()) next_ = 0;
    // Fisher and Yates, one step at a time: each pass is in another order.
    const auto rest = static_cast<std::uint32_t>(order_.size() - next_);
    std::swap(order_[next_], order_[next_ + rng.below(rest)]);
    return order_[next_++];
  }

  // Payoffs of earlier rounds do not count for this one.
  void reward(std::uint32_t member, std::uint32_t round) {
    if (round == number_ && payoffs_[member]++ < times_) --missing_;
  }

 private:
  void begin(std::uint32_t times) {
    ++number_;
    times_ = times;
    next_ = 0;
    if (payoffs_.size() < order_.size()) payoffs_.resize(order_.size());
    std::fill(payoffs_.begin(), payoffs_.end(), 0U);
    missing_ = std::uint64_t{times} * order_.size();
  }

  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> payoffs_;  // by member
  std::size_t next_ = 0;
  std::uint64_t missing_ = 0;
  std::uint32_t times_ = 0;
  std::uint32_t number_ = 0;
};

}  // namespace palamedes::tune
