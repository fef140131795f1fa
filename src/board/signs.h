#pragma once
// Short names for what lies on boards, one letter where that is possible, and whose it is as far as
// names show.
//
//   content                      role     kind      sign
//   white_king, (king white)     white    king      K      two roles with several kinds each: the
//   wn, blackknight              white    n         N n    first has capitals
//   red, xplayer                 red               r x
//   (checker blue)               blue     checker   cb     more than two roles
//   13, ne                                          13 ne  stand for themselves

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.h"

namespace palamedes::board {

struct Sign {
  std::string text;
  std::optional<Role> owner;
};

class Signs {
 public:
  // The blanks are drawn as points.
  Signs(const std::set<std::string>& contents, const std::set<std::string>& blanks,
        std::vector<std::string> role_names);

  // Of a content that was not there before: itself.
  [[nodiscard]] Sign of(const std::string& content) const;

  // What needs to be explained: "k king", "w white".
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& legend() const {
    return legend_;
  }
  // The roles that have capitals and small letters; empty names where letters do not tell.
  [[nodiscard]] const std::pair<std::string, std::string>& sides() const { return sides_; }

 private:
  struct Piece {
    std::optional<Role> owner;
    std::string kind;  // the rest of its name
  };

  [[nodiscard]] Piece take_apart_piece(const std::string& content) const;
  [[nodiscard]] bool have_letters_of_roles(const std::set<std::string>& contents) const;
  [[nodiscard]] bool has_sides(const std::map<std::string, Piece>& pieces) const;
  void name_sides(const std::map<std::string, Piece>& pieces);
  [[nodiscard]] bool name_amounts(const std::map<std::string, Piece>& pieces);
  void name_plainly(const std::map<std::string, Piece>& pieces);
  [[nodiscard]] std::string initials_of(const std::string& name);
  void add(const std::string& content, std::string text, std::optional<Role> owner);

  std::vector<std::string> role_names_;
  bool letters_of_roles_ = false;  // contents like wk, of white
  std::map<std::string, Sign> signs_;
  std::set<std::string> used_;
  std::map<std::string, std::string> initials_;  // words by their letter
  std::vector<std::pair<std::string, std::string>> legend_;
  std::pair<std::string, std::string> sides_;
};

}  // namespace palamedes::board
