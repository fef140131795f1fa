#pragma once
// Numbers of move sequences grow without bound: 128 bits, and beyond that a clear "at least".

#include <compare>
#include <cstdint>
#include <string>

namespace palamedes::exercise {

class Count {
 public:
  constexpr Count() = default;
  constexpr explicit Count(std::uint64_t value) : low_(value) {}

  constexpr Count& operator+=(const Count& other) {
    const std::uint64_t low = low_ + other.low_;
    const std::uint64_t carry = low < low_ ? 1 : 0;
    const std::uint64_t high = high_ + other.high_;
    const bool overflow = high < high_ || high + carry < high;
    saturated_ = saturated_ || other.saturated_ || overflow;
    low_ = saturated_ ? ~std::uint64_t{0} : low;
    high_ = saturated_ ? ~std::uint64_t{0} : high + carry;
    return *this;
  }

  auto operator<=>(const Count& other) const {
    if (const auto order = high_ <=> other.high_; order != 0) return order;
    return low_ <=> other.low_;
  }
  bool operator==(const Count& other) const = default;

  // The true number is at least the value.
  [[nodiscard]] constexpr bool saturated() const { return saturated_; }

  // All decimal digits of the value.
  [[nodiscard]] std::string digits() const;

 private:
  std::uint64_t low_ = 0;
  std::uint64_t high_ = 0;
  bool saturated_ = false;
};

}  // namespace palamedes::exercise
