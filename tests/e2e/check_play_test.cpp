// check --play: verdicts, exit status, and lines that can be played again.

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "e2e/program.h"
#include "e2e/samples.h"

namespace palamedes::e2e {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

json parsed(const Outcome& outcome) {
  json value = json::parse(outcome.out, nullptr, false);
  EXPECT_FALSE(value.is_discarded()) << outcome.out << outcome.err;
  return value;
}

// Two squares and a third that traps whoever goes there.
const std::string trap =
    "(role a) (role b) (init (at 1)) (init (turn a))\n"
    "(<= (legal ?r (go ?x)) (true (turn ?r)) (square ?x) (not (true (at 3))))\n"
    "(<= (legal ?r rest) (role ?r) (not (true (turn ?r))))\n"
    "(square 1) (square 2) (square 3)\n"
    "(<= (next (at ?x)) (does ?r (go ?x)))\n"
    "(<= (next (turn b)) (true (turn a))) (<= (next (turn a)) (true (turn b)))\n"
    "(<= terminal (true (at 2))) (goal a 50) (goal b 50)\n";

TEST(CheckPlay, AGoodGameHasNoProblem) {
  const Outcome outcome = run({"check", "--play", "tictactoe", "--playouts", "300"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, IsEmpty());
  EXPECT_THAT(outcome.out,
              AllOf(StartsWith("tictactoe: no problem in 300 random playouts (1 remark)\n"),
                    HasSubstr("xplayer, who moves first, has the better side in random play"),
                    HasSubstr("Facts       20 of 20 possible ones"), HasSubstr("Role ")));
  EXPECT_EQ(run({"check", "--play", "tictactoe", "--playouts", "300", "--strict"}).status, 1);
  EXPECT_EQ(run({"check", "--play", "tictactoe", "--playouts", "300"}).out, outcome.out);
}

TEST(CheckPlay, AProblemComesWithTheMovesThatLeadThere) {
  const std::string file = write_file("trap.kif", trap);
  const Outcome text = run({"check", "--play", file, "--playouts", "50"});
  EXPECT_EQ(text.status, 1);
  EXPECT_THAT(text.out, AllOf(StartsWith(file + ": broken in 50 random playouts (2 problems"),
                              HasSubstr(" has no legal move and the game is not over, in "),
                              HasSubstr("    --moves '"), HasSubstr("    state: (at 3) (turn ")));
  const json result = parsed(run({"check", "--play", file, "--playouts", "50", "--json"}));
  EXPECT_FALSE(result.at("valid").get<bool>());
  const json& finding = result.at("checked").at(0).at("play").at("findings").at(1);
  EXPECT_EQ(finding.at("kind"), "dead_end");
  EXPECT_EQ(finding.at("moves"), "(go 3)");
  EXPECT_EQ(finding.at("role"), "b");
  // Other commands take the line and find the same.
  const Outcome there = run({"play", file, "--moves", finding.at("moves").get<std::string>()}, "");
  EXPECT_THAT(there.out + there.err, HasSubstr("b has no legal move"));
}

TEST(CheckPlay, OfAPublicSheetThatGivesTwoGoals) {
  const std::string pentago = std::string(PALAMEDES_SHARED_DIR) + "/games/gdl/pentago.kif";
  if (!std::filesystem::exists(pentago)) GTEST_SKIP() << pentago << " is absent";
  EXPECT_EQ(run({"check", pentago}).status, 0);
  const Outcome outcome = run({"check", "--play", pentago, "--playouts", "30"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr(pentago + ":107:1: problem: black has 2 goals at the "
                                                     "same time, 0 and 100, at the end of "),
                                 HasSubstr("(see also 120:1)")));
}

TEST(CheckPlay, TheProverProvesNothing) {
  const std::string file =
      write_file("unseen.kif", std::string(tiny) + "(<= (next far) (true (at 3)) (true (at 1)))\n");
  const Outcome with_network = run({"check", "--play", file, "--playouts", "5"});
  EXPECT_THAT(with_network.out, HasSubstr("walker never has a choice"));
  const Outcome alone = run({"check", "--play", file, "--playouts", "5", "--machine", "prover"});
  EXPECT_EQ(alone.status, 0);
  EXPECT_THAT(alone.out, AllOf(HasSubstr("'far' was never true in 5 playouts"),
                               HasSubstr("walker had no choice in 5 playouts"),
                               HasSubstr("Facts       3 were true"), Not(HasSubstr("can never"))));
  const Outcome large = run({"check", "--play", file, "--playouts", "5", "--max-rules", "1"});
  EXPECT_EQ(large.status, 0);
  EXPECT_THAT(large.err, HasSubstr("the prover machine will be used"));
  EXPECT_EQ(large.out, alone.out);
}

TEST(CheckPlay, AFaultIsAProblem) {
  const std::string file = write_file("tiny.kif", tiny);
  const Outcome outcome = run({"check", "--play", file, "--playouts", "5", "--machine", "prover",
                               "--prover-max-steps", "2"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("broken"), HasSubstr("problem: the rules cannot be evaluated: "
                                                   "evaluation did not end within 2 steps")));
  const Outcome at_start = run({"check", "--play", file, "--playouts", "5", "--machine", "prover",
                                "--prover-max-steps", "1"});
  EXPECT_EQ(at_start.status, 1);
  EXPECT_THAT(at_start.out, HasSubstr("evaluation did not end within 1 steps"));
}

TEST(CheckPlay, WithoutAnyEndInTimeThereIsNoVerdict) {
  const std::string file =
      write_file("endless.kif",
                 "(role a) (init s) (legal a x) (legal a y) (goal a 1) (<= (next s) (true s))\n"
                 "(<= (next e) (does a x) (does a y)) (<= terminal (true e))\n");
  const std::vector<std::string> command = {"check", "--play", file, "--machine", "prover"};
  std::vector<std::string> by_time = command;
  by_time.insert(by_time.end(), {"--seconds", "0.1", "--max-length", "1000000000"});
  const Outcome undecided = run(by_time);
  EXPECT_EQ(undecided.status, 1);
  EXPECT_THAT(undecided.out, HasSubstr(": undecided: no playout came to its end in time"));
  std::vector<std::string> by_length = command;
  by_length.insert(by_length.end(), {"--playouts", "3", "--max-length", "20"});
  const Outcome endless = run(by_length);
  EXPECT_EQ(endless.status, 1);
  EXPECT_THAT(endless.out, HasSubstr("problem: none of 3 playouts came to an end within 20 moves"));
}

TEST(CheckPlay, WhatIsNotValidIsNotPlayed) {
  const std::string bad = write_file("bad.kif", std::string(tiny) + "(<= (p ?x ?y) (succ ?x 1))\n");
  const Outcome outcome = run({"check", "--play", bad, "tictactoe", "--playouts", "5"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr(bad + ": not valid (1 error"),
                                 HasSubstr("\ntictactoe: no problem in 5 random playouts")));
}

}  // namespace
}  // namespace palamedes::e2e
