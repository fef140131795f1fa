#pragma once
// 'palamedes check' of video games and their levels.

#include <memory>
#include <optional>
#include <string>

#include "cli/rules_source.h"
#include "vgdl/rules.h"

namespace palamedes::cli::commands {

// Remembers the game that was checked last, to which the levels behind it belong.
class VideoCheck {
 public:
  // Whether this text is a video game, or a level of the last one: something that is no rule sheet.
  [[nodiscard]] bool takes(const RulesText& text) const;
  // Problems of a text that it takes.
  [[nodiscard]] Diagnostics check(const RulesText& text);

 private:
  std::shared_ptr<const vgdl::Rules> rules_;
  bool in_game_ = false;  // the last text was a video game or a level
};

}  // namespace palamedes::cli::commands
