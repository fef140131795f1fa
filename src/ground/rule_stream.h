#pragma once
// What grounding is given and gives: limits, and rules without variables in one stream.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace palamedes::ground {

struct GroundLimits {
  double seconds = 60.0;
  std::string_view seconds_option = "--time-limit";  // what a user changes to allow more
  std::size_t memory_bytes = std::size_t{4} << 30U;
  std::size_t max_rules = 50'000'000;
  std::size_t max_terms = 20'000'000;
  // Set by whoever does not want the result any more; it must outlive the work.
  const std::atomic<bool>* cancelled = nullptr;

  [[nodiscard]] bool is_cancelled() const {
    return cancelled != nullptr && cancelled->load(std::memory_order_relaxed);
  }
};

// Ground rules in one stream: head, number of conditions, conditions (atom * 2 + negated).
struct RuleStream {
  std::vector<std::uint32_t> words;
  std::size_t count = 0;
};

}  // namespace palamedes::ground
