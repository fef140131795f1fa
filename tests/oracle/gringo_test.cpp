// The ground atoms of the built-in games are those that gringo finds.

#include "oracle/gringo.h"

#include <gtest/gtest.h>

#include "games/builtin.h"
#include "gdl/load.h"
#include "support/various_games.h"

namespace palamedes::oracle {
namespace {

TEST(Gringo, AgreesOnTheBuiltInGames) {
  if (!has_gringo()) GTEST_SKIP() << "gringo is not installed";
  for (const games::Builtin& game : games::various_games())
    expect_same_as_gringo(game.text, game.name);
}

TEST(Gringo, AgreesOnWhatSheetsSeldomDo) {
  if (!has_gringo()) GTEST_SKIP() << "gringo is not installed";
  expect_same_as_gringo(
      R"((role r) (role 2) (init a) (init (f 1)) (init (g (f 1) b))
         (legal r go) (<= (legal ?r (go ?x)) (role ?r) (true (g ?x ?y))) (legal nobody go)
         (<= (next ?x) (true ?x) (not (true (f 1)))) (<= (next (h ?m)) (does ?r ?m))
         (d 1) (d 2) (bad 2) (<= (good ?x) (d ?x) (not (bad ?x)))
         (<= (next (f ?x)) (good ?x)) (<= (next (f (f ?x))) (bad ?x))
         (<= (goal r 100) (not (good 2)) (true (h go))) (<= (goal ?r 0) (role ?r)) (goal nobody 1)
         (<= (reach ?x ?y) (true (g ?x ?y))) (<= (reach ?x ?z) (reach ?x ?y) (reach ?y ?z))
         (<= terminal (reach ?x ?x)))",
      "shapes");
}

TEST(Gringo, IsAskedTheRightQuestion) {
  const auto game = gdl::load(
      "(role r) (init (f 1)) (legal r go) (goal r 0) (d 1) (<= terminal (not (true (f 1))) (d 1))"
      "(<= (next (f ?x)) (d ?x) (not (e ?x)) (distinct ?x 2)) (e 3)",
      "test");
  ASSERT_TRUE(game);
  const std::string program = to_asp(game->rules);
  const auto name = [&](std::string_view text) {
    return std::to_string(static_cast<std::uint32_t>(*game->rules.symbols.find(text)));
  };
  // Negation on the state is left out, negation on what depends on nothing stays.
  EXPECT_NE(program.find("r12_0 :- r" + name("d") + "_1(c" + name("1") + ").\n"), std::string::npos)
      << program;
  EXPECT_NE(program.find("r9_1(f" + name("f") + "(V0)) :- r" + name("d") + "_1(V0), not r" +
                         name("e") + "_1(V0), V0 != c" + name("2") + ".\n"),
            std::string::npos)
      << program;
  EXPECT_NE(program.find("r7_1(X) :- r9_1(X).\n"), std::string::npos);
}

}  // namespace
}  // namespace palamedes::oracle
