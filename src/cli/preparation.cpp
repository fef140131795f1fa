#include "cli/preparation.h"

#include <utility>

#include <fmt/format.h>

namespace palamedes::cli {

void StageBoard::begin(machine::Stage stage) {
  const std::lock_guard lock(mutex_);
  stage_ = std::move(stage);
  since_ = {};
}

std::string StageBoard::text() const {
  const std::lock_guard lock(mutex_);
  return stage_.what.empty() ? std::string() : stage_text(stage_, since_.seconds());
}

std::string stage_text(const machine::Stage& stage, double seconds) {
  std::string text = fmt::format("{}, {:.1f} s", stage.what, seconds);
  const std::string then = stage.next.empty() ? "" : "then " + stage.next;
  if (!stage.at_most) return then.empty() ? text : fmt::format("{} ({})", text, then);
  return fmt::format("{} (at most {:g} s{}{})", text, *stage.at_most, then.empty() ? "" : ", ",
                     then);
}

Preparation::Preparation(Screen& screen, std::string name)
    : ticker_(screen, [board = board_, name = std::move(name)](double) {
        const std::string text = board->text();
        return text.empty() ? text : fmt::format("{}: {}", name, text);
      }) {}

void Preparation::begin(std::string what) {
  board_->begin({.what = std::move(what), .at_most = {}, .next = {}});
}

void Preparation::watch(machine::StageOptions& options) const {
  options.on_stage = [board = board_](const machine::Stage& stage) { board->begin(stage); };
}

}  // namespace palamedes::cli
