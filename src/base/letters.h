#pragma once
// ASCII letters, whatever the locale is.

#include <algorithm>
#include <string_view>

namespace palamedes {

[[nodiscard]] constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Whether the words differ in nothing but the case of their letters.
[[nodiscard]] constexpr bool same_in_any_case(std::string_view left, std::string_view right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

}  // namespace palamedes
