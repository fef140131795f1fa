#include "gdl/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/gdl/gdl_testing.h"

namespace palamedes::gdl {
namespace {

using testing::ElementsAre;

class Analysed {
 public:
  explicit Analysed(std::string_view text) : rules_(rules_of(text)), program_(analyse(rules_)) {}

  [[nodiscard]] const Relation& relation(const std::string& name, std::size_t arity = 0) const {
    const Symbol* symbol = rules_.symbols.find(name);
    EXPECT_NE(symbol, nullptr) << name;
    return program_[program_.find(*symbol, arity).value()];
  }
  [[nodiscard]] const Program& program() const { return program_; }
  [[nodiscard]] const Rules& rules() const { return rules_; }

 private:
  Rules rules_;
  Program program_;
};

TEST(Program, ARelationIsNameAndArity) {
  const Analysed game("(p a) (p b) (p a b) (<= q (p ?x))");
  EXPECT_EQ(game.program().relations.size(), 3U);
  EXPECT_THAT(game.relation("p", 1).clauses, ElementsAre(0, 1));
  EXPECT_THAT(game.relation("p", 2).clauses, ElementsAre(2));
  EXPECT_THAT(game.relation("q").clauses, ElementsAre(3));
  EXPECT_FALSE(game.program().find(*game.rules().symbols.find("q"), 1).has_value());
}

TEST(Program, ScopesFollowDependencies) {
  const Analysed game(R"(
      (s a)
      (<= (fixed ?x) (s ?x))
      (<= (of_state ?x) (fixed ?x) (true (c ?x)))
      (<= (above ?x) (s ?x) (not (of_state ?x)))
      (<= (of_moves ?x) (does ?x m))
      (<= (next (c ?x)) (above ?x) (of_moves ?x))
      (<= (legal ?x m) (s ?x)))");
  EXPECT_EQ(game.relation("s", 1).scope, Scope::fixed);
  EXPECT_EQ(game.relation("fixed", 1).scope, Scope::fixed);
  EXPECT_EQ(game.relation("of_state", 1).scope, Scope::state);
  EXPECT_EQ(game.relation("above", 1).scope, Scope::state);
  EXPECT_EQ(game.relation("of_moves", 1).scope, Scope::moves);
  EXPECT_EQ(game.relation("next", 1).scope, Scope::moves);
  EXPECT_EQ(game.relation("legal", 2).scope, Scope::fixed);
  EXPECT_EQ(game.relation("true", 1).scope, Scope::state);
  EXPECT_EQ(game.relation("does", 2).scope, Scope::moves);
}

TEST(Program, RecursionSharesAComponentAndItsScope) {
  const Analysed game(R"(
      (<= (even ?x) (zero ?x))
      (<= (even ?y) (odd ?x) (succ ?x ?y))
      (<= (odd ?y) (even ?x) (succ ?x ?y) (true t))
      (<= (self ?x) (self ?x))
      (<= (self ?x) (zero ?x))
      (zero 0) (succ 0 1))");
  EXPECT_EQ(game.relation("even", 1).component, game.relation("odd", 1).component);
  EXPECT_EQ(game.relation("even", 1).scope, Scope::state);
  EXPECT_TRUE(game.relation("even", 1).recursive);
  EXPECT_TRUE(game.relation("odd", 1).recursive);
  EXPECT_TRUE(game.relation("self", 1).recursive);
  EXPECT_FALSE(game.relation("zero", 1).recursive);
}

TEST(Program, NeededComponentsComeFirst) {
  const Analysed game("(<= a b) (<= b c (not d)) (<= c d) d");
  const auto component = [&](const char* name) { return game.relation(name).component; };
  EXPECT_LT(component("d"), component("c"));
  EXPECT_LT(component("c"), component("b"));
  EXPECT_LT(component("b"), component("a"));
}

TEST(Program, TheNextStateIsNoDependency) {
  const Analysed game("(<= (next p) (true p)) (init p)");
  EXPECT_FALSE(game.relation("next", 1).recursive);
  EXPECT_FALSE(game.relation("true", 1).recursive);
}

TEST(Program, ClausesWithoutSupportAreNotLive) {
  const Analysed game(R"(
      (<= a nothing)
      (<= b a)
      (<= c (not nothing))
      (<= d e)
      (<= e d)
      (<= f (true x) (does r m)))");
  EXPECT_THAT(game.program().live, ElementsAre(false, false, true, false, false, true));
  EXPECT_TRUE(game.relation("a").clauses.empty());
  // What can never fire makes no dependency.
  EXPECT_FALSE(game.relation("d").recursive);
  EXPECT_NE(game.relation("d").component, game.relation("e").component);
}

TEST(Program, AClauseIsLiveOnceAllItsConditionsAre) {
  const Analysed game("(<= a b b c) (<= b c) c (<= x a missing)");
  EXPECT_THAT(game.program().live, ElementsAre(true, true, true, false));
}

TEST(Program, HandlesLongChains) {
  std::string text;
  constexpr int length = 100'000;
  for (int i = 0; i < length; ++i) {
    text += "(<= p" + std::to_string(i) + " p" + std::to_string(i + 1) + ")\n";
  }
  const Analysed game(text + "p" + std::to_string(length));
  EXPECT_EQ(game.program().components.size(), length + 1U);
  EXPECT_TRUE(game.program().live[0]);
}

TEST(Program, OfNothingIsEmpty) {
  const Analysed game("");
  EXPECT_TRUE(game.program().relations.empty());
  EXPECT_TRUE(game.program().components.empty());
}

}  // namespace
}  // namespace palamedes::gdl
