#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "unit/library/sheets.h"

namespace palamedes::library {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(LibraryRules, ProblemsHaveTheirPlace) {
  const auto rules = read_rules("(role r)\n(<= (legal r ?x) (true q))", "mine.kif");
  ASSERT_FALSE(rules);
  const auto unsafe = std::find_if(
      rules.problems().begin(), rules.problems().end(),
      [](const Problem& problem) { return problem.message.find("?x") != std::string::npos; });
  ASSERT_NE(unsafe, rules.problems().end()) << describe(rules.problems());
  EXPECT_EQ(unsafe->kind, Problem::Kind::error);
  EXPECT_EQ(unsafe->file, "mine.kif");
  EXPECT_EQ(unsafe->line, 2U);
  EXPECT_GT(unsafe->column, 0U);
  EXPECT_THAT(describe(*unsafe), HasSubstr("mine.kif:2:"));
}

TEST(LibraryRules, AskingForRulesThatAreNotThereThrowsAllProblems) {
  const auto rules = read_rules("(role r", "mine.kif");
  ASSERT_FALSE(rules);
  for (const bool by_value : {true, false}) {
    try {
      EXPECT_EQ(by_value ? rules.value().name() : rules->name(), "never reached");
    } catch (const Failure& failure) {
      EXPECT_EQ(failure.problems().size(), rules.problems().size());
      EXPECT_EQ(failure.what(), describe(rules.problems()));
      EXPECT_THAT(failure.what(), HasSubstr("mine.kif:1"));
      continue;
    }
    ADD_FAILURE() << "nothing was thrown";
  }
}

TEST(LibraryRules, WarningsDoNotStandInTheWay) {
  const auto rules = read_rules("(role r) (init p) (legal r m) (<= (next p) (true p)) (goal r 0)");
  ASSERT_TRUE(rules) << describe(rules.problems());
  EXPECT_THAT(rules.problems(), IsEmpty());
  ASSERT_THAT(rules->warnings(), Not(IsEmpty()));
  EXPECT_EQ(rules->warnings().front().kind, Problem::Kind::warning);
  EXPECT_EQ(rules->name(), "rules");
}

TEST(LibraryRules, LimitsHold) {
  EXPECT_FALSE(read_rules(callers, "sheet", {.max_bytes = 100}));
  EXPECT_FALSE(read_rules(callers, "sheet", {.max_depth = 2}));
  EXPECT_TRUE(read_rules(callers, "sheet", {.max_depth = ~std::size_t{0}}));
}

TEST(LibraryRules, BuiltinGamesAreFoundByName) {
  EXPECT_THAT(builtin_games(), Contains("tictactoe"));
  const std::vector<std::string> games = builtin_games();
  EXPECT_TRUE(std::is_sorted(games.begin(), games.end()));
  const auto rules = builtin_rules("tictactoe");
  ASSERT_TRUE(rules);
  EXPECT_EQ(rules->name(), "tictactoe");
  EXPECT_THAT(rules->text(), HasSubstr("(role xplayer)"));
  EXPECT_EQ(problem_of(builtin_rules("tictactow")),
            "tictactow: error: there is no such built-in game (did you mean 'tictactoe'?)");
  EXPECT_THAT(problem_of(builtin_rules("zzzzzzzz")), HasSubstr("builtin_games()"));
}

class RulesFile : public testing::Test {
 protected:
  void SetUp() override { std::ofstream(path_) << callers; }
  void TearDown() override { std::filesystem::remove(path_); }
  std::string path_ = std::filesystem::temp_directory_path() /
                      ("palamedes_library_" + std::to_string(getpid()) + ".kif");
};

TEST_F(RulesFile, IsReadOrSaidToBeMissing) {
  const auto rules = read_rules_file(path_);
  ASSERT_TRUE(rules) << describe(rules.problems());
  EXPECT_EQ(rules->name(), path_);
  EXPECT_EQ(rules->text(), callers);
  EXPECT_THAT(problem_of(read_rules_file(path_ + ".not")), HasSubstr(path_ + ".not"));
  EXPECT_THAT(problem_of(read_rules_file(path_, {.max_bytes = 10})),
              HasSubstr("RulesOptions::max_bytes"));
}

TEST_F(RulesFile, WinsOverABuiltinGame) {
  EXPECT_EQ(find_rules(path_)->text(), callers);
  EXPECT_EQ(find_rules("tictactoe")->text(), builtin_rules("tictactoe")->text());
  EXPECT_THAT(problem_of(find_rules("games/tictactoe.kiff")),
              HasSubstr("the built-in game is called 'tictactoe'"));
}

TEST(LibraryNames, ListsAreThoseOfTheProgram) {
  EXPECT_THAT(machine_names(), ElementsAre("auto", "prover", "propnet", "scalar", "swarm"));
  EXPECT_THAT(agent_names(), Contains("palamedes"));
  EXPECT_THAT(library_version(), testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
}

}  // namespace
}  // namespace palamedes::library
