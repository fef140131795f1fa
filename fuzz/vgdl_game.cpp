// Any text as a game and a level, which are then played: neither may crash, hang or take memory
// without bounds. A line "=" parts the game from the level.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "check_diagnostics.h"
#include "require.h"
#include "vgdl/load.h"
#include "vgdl/observation.h"
#include "vgdl/simulator.h"

using namespace palamedes;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t parting = text.find("\n=\n");
  const std::string_view rules = text.substr(0, parting);
  const std::string_view level =
      parting == std::string_view::npos ? std::string_view("A.\n") : text.substr(parting + 3);
  const auto loaded = vgdl::load_game(rules, "game", level, "level");
  if (!loaded) {
    require(loaded.error().has_errors(), "a failure has an error");
    check_diagnostics(loaded.error());
    return 0;
  }
  check_diagnostics(loaded->warnings);
  vgdl::State state = loaded->game->initial(vgdl::RandomMode::compatible, 1);
  vgdl::Simulator simulator(*loaded->game);
  vgdl::State copy;
  for (int i = 0; i < 30; ++i) {
    simulator.advance(state, static_cast<vgdl::Action>(i % vgdl::action_count));
    copy = state;
    require(copy.bytes() == state.bytes(), "a copy is as large");
  }
  std::vector<vgdl::Observed> seen;
  vgdl::Observation(*loaded->game, copy).sprites(seen);
  require(seen.size() <= vgdl::max_sprites + 1, "sprites are limited");
  return 0;
}
