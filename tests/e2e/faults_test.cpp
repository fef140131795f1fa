// Machines that give up: no command takes that for an answer.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "e2e/program.h"
#include "e2e/samples.h"

namespace palamedes::e2e {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// Six steps, two moves each. The start is answered soon; what follows the fourth step is not.
std::string long_question() {
  return "(role left) (role right) (init (at 0)) (init (turn left))\n"
         "(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6)\n"
         "(other left right) (other right left)\n"
         "(<= (legal ?r slow) (true (turn ?r)))\n"
         "(<= (legal ?r fast) (true (turn ?r)))\n"
         "(<= (legal ?r noop) (true (turn ?s)) (other ?r ?s))\n"
         "(<= (next (turn ?r)) (true (turn ?s)) (other ?r ?s))\n"
         "(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))\n"
         "(<= terminal (true (at 6)))\n"
         "(goal left 50) (goal right 50)\n" +
         pigeon_holes(6) + "(<= (next never) (true (at 3))" + pigeons(6) + ")\n";
}

TEST(Faults, StopEveryCommandWithTheReasonAndTheOption) {
  const std::string file = write_file("long_question.kif", long_question());
  const std::vector<std::vector<std::string>> commands = {
      {"simulate", file},
      {"simulate", file, "--json"},
      {"perft", file, "--depth", "6"},
      {"perft", file, "--depth", "6", "--json"},
      {"bench", file, "--seconds", "1"},
      {"analyse", file, "--simulations", "1000", "--agent", "uct"},
      {"analyse", file, "--simulations", "1000", "--agent", "palamedes", "--json"},
      {"analyse", file, "--simulations", "1000", "--agent", "flat"},
      {"analyse", file, "--simulations", "1000", "--agent", "uct:threads=2"},
      {"analyse", file, "--simulations", "1000", "--moves", "slow slow slow slow slow"},
      {"match", file, "--agents", "uct,random", "--simulations", "50", "--games", "4"},
      {"match", file, "--agents", "random,random", "--games", "4", "--json"}};
  for (std::vector<std::string> command : commands) {
    for (const char* word : {"--machine", "prover", "--prover-max-steps", "500"}) {
      command.emplace_back(word);
    }
    SCOPED_TRACE(testing::PrintToString(command));
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("did not end within 500 steps"),
                                   HasSubstr("--prover-max-steps"), Not(HasSubstr("is over"))));
  }
}

TEST(Faults, OfPlayKeepTheMovesMade) {
  const std::string file = write_file("long_question.kif", long_question());
  const Outcome outcome = run({"play", file, "--role", "none", "--agent", "random", "--machine",
                               "prover", "--prover-max-steps", "500", "--clock", "0.01"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("did not end within 500 steps"));
  EXPECT_THAT(outcome.out, AllOf(Not(HasSubstr("The game is over")),
                                 HasSubstr("The game is not over. To go on: --moves '")));
}

TEST(Faults, NeverShowWhereTheLimitIsLarge) {
  const std::string file = write_file("long_question.kif", long_question());
  const Outcome outcome = run({"analyse", file, "--simulations", "20", "--machine", "prover"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, IsEmpty());
}

TEST(Faults, OfALargeGameAreNoProofs) {
  for (const char* steps : {"40", "60", "120"}) {
    const Outcome outcome = run({"analyse", "breakthrough", "--machine", "prover",
                                 "--prover-max-steps", steps, "--simulations", "200"});
    EXPECT_EQ(outcome.status, 1) << steps;
    EXPECT_THAT(outcome.out, IsEmpty()) << steps;
    EXPECT_THAT(outcome.err, HasSubstr("--prover-max-steps")) << steps;
  }
}

TEST(BrokenRules, AreAFailureAndNothingElseIsClaimed) {
  const std::string stuck =
      write_file("stuck.kif", replaced(tiny, "(<= (legal walker go) (true (at ?x)))",
                                       "(<= (legal walker go) (true (at 1)))"));
  for (const char* machine : {"prover", "propnet", "scalar", "swarm"}) {
    const Outcome played = run({"simulate", stuck, "--playouts", "5", "--machine", machine});
    EXPECT_EQ(played.status, 1) << machine;
    EXPECT_THAT(played.out, HasSubstr("The rules are broken")) << machine;
    const Outcome counted = run({"perft", stuck, "--depth", "3", "--machine", machine});
    EXPECT_EQ(counted.status, 1) << machine;
    EXPECT_THAT(counted.out,
                AllOf(HasSubstr("The rules are broken"), Not(HasSubstr("No game lasts longer"))))
        << machine;
  }
}

TEST(EndlessGames, SayThatTheyMayNeverEnd) {
  const std::string endless =
      write_file("endless.kif", replaced(tiny, "(succ 2 3)", "(succ 2 1) (succ 9 3)"));
  for (const char* machine : {"scalar", "swarm"}) {
    const Outcome outcome =
        run({"simulate", endless, "--playouts", "3", "--max-length", "50", "--machine", machine});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("the game may never end"), HasSubstr("50 moves"),
                                   HasSubstr("--max-length")));
  }
  const Outcome measured =
      run({"bench", endless, "--max-length", "50", "--seconds", "0.02", "--machine", "scalar"});
  EXPECT_THAT(measured.out, AllOf(HasSubstr("50 moves"), HasSubstr("--max-length")));
  const Outcome some = run({"simulate", "tictactoe", "--playouts", "300", "--max-length", "7"});
  EXPECT_THAT(some.out, AllOf(HasSubstr("did not end within 7 moves"), HasSubstr("--max-length"),
                              Not(HasSubstr("may never end"))));
}

}  // namespace
}  // namespace palamedes::e2e
