// What the commands print, how they fail, and with which exit status.

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

json parsed(const Outcome& outcome) {
  json value = json::parse(outcome.out, nullptr, false);
  EXPECT_FALSE(value.is_discarded()) << outcome.out;
  return value;
}

TEST(Games, ListsAndPrintsThem) {
  const Outcome list = run({"games"});
  EXPECT_EQ(list.status, 0);
  EXPECT_THAT(list.out, HasSubstr("\ntictactoe "));
  const json games = parsed(run({"games", "--json"})).at("games");
  ASSERT_FALSE(games.empty());
  for (const json& game : games) {
    const std::string name = game.at("name");
    EXPECT_GE(game.at("players").get<int>(), 1) << name;
    EXPECT_THAT(game.at("play").get<std::string>(), testing::AnyOf("turn-taking", "simultaneous"))
        << name;
    EXPECT_FALSE(game.at("title").get<std::string>().empty()) << name;
    EXPECT_FALSE(game.at("description").get<std::string>().empty()) << name;
    EXPECT_FALSE(game.at("source").get<std::string>().empty()) << name;
    EXPECT_TRUE(game.at("goals").is_array()) << name;
    EXPECT_EQ(run({"check", name, "--strict"}).status, 0) << name;
  }
  const Outcome sheet = run({"games", "tictactoe"});
  EXPECT_EQ(sheet.status, 0);
  EXPECT_THAT(sheet.out, HasSubstr("(role xplayer)"));
  EXPECT_EQ(run({"check", "-"}, sheet.out).status, 0);
}

TEST(Rules, AreAFileABuiltInGameOrStandardInput) {
  const std::string file = write_file("tiny.kif", tiny);
  EXPECT_EQ(run({"check", file}).status, 0);
  EXPECT_EQ(run({"check", write_file("tiny.kif.gz", gzip(tiny))}).status, 0);
  EXPECT_EQ(run({"check", "-"}, tiny).status, 0);
  EXPECT_EQ(run({"check", "--strict", "--", "tictactoe"}).status, 0);
  // A file wins over the built-in game of the same name, a folder does not.
  write_file("tictactoe", tiny);
  const Outcome outcome = shell("cd '" + folder() + "' && palamedes explain tictactoe");
  EXPECT_THAT(outcome.out, HasSubstr("(role walker)"));
  const Outcome beside = shell("cd '" + folder() +
                               "' && mkdir -p sub/tictactoe && cd sub && "
                               "palamedes explain tictactoe");
  EXPECT_THAT(beside.out, HasSubstr("(role xplayer)"));
}

TEST(Rules, BadOnesAreExplainedWithStatusOne) {
  struct Case {
    std::string rules;
    std::string says;
  };
  const std::vector<Case> cases = {
      {"tictactow",
       "tictactow: error: there is no such file or built-in game (did you mean 'tictactoe'?)"},
      {"", "RULES: error: is an empty text"},
      {"zzzzzzzz", "'palamedes games' lists the built-in games"},
      {"no/such/file.kif", "no/such/file.kif: error: there is no such file"},
      {"games/tictactoe.kif", "the built-in game is called 'tictactoe'"},
      {folder(), "is a folder, not a file"},
      {write_file("bytes.kif", std::string("(role x)\n\xff\xfe\x00\x01(init", 17)),
       "bytes.kif:2:1: error: byte 0xff"},
      {write_file("open.kif", "(role x\n"), "open.kif:"},
      {write_file("empty.kif", ""), "empty.kif"},
      {write_file("broken.kif.gz", gzip(std::string(tiny)).substr(0, 40)),
       "ends in the middle of its gzip data"},
      {write_file("deep.kif", std::string(100'000, '(')), "deep.kif:1:"},
  };
  for (const Case& bad : cases) {
    const std::vector<std::vector<std::string>> commands = {{"simulate", bad.rules},
                                                            {"perft", bad.rules, "--depth", "1"},
                                                            {"replay", bad.rules, "/dev/null"},
                                                            {"explain", bad.rules, "--rewritten"}};
    for (const auto& arguments : commands) {
      const Outcome outcome = run(arguments);
      EXPECT_EQ(outcome.status, 1) << arguments[0] << ' ' << bad.rules;
      EXPECT_THAT(outcome.err, HasSubstr(bad.says));
      EXPECT_THAT(outcome.out, IsEmpty());
    }
    const Outcome check = run({"check", bad.rules});
    EXPECT_EQ(check.status, 1);
    EXPECT_THAT(check.out, HasSubstr(bad.says));
  }
}

TEST(Rules, LimitsCanBeSet) {
  const std::string file = write_file("limits.kif", tiny);
  EXPECT_THAT(run({"check", file, "--max-bytes", "10"}).out, HasSubstr("limit of 10 bytes"));
  EXPECT_EQ(run({"check", file, "--max-depth", "1"}).status, 1);
  EXPECT_EQ(run({"check", file, "--max-depth", "3"}).status, 0);
  EXPECT_EQ(run({"simulate", file, "--machine", "prover", "--prover-max-steps", "1"}).status, 1);
  EXPECT_EQ(run({"check", "-", "--max-clauses", "1"},
                std::string(tiny) + "(<= (extra ?x) (or (succ ?x 2) (succ ?x 3)))\n")
                .status,
            1);
}

TEST(Check, PrintsEveryDiagnosticOfEveryFile) {
  const std::string good = write_file("good.kif", tiny);
  const std::string bad = write_file(
      "bad.kif", std::string(tiny) + "(<= (p ?x ?y) (succ ?x 1))\n(<= (q ?z) (not (succ ?z 2)))\n");
  const Outcome outcome = run({"check", good, bad});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr(good + ": valid\n"));
  EXPECT_THAT(outcome.out, HasSubstr(bad + ":10:"));
  EXPECT_THAT(outcome.out, HasSubstr(bad + ":11:"));
  EXPECT_THAT(outcome.out, HasSubstr(bad + ": not valid (2 errors"));

  const json result = parsed(run({"check", good, bad, "--json"}));
  EXPECT_FALSE(result.at("valid").get<bool>());
  EXPECT_TRUE(result.at("checked").at(0).at("valid").get<bool>());
  const json& found = result.at("checked").at(1).at("diagnostics");
  ASSERT_GE(found.size(), 2U);
  EXPECT_EQ(found.at(0).at("severity"), "error");
  EXPECT_EQ(found.at(0).at("line"), 10);
  EXPECT_TRUE(found.at(0).at("column").is_number_integer());
}

TEST(Check, WarningsFailOnlyWhenStrict) {
  const std::string file = write_file("unused.kif", std::string(tiny) + "(nobody needs this)\n");
  EXPECT_THAT(run({"check", file}).out, Not(HasSubstr("warning")));
  const Outcome warned = run({"check", file, "--unused"});
  EXPECT_EQ(warned.status, 0);
  EXPECT_THAT(warned.out, HasSubstr("warning"));
  EXPECT_THAT(warned.out, HasSubstr("valid (1 warning)"));
  EXPECT_EQ(run({"check", file, "--unused", "--strict"}).status, 1);
}

TEST(Explain, PrintsASheetThatMeansTheSame) {
  const Outcome first = run({"explain", "tictactoe", "--stage", "rules"});
  EXPECT_EQ(first.status, 0);
  const std::string again = write_file("again.kif", first.out);
  const Outcome second = run({"explain", again});
  EXPECT_EQ(first.out.substr(first.out.find('\n')), second.out.substr(second.out.find('\n')));
  const auto levels = [](const std::string& rules) {
    return parsed(run({"perft", rules, "--depth", "4", "--json"})).at("levels");
  };
  EXPECT_EQ(levels(again), levels("tictactoe"));
  const std::string rewritten =
      write_file("rewritten.kif", run({"explain", "tictactoe", "--rewritten"}).out);
  EXPECT_EQ(levels(rewritten), levels("tictactoe"));
}

TEST(Explain, DescribesRelations) {
  const std::string file = write_file("tiny.kif", tiny);
  const json result = parsed(run({"explain", file, "--rewritten", "--json"}));
  EXPECT_EQ(result.at("stage"), "rules");
  EXPECT_TRUE(result.at("rewritten").get<bool>());
  EXPECT_EQ(result.at("sentences").size(), 9U);
  std::map<std::string, std::string> scopes;
  for (const json& relation : result.at("relations")) {
    scopes[relation.at("name")] = relation.at("depends_on");
  }
  EXPECT_EQ(scopes.at("succ"), "fixed");
  EXPECT_EQ(scopes.at("legal"), "state");
  EXPECT_EQ(parsed(run({"explain", file, "--json"})).at("sentences").at(0), "(role walker)");
}

TEST(Simulate, TellsTheStatisticsOfADeterministicGame) {
  const std::string file = write_file("tiny.kif", tiny);
  const json result = parsed(run({"simulate", file, "--playouts", "10", "--json"}));
  EXPECT_EQ(result.at("playouts"), 10);
  EXPECT_EQ(result.at("finished"), 10);
  EXPECT_EQ(result.at("states"), 20);
  EXPECT_EQ(result.at("length").at("mean"), 2);
  EXPECT_EQ(result.at("roles").at(0).at("name"), "walker");
  EXPECT_EQ(result.at("roles").at(0).at("wins"), 10);
  EXPECT_EQ(result.at("roles").at(0).at("goals").at(0).at("value"), 100);
  EXPECT_FALSE(result.at("simultaneous").get<bool>());
  EXPECT_TRUE(result.at("states_per_cpu_second").is_number());
  const Outcome text = run({"simulate", file});
  EXPECT_THAT(text.out, AllOf(HasSubstr("single player"), HasSubstr("1,000 finished"),
                              HasSubstr("2.00 moves on average, 2 to 2")));
}

TEST(Simulate, IsReproducible) {
  const auto result = [](const std::string& seed) {
    json value =
        parsed(run({"simulate", "tictactoe", "--playouts", "200", "--seed", seed, "--json"}));
    for (const char* key :
         {"cpu_seconds", "wall_seconds", "states_per_cpu_second", "playouts_per_cpu_second"}) {
      EXPECT_TRUE(value.at(key).is_number());
      value.erase(key);
    }
    return value;
  };
  EXPECT_EQ(result("7"), result("7"));
  EXPECT_NE(result("7"), result("8"));
}

TEST(Simulate, NoticesBothKindsOfPlay) {
  EXPECT_THAT(run({"simulate", "tictactoe", "--playouts", "20"}).out, HasSubstr("turn-taking"));
  EXPECT_THAT(run({"simulate", "runners", "--playouts", "20"}).out,
              HasSubstr("simultaneous moves"));
}

TEST(Simulate, DescribesDeadEndsAndEndlessGames) {
  const std::string stuck =
      write_file("stuck.kif", replaced(tiny, "(<= (legal walker go) (true (at ?x)))",
                                       "(<= (legal walker go) (true (at 1)))"));
  const Outcome dead = run({"simulate", stuck, "--playouts", "5"});
  EXPECT_EQ(dead.status, 1);
  EXPECT_THAT(dead.out, AllOf(HasSubstr("5 at a dead end"), HasSubstr("'walker' has no legal move"),
                              HasSubstr("  (at 2)\n")));
  const Outcome as_json = run({"simulate", stuck, "--playouts", "5", "--json"});
  EXPECT_EQ(as_json.status, 1);
  const json result = json::parse(as_json.out);
  EXPECT_EQ(result.at("dead_ends"), 5);
  EXPECT_EQ(result.at("first_dead_end").at("facts").at(0), "(at 2)");
  EXPECT_TRUE(result.at("length").is_null());
  EXPECT_THAT(run({"perft", stuck, "--depth", "3"}).out, HasSubstr("The rules are broken"));

  const std::string endless =
      write_file("endless.kif", replaced(tiny, "(succ 2 3)", "(succ 2 1) (succ 9 3)"));
  const Outcome truncated = run({"simulate", endless, "--playouts", "3", "--max-length", "50"});
  EXPECT_THAT(truncated.out, HasSubstr("0 finished, 3 too long"));
}

TEST(Simulate, EndsInTime) {
  const std::string endless =
      write_file("endless.kif", replaced(tiny, "(succ 2 3)", "(succ 2 1) (succ 9 3)"));
  const json result = parsed(
      run({"simulate", endless, "--seconds", "0.1", "--max-length", "1000000000", "--json"}));
  EXPECT_EQ(result.at("playouts"), 0);
  EXPECT_GE(result.at("wall_seconds").get<double>(), 0.1);
}

TEST(Simulate, PlaysInTheSwarm) {
  const std::string file = write_file("tiny.kif", tiny);
  const json result =
      parsed(run({"simulate", file, "--playouts", "1000", "--machine", "swarm", "--json"}));
  EXPECT_EQ(result.at("machine"), "swarm");
  EXPECT_EQ(result.at("finished"), 1000);
  EXPECT_EQ(result.at("states"), 2000);
  EXPECT_EQ(result.at("roles").at(0).at("wins"), 1000);
  EXPECT_TRUE(result.at("joint_branching").is_null());
  EXPECT_TRUE(result.at("simultaneous").is_null());
  const Outcome text = run({"simulate", "runners", "--playouts", "20", "--machine", "swarm",
                            "--swarm-lanes", "64", "--swarm-gates", "interpreted"});
  EXPECT_THAT(text.out, AllOf(HasSubstr("20 finished"), HasSubstr("Branching   -\n"),
                              Not(HasSubstr("simultaneous")), Not(HasSubstr("turn-taking"))));
}

TEST(Perft, CountsTicTacToe) {
  // 9!/(9-d)! sequences until the first games end at depth 5; 255168 games in all, a number that is
  // known from the literature, as are 5478 different positions.
  const json result = parsed(run({"perft", "tictactoe", "--depth", "9", "--json"}));
  const std::vector<std::uint64_t> sequences = {1,     9,     72,     504,    3024,
                                                15120, 54720, 148176, 200448, 127872};
  std::uint64_t games = 0;
  std::uint64_t states = 0;
  ASSERT_EQ(result.at("levels").size(), sequences.size());
  for (std::size_t depth = 0; depth < sequences.size(); ++depth) {
    const json& level = result.at("levels").at(depth);
    EXPECT_EQ(level.at("depth"), depth);
    EXPECT_EQ(level.at("sequences"), sequences[depth]);
    games += level.at("ended").get<std::uint64_t>();
    states += level.at("states").get<std::uint64_t>();
  }
  EXPECT_EQ(games, 255168U);
  EXPECT_EQ(states, 5478U);
  EXPECT_EQ(result.at("levels").at(9).at("terminal"), 78);
  EXPECT_THAT(run({"perft", "tictactoe", "--depth", "20"}).out,
              HasSubstr("No game lasts longer than 9 moves; there are 255,168 different games."));
}

TEST(Perft, RefusesTooManyStates) {
  const Outcome outcome = run({"perft", "tictactoe", "--depth", "9", "--max-states", "1000"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err,
              AllOf(HasSubstr("more than 1000 different states"), HasSubstr("--max-states")));
  EXPECT_THAT(outcome.out, IsEmpty());
}

}  // namespace
}  // namespace palamedes::e2e
