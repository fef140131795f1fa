#include "board/signs.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "board/layer.h"
#include "board/term.h"

namespace palamedes::board {
namespace {

constexpr const char* point = ".";
constexpr std::size_t short_enough = 2;

bool stands_for_itself(const std::string& content) {
  return content.size() <= short_enough || is_number(content);
}

// "(white king)", "white_king" and "whiteKing" -> "white", "king"
std::vector<std::string> words_of(const std::string& content) {
  std::vector<std::string> words;
  bool inside = false;
  for (const char c : content) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isalnum(letter) == 0) {
      inside = false;
      continue;
    }
    if (!inside || std::isupper(letter) != 0) words.emplace_back();
    words.back() += static_cast<char>(std::tolower(letter));
    inside = true;
  }
  return words;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

// "(man red)" -> "man red"
std::string plain(const std::string& content) {
  return content.starts_with('(') ? content.substr(1, content.size() - 2) : content;
}

std::string in_capitals(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

// Without the beginning that all of them share, if something is left of each: mov_up, mov_down ->
// up, down; p0001, p0010 -> 0001, 0010; player1, player2 -> 1, 2.
std::map<std::string, std::string> without_common_beginning(const std::set<std::string>& names) {
  std::map<std::string, std::string> rest;
  for (const std::string& name : names) rest.emplace(name, name);
  if (names.size() < 2) return rest;
  std::string common = *names.begin();
  for (const std::string& name : names) {
    const auto end = std::mismatch(common.begin(), common.end(), name.begin(), name.end()).first;
    common.erase(end, common.end());
  }
  const bool numbered = std::all_of(names.begin(), names.end(), [](const std::string& name) {
    return !letters_and_digits(name).first.empty();
  });
  if (numbered) {
    while (!common.empty() && std::isdigit(static_cast<unsigned char>(common.back())) != 0) {
      common.pop_back();
    }
  }
  constexpr std::size_t long_enough = 3;
  if (common.size() < long_enough && !(numbered && !common.empty())) return rest;
  for (auto& [name, text] : rest) {
    if (name.size() == common.size()) return rest;
  }
  for (auto& [name, text] : rest) text = name.substr(common.size());
  return rest;
}

// The first that is free: the beginnings of its words, each of its letters, ever more of them.
std::string letter_for(const std::string& name, const std::set<std::string>& used) {
  const std::vector<std::string> words = words_of(name);
  for (const std::string& word : words) {
    if (!used.contains(word.substr(0, 1))) return word.substr(0, 1);
  }
  for (const std::string& word : words) {
    for (const char c : word) {
      if (!used.contains(std::string(1, c))) return {c};
    }
  }
  std::string whole = plain(name);
  for (std::size_t length = 2; length < whole.size(); ++length) {
    if (!used.contains(whole.substr(0, length))) return whole.substr(0, length);
  }
  return whole;
}

}  // namespace

Signs::Signs(const std::set<std::string>& contents, const std::set<std::string>& blanks,
             std::vector<std::string> role_names)
    : role_names_(std::move(role_names)) {
  std::map<std::string, Piece> pieces;
  std::set<std::string> seen = contents;
  for (const std::string& blank : blanks) {
    seen.erase(blank);
    signs_.emplace(blank, Sign{point, std::nullopt});
  }
  used_.insert(point);
  letters_of_roles_ = have_letters_of_roles(seen);
  for (const std::string& content : seen) pieces.emplace(content, take_apart_piece(content));
  if (has_sides(pieces)) {
    name_sides(pieces);
  } else {
    name_plainly(pieces);
  }
}

// wk, bp, bk: the first letter is that of a role, and several roles have pieces.
bool Signs::have_letters_of_roles(const std::set<std::string>& contents) const {
  std::set<char> initials;
  for (const std::string& role : role_names_) {
    if (!initials.insert(role.front()).second) return false;
  }
  std::set<char> met;
  for (const std::string& content : contents) {
    if (content.size() != 2 || std::isalpha(static_cast<unsigned char>(content[1])) == 0) continue;
    if (!initials.contains(content.front())) return false;
    met.insert(content.front());
  }
  return met.size() > 1;
}

// A piece has the name of its role among its words, or begins with it, or is a beginning of it.
Signs::Piece Signs::take_apart_piece(const std::string& content) const {
  std::vector<std::string> words = words_of(content);
  for (std::size_t role = 0; role < role_names_.size(); ++role) {
    const std::string& name = role_names_[role];
    const auto word = std::find(words.begin(), words.end(), name);
    if (word != words.end()) {
      words.erase(word);
      return {Role(role), joined(words)};
    }
  }
  if (letters_of_roles_ && content.size() == 2) {
    for (std::size_t role = 0; role < role_names_.size(); ++role) {
      if (role_names_[role].front() == content.front()) return {Role(role), content.substr(1)};
    }
  }
  for (std::size_t role = 0; role < role_names_.size(); ++role) {
    const std::string& name = role_names_[role];
    if (content.starts_with(name)) return {Role(role), content.substr(name.size())};
  }
  std::optional<Role> owner;
  for (std::size_t role = 0; role < role_names_.size(); ++role) {
    if (!role_names_[role].starts_with(content)) continue;
    if (owner) return {std::nullopt, content};
    owner = Role(role);
  }
  return {owner, owner ? "" : content};
}

// Exactly two roles have pieces, one of them of several kinds.
bool Signs::has_sides(const std::map<std::string, Piece>& pieces) const {
  std::set<std::size_t> owners;
  std::set<std::string> kinds;
  for (const auto& [content, piece] : pieces) {
    if (!piece.owner) continue;
    owners.insert(index_of(*piece.owner));
    kinds.insert(piece.kind);
    if (is_number(piece.kind)) return false;
  }
  return owners.size() == 2 && kinds.size() > 1 && !kinds.contains("");
}

void Signs::add(const std::string& content, std::string text, std::optional<Role> owner) {
  used_.insert(text);
  signs_.emplace(content, Sign{std::move(text), owner});
}

void Signs::name_sides(const std::map<std::string, Piece>& pieces) {
  std::set<std::string> kinds;
  std::optional<Role> first;
  for (const auto& [content, piece] : pieces) {
    if (!piece.owner) continue;
    kinds.insert(piece.kind);
    if (!first || index_of(*piece.owner) < index_of(*first)) first = piece.owner;
  }
  std::map<std::string, std::string> letters;
  for (const std::string& kind : kinds) {
    if (kind.size() != 1) continue;
    letters.emplace(kind, kind);
    used_.insert(kind);
  }
  for (const std::string& kind : kinds) {
    if (letters.contains(kind)) continue;
    const std::string letter = letter_for(kind, used_);
    used_.insert(letter);
    letters.emplace(kind, letter);
    legend_.emplace_back(letter, kind);
  }
  std::map<std::string, Piece> others;
  for (const auto& [content, piece] : pieces) {
    if (!piece.owner) {
      others.emplace(content, piece);
      continue;
    }
    const std::string& letter = letters[piece.kind];
    const bool capital = piece.owner == first;
    (capital ? sides_.first : sides_.second) = role_names_[index_of(*piece.owner)];
    add(content, capital ? in_capitals(letter) : letter, piece.owner);
  }
  name_plainly(others);
}

// s0, s1, s12 of one kind: their numbers.
bool Signs::name_amounts(const std::map<std::string, Piece>& pieces) {
  std::set<std::string> kinds;
  for (const auto& [content, piece] : pieces) kinds.insert(letters_and_digits(content).first);
  constexpr std::size_t least_amounts = 3;
  if (kinds.size() != 1 || kinds.contains("") || pieces.size() < least_amounts) return false;
  for (const auto& [content, piece] : pieces) {
    add(content, letters_and_digits(content).second, piece.owner);
  }
  return true;
}

void Signs::name_plainly(const std::map<std::string, Piece>& pieces) {
  if (name_amounts(pieces)) return;
  for (const auto& [content, piece] : pieces) {
    if (stands_for_itself(content)) add(content, content, piece.owner);
  }
  std::set<std::string> names;
  for (const auto& [content, piece] : pieces) {
    if (!signs_.contains(content)) names.insert(content);
  }
  const std::map<std::string, std::string> shorter = without_common_beginning(names);
  for (const auto& [content, piece] : pieces) {
    if (signs_.contains(content)) continue;
    const std::string& name = shorter.at(content);
    std::string text = is_number(name) ? name : initials_of(name);
    const bool explained = !text.empty() && !used_.contains(text);
    if (!explained) text = letter_for(name, used_);
    add(content, text, piece.owner);
    if (!explained && text != name) legend_.emplace_back(text, plain(content));
  }
}

// (checker blue) is cb, and each letter is explained once; empty where a letter is another word's
// already, and of a single word.
std::string Signs::initials_of(const std::string& name) {
  const std::vector<std::string> words = words_of(name);
  if (words.size() < 2) return {};
  std::string text;
  std::map<std::string, std::string> letters;
  for (const std::string& word : words) {
    if (is_number(word)) {
      text += word;
      continue;
    }
    const std::string letter = word.substr(0, 1);
    const auto known = initials_.find(letter);
    const bool is_anothers = known == initials_.end() ? used_.contains(letter) && word.size() > 1
                                                      : known->second != word;
    if (is_anothers || letters.emplace(letter, word).first->second != word) return {};
    text += letter;
  }
  for (const std::string& word : words) {
    const std::string letter = word.substr(0, 1);
    if (is_number(word) || !initials_.emplace(letter, word).second || word.size() == 1) continue;
    legend_.emplace_back(letter, word);
    used_.insert(letter);  // alone it would be read as this word
  }
  return text;
}

Sign Signs::of(const std::string& content) const {
  const auto found = signs_.find(content);
  return found == signs_.end() ? Sign{plain(content), std::nullopt} : found->second;
}

}  // namespace palamedes::board
