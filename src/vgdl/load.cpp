#include "vgdl/load.h"

#include <utility>

namespace palamedes::vgdl {

Result<LoadedGame> load_game(std::string_view rules, const std::string& rules_name,
                             std::string_view level, const std::string& level_name,
                             const ReadLimits& limits) {
  auto read = read_rules(rules, rules_name, limits);
  if (!read) return tl::unexpected(std::move(read.error()));
  Diagnostics problems(level_name);
  auto game = Game::make(std::make_shared<const Rules>(std::move(read->rules)), level, problems);
  if (!game) return tl::unexpected(std::move(problems));
  LoadedGame loaded{.game = std::move(game), .warnings = std::move(read->warnings)};
  loaded.warnings.append(problems);
  return loaded;
}

}  // namespace palamedes::vgdl
