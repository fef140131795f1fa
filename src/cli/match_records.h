#pragma once
// The games of a series as files: one match record each, in the format of the game manager.

#include <cstdint>
#include <string>
#include <vector>

#include "agent/spec.h"
#include "base/diagnostic.h"
#include "match/play.h"

namespace palamedes::cli {

// "games/tictactoe.kif" -> "tictactoe", a word of KIF.
[[nodiscard]] std::string game_name(const std::string& rules);

class MatchRecords {
 public:
  struct Series {
    std::string game;
    std::vector<std::string> roles;
    std::vector<agent::Spec> agents;
    double play_clock = 0;  // seconds; 0 without one
  };

  // Makes the folder if need be. Fails if nothing can be written there, or if it has records of
  // this game already.
  [[nodiscard]] static Result<MatchRecords> open(std::string folder, Series series);

  // FOLDER/GAME.000001.json, and so on. The game must have its history.
  [[nodiscard]] Result<void> write(const match::GameRecord& game) const;

 private:
  MatchRecords(std::string folder, Series series)
      : folder_(std::move(folder)), series_(std::move(series)) {}
  std::string folder_;
  Series series_;
};

}  // namespace palamedes::cli
