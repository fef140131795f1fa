#pragma once
// What a search asks of a game.

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "base/ids.h"
#include "model/forward_model.h"

namespace palamedes::search {

template <typename M>
concept SearchModel = model::ForwardModel<M> && requires(M& model, const typename M::State& state) {
  { model.hash(state) } -> std::convertible_to<std::uint64_t>;
};

// Goals as payoffs, from 0 to 1.
template <model::ForwardModel M>
[[nodiscard]] double payoff(M& model, const typename M::State& state, std::size_t role) {
  return model::highest_goal(model.goal(state, Role(role))) / 100.0;
}

}  // namespace palamedes::search
