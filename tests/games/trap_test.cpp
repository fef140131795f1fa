// The trap position of bench/positions keeps its promises, by exhaustive search.

#include <array>
#include <optional>

#include <boost/unordered/unordered_flat_map.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "games/recorded.h"

namespace palamedes::games {
namespace {

using Machine = machine::propnet::PropnetMachine;
using State = Machine::State;

constexpr Role white{0};
constexpr Role black{1};

using Winner = std::optional<Role>;  // nothing: not known yet

Role other_than(Role role) { return role == white ? black : white; }

class Trap : public testing::Test {
 protected:
  void SetUp() override {
    const std::string path =
        std::string(PALAMEDES_SOURCE_DIR) + "/bench/positions/breakthrough_trap.kif";
    const auto text = read_text(path, 1 << 20);
    ASSERT_TRUE(text) << path;
    game_ = make_playable(*text, "breakthrough_trap", Machine::name);
    ASSERT_TRUE(game_);
    machine_ = std::get<std::unique_ptr<Machine>>(game_->machine).get();
    noop_ = {machine_->find_move(white, "noop").value(),
             machine_->find_move(black, "noop").value()};
  }

  // One side's moves, the other waits.
  std::vector<Move> moves(const State& state, Role mover) {
    model::MoveList list;
    machine_->legal(state, mover, list);
    return list;
  }
  State after(State state, Role mover, Move move) {
    std::array<Move, 2> joint_move = noop_;
    joint_move.at(mover == white ? 0 : 1) = move;
    machine_->advance(state, joint_move);
    return state;
  }
  State after(const State& state, Role mover, std::string_view text) {
    return after(state, mover, machine_->find_move(mover, text).value());
  }

  Winner winner(const State& state) {
    if (!machine_->terminal(state)) return std::nullopt;
    return machine_->goal(state, white) == 100 ? white : black;
  }

  // Who wins within so many moves of both together.
  Winner search(const State& state, Role mover, int depth) {
    const Winner over = winner(state);
    if (over || depth == 0) return over;
    const Known known = known_[machine_->hash(state)];
    if (known.winner || known.depth >= depth) return known.winner;
    const Winner found = search_moves(state, mover, depth);
    known_[machine_->hash(state)] = {found, depth};
    return found;
  }
  // With 1, 2, ... moves up to the limit: short wins are found first, and help to find others.
  Winner solve(const State& state, Role mover, int limit) {
    for (int depth = 1; depth <= limit; ++depth) {
      const Winner found = search(state, mover, depth);
      if (found) return found;
    }
    return std::nullopt;
  }

  Machine* machine_ = nullptr;

 private:
  struct Known {
    Winner winner;
    int depth = 0;
  };

  Winner search_moves(const State& state, Role mover, int depth) {
    std::vector<State> next;
    for (const Move move : moves(state, mover)) {
      next.push_back(after(state, mover, move));
      if (winner(next.back()) == mover) return mover;
    }
    bool all_lose = true;
    for (const State& reached : next) {
      const Winner found = search(reached, other_than(mover), depth - 1);
      if (found == mover) return mover;
      all_lose = all_lose && found;
    }
    return all_lose ? Winner(other_than(mover)) : std::nullopt;
  }

  std::unique_ptr<Playable> game_;
  std::array<Move, 2> noop_{};
  boost::unordered_flat_map<std::uint64_t, Known> known_;
};

TEST_F(Trap, IsWonWithTheThirdMove) {
  const State start = machine_->initial();
  EXPECT_EQ(solve(start, white, 4), std::nullopt);
  EXPECT_EQ(solve(after(start, white, "(move 1 5 1 6)"), black, 4), white);
}

TEST_F(Trap, HasOneWinningMoveOfThirteen) {
  const State start = machine_->initial();
  const std::vector<Move> all = moves(start, white);
  EXPECT_EQ(all.size(), 13U);
  for (const Move move : all) {
    const std::string text = machine_->move_text(white, move);
    EXPECT_EQ(solve(after(start, white, move), black, 9), text == "(move 1 5 1 6)" ? white : black)
        << text;
  }
}

TEST_F(Trap, HasOneAnswerToEachCapture) {
  const State start = machine_->initial();
  for (const auto& [capture, answer] :
       {std::pair("(move 2 6 1 7)", "(move 2 8 1 7)"), {"(move 2 6 3 7)", "(move 2 8 3 7)"}}) {
    const State taken = after(start, white, capture);
    std::vector<std::string> holds;
    for (const Move move : moves(taken, black)) {
      if (search(after(taken, black, move), white, 1) != white) {
        holds.push_back(machine_->move_text(black, move));
      }
    }
    EXPECT_THAT(holds, testing::ElementsAre(answer));
  }
}

}  // namespace
}  // namespace palamedes::games
