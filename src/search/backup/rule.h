#pragma once
// How results reach the nodes of the tree (thesis 2.5.3; Childs, Brodeur and Kocsis 2008).

#include <array>
#include <cstdint>
#include <string_view>

#include "base/params.h"

namespace palamedes::search::backup {

enum class Rule : std::uint8_t {
  uct1,  // along the path of the simulation
  uct2,  // the same, but a move has the value of the state that it leads to
  uct3,  // to all ancestors
};

}  // namespace palamedes::search::backup

namespace palamedes {

template <>
inline constexpr std::array<std::string_view, 3> names_of<search::backup::Rule> = {"uct1", "uct2",
                                                                                   "uct3"};

}  // namespace palamedes
