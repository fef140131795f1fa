#pragma once
// Numbers for people.

#include <cstdint>
#include <string>
#include <string_view>

namespace palamedes {

// "1234567" -> "1,234,567"; leaves what does not start with digits alone.
[[nodiscard]] std::string grouped(std::string_view digits);
[[nodiscard]] std::string grouped(std::uint64_t value);

}  // namespace palamedes
