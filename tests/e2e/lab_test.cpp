// The command `lab`: runs that are the same whatever happens to them, and their reports.

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "e2e/background.h"
#include "e2e/program.h"
#include "e2e/samples.h"

namespace palamedes::e2e {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr const char* experiment_text =
    "title = \"Two on a small board\"\n"
    "reproduces = \"Nobody 2000, Table 1\"\n"
    "[limits]\nsimulations = 20\ngames = 8\n"
    "[agents.uct]\nspec = \"uct\"\nlabel = \"UCT\"\n"
    "[agents.random]\nspec = \"random\"\n"
    "[meet]\npairs = [[\"uct\", \"random\"]]\n"
    "[[games]]\nname = \"tictactoe\"\n"
    "[[published]]\nof = [\"uct\", \"random\"]\nsource = \"Table 1\"\n"
    "values = { tictactoe = [10.0, 2.0], chess = 77 }\n";

// Long enough that something can happen in the middle.
std::string longer(int games) {
  std::string text = replaced(experiment_text, "games = 8", fmt::format("games = {}", games));
  text = replaced(text, "simulations = 20", "simulations = 1500");
  return replaced(text, "name = \"tictactoe\"", "name = \"connect_four\"");
}

std::string file_of(const std::string& name, const std::string& text) {
  for (const char* ending : {".db", ".db-wal", ".db-shm"}) {
    std::filesystem::remove(folder() + name + ending);
  }
  return write_file(name + ".toml", text);
}

json json_of(std::vector<std::string> arguments) {
  arguments.emplace_back("--json");
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return json::parse(outcome.out, nullptr, false);
}

int known_matches(const std::string& file) { return json_of({"lab", "status", file})["known"]; }

// The figures without those that depend on the computer's speed.
std::string results_of(const std::string& file) {
  json report = json_of({"lab", "report", file});
  for (json& section : report["sections"]) {
    for (json& row : section["rows"]) {
      row.erase("simulations_per_s");
      row.erase("states_per_s");
    }
  }
  return report.dump(1);
}

bool wait_for_matches(const std::string& file, int count) {
  for (int i = 0; i < 1000; ++i) {
    if (std::filesystem::exists(replaced(file, ".toml", ".db"))) {
      const Outcome outcome = run({"lab", "status", file, "--json"});
      const json status = json::parse(outcome.out, nullptr, false);
      if (outcome.status == 0 && status["known"] >= count) return true;
    }
    std::this_thread::sleep_for(milliseconds(20));
  }
  return false;
}

// A process of somebody who is gone: nobody but init waits for it.
bool ends_soon(pid_t process) {
  for (int i = 0; i < 500; ++i) {
    std::ifstream status(fmt::format("/proc/{}/stat", process));
    const std::string text{std::istreambuf_iterator<char>(status), {}};
    if (text.empty() || text.find(") Z ") != std::string::npos) return true;
    std::this_thread::sleep_for(milliseconds(10));
  }
  return false;
}

TEST(Lab, PlaysAnExperimentAndPrintsItBesideThePublishedFigures) {
  const std::string file = file_of("small", experiment_text);
  const Outcome outcome = run({"lab", "run", file, "--jobs", "1"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("Two on a small board (reproduces Nobody 2000, Table 1)\n"));
  EXPECT_THAT(outcome.out, HasSubstr("UCT against random: win rate of UCT in percent"));
  EXPECT_THAT(outcome.out, HasSubstr("10.0 ± 2.0"));
  EXPECT_THAT(outcome.out, HasSubstr("≠"));
  EXPECT_THAT(outcome.out, HasSubstr("77.0"));
  EXPECT_THAT(outcome.err, HasSubstr("8 done in"));
  const json report = json_of({"lab", "report", file});
  const json& row = report["sections"][0]["rows"][0];
  EXPECT_EQ(row["games"], 8);
  EXPECT_GT(row["ours"]["value"], 50);
  EXPECT_EQ(row["simulations_per_move"], 20);
  EXPECT_EQ(row["differs"], true);
}

TEST(Lab, MeasuresTurnsWhereItIsAsked) {
  const std::string file = file_of("turns", "turns = true\n" + std::string(experiment_text));
  EXPECT_EQ(run({"lab", "run", file, "--jobs", "2"}).status, 0);
  const Outcome table = run({"lab", "report", file, "--turns"});
  EXPECT_EQ(table.status, 0) << table.err;
  EXPECT_THAT(table.out, StartsWith("game,agent,turn,decisions,depth,depth_interval,branching,"));
  // Half of its eight matches UCT begins; then it has the moves of turns 1, 3, 5.
  EXPECT_THAT(table.out, AllOf(HasSubstr("\ntictactoe,UCT,1,4,"), HasSubstr("\ntictactoe,UCT,2,4,"),
                               HasSubstr("\ntictactoe,UCT,3,4,")));
  const json report = json_of({"lab", "report", file});
  const json& curves = report["turns"][0];
  EXPECT_EQ(curves["agent"], "UCT");
  const json& first = curves["turns"][0];
  EXPECT_EQ(first["turn"], 1);
  // 20 simulations in a node with nine moves, each of which is tried before any second time.
  EXPECT_GT(first["branching"], 1);
  EXPECT_LT(first["branching"], 9);
  EXPECT_GE(first["depth"], 2);
  EXPECT_GT(first["states_per_s"], 0);
  EXPECT_EQ(run({"lab", "report", file, "--html", folder()}).status, 0);
  EXPECT_THAT(read_file(folder() + "turns.html"), HasSubstr("tictactoe: Depth of the tree"));
  const std::string other = file_of("no_turns", experiment_text);
  EXPECT_EQ(run({"lab", "run", other, "--jobs", "1"}).status, 0);
  EXPECT_THAT(json_of({"lab", "report", other})["turns"], IsEmpty());
}

// Nobody but the sample knows whether there are features: the lab and the match say that there are
// none, and the results are there all the same.
TEST(Lab, SaysWhereThereAreNoMoveFeatures) {
  const std::string text = replaced(replaced(experiment_text, "spec = \"uct\"", "spec = \"ppaf\""),
                                    "name = \"tictactoe\"", "name = \"runners\"");
  const Outcome lab = run({"lab", "run", file_of("features", text), "--jobs", "1"});
  EXPECT_EQ(lab.status, 0) << lab.err;
  const std::string none = "no move features were found in this game: PPAF plays as PPA";
  EXPECT_THAT(lab.out, HasSubstr("UCT in runners: " + none + "."));
  const Outcome analysis = run({"analyse", "runners", "--agent", "ppaf", "--simulations", "10"});
  EXPECT_EQ(analysis.status, 0);
  EXPECT_THAT(analysis.err, HasSubstr("runners: " + none));
  const Outcome match =
      run({"match", "runners", "--agents", "ppaf,random", "--simulations", "10", "--games", "2"});
  EXPECT_EQ(match.status, 0);
  EXPECT_THAT(match.err, HasSubstr("runners: ppaf: " + none));
  EXPECT_THAT(run({"analyse", "domineering", "--agent", "ppaf", "--simulations", "10"}).err,
              IsEmpty());
}

TEST(Lab, MeasuresHowOftenTheTrapIsSeen) {
  const std::string store = folder() + "trap.db";
  std::filesystem::remove(store);
  const std::string file =
      file_of("trap",
              "title = \"Trap\"\nkind = \"position\"\nsimulations = [20]\nruns = 10\n"
              "[agents.any]\nspec = \"random\"\n"
              "[[games]]\nname = \"breakthrough_trap\"\nbest = [\"(move 1 5 1 6)\"]\n");
  const Outcome outcome = run({"lab", "run", file});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("breakthrough_trap with 20 simulations"));
  EXPECT_THAT(outcome.out,
              HasSubstr("how often any finds a right move, in percent of 10 searches"));
}

TEST(Lab, ResultsDoNotDependOnTheNumberOfJobs) {
  const std::string one = file_of("one_job", experiment_text);
  const std::string two = file_of("two_jobs", experiment_text);
  EXPECT_EQ(run({"lab", "run", one, "--jobs", "1"}).status, 0);
  EXPECT_EQ(run({"lab", "run", two, "--jobs", "2"}).status, 0);
  EXPECT_EQ(replaced(results_of(two), "two_jobs", "one_job"), results_of(one));
}

TEST(Lab, ARunThatIsCompletePlaysNothing) {
  const std::string file = file_of("complete", experiment_text);
  EXPECT_EQ(run({"lab", "run", file}).status, 0);
  const std::string before = results_of(file);
  const Outcome again = run({"lab", "run", file});
  EXPECT_EQ(again.status, 0);
  EXPECT_THAT(again.err, HasSubstr("0 done in"));
  EXPECT_EQ(results_of(file), before);
}

TEST(Lab, AFileOfResultsCountsAsPlayed) {
  const std::string file = file_of("exported", experiment_text);
  ASSERT_EQ(run({"lab", "run", file}).status, 0);
  const std::string before = results_of(file);
  const std::string results = folder() + "exported.jsonl.gz";
  const Outcome exported = run({"lab", "export", file, "--output", results});
  EXPECT_EQ(exported.status, 0) << exported.err;
  EXPECT_THAT(exported.out, HasSubstr("exported.jsonl.gz: 8 results"));

  // without a store
  std::filesystem::remove(replaced(file, ".toml", ".db"));
  EXPECT_EQ(json_of({"lab", "status", file, "--results", results})["known"], 8);
  EXPECT_FALSE(std::filesystem::exists(replaced(file, ".toml", ".db")));
  const json report = json_of({"lab", "report", file, "--results", results});
  EXPECT_EQ(report["sections"][0]["rows"][0]["games"], 8);
  EXPECT_EQ(report["origin"]["builds"][0]["host"], "");
  // and taken over into one
  const Outcome again = run({"lab", "run", file, "--results", results});
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_THAT(again.err, HasSubstr("0 done in"));
  EXPECT_EQ(json::parse(results_of(file))["sections"], json::parse(before)["sections"]);
}

TEST(Lab, RefusesFilesThatAreNoResults) {
  const std::string file = file_of("no_results", experiment_text);
  const std::string broken =
      write_file("broken.jsonl", "{\"palamedes\":\"results\",\"version\":1}\n{\n");
  const Outcome outcome = run({"lab", "report", file, "--results", broken});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("broken.jsonl:2:1: error: this line is no JSON"));
  EXPECT_EQ(run({"lab", "export", file}).status, 1);  // nothing was played
  EXPECT_EQ(run({"lab", "report", file, "--output", "x"}).status, 2);
}

TEST(Lab, GoesOnAfterItWasKilled) {
  const std::string whole = file_of("whole", longer(24));
  EXPECT_EQ(run({"lab", "run", whole, "--jobs", "2"}).status, 0);
  const std::string file = file_of("killed", longer(24));
  {
    Background running({program(), "lab", "run", file, "--jobs", "2"});
    ASSERT_TRUE(wait_for_matches(file, 2));
    const std::vector<pid_t> workers = running.children();
    EXPECT_EQ(workers.size(), 2U);
    running.signal(SIGKILL);
    EXPECT_EQ(running.wait(milliseconds(5000)), 128 + SIGKILL);
    for (const pid_t worker : workers) EXPECT_TRUE(ends_soon(worker));
  }
  const int before = known_matches(file);
  EXPECT_GE(before, 2);
  EXPECT_LT(before, 24);
  const Outcome rest = run({"lab", "run", file, "--jobs", "1"});
  EXPECT_EQ(rest.status, 0) << rest.err;
  EXPECT_THAT(rest.err, HasSubstr(fmt::format("{} done in", 24 - before)));
  EXPECT_EQ(replaced(results_of(file), "killed", "whole"), results_of(whole));
}

TEST(Lab, EndsAtOnceWhenItIsInterrupted) {
  const std::string file = file_of("interrupted", longer(10'000));
  Background running({program(), "lab", "run", file, "--jobs", "2"});
  ASSERT_TRUE(wait_for_matches(file, 1));
  running.signal(SIGINT);
  EXPECT_EQ(running.wait(milliseconds(5000)), 1);
  EXPECT_THAT(running.said(), HasSubstr("interrupted; to go on: palamedes lab run " + file));
}

TEST(Lab, AWorkerThatDiesCostsItsMatchOnly) {
  const std::string file = file_of("crash", longer(24));
  Background running({program(), "lab", "run", file, "--jobs", "1"});
  ASSERT_TRUE(wait_for_matches(file, 1));
  const std::vector<pid_t> workers = running.children();
  ASSERT_EQ(workers.size(), 1U);
  kill(workers.front(), SIGKILL);
  EXPECT_EQ(running.wait(milliseconds(20'000)), 1);
  EXPECT_THAT(running.said(), HasSubstr("the worker ended by signal 9"));
  EXPECT_THAT(running.said(), HasSubstr("the next run tries again"));
  json status = json_of({"lab", "status", file});
  EXPECT_EQ(status["known"], 24);
  EXPECT_EQ(status["errors"], 1);
  const Outcome again = run({"lab", "run", file});
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(json_of({"lab", "status", file})["errors"], 0);
}

TEST(Lab, ASecondRunOfTheSameStoreIsRefused) {
  const std::string file = file_of("twice", longer(10'000));
  Background running({program(), "lab", "run", file, "--jobs", "1"});
  ASSERT_TRUE(wait_for_matches(file, 1));
  const Outcome second = run({"lab", "run", file, "--jobs", "1"});
  EXPECT_EQ(second.status, 1);
  EXPECT_THAT(second.err, HasSubstr("another run is using it"));
  running.signal(SIGINT);
  EXPECT_EQ(running.wait(milliseconds(5000)), 1);
}

TEST(Lab, MergesStoresOfPartialRuns) {
  const std::string file = file_of("merged", experiment_text);
  const std::string first = folder() + "first.db";
  const std::string second = folder() + "second.db";
  EXPECT_EQ(run({"lab", "run", file, "--store", first}).status, 0);
  EXPECT_EQ(
      run({"lab", "run", file_of("other", replaced(experiment_text, "games = 8", "games = 10")),
           "--store", second})
          .status,
      0);
  const Outcome merged = run({"lab", "merge", folder() + "merged.db", first, second});
  EXPECT_EQ(merged.status, 0) << merged.err;
  EXPECT_THAT(merged.out, HasSubstr("first.db: 8 matches added, 0 known already"));
  EXPECT_THAT(merged.out, HasSubstr("second.db: 2 matches added, 8 known already"));
  EXPECT_EQ(known_matches(file), 8);
}

TEST(Lab, ReportsInAllFormats) {
  const std::string file = file_of("formats", experiment_text);
  EXPECT_EQ(run({"lab", "run", file}).status, 0);
  const Outcome csv = run({"lab", "report", file, "--csv"});
  EXPECT_THAT(csv.out,
              AllOf(StartsWith("game,agent,against,"), HasSubstr("\ntictactoe,UCT,random,8,8,")));
  const Outcome tex = run({"lab", "report", file, "--tex"});
  EXPECT_THAT(tex.out, AllOf(HasSubstr("\\begin{tabular}{lr}"), HasSubstr("\\end{tabular}\n")));
  const Outcome html = run({"lab", "report", file, "--html", folder() + "pages/deep"});
  EXPECT_EQ(html.status, 0) << html.err;
  EXPECT_THAT(html.err, HasSubstr("pages/deep/formats.html"));
  const std::string page = read_file(folder() + "pages/deep/formats.html");
  EXPECT_THAT(page,
              AllOf(StartsWith("<!DOCTYPE html>"), HasSubstr("<svg "), HasSubstr("</html>\n")));
  EXPECT_THAT(page, Not(HasSubstr("http")));
}

// Whoever may only read the results reads them, also where SQLite cannot write beside them.
TEST(Lab, ReportsOfAStoreThatMayNotBeWritten) {
  const std::string file = file_of("still", experiment_text);
  EXPECT_EQ(run({"lab", "run", file}).status, 0);
  const std::string still = folder() + "still";
  std::filesystem::create_directories(still);
  std::filesystem::copy_file(folder() + "still.db", still + "/results.db",
                             std::filesystem::copy_options::overwrite_existing);
  std::filesystem::permissions(folder(), std::filesystem::perms(0755));
  std::filesystem::permissions(still, std::filesystem::perms(0555));
  // root may write anywhere; somebody else must be able to reach the program
  std::string as_nobody = "setpriv --reuid=65534 --clear-groups ";
  if (geteuid() != 0 || shell(as_nobody + "\"$PALAMEDES_PROGRAM\" --version").status != 0) {
    as_nobody.clear();
  }
  for (const char* action : {"report", "status"}) {
    const Outcome outcome = shell(as_nobody + "\"$PALAMEDES_PROGRAM\" lab " + action + " " + file +
                                  " --store " + still + "/results.db --json");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("\"tictactoe\""));
  }
  EXPECT_FALSE(std::filesystem::exists(still + "/results.db-wal"));
  std::filesystem::permissions(still, std::filesystem::perms::owner_all);
}

TEST(Lab, AStoreThatIsNotThereIsAnError) {
  const std::string file = file_of("nothing", experiment_text);
  for (const char* action : {"report", "status"}) {
    const Outcome outcome = run({"lab", action, file, "--store", folder() + "nothere.db"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr("nothere.db: error: there is no such store of results"));
    EXPECT_THAT(outcome.out, IsEmpty());
  }
  const Outcome report = run({"lab", "report", file});
  EXPECT_EQ(report.status, 1);
  EXPECT_THAT(report.err, HasSubstr("'palamedes lab run' makes it"));
  EXPECT_EQ(known_matches(file), 0);  // before the first run there is a status
  const std::string speed = file_of("unmeasured",
                                    "title = \"Speeds\"\nkind = \"speed\"\n"
                                    "machines = [\"prover\"]\n[[games]]\nname = \"tictactoe\"\n");
  EXPECT_EQ(run({"lab", "report", speed}).status, 1);
  EXPECT_EQ(run({"lab", "status", speed}).status, 0);
}

TEST(Lab, ReportsWhatItsFiguresDependOn) {
  const std::string file = file_of("origin", experiment_text);
  EXPECT_EQ(run({"lab", "run", file}).status, 0);
  const json origin = json_of({"lab", "report", file})["origin"];
  EXPECT_EQ(origin["seed"], 1);
  EXPECT_EQ(origin["limits"][0]["limit"], "20 simulations a move, at most 10,000 steps");
  EXPECT_EQ(origin["agents"][0]["agent"], "UCT");
  EXPECT_THAT(origin["agents"][0]["parameters"].get<std::string>(), HasSubstr("select.c="));
  EXPECT_EQ(origin["builds"][0]["results"], 8);
  const std::string processor = origin["builds"][0]["processor"];
  const std::string build = origin["builds"][0]["build"];
  EXPECT_THAT(run({"lab", "report", file}).out,
              AllOf(HasSubstr("\nSeed: 1\n"), HasSubstr("\nLimit: 20 simulations a move"),
                    HasSubstr("\nAgent UCT: "), HasSubstr(build), HasSubstr(processor)));
  for (const char* form : {"--csv", "--tex"}) {
    EXPECT_THAT(run({"lab", "report", file, form}).out,
                AllOf(HasSubstr("select.c="), HasSubstr("20 simulations a move"), HasSubstr(build),
                      HasSubstr(processor)));
  }
}

TEST(Lab, GamesWithoutGoalsAreFaults) {
  (void)write_file("no_goals.kif",
                   "(role a) (role b) (init (at 1)) (legal a go) (legal b go)"
                   "(<= (next (at 2)) (does a go)) (<= terminal (true (at 2)))"
                   "(<= (goal a 50) (true (at 1))) (<= (goal b 50) (true (at 1)))");
  const std::string file =
      file_of("faults", replaced(experiment_text, "name = \"tictactoe\"",
                                 "name = \"broken\"\nrules = \"no_goals.kif\""));
  const Outcome outcome = run({"lab", "run", file});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(
      outcome.out,
      HasSubstr("broken: 8 games do not count because of a fault, such as match 1: the "
                "rules give 'a' no goal and 'b' no goal after 1 step, in the state (at 2)"));
  EXPECT_THAT(outcome.err, HasSubstr("8 matches do not count because of a fault"));
  const json report = json_of({"lab", "report", file});
  EXPECT_EQ(report["faults"], 8);
  EXPECT_EQ(report["sections"][0]["rows"][0]["faults"], 8);
  EXPECT_EQ(report["sections"][0]["rows"][0]["games"], 0);
  EXPECT_TRUE(report["sections"][0]["rows"][0]["ours"].is_null());
  EXPECT_EQ(json_of({"lab", "status", file})["faults"], 8);
  EXPECT_THAT(run({"lab", "report", file, "--csv"}).out, HasSubstr(",,8,"));
}

TEST(Lab, ABudgetEndsARun) {
  const std::string file = file_of("budget", longer(10'000));
  const Outcome outcome = run({"lab", "run", file, "--budget", "500ms"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("the budget is used up; to go on: palamedes lab run"));
}

TEST(Lab, ShippedExperimentsHaveNames) {
  const Outcome list = run({"lab", "list"});
  EXPECT_EQ(list.status, 0);
  EXPECT_THAT(list.out, HasSubstr("\nsample "));
  const Outcome outcome =
      shell("cd " + folder() + " && palamedes lab run sample --only agent=uct && ls sample.db");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("UCT against Random"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("MAST against Random")));
}

TEST(Lab, SaysWhatIsWrong) {
  const std::string file =
      file_of("wrong", replaced(experiment_text, "\"random\"]]", "\"radnom\"]]"));
  const auto error = [](std::vector<std::string> arguments, int status) {
    arguments.insert(arguments.begin(), "lab");
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, status) << outcome.err;
    EXPECT_THAT(outcome.out, IsEmpty());
    return outcome.err;
  };
  const std::string good = file_of("good", experiment_text);
  EXPECT_THAT(error({"run", file}, 1),
              HasSubstr("wrong.toml:12:18: error: there is no agent 'radnom'"));
  EXPECT_THAT(error({"run", "smaple"}, 1), HasSubstr("did you mean 'sample'?"));
  EXPECT_THAT(error({"run"}, 2), HasSubstr("run needs an experiment"));
  EXPECT_THAT(error({"rum", good}, 2), HasSubstr("did you mean 'run'?"));
  EXPECT_THAT(error({"merge", "a.db"}, 2), HasSubstr("merge needs a store"));
  EXPECT_THAT(error({"status", good, "--html", "x"}, 2), HasSubstr("are for 'lab report'"));
  EXPECT_THAT(error({"run", good, "--turns"}, 2), HasSubstr("are for 'lab report'"));
  EXPECT_THAT(error({"report", good, "--turns", "--csv"}, 2), HasSubstr("exclude each other"));
  EXPECT_THAT(error({"report", good, "--budget", "1"}, 2), HasSubstr("are for 'lab run'"));
  EXPECT_THAT(error({"run", good, "--only", "game=chess"}, 1),
              HasSubstr("there is no game 'chess'"));
  EXPECT_THAT(error({"run", good, "--store", write_file("text.db", std::string(200, 'x'))}, 1),
              HasSubstr("text.db: error: is no SQLite file"));
  EXPECT_THAT(error({"report", good, "--store", write_file("text.db", std::string(200, 'x'))}, 1),
              HasSubstr("is no SQLite file"));
}

TEST(Lab, MeasuresSpeedsAndBandits) {
  const std::string speed = file_of("speed",
                                    "title = \"Speeds\"\nkind = \"speed\"\nseconds = 0.05\n"
                                    "machines = [\"prover\", \"propnet:\"]\n"
                                    "[[games]]\nname = \"tictactoe\"\n"
                                    "[[published]]\nof = [\"prover\"]\nunit = \"states/s\"\n"
                                    "values = { tictactoe = 1000 }\n");
  const Outcome first = run({"lab", "run", speed});
  EXPECT_EQ(first.status, 0) << first.err;
  EXPECT_THAT(first.out, AllOf(HasSubstr("prover: states/s"), HasSubstr("1,000")));
  EXPECT_THAT(first.err, HasSubstr("2 done in"));
  EXPECT_THAT(run({"lab", "run", speed}).err, HasSubstr("0 done in"));
  const std::string bandit =
      file_of("arms", "title = \"Arms\"\nkind = \"bandit\"\nmodels = 2\ntasks = 5\nsamples = 40\n");
  const Outcome curves = run({"lab", "run", bandit});
  EXPECT_EQ(curves.status, 0) << curves.err;
  EXPECT_THAT(curves.out, AllOf(HasSubstr("st minus uct"), HasSubstr("after 40 samples")));
  EXPECT_EQ(json_of({"lab", "status", bandit})["known"], 1);
}

// On a clock the machine decides: one agent is on the network, the other one on the prover. With
// simulations as the limit nobody could tell them apart.
TEST(Lab, AgentsPlayOnMachinesOfTheirOwn) {
  std::string text = replaced(experiment_text, "label = \"UCT\"", "machine = \"propnet+cache:\"");
  text = replaced(text, "spec = \"random\"", "spec = \"uct\"\nmachine = \"prover\"");
  text = replaced(text, "simulations = 20", "seconds = 0.02");
  text = replaced(text, "name = \"tictactoe\"", "name = \"breakthrough\"");
  const std::string file = file_of("machines", replaced(text, "games = 8", "games = 4"));
  const Outcome outcome = run({"lab", "run", file, "--jobs", "1"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const std::string store = replaced(file, ".toml", ".db");
  const Outcome speeds = shell("sqlite3 " + store +
                               " \"SELECT agent_name, avg(simulations_per_second), parameters FROM"
                               " player JOIN agent ON player.agent = agent.id GROUP BY 1\"");
  if (speeds.status == 0) {  // the program of SQLite need not be there
    EXPECT_THAT(speeds.out, HasSubstr(",machine=prover\n"));
    EXPECT_THAT(speeds.out, HasSubstr(",machine=propnet+cache:\n"));
  }
  const json row = json_of({"lab", "report", file})["sections"][0]["rows"][0];
  EXPECT_EQ(row["games"], 4);
  EXPECT_EQ(row["errors"], 0);
  EXPECT_GT(row["simulations_per_s"], 0);
  const std::string wrong =
      file_of("wrong_machine", replaced(text, "\"propnet+cache:\"", "\"propnet+cash\""));
  EXPECT_THAT(run({"lab", "run", wrong}).err,
              HasSubstr("wrong_machine.toml:8:1: error: there is no machine 'propnet+cash'"));
}

TEST(Lab, WhatIsMissingIsShownButNotPlayed) {
  std::string text = replaced(experiment_text, "[meet]\npairs = [",
                              "[agents.tuned]\nmissing = \"needs tuning\"\n"
                              "[meet]\npairs = [[\"tuned\", \"uct\"], ");
  text += "[[published]]\nof = [\"tuned\", \"uct\"]\nvalues = { tictactoe = 66.6 }\n";
  const std::string file = file_of("missing", text);
  const Outcome outcome = run({"lab", "run", file});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("tuned against UCT"), HasSubstr("66.6"),
                                 HasSubstr("Not played yet: needs tuning: tuned.\n")));
  EXPECT_THAT(outcome.err, HasSubstr("8 of 8 matches known"));
  const Outcome status = run({"lab", "status", file});
  EXPECT_THAT(status.out, AllOf(HasSubstr("8 of 8 matches"), Not(HasSubstr("tuned - uct"))));
  EXPECT_EQ(json_of({"lab", "status", file})["cells"].size(), 1U);
  EXPECT_EQ(json_of({"lab", "report", file})["missing"][0]["reason"], "needs tuning");
  const Outcome none = run({"lab", "run", file, "--only", "agent=tuned"});
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.err, HasSubstr("nothing here can be played yet: needs tuning: tuned"));
}

TEST(Lab, TooLittleMemoryIsAnErrorOfTheMatch) {
  const std::string file = file_of(
      "memory", replaced(replaced(experiment_text, "simulations = 20", "simulations = 1000000"),
                         "name = \"tictactoe\"", "name = \"breakthrough\""));
  const Outcome outcome = run({"lab", "run", file, "--memory", "1M", "--jobs", "1"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("8 without a result"));
}

}  // namespace
}  // namespace palamedes::e2e
