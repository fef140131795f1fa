#pragma once
// What the first comment lines of a rule sheet say about its game:
//
//   ;;; Tic-Tac-Toe: three in a row on a 3x3 board.
//   ;;; players: 2
//   ;;; play: turn-taking
//   ;;; goals: 0 50 100
//   ;;; source: traditional

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace palamedes::cli {

struct GameHeader {
  std::string title;
  std::string description;
  std::optional<int> players;
  std::string play;
  std::vector<int> goals;
  std::string source;
};

// What is not there stays empty.
[[nodiscard]] GameHeader read_header(std::string_view sheet);

}  // namespace palamedes::cli
