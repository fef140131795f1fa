#include "games/builtin.h"

namespace palamedes::games {

const Builtin* find(std::string_view name) { return palamedes::find(builtins(), name); }

const Builtin* find_video(std::string_view name) { return palamedes::find(video_files(), name); }

}  // namespace palamedes::games
