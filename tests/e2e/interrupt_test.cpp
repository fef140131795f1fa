// Ctrl-C and SIGTERM: what there is gets printed, and says that it is partial. Progress shows when
// there is something to interrupt, so no test depends on how fast the computer is.

#include <csignal>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "e2e/background.h"
#include "e2e/program.h"
#include "e2e/samples.h"
#include "e2e/terminal.h"

namespace palamedes::e2e {
namespace {

using nlohmann::json;
using std::chrono::seconds;
using testing::AllOf;
using testing::HasSubstr;

constexpr seconds soon{20};  // far less than what is interrupted would take

// Millions of rules without variables, none of which a prover ever looks at: the walker is never in
// two places at once.
std::string slow_to_ground() {
  std::string text = tiny;
  for (int i = 0; i < 60; ++i) text += "(digit " + std::to_string(i) + ")\n";
  return text +
         "(<= (next (at 9)) (true (at 1)) (true (at 2)))\n"
         "(<= (next (number ?a ?b ?c ?d)) (true (at 9))\n"
         "    (digit ?a) (digit ?b) (digit ?c) (digit ?d))\n";
}

// A question that takes the prover an hour.
std::string slow_to_prove(const std::string& question) {
  return std::string(tiny) + pigeon_holes(14) + "(<= " + question + pigeons(14) + ")\n";
}

// Runs until it shows the text, then gets the signal.
std::string interrupted(const std::vector<std::string>& arguments, const std::string& until,
                        int signal = SIGINT) {
  Terminal terminal(arguments);
  EXPECT_TRUE(terminal.shows(until)) << terminal.screen();
  terminal.signal(signal);
  EXPECT_EQ(terminal.wait(soon), 1) << terminal.screen();
  return terminal.screen();
}

// From the last line of progress on.
json printed_json(const std::string& screen) {
  std::size_t at = screen.rfind("\x1b[K{");
  if (at == std::string::npos) at = screen.rfind("\x1b[K[\r");
  if (at == std::string::npos) return {};
  const std::string from = screen.substr(at + 3);
  return json::parse(from.substr(0, from.rfind(from[0] == '{' ? "}\r\n" : "]\r\n") + 1), nullptr,
                     false);
}

TEST(Interrupt, LetsCommandsPrintWhatTheyHave) {
  struct Case {
    std::vector<std::string> arguments;
    const char* until;
    const char* shows;
  };
  const std::vector<Case> cases = {
      {{"simulate", "tictactoe", "--seconds", "1000"}, " playouts, ", " finished"},
      {{"simulate", "tictactoe", "--seconds", "1000", "--machine", "swarm"},
       " playouts, ",
       " finished"},
      {{"perft", "breakthrough", "--depth", "50", "--max-states", "1000000000"},
       "found at the next depth",
       "all moves up to depth "},
      {{"bench", "nim", "--seconds", "1000", "--machine", "scalar"},
       "measuring scalar (",
       "States/s"},
      {{"bandit", "--models", "1000000", "--every", "1000"}, "bandit ", "arms,winners,sample"},
      {{"analyse", "connect_four", "--time", "1000", "--agent", "uct"},
       " simulations, depth",
       "Move of "},
      {{"match", "connect_four", "--agents", "uct,uct", "--games", "100000", "--clock", "0.05"},
       " ± ",
       "Win rate"}};
  for (const Case& each : cases) {
    EXPECT_THAT(interrupted(each.arguments, each.until),
                AllOf(HasSubstr(each.shows), HasSubstr("interrupted, the results are partial")));
  }
}

TEST(Interrupt, IsMarkedInJson) {
  const std::vector<std::pair<std::vector<std::string>, const char*>> commands = {
      {{"simulate", "tictactoe", "--seconds", "1000", "--json"}, " playouts, "},
      {{"analyse", "connect_four", "--time", "1000", "--agent", "uct", "--json"}, " simulations, "},
      {{"bandit", "--models", "1000000", "--json", "--every", "1000"}, "bandit "}};
  for (const auto& [arguments, until] : commands) {
    const json value = printed_json(interrupted(arguments, until, SIGTERM));
    ASSERT_TRUE(value.is_object()) << arguments.front();
    EXPECT_TRUE(value.at("partial").get<bool>()) << arguments.front();
  }
  const json list = printed_json(
      interrupted({"bench", "nim", "--seconds", "1000", "--machine", "scalar,propnet", "--json"},
                  "measuring scalar ("));
  ASSERT_TRUE(list.is_object());
  for (const json& entry : list.at("results")) EXPECT_TRUE(entry.at("partial").get<bool>());
}

TEST(Interrupt, LeavesTheGamesOfAMatch) {
  const json result =
      printed_json(interrupted({"match", "connect_four", "--agents", "uct,uct", "--games", "100000",
                                "--simulations", "200", "--json"},
                               " ± "));  // of the games that were played
  ASSERT_TRUE(result.is_object());
  EXPECT_TRUE(result.at("interrupted"));
  EXPECT_GT(result.at("games"), 0);
}

TEST(Interrupt, IsNotMarkedWhereThereWasNone) {
  EXPECT_THAT(run({"simulate", "nim", "--playouts", "5", "--json"}).out,
              HasSubstr("\"partial\": false"));
  EXPECT_THAT(run({"perft", "nim", "--depth", "2", "--json"}).out, HasSubstr("\"partial\": false"));
  EXPECT_THAT(run({"bench", "nim", "--seconds", "0.01", "--json"}).out,
              HasSubstr("\"partial\": false"));
  EXPECT_THAT(run({"bandit", "--models", "1", "--tasks", "1", "--samples", "5", "--json"}).out,
              HasSubstr("\"partial\": false"));
  EXPECT_THAT(run({"analyse", "nim", "--simulations", "5", "--json"}).out,
              HasSubstr("\"partial\": false"));
}

TEST(Interrupt, EndsGroundingInEveryCommand) {
  const std::string file = write_file("slow_to_ground.kif", slow_to_ground());
  const std::vector<std::vector<std::string>> commands = {
      {"simulate", file},
      {"perft", file, "--depth", "1"},
      {"bench", file},
      {"analyse", file},
      {"match", file, "--agents", "uct,random"}};
  for (std::vector<std::string> command : commands) {
    for (const char* word : {"--machine", "propnet", "--time-limit", "1000"}) {
      command.emplace_back(word);
    }
    EXPECT_THAT(interrupted(command, ": grounding, "),
                HasSubstr("interrupted before there was a result"));
  }
  Terminal play({"play", file, "--machine", "propnet", "--time-limit", "1000"});
  EXPECT_TRUE(play.shows(": grounding, "));
  play.type("\x03");
  EXPECT_EQ(play.wait(soon), 128 + SIGINT);
}

TEST(Interrupt, EndsALongQuestionToTheProver) {
  const std::vector<std::string> prover = {
      "--machine", "prover", "--prover-max-seconds", "1000", "--prover-max-steps", "1000000000000"};
  std::vector<std::string> start = {"simulate",
                                    write_file("slow_start.kif", slow_to_prove("(init q)"))};
  start.insert(start.end(), prover.begin(), prover.end());
  EXPECT_THAT(interrupted(start, "the prover asks for the start"),
              HasSubstr("interrupted before there was a result"));
  for (const char* command : {"simulate", "bench", "analyse"}) {
    std::vector<std::string> words = {program(), command,
                                      write_file("slow_end.kif", slow_to_prove("(next q)"))};
    words.insert(words.end(), prover.begin(), prover.end());
    Background running(words);
    std::this_thread::sleep_for(seconds(1));  // wherever it is by then, it has to end
    running.signal(SIGTERM);
    EXPECT_EQ(running.wait(soon), 1) << command << ": " << running.said();
    EXPECT_THAT(running.said(), HasSubstr("interrupted")) << command;
  }
}

TEST(Progress, SaysHowLongAMatchWillTake) {
  EXPECT_THAT(interrupted({"match", "connect_four", "--agents", "uct,uct", "--games", "100",
                           "--clock", "5", "--jobs", "1"},
                          " left"),
              HasSubstr("0 of 100 games, "));
}

TEST(Progress, ShowsStagesWithWhatComesNext) {
  const std::string file = write_file("slow_to_ground.kif", slow_to_ground());
  EXPECT_THAT(interrupted({"analyse", file, "--ready", "500"}, "then the prover)"),
              HasSubstr("(at most 60 s, then the prover)"));
}

TEST(Progress, GoesToTerminalsOnly) {
  const Outcome outcome = run({"simulate", write_file("slow_to_ground.kif", slow_to_ground()),
                               "--machine", "propnet", "--max-rules", "300000", "--playouts", "1"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err,
              AllOf(HasSubstr("the limit of --max-rules"), testing::Not(HasSubstr("grounding, "))));
}

}  // namespace
}  // namespace palamedes::e2e
