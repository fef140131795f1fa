#include "games/builtin.h"

namespace palamedes::games {

const Builtin* find(std::string_view name) { return palamedes::find(builtins(), name); }

}  // namespace palamedes::games
