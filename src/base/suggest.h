#pragma once
// "Did you mean …?": the nearest known name to a mistyped one.

#include <span>
#include <string>
#include <string_view>

namespace palamedes {

// Number of insertions, deletions, replacements and neighbour swaps between two names.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

// The closest of `known`, or an empty string if none is close enough to be a slip of the finger.
[[nodiscard]] std::string nearest(std::string_view name, std::span<const std::string> known);

// "did you mean 'x'?" or an empty string.
[[nodiscard]] std::string did_you_mean(std::string_view name, std::span<const std::string> known);

}  // namespace palamedes
