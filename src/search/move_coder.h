#pragma once
// What a learned policy knows a move by. Without a coder the code is the move itself; a coder adds
// what the move does in a state.

#include <span>
#include <vector>

#include "base/ids.h"
#include "search/simulation.h"

namespace palamedes::search {

template <typename State>
class MoveCoder {
 public:
  MoveCoder() = default;
  MoveCoder(const MoveCoder&) = delete;
  MoveCoder& operator=(const MoveCoder&) = delete;
  virtual ~MoveCoder() = default;

  // Appends one code per move.
  virtual void encode(const State& state, Role role, std::span<const Move> moves,
                      std::vector<MoveCode>& codes) const = 0;
};

// Without a coder moves are their own codes.
template <typename State>
void encode(const MoveCoder<State>* coder, const State& state, std::size_t role,
            std::span<const Move> moves, std::vector<MoveCode>& codes) {
  if (coder != nullptr) {
    coder->encode(state, Role(role), moves, codes);
  } else {
    for (const Move move : moves) codes.push_back(index_of(move));
  }
}

}  // namespace palamedes::search
