#include "cli/room.h"

#include <algorithm>

#include <sys/ioctl.h>
#include <unistd.h>

namespace palamedes::cli {

Room room_of(int descriptor) {
  constexpr std::size_t narrowest = 40;
  constexpr std::size_t widest = 200;
  constexpr std::size_t lowest = 10;
  winsize size{};
  if (isatty(descriptor) != 1 || ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
    return {};
  }
  Room room{.columns = std::clamp<std::size_t>(size.ws_col, narrowest, widest)};
  if (size.ws_row > 0) room.rows = std::max<std::size_t>(size.ws_row, lowest);
  return room;
}

}  // namespace palamedes::cli
