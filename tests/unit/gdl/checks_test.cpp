#include "gdl/checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/gdl/gdl_testing.h"

namespace palamedes::gdl {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// A game without any problem; the texts under test follow in line 2.
constexpr std::string_view frame = "(role r) (init s) (legal r m) (goal r 0) terminal\n";

std::vector<std::string> check(const std::string& text, bool warn_unused = false) {
  LoadOptions options;
  options.check.warn_unused = warn_unused;
  return problems(std::string(frame) + text, options);
}

TEST(Checks, AGoodGameHasNoProblem) { EXPECT_THAT(check("", true), IsEmpty()); }

// --- what must be there

TEST(Checks, AnEmptyTextLacksEverything) {
  EXPECT_THAT(
      problems(""),
      ElementsAre("error: there is no 'goal' rule", "error: there is no 'legal' rule",
                  "error: there is no 'role' fact",
                  "warning: there is no 'init' fact, so the game starts with an empty state",
                  "warning: there is no 'terminal' rule, so the game never ends"));
}

TEST(Checks, RelationsThatCanNeverHold) {
  EXPECT_THAT(
      problems("(<= (role r) nil) (init s) (<= (legal r m) nil) (<= (goal r 1) nil) "
               "(<= terminal nil) (<= (next s) nil)"),
      ElementsAre("error: 'role' can never hold", "warning: 'goal' can never hold",
                  "warning: 'legal' can never hold", "warning: 'terminal' can never hold",
                  "1:5: warning: 'role' is defined by a rule; the specification asks for facts",
                  "1:14: warning: relation 'nil' is used but never defined, so this "
                  "condition never holds"));
}

// --- keywords

TEST(Checks, KeywordArities) {
  EXPECT_THAT(check("(role a b)"), ElementsAre("2:1: error: 'role' takes 1 argument, not 2"));
  EXPECT_THAT(check("init"), ElementsAre("2:1: error: 'init' takes 1 argument, not 0"));
  EXPECT_THAT(check("(<= (next s) (true s t))"),
              ElementsAre("2:14: error: 'true' takes 1 argument, not 2"));
  EXPECT_THAT(check("(<= (next s) (does r))"),
              ElementsAre("2:14: error: 'does' takes 2 arguments, not 1"));
  EXPECT_THAT(check("(next s t)"), ElementsAre("2:1: error: 'next' takes 1 argument, not 2"));
  EXPECT_THAT(check("(legal r)"), ElementsAre("2:1: error: 'legal' takes 2 arguments, not 1"));
  EXPECT_THAT(check("(goal r 1 2)"), ElementsAre("2:1: error: 'goal' takes 2 arguments, not 3"));
  EXPECT_THAT(check("(terminal r)"),
              ElementsAre("2:1: error: 'terminal' takes 0 arguments, not 1"));
  EXPECT_THAT(check("(base a b)"), ElementsAre("2:1: error: 'base' takes 1 argument, not 2"));
  EXPECT_THAT(check("(input r)"), ElementsAre("2:1: error: 'input' takes 2 arguments, not 1"));
}

TEST(Checks, KeywordsThatAreNoHeads) {
  EXPECT_THAT(check("(true s)"),
              ElementsAre("2:1: error: 'true' cannot be a head (did you mean 'init'?)"));
  EXPECT_THAT(check("(<= (true s) (does r m))"),
              ElementsAre("2:5: error: 'true' cannot be a head (did you mean 'next'?)"));
  EXPECT_THAT(check("(does r m)"),
              ElementsAre("2:1: error: 'does' cannot be a head (did you mean 'legal'?)"));
}

TEST(Checks, KeywordsThatAreNoConditions) {
  EXPECT_THAT(check("(<= (next s) (init s))"),
              ElementsAre("2:14: error: 'init' cannot be a condition (did you mean 'true'?)"));
}

constexpr const char* next_is_read =
    "'next' as a condition is read as what this very step derives (the specification has it in "
    "heads only)";

TEST(Checks, NextAsAConditionIsReadWhereItHasAMeaning) {
  const std::string warning = std::string("warning: ") + next_is_read;
  EXPECT_THAT(check("(<= (next t) (next s)) (next s)"), ElementsAre("2:14: " + warning));
  EXPECT_THAT(check("(<= soon (next s)) (<= (next t) soon) (next s)"),
              ElementsAre("2:10: " + warning));
  EXPECT_THAT(
      check("(<= (next t) (not (next s))) (next s)"),
      ElementsAre("2:19: " + warning,
                  "2:19: warning: relation 'next' depends on its own negation, though never on "
                  "that of the same instance"));
  EXPECT_THAT(
      check("(<= (next t) (not (next s))) (<= (next s) (next t))"),
      testing::Contains(testing::HasSubstr("error: relation 'next' depends on its own negation")));
}

TEST(Checks, NextAsAConditionIsAnErrorWhereNothingIsDerivedYet) {
  const std::string next = "(next s) (<= soon (next s)) ";
  const auto errors = [&](const std::string& rule) {
    std::vector<std::string> found;
    for (const std::string& line : check(next + rule)) {
      if (line.find("error") != std::string::npos) found.push_back(line);
    }
    return found;
  };
  EXPECT_THAT(errors("(<= (legal r m) (next s))"),
              ElementsAre("2:45: error: 'legal' must not depend on 'next'"));
  EXPECT_THAT(errors("(<= (goal r 0) (not soon))"),
              ElementsAre("2:49: error: 'goal' must not depend on 'next' (goal -> soon -> next)"));
  EXPECT_THAT(
      errors("(<= terminal soon)"),
      ElementsAre("2:42: error: 'terminal' must not depend on 'next' (terminal -> soon -> next)"));
  EXPECT_THAT(errors("(<= (init s) soon)"),
              ElementsAre("2:42: error: 'init' must not depend on 'next' (init -> soon -> next)"));
}

TEST(Checks, KeywordsThatMayBeConditions) {
  EXPECT_THAT(check("(base s) (input r m)\n"
                    "(<= (next s) (role r) (legal r m) (goal r 0) terminal (base s) (input r m))"),
              IsEmpty());
}

TEST(Checks, RolesAreFacts) {
  EXPECT_THAT(
      check("(side x)\n(<= (role ?x) (side ?x))"),
      ElementsAre("3:5: warning: 'role' is defined by a rule; the specification asks for facts"));
}

TEST(Checks, GoalValues) {
  EXPECT_THAT(check("(goal r 100)"), IsEmpty());
  EXPECT_THAT(check("(value 7)\n(<= (goal r ?v) (value ?v))"), IsEmpty());
  EXPECT_THAT(check("(goal r 101)"),
              ElementsAre("2:9: warning: goal value '101' is not a number from 0 to 100"));
  EXPECT_THAT(check("(goal r -1)"),
              ElementsAre("2:9: warning: goal value '-1' is not a number from 0 to 100"));
  EXPECT_THAT(check("(goal r win)"),
              ElementsAre("2:9: warning: goal value 'win' is not a number from 0 to 100"));
  EXPECT_THAT(check("(goal r 99999999999999999999)"), SizeIs(1));
  EXPECT_THAT(check("(goal r (f 1))"),
              ElementsAre("2:9: warning: goal value '(f 1)' is not a number from 0 to 100"));
}

TEST(Checks, ConnectivesInsideTerms) {
  EXPECT_THAT(check("(<= (next s) (true (not s)))"),
              ElementsAre("2:20: warning: 'not' inside a term is only a name (a condition cannot "
                          "stand inside a term)"));
  EXPECT_THAT(check("(<= (next s) (true ?x) (distinct ?x (or a b)))"),
              ElementsAre("2:37: warning: 'or' inside a term is only a name (a condition cannot "
                          "stand inside a term)"));
}

// --- names

TEST(Checks, RelationsWithSeveralArities) {
  EXPECT_THAT(check("(p a b)\n(p a b)\n(<= (next s) (p a) (p b))\np"),
              ElementsAre("4:14: error: relation 'p' has 1 argument here but 2 arguments at 2:1",
                          "5:1: error: relation 'p' has no arguments here but 2 arguments at 2:1"));
}

TEST(Checks, FunctionsWithSeveralArities) {
  EXPECT_THAT(check("(init (f a))\n(init (f a b))\n(init (f b c))\n(init f)"),
              ElementsAre("3:7: warning: function 'f' has 2 arguments here but 1 argument at 2:7"));
}

TEST(Checks, ARelationAndAFunctionMayShareAName) {
  EXPECT_THAT(check("(cell a b)\n(init (cell a b c))"), IsEmpty());
}

TEST(Checks, UndefinedRelations) {
  EXPECT_THAT(check("(<= (next s) (foo ?x))"),
              ElementsAre("2:14: warning: relation 'foo' is used but never defined, so this "
                          "condition never holds"));
  EXPECT_THAT(check("(<= (next s) (not foo))\n(<= (next s) foo)"),
              ElementsAre("2:19: warning: relation 'foo' is used but never defined, so this "
                          "condition always holds"));
}

TEST(Checks, UndefinedRelationsWithASuggestion) {
  EXPECT_THAT(check("(adjacent a b)\n(<= (next s) (adjacnt ?x ?y))"),
              ElementsAre("3:14: warning: relation 'adjacnt' is used but never defined, so this "
                          "condition never holds (did you mean 'adjacent'?)"));
  EXPECT_THAT(check("(<= (next s) (ture s))"),
              ElementsAre("2:14: warning: relation 'ture' is used but never defined, so this "
                          "condition never holds (did you mean 'true'?)"));
  EXPECT_THAT(check("(init (cell a))\n(<= (next s) (cell ?x))"),
              ElementsAre("3:14: warning: relation 'cell' is used but never defined, so this "
                          "condition never holds (it is part of the state: did you mean '(true "
                          "...)'?)"));
}

TEST(Checks, ARuleInsideARule) {
  EXPECT_THAT(check("(<= (next s)\n  (true s)\n\n(<= (next t) (true t)))"),
              ElementsAre("5:1: error: a rule cannot stand inside another (is a ')' missing before "
                          "it?)"));
  // A relation of that name is odd, but it is one.
  EXPECT_THAT(check("(<= (<= a b)) (<= (next s) (<= a ?x))"), IsEmpty());
}

TEST(Checks, MistypedKeywords) {
  EXPECT_THAT(check("(<= (nest s) (true s))"),
              ElementsAre("2:5: warning: relation 'nest' is never needed (did you mean 'next'?)"));
  EXPECT_THAT(check("(<= terminl (true s))"),
              ElementsAre("2:5: warning: relation 'terminl' is never needed (did you mean "
                          "'terminal'?)"));
  // Used relations and those of another arity are none.
  EXPECT_THAT(check("(rule a)\n(<= (next s) (rule ?x))"), IsEmpty());
  EXPECT_THAT(check("(nest a b)"), IsEmpty());
}

TEST(Checks, UnusedRelationsOnlyOnRequest) {
  const std::string text =
      "(p a)\n(<= (q ?x) (p ?x))\n(<= (used ?x) (p ?x))\n"
      "(<= (next s) (used ?x))\n(<= (loop ?x) (loop ?x))";
  EXPECT_THAT(check(text), IsEmpty());
  EXPECT_THAT(check(text, true), ElementsAre("3:5: warning: relation 'q' is never needed",
                                             "6:5: warning: relation 'loop' is never needed"));
}

// --- safety

TEST(Checks, UnsafeHeads) {
  EXPECT_THAT(
      check("(<= (p ?x ?y ?y) (q ?x))\n(q a)"),
      ElementsAre("2:11: error: variable '?y' of the head occurs in no positive condition"));
  EXPECT_THAT(
      check("(p ?x)"),
      ElementsAre("2:4: error: variable '?x' of the head occurs in no positive condition (a "
                  "fact can have no variables)"));
  EXPECT_THAT(check("(<= (p (f ?x)) (not (q ?x)))\n(q a)"), SizeIs(1));
}

TEST(Checks, UnsafeNegation) {
  EXPECT_THAT(
      check("(<= (next s) (true ?x) (not (q ?x ?y)))\n(q a b)"),
      ElementsAre("2:35: error: variable '?y' of a negative condition occurs in no positive "
                  "condition"));
}

TEST(Checks, UnsafeDistinct) {
  EXPECT_THAT(check("(<= (next s) (true ?x) (distinct ?x (f ?y)))"),
              ElementsAre("2:40: error: variable '?y' of 'distinct' occurs in no positive "
                          "condition"));
}

TEST(Checks, EachAlternativeMustBeSafe) {
  EXPECT_THAT(check("(<= (p ?x) (or (q ?x) (q ?y)))\n(q a)"),
              ElementsAre("2:8: error: variable '?x' of the head occurs in no positive condition"));
}

TEST(Checks, UnsafeVariablesWithASuggestion) {
  EXPECT_THAT(
      check("(<= (next (cell ?row)) (true (cell ?rwo)))"),
      ElementsAre("2:17: error: variable '?row' of the head occurs in no positive condition "
                  "(did you mean '?rwo'?)"));
}

TEST(Checks, EqualitiesBind) {
  EXPECT_THAT(check("(<= (p ?x) (not (distinct ?x a)))"), IsEmpty());
  EXPECT_THAT(check("(<= (p ?x ?y) (q ?x) (not (distinct ?x ?y)))\n(q a)"), IsEmpty());
}

// --- dependencies

TEST(Checks, StaticRelationsMustNotDependOnTheState) {
  EXPECT_THAT(check("(<= (init t) (true s))"),
              ElementsAre("2:14: error: 'init' must not depend on 'true'"));
  EXPECT_THAT(
      check("(<= (base ?x) (p ?x))\n(<= (p ?x) (q ?x))\n(<= (q ?x) (does r ?x))"),
      ElementsAre("2:15: error: 'base' must not depend on 'does' (base -> p -> q -> does)"));
  EXPECT_THAT(check("(<= (input r ?m) (legal r ?m))"),
              ElementsAre("2:18: error: 'input' must not depend on 'legal'"));
  EXPECT_THAT(
      check("(<= (role ?x) (goal ?x 0) terminal)"),
      ElementsAre("2:5: warning: 'role' is defined by a rule; the specification asks for facts",
                  "2:15: error: 'role' must not depend on 'goal'",
                  "2:27: error: 'role' must not depend on 'terminal'"));
}

TEST(Checks, WhatCanNeverFireMakesNoDependency) {
  EXPECT_THAT(check("(<= (init t) (true s) nothing)"), SizeIs(1));
}

TEST(Checks, LegalAndGoalMustNotDependOnMoves) {
  EXPECT_THAT(check("(<= (legal r n) (does r m))"),
              ElementsAre("2:17: error: 'legal' must not depend on 'does'"));
  EXPECT_THAT(check("(<= (goal r 1) (not p))\n(<= p (does r m))"),
              ElementsAre("2:21: error: 'goal' must not depend on 'does' (goal -> p -> does)"));
}

TEST(Checks, TerminalShouldNotDependOnMoves) {
  EXPECT_THAT(
      check("(<= terminal (does r m))"),
      ElementsAre("2:14: warning: 'terminal' depends on 'does', of which nothing holds when "
                  "the end is judged"));
}

// --- negation through recursion

TEST(Checks, NegationThroughRecursion) {
  EXPECT_THAT(check("(<= p (not p))"),
              ElementsAre("2:12: error: relation 'p' depends on its own negation (p -> not p)"));
  EXPECT_THAT(check("(<= p (not q))\n(<= q r0)\n(<= r0 p)\n(<= r0 (true s))"),
              ElementsAre("2:12: error: relation 'p' depends on its own negation (p -> not q -> r0 "
                          "-> p)"));
}

TEST(Checks, EachNegationInAKnotIsNamed) {
  EXPECT_THAT(check("(<= p (not q))\n(<= q (not p))"),
              ElementsAre("2:12: error: relation 'p' depends on its own negation (p -> not q -> p)",
                          "3:12: error: relation 'q' depends on its own negation (q -> not p -> "
                          "q)"));
}

TEST(Checks, LongCyclesAreShortened) {
  std::string text = "(<= p0 (not p1)) ";
  for (int i = 1; i <= 20; ++i) {
    text += "(<= p" + std::to_string(i) + " p" + std::to_string((i + 1) % 21) + ") ";
  }
  EXPECT_THAT(check(text + "(<= p20 (true s))"),
              ElementsAre("2:13: error: relation 'p0' depends on its own negation (p0 -> not p1 -> "
                          "p2 -> ... -> p19 -> p20 -> p0)"));
}

TEST(Checks, NegationOfAnotherInstanceIsOnlyAWarning) {
  EXPECT_THAT(
      check("(<= (goal ?r 50) (role ?r) (not (goal ?r 0)))"),
      ElementsAre("2:33: warning: relation 'goal' depends on its own negation, though never "
                  "on that of the same instance"));
  // But here the second rule leads back to the first.
  EXPECT_THAT(
      check("(<= (goal ?r 50) (role ?r) (not (goal ?r 0)))\n(<= (goal r 0) (goal r 50))"),
      ElementsAre("2:33: error: relation 'goal' depends on its own negation (goal -> not goal -> "
                  "goal)"));
}

TEST(Checks, VariablesOfDifferentClausesDiffer) {
  // (p (f ?x)) if not (p ?x): the head of one use can be the condition of the next.
  EXPECT_THAT(check("(d a)\n(<= (p (f ?x)) (d ?x) (not (p ?x)))"),
              ElementsAre("3:28: error: relation 'p' depends on its own negation (p -> not p)"));
}

TEST(Checks, NegativeCyclesThatCanNeverFireAreNoError) {
  EXPECT_THAT(check("(<= (a ?x) (not (b ?x)) (undefined ?x))\n(<= (b ?x) (a ?x))"),
              ElementsAre("2:25: warning: relation 'undefined' is used but never defined, so this "
                          "condition never holds"));
}

TEST(Checks, KnotsReportABoundedNumberOfTimes) {
  std::string text;
  for (int i = 0; i < 100; ++i) {
    text += "(<= p" + std::to_string(i) + " (not p" + std::to_string((i + 1) % 100) + "))\n";
  }
  EXPECT_THAT(check(text), SizeIs(10));
}

// --- the recursion restriction

TEST(Checks, RecursionMustBeBounded) {
  EXPECT_THAT(check("(p a)\n(<= (p (f ?x)) (p ?x))"),
              ElementsAre("3:19: warning: nothing outside the recursion of 'p' bounds '?x', so "
                          "evaluation may not end"));
  EXPECT_THAT(check("(p a a)\n(<= (p ?x ?z) (p ?x ?y) (p ?y ?z))"),
              ElementsAre("3:21: warning: nothing outside the recursion of 'p' bounds '?y', so "
                          "evaluation may not end"));
  EXPECT_THAT(check("(p a)\n(<= (q ?x) (p ?x))\n(<= (p (f ?x)) (q ?x))"),
              ElementsAre("4:19: warning: nothing outside the recursion of 'p' bounds '?x', so "
                          "evaluation may not end"));
}

TEST(Checks, BoundedRecursionIsFine) {
  EXPECT_THAT(check("(e a a)\n(<= (p ?x ?y) (e ?x ?y))\n(<= (p ?x ?z) (e ?x ?y) (p ?y ?z))"),
              IsEmpty());
  EXPECT_THAT(check("(init (at a)) (init (near a b))\n(<= (p ?x) (true (at ?x)))\n"
                    "(<= (p ?y) (true (near ?x ?y)) (p ?x))"),
              IsEmpty());
  EXPECT_THAT(check("(d a) (p b (f a))\n(<= (p ?x (f ?y)) (d ?x) (d ?y) (p b (f ?y)))"), IsEmpty());
}

// --- what is asked for and never made

TEST(Checks, FactsThatNothingMakes) {
  EXPECT_THAT(check("(init (control r))\n(<= (p ?x) (true (controll ?x)))"),
              ElementsAre("3:18: warning: nothing makes '(controll ?x)' true, so this condition "
                          "never holds (did you mean 'control'?)"));
  EXPECT_THAT(check("(init (control r))\n(<= (p ?x) (role ?x) (not (true (controll ?x))))"),
              ElementsAre("3:33: warning: nothing makes '(controll ?x)' true, so this condition "
                          "always holds (did you mean 'control'?)"));
  EXPECT_THAT(check("(<= (p a) (true (s a)))"),
              ElementsAre("2:17: warning: nothing makes '(s a)' true, so this condition never "
                          "holds"));
}

TEST(Checks, MovesThatAreNeverLegal) {
  EXPECT_THAT(check("(legal r (step 1))\n(<= (next s) (does ?r (stpe 1)))"),
              ElementsAre("3:23: warning: '(stpe 1)' is never legal, so this condition never holds "
                          "(did you mean 'step'?)"));
  EXPECT_THAT(check("(legal r (step 1))\n(<= (next s) (legal ?r (step 2)))"),
              ElementsAre("3:30: warning: '(step 2)' is never legal: argument 1 of 'step' is never "
                          "'2', so this condition never holds (it is always 1)"));
  EXPECT_THAT(
      check("(<= (next s) (does q m))"),
      ElementsAre("2:20: warning: 'q' never has a legal move, so this condition never holds "
                  "(it is always r)"));
  EXPECT_THAT(check("(role q) (legal q n)\n(<= (next s) (does q m))"),
              ElementsAre("3:14: warning: 'm' is never legal for 'q', so this condition never "
                          "holds"));
}

TEST(Checks, ConstantsThatNeverStandThere) {
  const std::string cells =
      "(init (cell 1 empty)) (row 1) (row 2)\n"
      "(<= (next (cell ?x black)) (row ?x) (does r m))\n";
  EXPECT_THAT(check(cells + "(<= (p ?x) (true (cell ?x blck)))"),
              ElementsAre("4:27: warning: nothing makes '(cell ?x blck)' true: argument 2 of "
                          "'cell' is never 'blck', so this condition never holds (did you mean "
                          "'black'?)"));
  EXPECT_THAT(check(cells + "(<= p (true (cell 3 black)))"),
              ElementsAre("4:19: warning: nothing makes '(cell 3 black)' true: argument 1 of "
                          "'cell' is never '3', so this condition never holds (it is 1 or 2)"));
  EXPECT_THAT(check(cells + "(<= p (true (cell 2 black)))"), IsEmpty());
  // Each constant stands there, but never both.
  EXPECT_THAT(check(cells + "(<= p (true (cell 2 empty)))"),
              ElementsAre("4:7: warning: nothing makes '(cell 2 empty)' true, so this condition "
                          "never holds"));
}

TEST(Checks, ConstantsGoThroughRulesToWhereTheyAreAsked) {
  const std::string steps =
      "(init (step 1)) (succ 1 2) (succ 2 3)\n"
      "(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))\n";
  EXPECT_THAT(check(steps + "(<= p (true (step 3)))"), IsEmpty());
  EXPECT_THAT(check(steps + "(<= p (true (step 4)))"),
              ElementsAre("4:19: warning: nothing makes '(step 4)' true: argument 1 of 'step' is "
                          "never '4', so this condition never holds (it is 1, 2 or 3)"));
  EXPECT_THAT(check(steps + "(<= p (succ 1 3))"),
              ElementsAre("4:7: warning: no fact or rule gives '(succ 1 3)', so this condition "
                          "never holds"));
  // A variable for the whole fact brings everything.
  EXPECT_THAT(check(steps + "(kept (far 9)) (<= (next ?f) (kept ?f))\n(<= p (true (far 9)))"),
              IsEmpty());
}

TEST(Checks, VariablesThatNoValueFits) {
  EXPECT_THAT(check("(init (cell x))\n(<= (p ?r) (role ?r) (true (cell ?r)))"),
              ElementsAre("3:34: warning: no value of '?r' fits both argument 1 of 'role' and "
                          "argument 1 of 'cell', so these conditions never hold together"));
}

TEST(Checks, OneSlipIsReportedOnce) {
  // What follows from the slip, that 'b' is never marked, is not another one.
  EXPECT_THAT(check("(init (cell a)) (<= (next (mark ?x)) (true (cel ?x)))\n"
                    "(<= (p ?x) (true (mark ?x)) (q ?x)) (q b) (<= (s ?x) (p ?x) (true (mark b)))"),
              ElementsAre("2:44: warning: nothing makes '(cel ?x)' true, so this condition never "
                          "holds (did you mean 'cell'?)"));
}

TEST(Checks, ComparingIsNotDoneForTextsThatWouldTakeTooLong) {
  // 30,000 constants at 10,000 places.
  std::string text;
  for (int i = 0; i < 10'000; ++i) {
    text += "(p" + std::to_string(i) + " a" + std::to_string(i) + " b" + std::to_string(i) + ")\n";
  }
  EXPECT_THAT(check(text + "(<= (next s) (true (q 1)))"), IsEmpty());
}

// --- all at once

TEST(Checks, FindEverythingInOneRun) {
  const auto found = problems(
      "(role a b)\n(<= (p ?x) (not (q ?x)))\n(<= q (not q))\n(<= (next s) (nothing))\n(goal r "
      "1000)");
  EXPECT_GE(found.size(), 7U);
  for (const auto& part : {"'role' takes", "variable '?x'", "relation 'q' has", "own negation",
                           "never defined", "goal value", "no 'legal' rule"}) {
    EXPECT_THAT(found, testing::Contains(testing::HasSubstr(part)));
  }
}

}  // namespace
}  // namespace palamedes::gdl
