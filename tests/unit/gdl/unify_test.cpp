#include "gdl/rewrites/unify.h"

#include <gtest/gtest.h>

#include "unit/gdl/gdl_testing.h"

namespace palamedes::gdl {
namespace {

// Two terms of one sentence, which share its variables.
class Pair {
 public:
  Pair(const std::string& left, const std::string& right)
      : sheet_(parse("(p " + left + " " + right + ")").sheet) {}

  [[nodiscard]] std::size_t variables() const { return sheet_.sentences[0].variables.size(); }
  [[nodiscard]] const Term& left() const { return sheet_.sentences[0].head.args[0]; }
  [[nodiscard]] const Term& right() const { return sheet_.sentences[0].head.args[1]; }
  [[nodiscard]] const SymbolTable& symbols() const { return sheet_.symbols; }

 private:
  Sheet sheet_;
};

// The term that both become, or "-".
std::string unified(const std::string& left, const std::string& right) {
  const Pair pair(left, right);
  rewrites::Substitution substitution(pair.variables());
  if (!substitution.unify(pair.left(), pair.right())) return "-";
  const Term result = substitution.apply(pair.left());
  EXPECT_EQ(result, substitution.apply(pair.right()));
  EXPECT_FALSE(substitution.exhausted());
  return to_text(result, pair.symbols());
}

TEST(Unify, Constants) {
  EXPECT_EQ(unified("a", "a"), "a");
  EXPECT_EQ(unified("a", "b"), "-");
  EXPECT_EQ(unified("a", "(a b)"), "-");
}

TEST(Unify, Variables) {
  EXPECT_EQ(unified("?x", "a"), "a");
  EXPECT_EQ(unified("a", "?x"), "a");
  EXPECT_EQ(unified("?x", "?x"), "?x");
  EXPECT_EQ(unified("?x", "?y"), "?y");
  EXPECT_EQ(unified("?x", "(f a ?y)"), "(f a ?y)");
}

TEST(Unify, Functions) {
  EXPECT_EQ(unified("(f ?x b)", "(f a ?y)"), "(f a b)");
  EXPECT_EQ(unified("(f ?x ?x)", "(f a ?y)"), "(f a a)");
  EXPECT_EQ(unified("(f ?x ?x)", "(f a b)"), "-");
  EXPECT_EQ(unified("(f ?x)", "(g ?x)"), "-");
  EXPECT_EQ(unified("(f ?x)", "(f ?x ?y)"), "-");
  EXPECT_EQ(unified("(f ?x (g ?y))", "(f (g ?z) ?x)"), "(f (g ?z) (g ?z))");
}

TEST(Unify, NoVariableContainsItself) {
  EXPECT_EQ(unified("?x", "(f ?x)"), "-");
  EXPECT_EQ(unified("(f ?x ?y)", "(f (g ?y) (g ?x))"), "-");
}

TEST(Unify, AppliesInsideAtoms) {
  Sheet sheet = parse("(p ?x (f ?x) a)").sheet;
  Atom atom = sheet.sentences[0].head;
  rewrites::Substitution substitution(1);
  EXPECT_TRUE(substitution.empty());
  ASSERT_TRUE(substitution.unify(atom.args[0], atom.args[2]));
  EXPECT_FALSE(substitution.empty());
  substitution.apply(atom);
  EXPECT_EQ(to_text(atom, sheet.symbols), "(p a (f a) a)");
  EXPECT_EQ(atom.args[0].where, (SourceLocation{1, 4}));
}

TEST(Unify, ResetForgetsBindings) {
  const Pair pair("?x", "a");
  rewrites::Substitution substitution(1);
  ASSERT_TRUE(substitution.unify(pair.left(), pair.right()));
  substitution.reset(100);
  EXPECT_TRUE(substitution.empty());
  EXPECT_EQ(substitution.apply(pair.left()), pair.left());
}

TEST(Unify, GivesUpBeforeTermsExplode) {
  // ?v0 stands for a term of 2^60 parts.
  std::string left = "(f";
  std::string right = "(f";
  for (int i = 0; i < 60; ++i) {
    const std::string next = "?v" + std::to_string(i + 1);
    left += " ?v" + std::to_string(i);
    right += " (g " + next + " " + next + ")";
  }
  const Pair pair(left + ")", right + ")");
  rewrites::Substitution substitution(pair.variables());
  ASSERT_TRUE(substitution.unify(pair.left(), pair.right()));
  EXPECT_FALSE(substitution.exhausted());
  EXPECT_NE(substitution.apply(pair.left()).args.size(), 0U);
  EXPECT_TRUE(substitution.exhausted());
  EXPECT_EQ(substitution.steps_left(), 0U);
}

TEST(Unify, GivesUpBeforeTermsBecomeTooDeep) {
  // Each variable is one level below the one before; together they are 20,000 levels deep.
  constexpr int levels = 20'000;
  std::string left = "(f";
  std::string right = "(f";
  for (int i = 0; i < levels; ++i) {
    left += " ?v" + std::to_string(i);
    right += " (g ?v" + std::to_string(i + 1) + ")";
  }
  const Pair pair(left + ")", right + ")");
  rewrites::Substitution substitution(pair.variables());
  ASSERT_TRUE(substitution.unify(pair.left(), pair.right()));
  EXPECT_GT(substitution.apply(pair.left()).args.size(), 0U);
  EXPECT_TRUE(substitution.exhausted());
}

}  // namespace
}  // namespace palamedes::gdl
