#include "search/playout/replies.h"

#include <gtest/gtest.h>

#include "unit/search/playout/playout_testing.h"

namespace palamedes::search::playout {
namespace {

constexpr Move none = Replies::no_reply;
constexpr Role white{0};
constexpr Role black{1};

// The papers' Fig. 3 as far as the text tells: Black wins the first simulation and loses the
// second, after which D → A, noop → noop and noop, noop → noop are deleted.
TEST(Replies, StoresAndForgetsAsInTheFigure) {
  Replies replies(2);
  replies.learn(simulation({{c, noop}, {noop, b}, {d, noop}, {noop, a}}, {0, 1}));
  EXPECT_EQ(replies.to_one(black, c), b);
  EXPECT_EQ(replies.to_one(black, noop), noop);
  EXPECT_EQ(replies.to_one(black, d), a);
  EXPECT_EQ(replies.to_two(black, noop, noop), noop);
  EXPECT_EQ(replies.to_two(black, b, d), a);
  // nothing for White, who loses
  EXPECT_EQ(replies.to_one(white, noop), none);
  EXPECT_EQ(replies.to_one(white, b), none);
  EXPECT_EQ(replies.to_two(white, c, b), none);
  EXPECT_EQ(replies.to_two(white, noop, noop), none);

  replies.learn(simulation({{c, noop}, {noop, e}, {d, noop}, {noop, a}}, {1, 0}));
  EXPECT_EQ(replies.to_one(black, d), none);
  EXPECT_EQ(replies.to_one(black, noop), none);
  EXPECT_EQ(replies.to_two(black, noop, noop), none);
  // another reply than the stored one, and other moves before the same reply, delete nothing
  EXPECT_EQ(replies.to_one(black, c), b);
  EXPECT_EQ(replies.to_two(black, b, d), a);
  EXPECT_EQ(replies.to_two(black, e, d), none);
  // now White's
  EXPECT_EQ(replies.to_one(white, noop), noop);
  EXPECT_EQ(replies.to_one(white, e), d);
  EXPECT_EQ(replies.to_two(white, c, e), d);
  EXPECT_EQ(replies.to_two(white, noop, noop), noop);
}

TEST(Replies, TheLastOneIsKept) {
  Replies replies(2);
  replies.learn(simulation({{a, noop}, {noop, b}}, {0, 1}));
  replies.learn(simulation({{a, noop}, {noop, c}}, {0, 1}));
  EXPECT_EQ(replies.to_one(black, a), c);
}

TEST(Replies, ADrawIsGoodForAllWhoHaveTheHighestPayoff) {
  Replies replies(3);
  replies.learn(simulation({{a, b, c}, {d, e, a}}, {0.5, 0.5, 0.25}));
  EXPECT_EQ(replies.to_one(Role{0}, c), d);
  EXPECT_EQ(replies.to_one(Role{1}, a), e);
  EXPECT_EQ(replies.to_one(Role{2}, b), none);
}

TEST(Replies, ThreePlayersReplyToTheRolesBefore) {
  Replies replies(3);
  replies.learn(simulation({{a, b, c}, {d, e, a}, {b, c, d}}, {1, 1, 1}));
  EXPECT_EQ(replies.to_two(Role{0}, b, a), b);  // role 1's, then role 2's
  EXPECT_EQ(replies.to_two(Role{1}, c, d), c);  // role 2's, then role 0's
  EXPECT_EQ(replies.to_two(Role{2}, a, e), d);  // role 0's, then role 1's
}

TEST(Replies, APlayerAloneRepliesToItself) {
  Replies replies(1);
  replies.learn(simulation({{a}, {b}, {c}}, {0}));
  EXPECT_EQ(replies.to_one(Role{0}, a), b);
  EXPECT_EQ(replies.to_two(Role{0}, a, b), c);
}

TEST(Replies, ThoseToTwoMovesComeFirstThenThoseToOneIfLegal) {
  Replies replies(1);
  replies.learn(simulation({{a}, {b}, {c}}, {1}));
  replies.learn(simulation({{e}, {b}, {d}}, {1}));  // b → d, but a, b → c
  const auto choose = [&](const std::vector<Move>& moves, const JointMoves& past) {
    return replies.choose(Role{0}, moves, joint(past));
  };
  EXPECT_EQ(choose({d, e, c}, {{a}, {b}}), 2U);
  EXPECT_EQ(choose({e, d}, {{a}, {b}}), 1U);  // c is not legal
  EXPECT_EQ(choose({c, d}, {{c}, {b}}), 1U);  // no reply to c, b
  EXPECT_EQ(choose({c, d}, {{b}}), 1U);       // only one move before
  EXPECT_EQ(choose({a, e}, {{a}, {b}}), 2U);  // neither is legal
  EXPECT_EQ(choose({c, d}, {{d}}), 2U);       // none stored
  EXPECT_EQ(choose({c, d}, {}), 2U);          // nothing to reply to
  EXPECT_GT(replies.memory_bytes(), 0U);
}

TEST(Replies, NoPayoffsTeachNothing) {
  Replies replies(1);
  Simulation unfinished = simulation({{a}, {b}}, {1});
  unfinished.payoffs.clear();
  replies.learn(unfinished);
  EXPECT_EQ(replies.to_one(Role{0}, a), none);
}

}  // namespace
}  // namespace palamedes::search::playout
