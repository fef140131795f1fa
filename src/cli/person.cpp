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

void Person::show(const ggp::Situation& situation) {
  if (shown_step_ != situation.step) {
    if (shown_step_) {
      facts_before_ = std::move(facts_);
    } else {
      facts_before_ = situation.facts;
    }
    facts_ = situation.facts;
    shown_step_ = situation.step;
  }
  const std::size_t columns = room_of(STDERR_FILENO).columns;
  if (!legend_shown_) print(legend_text(drawing_.signs(), columns));
  legend_shown_ = true;
  print(fmt::format("\nStep {}, {} to move\n", situation.step + 1, situation.role));
  print(board_text(palette_, drawing_.draw(facts_, facts_before_), columns) + "\n");
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
