#include "cli/person.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/board_text.h"
#include "cli/move_input.h"
#include "cli/room.h"
#include "cli/text.h"

namespace palamedes::cli {
namespace {

void print(const std::string& text) {
  const std::string line = shown(text);
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace

Person::Person(board::Drawing drawing)
    : drawing_(std::move(drawing)), palette_{wants_colours(STDERR_FILENO)} {}

void Person::turn_to(std::size_t step, const std::vector<std::string>& facts) {
  if (shown_step_ == step) return;
  facts_before_ = shown_step_ ? facts_ : facts;
  facts_ = facts;
  shown_step_ = step;
}

void Person::draw() {
  const std::size_t columns = room_of(STDERR_FILENO).columns;
  print(board_text(palette_, drawing_.draw(facts_, facts_before_), columns) + "\n");
}

void Person::show(const ggp::Situation& situation) {
  turn_to(situation.step, situation.facts);
  if (!legend_shown_) print(legend_text(drawing_.signs(), room_of(STDERR_FILENO).columns));
  legend_shown_ = true;
  print(fmt::format("\nStep {}, {} to move\n", situation.step + 1, situation.role));
  draw();
}

void Person::show_end(std::size_t step, const std::vector<std::string>& facts) {
  const std::lock_guard lock(mutex_);
  turn_to(step, facts);
  print(fmt::format("\nOver after {}\n", counted(step, "step")));
  draw();
}

std::optional<std::string> Person::ask(const ggp::Situation& situation,
                                       const std::atomic<bool>& interrupted) {
  constexpr std::size_t lines_of_page = 20;
  const std::lock_guard lock(mutex_);
  show(situation);
  std::vector<std::string> legal = situation.legal;
  std::sort(legal.begin(), legal.end(), board::reads_before);
  const auto columns = [] { return room_of(STDERR_FILENO).columns; };
  MovePages pages(legal);
  print(pages.next(columns(), lines_of_page));
  for (;;) {
    print(situation.role + "> ");
    const auto line = lines_.read([&interrupted] { return interrupted.load(); });
    if (!line) return std::nullopt;
    if (line->find_first_not_of(" \t\r") == std::string::npos) {
      print(pages.next(columns(), lines_of_page));
    } else if (const auto place = chosen_move(*line, legal)) {
      return legal[*place];
    } else if (std::vector<std::size_t> found = narrowed_moves(*line, legal); !found.empty()) {
      pages = MovePages(legal, std::move(found));
      print(pages.next(columns(), lines_of_page));
    } else {
      print(folded(explain_illegal(*line, legal, false, {}), columns(), 2));
    }
  }
}

}  // namespace palamedes::cli
