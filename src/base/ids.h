#pragma once
// Strong ids that every stage shares.

#include <cstddef>
#include <cstdint>

namespace palamedes {

enum class Role : std::uint8_t {};   // position in the order of the rules' role facts
enum class Move : std::uint32_t {};  // meaning is the machine's; equal ids are equal moves

constexpr std::size_t index_of(Role role) { return static_cast<std::size_t>(role); }
constexpr std::size_t index_of(Move move) { return static_cast<std::size_t>(move); }

}  // namespace palamedes
