#pragma once
// What somebody thinks of a move.

#include "base/ids.h"

namespace palamedes {

struct ValuedMove {
  Move move{};
  float value = 0;
  friend bool operator==(const ValuedMove&, const ValuedMove&) = default;
};

}  // namespace palamedes
