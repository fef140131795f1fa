// What the prover derives: one feature of the language per test.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/machine/prover/prover_testing.h"

namespace palamedes::machine::prover {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(ProverAnswers, Facts) {
  EXPECT_THAT(answers("(answer a) (answer b) (answer a) (<= (answer c))"),
              ElementsAre("a", "b", "c"));
  EXPECT_THAT(answers("(p a b) (p b c) (p c c) (<= (answer ?x) (p ?x ?x))"), ElementsAre("c"));
  EXPECT_THAT(answers("(p a b) (p b c) (q b) (<= (answer ?x) (p ?y ?x) (q ?y))"), ElementsAre("c"));
}

TEST(ProverAnswers, FunctionsAsArguments) {
  EXPECT_THAT(answers("(p (f a)) (p a) (p (f b)) (p (g b)) (<= (answer ?x) (p (f ?x)))"),
              ElementsAre("a", "b"));
  EXPECT_THAT(answers("(p (f (g a b) (h c))) (p (f (g a b) c)) (p (f (g a a) (h a)))"
                      "(<= (answer (k ?y ?z)) (p (f (g a ?y) (h ?z))))"),
              ElementsAre("(k a a)", "(k b c)"));
  // One variable inside and outside of a function.
  EXPECT_THAT(answers("(p a (f a)) (p b (f a)) (p (f a) (f (f a))) (<= (answer ?x) (p ?x (f ?x)))"),
              ElementsAre("(f a)", "a"));
  EXPECT_THAT(answers("(p a) (<= (q (f (f ?x))) (p ?x)) (<= (answer ?x) (q (f ?x)))"),
              ElementsAre("(f a)"));
}

TEST(ProverAnswers, FunctionsOfDifferentArityAreDifferent) {
  EXPECT_THAT(answers("(p (f a)) (p (f a b)) (p f) (<= (answer ?x) (p (f ?x)))"), ElementsAre("a"));
  EXPECT_THAT(answers("(p (f)) (<= (answer yes) (p f))"), ElementsAre("yes"));
}

TEST(ProverAnswers, RelationFunctionAndConstantMayShareAName) {
  EXPECT_THAT(answers("(p p) (p (p p)) (<= (answer ?x) (p (p ?x)))"), ElementsAre("p"));
}

TEST(ProverAnswers, RelationsWithoutArguments) {
  EXPECT_THAT(answers("p (<= (answer a) p) (<= (answer b) (p)) (<= (answer c) (not p))"),
              ElementsAre("a", "b"));
  EXPECT_THAT(answers("(<= (p)) (<= q p) (<= (answer a) (q)) (<= (answer b) (not (q)))"),
              ElementsAre("a"));
}

TEST(ProverAnswers, AVariableForAWholeFluent) {
  const std::string start = "(init p) (init (at a 1)) (init (at b 2)) (init (held (at a 1))) ";
  EXPECT_THAT(answers(start + "(<= (answer ?x) (true ?x))"),
              ElementsAre("(at a 1)", "(at b 2)", "(held (at a 1))", "p"));
  EXPECT_THAT(answers(start + "(<= (answer ?x) (true (held ?x)) (true ?x))"),
              ElementsAre("(at a 1)"));
  EXPECT_THAT(answers(start + "(<= (answer ?x) (true ?x) (not (true (held ?x))))"),
              ElementsAre("(at b 2)", "(held (at a 1))", "p"));
}

TEST(ProverAnswers, OrAndNestedNot) {
  const std::string facts = "(d a) (d b) (d c) (d e) (p a) (p b) (q b) (q c) ";
  EXPECT_THAT(answers(facts + "(<= (answer ?x) (or (p ?x) (q ?x)))"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(answers(facts + "(<= (answer ?x) (d ?x) (not (or (p ?x) (q ?x))))"),
              ElementsAre("e"));
  EXPECT_THAT(answers(facts + "(<= (answer ?x) (d ?x) (not (and (p ?x) (q ?x))))"),
              ElementsAre("a", "c", "e"));
  EXPECT_THAT(answers(facts + "(<= (answer ?x) (d ?x) (not (not (p ?x))))"), ElementsAre("a", "b"));
  EXPECT_THAT(answers(facts + "(<= (answer ?x) (d ?x) (or (and (p ?x) (not (q ?x))) (not (or (p ?x)"
                              " (q ?x)))))"),
              ElementsAre("a", "e"));
}

TEST(ProverAnswers, Distinct) {
  const std::string facts = "(d a) (d b) (d (f a)) ";
  EXPECT_THAT(answers(facts + "(<= (answer ?x) (d ?x) (distinct ?x a))"),
              ElementsAre("(f a)", "b"));
  EXPECT_THAT(answers(facts + "(<= (answer (k ?x ?y)) (d ?x) (d ?y) (distinct ?x ?y) (distinct"
                              " (f ?x) ?y))"),
              ElementsAre("(k (f a) a)", "(k (f a) b)", "(k a b)", "(k b (f a))", "(k b a)"));
  EXPECT_THAT(answers(facts + "(<= (answer ?x) (d ?x) (not (distinct ?x b)))"), ElementsAre("b"));
  // Stands before the condition that binds its variable.
  EXPECT_THAT(answers(facts + "(<= (answer ?x) (distinct ?x a) (d ?x))"),
              ElementsAre("(f a)", "b"));
}

TEST(ProverAnswers, NegationInLayers) {
  // Positions of a game on a line: lost if no move leads to a lost one. 0 lost, 1 and 2 won, 3
  // lost.
  EXPECT_THAT(answers("(move 1 0) (move 2 1) (move 2 0) (move 3 2) (move 3 1)"
                      "(pos 0) (pos 1) (pos 2) (pos 3)"
                      "(<= (can0 ?x) (move ?x ?y)) (<= (lost0 ?x) (pos ?x) (not (can0 ?x)))"
                      "(<= (won1 ?x) (move ?x ?y) (lost0 ?y))"
                      "(<= (out ?x) (move ?x ?y) (not (won1 ?y)))"
                      "(<= (lost2 ?x) (can0 ?x) (not (won1 ?x)) (not (out ?x)))"
                      "(<= (answer ?x) (lost2 ?x))"),
              ElementsAre("3"));
  EXPECT_THAT(answers("(d a) (d b) (d c) (p a) (<= (q ?x) (d ?x) (not (p ?x)))"
                      "(<= (s ?x) (d ?x) (not (q ?x))) (<= (answer ?x) (d ?x) (not (s ?x)))"),
              ElementsAre("b", "c"));
  // The negation of a relation that is itself recursive.
  EXPECT_THAT(answers("(d 1) (d 2) (d 3) (e 1 2) (e 2 1) (<= (r ?x ?y) (e ?x ?y))"
                      "(<= (r ?x ?z) (r ?x ?y) (e ?y ?z)) (<= (answer ?x) (d ?x) (not (r 1 ?x)))"),
              ElementsAre("3"));
}

TEST(ProverAnswers, ANegationOfOtherInstances) {
  EXPECT_THAT(answers("(d a) (d b) (p a) (<= (v ?x 1) (p ?x)) (<= (v ?x 0) (d ?x) (not (v ?x 1)))"
                      "(<= (answer (k ?x ?v)) (v ?x ?v))"),
              ElementsAre("(k a 1)", "(k b 0)"));
}

class Closure : public testing::TestWithParam<const char*> {};

// The edges make a circle of three with a tail: 1 2 3 1, 3 4, and apart 5 6.
TEST_P(Closure, IsTheSameHoweverItIsWritten) {
  const std::string edges = "(e 1 2) (e 2 3) (e 3 1) (e 3 4) (e 5 6) (<= (t ?x ?y) (e ?x ?y)) ";
  const std::string rules = edges + GetParam();
  EXPECT_THAT(answers(rules + "(<= (answer ?y) (t 1 ?y))"), ElementsAre("1", "2", "3", "4"));
  EXPECT_THAT(answers(rules + "(<= (answer ?x) (t ?x 4))"), ElementsAre("1", "2", "3"));
  EXPECT_THAT(answers(rules + "(<= (answer ?x) (t ?x ?x))"), ElementsAre("1", "2", "3"));
  EXPECT_THAT(answers(rules + "(<= (answer yes) (t 2 1)) (<= (answer no) (t 4 1))"),
              ElementsAre("yes"));
  EXPECT_THAT(answers(rules + "(<= (answer (k ?x ?y)) (t ?x ?y))"), SizeIs(13));
}
INSTANTIATE_TEST_SUITE_P(
    Recursion, Closure,
    testing::Values("(<= (t ?x ?z) (e ?x ?y) (t ?y ?z))", "(<= (t ?x ?z) (t ?x ?y) (e ?y ?z))",
                    "(<= (t ?x ?z) (t ?x ?y) (t ?y ?z))", "(<= (t ?x ?z) (t ?y ?z) (e ?x ?y))",
                    "(<= (t ?x ?z) (t ?x ?y) (t ?y ?z)) (<= (t ?x ?y) (t ?x ?y))"));

TEST(ProverAnswers, MutualRecursion) {
  const std::string rules =
      "(s 0 1) (s 1 2) (s 2 3) (s 3 4) (s 4 5) (even 0) (<= (even ?y) (s ?x ?y) (odd ?x))"
      "(<= (odd ?y) (s ?x ?y) (even ?x)) ";
  EXPECT_THAT(answers(rules + "(<= (answer ?x) (odd ?x))"), ElementsAre("1", "3", "5"));
  EXPECT_THAT(answers(rules + "(<= (answer ?x) (even ?x))"), ElementsAre("0", "2", "4"));
  // A circle that nothing starts holds nowhere.
  EXPECT_THAT(answers("(<= p q) (<= q p) (<= (answer a) p) (<= (answer b) (not q))"),
              ElementsAre("b"));
  EXPECT_THAT(answers("(d a) (d b) (<= (p ?x) (q ?x)) (<= (q ?x) (s ?x)) (<= (s ?x) (p ?x))"
                      "(<= (s ?x) (d ?x) (distinct ?x a)) (<= (answer ?x) (p ?x))"),
              ElementsAre("b"));
}

TEST(ProverAnswers, RecursionThroughTheState) {
  // Is the top of a 3x3 board joined with its bottom over neighbouring stones?
  Game game(
      "(role r) (s 1 2) (s 2 3) (i 1) (i 2) (i 3) (init (stone 1 1)) (init (stone 2 2))"
      "(<= (next (stone ?x ?y)) (true (stone ?x ?y)))"
      "(<= (next (stone ?x ?y)) (does r (put ?x ?y)))"
      "(<= (legal r (put ?x ?y)) (i ?x) (i ?y) (not (true (stone ?x ?y))))"
      "(<= (beside ?x ?y ?u ?y) (s ?x ?u) (i ?y)) (<= (beside ?u ?y ?x ?y) (s ?x ?u) (i ?y))"
      "(<= (beside ?x ?y ?x ?u) (s ?y ?u) (i ?x)) (<= (beside ?x ?u ?x ?y) (s ?y ?u) (i ?x))"
      "(<= (joined ?x 1) (true (stone ?x 1)))"
      "(<= (joined ?x ?y) (joined ?u ?v) (beside ?u ?v ?x ?y) (true (stone ?x ?y)))"
      "(<= terminal (joined ?x 3)) (<= (goal r 100) terminal) (<= (goal r 0) (not terminal))");
  ASSERT_TRUE(game) << game.error();
  EXPECT_THAT(game.legal(), SizeIs(7));
  for (const char* move : {"(put 2 3)", "(put 3 3)", "(put 3 1)"}) {
    game.play({move});
    EXPECT_FALSE(game.terminal()) << move;
    EXPECT_EQ(game.goal(), 0);
  }
  game.play({"(put 1 2)"});  // 1 1, 1 2, 2 2, 2 3
  EXPECT_TRUE(game.terminal());
  EXPECT_EQ(game.goal(), 100);
  EXPECT_EQ(game->fault(), "");
}

TEST(ProverAnswers, WideRelations) {
  const auto wide = [](const std::string& last) {
    std::string args;
    for (int i = 0; i < 69; ++i) args += " " + std::to_string(i);
    return args + " " + last;
  };
  // Both arguments that matter stand beyond the 64th.
  EXPECT_THAT(
      answers("(w" + wide("a") + ") (w" + wide("b") + ") (<= (answer ?x) (w" + wide("?x") + "))"),
      ElementsAre("a", "b"));
  EXPECT_THAT(answers("(w" + wide("a") + ") (q a) (q b) (<= (answer ?x) (q ?x) (not (w" +
                      wide("?x") + ")))"),
              ElementsAre("b"));
  EXPECT_THAT(answers("(q a) (q b) (<= (w" + wide("?x") + ") (q ?x)) (<= (answer ?x) (w" +
                      wide("?x") + ") (distinct ?x a))"),
              ElementsAre("b"));
  EXPECT_THAT(answers("(init (w" + wide("a") + ")) (init (w" + wide("b") +
                      ")) (<= (answer ?x) (true (w" + wide("?x") + ")))"),
              ElementsAre("a", "b"));
}

TEST(ProverAnswers, LongChainsOfRules) {
  std::string rules = "(c0 a) (init p) (<= (c0 b) (true p)) ";
  for (int i = 1; i < 2000; ++i) {
    rules += "(<= (c" + std::to_string(i) + " ?x) (c" + std::to_string(i - 1) + " ?x))\n";
  }
  EXPECT_THAT(answers(rules + "(<= (answer ?x) (c1999 ?x))"), ElementsAre("a", "b"));
}

TEST(ProverAnswers, ConditionsThatNeverHold) {
  EXPECT_THAT(answers("(d a) (<= (answer ?x) (d ?x) (nobody ?x))"), IsEmpty());
  EXPECT_THAT(answers("(d a) (<= (answer ?x) (d ?x) (not (nobody ?x)))"), ElementsAre("a"));
  EXPECT_THAT(answers("(d a) (<= (answer ?x) (d ?x) (distinct ?x ?x))"), IsEmpty());
}

}  // namespace
}  // namespace palamedes::machine::prover
