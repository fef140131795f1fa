#pragma once
// Small games whose best play can be seen by eye. Each is a few rules on one number; Toy makes a
// model of them, with states that are rows of words or any other value.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/ids.h"
#include "base/rng.h"
#include "model/forward_model.h"

namespace palamedes::search::toy {

inline constexpr Move noop{0};

struct PlainState {
  std::uint64_t value = 0;
  bool operator==(const PlainState&) const = default;
};

// As the machines have it: a row of words.
struct RowState {
  struct Row {
    std::array<std::uint64_t, 2> row{};
    [[nodiscard]] const std::uint64_t* data() const { return row.data(); }
    [[nodiscard]] std::size_t size() const { return row.size(); }
    void assign(const std::uint64_t* begin, const std::uint64_t* end) {
      std::copy(begin, end, row.begin());
    }
    bool operator==(const Row&) const = default;
  };
  Row words;
  bool operator==(const RowState&) const = default;
};

inline PlainState make_state(std::uint64_t value, PlainState*) { return {value}; }
inline RowState make_state(std::uint64_t value, RowState*) { return {{{value, ~value}}}; }
inline std::uint64_t value_of(const PlainState& state) { return state.value; }
inline std::uint64_t value_of(const RowState& state) { return state.words.row[0]; }

// Rules: roles, initial(), terminal(value), goal(value, role), legal(value, role, moves),
// next(value, joint move).
template <typename Rules, typename S = PlainState>
class Toy {
 public:
  using State = S;
  explicit Toy(Rules rules = {}) : rules_(std::move(rules)) {}

  [[nodiscard]] std::size_t role_count() const { return Rules::roles; }
  [[nodiscard]] S initial() { return state(rules_.initial()); }
  [[nodiscard]] bool terminal(const S& state) { return rules_.terminal(value_of(state)); }
  [[nodiscard]] int goal(const S& state, Role role) {
    return rules_.goal(value_of(state), index_of(role));
  }
  void legal(const S& state, Role role, model::MoveList& moves) {
    rules_.legal(value_of(state), index_of(role), moves);
  }
  void advance(S& state, std::span<const Move> joint) {
    state = make_state(rules_.next(value_of(state), joint), static_cast<S*>(nullptr));
    ++steps_;
  }
  [[nodiscard]] std::uint64_t hash(const S& state) const { return mix(value_of(state) + 1); }
  [[nodiscard]] const std::string& fault() const { return fault_; }

  [[nodiscard]] static S state(std::uint64_t value) {
    return make_state(value, static_cast<S*>(nullptr));
  }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  [[nodiscard]] Rules& rules() { return rules_; }

 private:
  Rules rules_;
  std::string fault_;
  std::uint64_t steps_ = 0;
};

// One pile; who moves takes 1 to 3, who takes the last one wins. The mover wins unless the pile is
// a multiple of 4, and then by taking the remainder. Value: pile * 2 + mover.
struct Nim {
  static constexpr std::size_t roles = 2;
  std::uint64_t pile = 7;

  [[nodiscard]] std::uint64_t initial() const { return pile * 2; }
  [[nodiscard]] static bool terminal(std::uint64_t value) { return value < 2; }
  [[nodiscard]] static int goal(std::uint64_t value, std::size_t role) {
    if (!terminal(value)) return 50;
    return value % 2 == role ? 0 : 100;
  }
  static void legal(std::uint64_t value, std::size_t role, model::MoveList& moves) {
    if (value % 2 != role) return moves.push_back(noop);
    for (std::uint32_t take = 1; take <= 3 && take <= value / 2; ++take)
      moves.push_back(Move{take});
  }
  [[nodiscard]] static std::uint64_t next(std::uint64_t value, std::span<const Move> joint) {
    return (value / 2 - index_of(joint[value % 2])) * 2 + 1 - value % 2;
  }
};

// Both choose a line of the matrix at the same time, several times; the first has the mean of what
// stands there, the second the rest to 100. Value: points * 8 + steps.
struct Matrix {
  static constexpr std::size_t roles = 2;
  std::vector<std::vector<int>> goals = {{100, 0}, {0, 100}};
  std::uint64_t steps = 1;

  [[nodiscard]] static std::uint64_t initial() { return 0; }
  [[nodiscard]] bool terminal(std::uint64_t value) const { return value % 8 == steps; }
  [[nodiscard]] int goal(std::uint64_t value, std::size_t role) const {
    const int mean = static_cast<int>(value / 8 / steps);
    return role == 0 ? mean : 100 - mean;
  }
  void legal(std::uint64_t, std::size_t role, model::MoveList& moves) const {
    const std::size_t count = role == 0 ? goals.size() : goals[0].size();
    for (std::uint32_t i = 0; i < count; ++i) moves.push_back(Move{i});
  }
  [[nodiscard]] std::uint64_t next(std::uint64_t value, std::span<const Move> joint) const {
    const int won = goals[index_of(joint[0])][index_of(joint[1])];
    return value + 1 + static_cast<std::uint64_t>(won) * 8;
  }
};

// Alone on the way down: left (0) or right (1) at each step, and what counts is how often it was
// right. States are (steps, times right), so that they are reached in many ways. Value: steps * 256
// + times right.
struct Slope {
  static constexpr std::size_t roles = 1;
  std::vector<int> goals = {0, 20, 100, 40};  // by times right; one step less than goals

  [[nodiscard]] static std::uint64_t initial() { return 0; }
  [[nodiscard]] bool terminal(std::uint64_t value) const { return value / 256 + 1 == goals.size(); }
  [[nodiscard]] int goal(std::uint64_t value, std::size_t) const { return goals[value % 256]; }
  static void legal(std::uint64_t, std::size_t, model::MoveList& moves) {
    moves.push_back(Move{0});
    moves.push_back(Move{1});
  }
  [[nodiscard]] static std::uint64_t next(std::uint64_t value, std::span<const Move> joint) {
    return value + 256 + index_of(joint[0]);
  }
};

// Three roles, one choice each, one after the other: left (1) or right (2). Value: steps * 8 + the
// choices as bits, the first one highest.
struct ThreeRoles {
  static constexpr std::size_t roles = 3;
  std::array<std::array<int, 3>, 8> goals{};  // by choices

  [[nodiscard]] static std::uint64_t initial() { return 0; }
  [[nodiscard]] static bool terminal(std::uint64_t value) { return value / 8 == 3; }
  [[nodiscard]] int goal(std::uint64_t value, std::size_t role) const {
    return goals.at(value % 8).at(role);
  }
  static void legal(std::uint64_t value, std::size_t role, model::MoveList& moves) {
    if (value / 8 != role) return moves.push_back(noop);
    moves.push_back(Move{1});
    moves.push_back(Move{2});
  }
  [[nodiscard]] static std::uint64_t next(std::uint64_t value, std::span<const Move> joint) {
    const std::uint64_t step = value / 8;
    return (step + 1) * 8 + value % 8 * 2 + index_of(joint[step]) - 1;
  }
};

// Round and round, one step back or forth, for ever; or until the exit is entered, if there is one.
struct Ring {
  static constexpr std::size_t roles = 1;
  std::uint64_t places = 5;
  std::uint64_t exit = 1000;

  [[nodiscard]] static std::uint64_t initial() { return 0; }
  [[nodiscard]] bool terminal(std::uint64_t value) const { return value == exit; }
  [[nodiscard]] int goal(std::uint64_t value, std::size_t) const { return value == exit ? 100 : 0; }
  static void legal(std::uint64_t, std::size_t, model::MoveList& moves) {
    moves.push_back(Move{1});
    moves.push_back(Move{2});
  }
  [[nodiscard]] std::uint64_t next(std::uint64_t value, std::span<const Move> joint) const {
    return (value + (joint[0] == Move{1} ? 1 : places - 1)) % places;
  }
};

// Two roles in turn, many moves, no state twice, payoffs by chance: for memory. Value: a hash of
// the moves, and the number of steps in the lowest bits.
struct Bush {
  static constexpr std::size_t roles = 2;
  std::uint32_t moves = 20;
  std::uint64_t depth = 12;

  [[nodiscard]] static std::uint64_t initial() { return 0; }
  [[nodiscard]] bool terminal(std::uint64_t value) const { return value % 64 == depth; }
  [[nodiscard]] static int goal(std::uint64_t value, std::size_t role) {
    const int first = static_cast<int>(value / 64 % 101);
    return role == 0 ? first : 100 - first;
  }
  void legal(std::uint64_t value, std::size_t role, model::MoveList& list) const {
    if (value % 2 != role) return list.push_back(noop);
    for (std::uint32_t i = 1; i <= moves; ++i) list.push_back(Move{i});
  }
  [[nodiscard]] static std::uint64_t next(std::uint64_t value, std::span<const Move> joint) {
    return mix(value * 64 + index_of(joint[value % 2])) / 64 * 64 + value % 64 + 1;
  }
};

// A few steps without a choice, then the first role takes a draw (1) or sets a trap (2). In the
// trap the second role has ten moves, and all but the last lose. Value: steps, then 100 at the
// trap, 200
// + the first role's goal at the end.
struct Trap {
  static constexpr std::size_t roles = 2;
  std::uint64_t delay = 6;

  [[nodiscard]] static std::uint64_t initial() { return 0; }
  [[nodiscard]] static bool terminal(std::uint64_t value) { return value >= 200; }
  [[nodiscard]] static int goal(std::uint64_t value, std::size_t role) {
    const int first = value < 200 ? 0 : static_cast<int>(value - 200);
    return role == 0 ? first : 100 - first;
  }
  void legal(std::uint64_t value, std::size_t role, model::MoveList& moves) const {
    const std::uint32_t count = value == delay && role == 0 ? 2
                                : value == 100 && role == 1 ? 10
                                                            : 0;
    for (std::uint32_t i = 1; i <= count; ++i) moves.push_back(Move{i});
    if (count == 0) moves.push_back(noop);
  }
  [[nodiscard]] std::uint64_t next(std::uint64_t value, std::span<const Move> joint) const {
    if (value == 100) return joint[1] == Move{10} ? 200 : 300;
    if (value < delay) return value + 1;
    return joint[0] == Move{1} ? 250 : 100;
  }
};

// Chance: safe (1) is worth a little for sure. Risk (2) throws a die with `sides` sides; on the
// highest a prize can be taken (4) or left (3), on any other there is only the way home without it
// (3). Value: 0 at first, 1 and 2 after the throw, 100 + goal at the end.
struct Gamble {
  static constexpr std::size_t roles = 1;
  std::uint32_t sides = 4;
  std::uint64_t safe = 50;
  Rng rng{1};

  [[nodiscard]] static std::uint64_t initial() { return 0; }
  [[nodiscard]] static bool terminal(std::uint64_t value) { return value >= 100; }
  [[nodiscard]] static int goal(std::uint64_t value, std::size_t) {
    return value < 100 ? 0 : static_cast<int>(value - 100);
  }
  static void legal(std::uint64_t value, std::size_t, model::MoveList& moves) {
    if (value == 0) {
      moves.push_back(Move{1});
      moves.push_back(Move{2});
      return;
    }
    moves.push_back(Move{3});
    if (value == 2) moves.push_back(Move{4});
  }
  [[nodiscard]] std::uint64_t next(std::uint64_t value, std::span<const Move> joint) {
    if (joint[0] == Move{1}) return 100 + safe;
    if (value == 0) return rng.below(sides) + 1 == sides ? 2 : 1;
    return joint[0] == Move{4} ? 200 : 100;
  }
};

}  // namespace palamedes::search::toy
