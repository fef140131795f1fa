#include "games/builtin.h"

namespace palamedes::games {

const Builtin* find(std::string_view name) { return palamedes::find(builtins(), name); }

std::string_view find_layout(std::string_view name) {
  const Embedded* layout = palamedes::find(layouts(), name);
  return layout == nullptr ? std::string_view{} : layout->text;
}

const Builtin* find_video(std::string_view name) { return palamedes::find(video_files(), name); }

}  // namespace palamedes::games
