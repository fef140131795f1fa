#pragma once
// A machine whose game is a table: small enough to work out everything about it by hand.

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "machine/machine.h"

namespace palamedes::exercise {

struct ToyPosition {
  std::vector<std::string> facts;
  std::vector<std::vector<std::string>> legal;           // by role
  std::map<std::vector<std::string>, std::string> next;  // joint move -> position
  std::vector<int> goals;                                // by role; given = terminal
};

struct ToyGame {
  std::vector<std::string> roles;
  std::map<std::string, ToyPosition> positions;  // it begins in "start"
};

class ToyMachine {
 public:
  static constexpr std::string_view name = "toy";
  struct State {
    std::string position;
    bool operator==(const State&) const = default;
  };

  explicit ToyMachine(ToyGame game) : game_(std::move(game)) {
    // Every move is known from the start, whether or not it is ever looked at.
    for (const auto& [unused, position] : game_.positions) {
      for (const auto& moves : position.legal) {
        for (const auto& move : moves) intern(move);
      }
    }
  }

  [[nodiscard]] std::size_t role_count() const { return game_.roles.size(); }
  [[nodiscard]] State initial() const { return {"start"}; }
  bool terminal(const State& state) { return gave_up() || !at(state).goals.empty(); }
  int goal(const State& state, Role role) {
    return gave_up() ? model::undefined_goal : at(state).goals[index_of(role)];
  }
  void legal(const State& state, Role role, model::MoveList& moves) {
    moves.clear();
    for (const auto& text : at(state).legal[index_of(role)])
      moves.push_back(*find_move(role, text));
  }
  void advance(State& state, std::span<const Move> joint_move) {
    if (++advances_ == fault_after) fault_ = "the toy broke";
    std::vector<std::string> texts;
    for (const Move move : joint_move) texts.push_back(moves_[index_of(move)]);
    state.position = at(state).next.at(texts);
  }
  [[nodiscard]] const std::string& fault() const { return fault_; }

  [[nodiscard]] std::string role_name(Role role) const { return game_.roles[index_of(role)]; }
  [[nodiscard]] std::string move_text(Role /*role*/, Move move) const {
    return moves_[index_of(move)];
  }
  std::optional<Move> find_move(Role /*role*/, std::string_view text) {
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      if (moves_[i] == text) return Move(i);
    }
    return std::nullopt;
  }
  [[nodiscard]] std::vector<std::string> facts(const State& state) { return at(state).facts; }
  [[nodiscard]] std::uint64_t hash(const State& state) const {
    return hash_span(std::span<const char>(state.position), 0);
  }
  [[nodiscard]] std::size_t memory_bytes() const { return sizeof(*this); }

  std::size_t fault_after = 0;  // gives up in this advance(); 0: never

 private:
  ToyPosition& at(const State& state) { return game_.positions.at(state.position); }
  [[nodiscard]] bool gave_up() const { return !fault_.empty(); }
  void intern(const std::string& text) {
    if (!find_move(Role{}, text)) moves_.push_back(text);
  }

  ToyGame game_;
  std::vector<std::string> moves_;
  std::size_t advances_ = 0;
  std::string fault_;
};

static_assert(machine::Machine<ToyMachine>);

// One role, one way: three moves and a goal of 70.
inline ToyGame corridor() {
  return {.roles = {"walker"},
          .positions = {{"start", {{"(at 1)"}, {{"go"}}, {{{"go"}, "second"}}, {}}},
                        {"second", {{"(at 2)"}, {{"go"}}, {{{"go"}, "third"}}, {}}},
                        {"third", {{"(at 3)"}, {{"go"}}, {{{"go"}, "end"}}, {}}},
                        {"end", {{"(at 4)"}, {{}}, {}, {70}}}}};
}

// One role:
//            a            c
//     start ───► left  ───────► meet ── e ─► end (100)
//       │ b                       ▲
//       └──────► right ─── c ─────┘
//                  └─── d ──► pit (0)
inline ToyGame diamond() {
  return {.roles = {"walker"},
          .positions = {{"start", {{"s"}, {{"a", "b"}}, {{{"a"}, "left"}, {{"b"}, "right"}}, {}}},
                        {"left", {{"l"}, {{"c"}}, {{{"c"}, "meet"}}, {}}},
                        {"right", {{"r"}, {{"c", "d"}}, {{{"c"}, "meet"}, {{"d"}, "pit"}}, {}}},
                        {"meet", {{"m"}, {{"e"}}, {{{"e"}, "end"}}, {}}},
                        {"pit", {{"p"}, {{}}, {}, {0}}},
                        {"end", {{"x"}, {{}}, {}, {100}}}}};
}

// Two roles at once, one step: row wins with equal numbers, column with (1 2); (2 1) is a draw, and
// after (1 3) the goal of row is undefined. Column alone has a third move.
inline ToyGame pennies() {
  return {.roles = {"row", "column"},
          .positions = {{"start",
                         {{"toss"},
                          {{"1", "2"}, {"1", "2", "3"}},
                          {{{"1", "1"}, "same"},
                           {{"2", "2"}, "same"},
                           {{"1", "2"}, "other"},
                           {{"2", "1"}, "equal"},
                           {{"1", "3"}, "odd"},
                           {{"2", "3"}, "other"}},
                          {}}},
                        {"same", {{"s"}, {{}, {}}, {}, {100, 0}}},
                        {"other", {{"o"}, {{}, {}}, {}, {0, 100}}},
                        {"equal", {{"e"}, {{}, {}}, {}, {50, 50}}},
                        {"odd", {{"d"}, {{}, {}}, {}, {model::undefined_goal, 10}}}}};
}

// Two roles; after the first move the second role has no legal move, and the game is not over.
inline ToyGame broken() {
  return {.roles = {"left", "right"},
          .positions = {{"start", {{"one"}, {{"a"}, {"b"}}, {{{"a", "b"}, "stuck"}}, {}}},
                        {"stuck", {{"(two 2)", "more"}, {{"a"}, {}}, {}, {}}}}};
}

// One role that can walk in circles for ever.
inline ToyGame circle() {
  return {
      .roles = {"walker"},
      .positions = {{"start", {{"s"}, {{"l", "r"}}, {{{"l"}, "start"}, {{"r"}, "start"}}, {}}}}};
}

}  // namespace palamedes::exercise
