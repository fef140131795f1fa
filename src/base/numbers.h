#pragma once
// Numbers for people.

#include <cstdint>
#include <string>
#include <string_view>

namespace palamedes {

// "1234567" -> "1,234,567"; leaves what does not start with digits alone.
[[nodiscard]] std::string grouped(std::string_view digits);
[[nodiscard]] std::string grouped(std::uint64_t value);

// "1 role", "2 roles".
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun);
// "1 match", "2 matches".
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view one,
                                  std::string_view several);

// Three digits that count, thousands grouped: "0.0123", "7.62", "48.3", "12,345".
[[nodiscard]] std::string rounded(double value);

}  // namespace palamedes
