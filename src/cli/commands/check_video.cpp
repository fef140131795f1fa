#include "cli/commands/check_video.h"

#include "vgdl/game.h"
#include "vgdl/outline.h"

namespace palamedes::cli::commands {

bool VideoCheck::takes(const RulesText& text) const {
  if (vgdl::is_game_text(text.text)) return true;
  if (!in_game_) return false;
  // GDL begins with a rule or a comment.
  const std::size_t first = text.text.find_first_not_of(" \t\r\n");
  return first == std::string::npos || (text.text[first] != '(' && text.text[first] != ';');
}

Diagnostics VideoCheck::check(const RulesText& text) {
  if (vgdl::is_game_text(text.text)) {
    in_game_ = true;
    rules_.reset();
    auto read = vgdl::read_rules(text.text, text.name);
    if (!read) return std::move(read.error());
    rules_ = std::make_shared<const vgdl::Rules>(std::move(read->rules));
    return std::move(read->warnings);
  }
  Diagnostics problems(text.name);
  if (!rules_) {
    problems.error({}, "its game cannot be read, so the level was not checked");
  } else {
    // Whether it can be made at all is among the problems.
    static_cast<void>(vgdl::Game::make(rules_, text.text, problems));
  }
  return problems;
}

}  // namespace palamedes::cli::commands
