#pragma once
// What the first comment lines of a rule sheet say about its game:
//
//   ;;; Tic-Tac-Toe: three in a row on a 3x3 board.
//   ;;; players: 2
//   ;;; play: turn-taking
//   ;;; goals: 0 50 100
//   ;;; source: traditional

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace palamedes::games {

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

// The first line of a video game: "# Title: what it is about."
struct VideoHeader {
  std::string title;
  std::string description;
};
[[nodiscard]] VideoHeader read_video_header(std::string_view text);

// Whether a built-in file is a level: NAME_lvl0 and so on.
[[nodiscard]] bool is_level_name(std::string_view name);
// How many levels a built-in video game has.
[[nodiscard]] std::size_t level_count(std::string_view game);

}  // namespace palamedes::games
