#pragma once
// A state for people: boards as boards, everything else as a list of facts.
//
//     8  r n b q       columns: the first coordinate, rows: the second, from the top down
//     7  p . . p       three coordinates make one board for each value of the first
//        a b c d
//
// Contents are short: a point for what most cells have, letters for the rest; legend() explains them.

#include <map>
#include <string>
#include <vector>

#include "agent/board/board.h"
#include "agent/game.h"

namespace palamedes::agent {

class Drawing {
 public:
  // Looks for boards in some states of random play.
  explicit Drawing(Game& game);
  // The same of given states; the first is the initial one.
  explicit Drawing(const std::vector<std::vector<std::string>>& states);

  [[nodiscard]] const std::vector<Board>& boards() const { return boards_; }
  // Lines that end with a line feed.
  [[nodiscard]] std::string draw(const std::vector<std::string>& facts) const;
  // "x xplayer, o oplayer"; empty where contents stand for themselves.
  [[nodiscard]] std::string legend() const;

 private:
  using Contents = std::map<std::vector<std::string>, std::string>;  // by cell

  void name_contents(const std::vector<std::string>& initial_facts);
  [[nodiscard]] std::string draw_grid(const Board& board, const Contents& contents) const;
  [[nodiscard]] std::string draw_plane(const Board& board, const Contents& contents,
                                       const std::vector<std::string>& outer) const;
  [[nodiscard]] std::string draw_row(const Board& board, const Contents& contents) const;
  [[nodiscard]] const std::string& short_name(const Board& board, const Contents& contents,
                                              const std::vector<std::string>& cell) const;

  std::vector<Board> boards_;  // those that are drawn
  std::map<std::string, std::string> short_names_;
  std::size_t width_ = 1;  // of a short name
};

}  // namespace palamedes::agent
