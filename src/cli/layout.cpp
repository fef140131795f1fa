#include "cli/layout.h"

#include <filesystem>
#include <system_error>

#include "base/file.h"
#include "games/builtin.h"

namespace palamedes::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = 100'000;

// games/hex.kif.gz -> games/hex.layout
fs::path beside(fs::path rules) {
  if (rules.extension() == ".gz") rules.replace_extension();
  return rules.replace_extension(".layout");
}

}  // namespace

Result<board::LayoutHints> find_layout_hints(const std::string& rules, const gdl::Loaded& game) {
  if (rules == "-") return board::LayoutHints{};
  std::error_code none;
  if (!fs::exists(rules, none) || fs::is_directory(rules, none)) {
    return board::read_layout_hints(games::find_layout(rules), rules + ".layout", game);
  }
  const std::string path = beside(rules).string();
  if (path == rules || !fs::is_regular_file(path, none)) return board::LayoutHints{};
  const auto text = read_text(path, most_bytes);
  if (!text) return tl::unexpected(text.error());
  return board::read_layout_hints(*text, path, game);
}

}  // namespace palamedes::cli
