#include "base/numbers.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace palamedes {

std::string grouped(std::string_view digits) {
  const std::size_t length = std::min(digits.find_first_not_of("0123456789"), digits.size());
  std::string result;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && i < length && (length - i) % 3 == 0) result += ',';
    result += digits[i];
  }
  return result;
}

std::string grouped(std::uint64_t value) { return grouped(std::to_string(value)); }

std::string counted(std::uint64_t count, std::string_view noun) {
  return counted(count, noun, std::string(noun) + "s");
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view several) {
  return grouped(count) + " " + std::string(count == 1 ? one : several);
}

std::string rounded(double value) {
  if (!std::isfinite(value)) return "-";
  if (std::abs(value) >= 1e15) return fmt::format("{:.3g}", value);
  if (std::abs(value) >= 100) return grouped(fmt::format("{:.0f}", value));
  if (std::abs(value) >= 10) return fmt::format("{:.1f}", value);
  if (std::abs(value) >= 1 || value == 0) return fmt::format("{:.2f}", value);
  return fmt::format("{:.3g}", value);
}

}  // namespace palamedes
