#pragma once
// What logic games add to a forward model: names for everything, and hashes.

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/forward_model.h"

namespace palamedes::machine {

// Texts are KIF in canonical form: lower case, single blanks, no blank inside parentheses.
template <typename M>
concept Machine = model::ForwardModel<M> && requires(M& machine, const typename M::State& state,
                                                     Role role, Move move, std::string_view text) {
  { M::name } -> std::convertible_to<std::string_view>;
  { machine.role_name(role) } -> std::convertible_to<std::string>;
  { machine.move_text(role, move) } -> std::convertible_to<std::string>;
  // The move of that text, if the machine has ever seen it; it need not be legal anywhere.
  { machine.find_move(role, text) } -> std::same_as<std::optional<Move>>;
  // The state's facts without `true`, sorted by code point.
  { machine.facts(state) } -> std::same_as<std::vector<std::string>>;
  { machine.hash(state) } -> std::same_as<std::uint64_t>;
  { machine.memory_bytes() } -> std::convertible_to<std::size_t>;
};

}  // namespace palamedes::machine
