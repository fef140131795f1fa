// Records of matches: written by the manager and by `match`, read again by `replay`.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "e2e/background.h"
#include "e2e/match_record.h"
#include "e2e/program.h"

namespace palamedes::e2e {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

TEST(Records, AManagerThatCannotWriteItsRecordDoesNotStart) {
  const PlayerProcess player({"--agent", "random", "--log"});
  const std::string rules = write_file("callers.kif", callers);
  for (const std::string& file : {folder() + "no/such/folder/record.json", folder()}) {
    const Outcome outcome =
        run({"manager", rules, "--players", player.address() + ",random", "--record", file});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, StartsWith(file + ": error: "));
    EXPECT_EQ(outcome.out, "");
  }
  EXPECT_THAT(player.said(), testing::Not(HasSubstr("starts")));
}

TEST(Records, RecordsAreReplayed) {
  const std::string rules = write_file("callers.kif", callers);
  const std::string file = folder() + "replayed.json";
  ASSERT_EQ(run({"manager", rules, "--players", "random,random", "--start-clock", "0",
                 "--play-clock", "1", "--record", file})
                .status,
            0);
  const Outcome agrees = run({"replay", rules, file});
  EXPECT_EQ(agrees.status, 0);
  EXPECT_EQ(agrees.out, file + ": 1 match, 4 states agree\n");
  json record = read_record(file);
  record["moves"][1][0] = "(say z)";
  const Outcome illegal = run({"replay", rules, write_file("illegal.json", record.dump())});
  EXPECT_EQ(illegal.status, 1);
  EXPECT_THAT(illegal.out, HasSubstr("match 1, step 2: a move of 'a' that is not legal"));
}

TEST(Records, MatchesWriteOneOfEachGame) {
  const std::string rules = write_file("callers.kif", callers);
  const std::string here = folder() + "records/of/it";
  const std::vector<std::string> command = {"match",         rules, "--agents", "random,uct",
                                            "--simulations", "5",   "--games",  "4",
                                            "--records",     here,  "--jobs",   "2"};
  const Outcome outcome = run(command);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  std::vector<std::string> files;
  for (int i = 1; i <= 4; ++i) {
    files.push_back(here + "/callers.00000" + std::to_string(i) + ".json");
    const json record = read_record(files.back());
    check_record(record);
    EXPECT_EQ(record.at("isCompleted"), true);
    EXPECT_EQ(record.at("goalValues"), json({40, 60}));
    EXPECT_EQ(record.at("matchId"), "callers.00000" + std::to_string(i));
  }
  EXPECT_NE(read_record(files[0]).at("playerNamesFromHost"),
            read_record(files[1]).at("playerNamesFromHost"));
  const Outcome replayed = run({"replay", rules, files[0], files[1], files[2], files[3]});
  EXPECT_EQ(replayed.status, 0) << replayed.out;
  const std::string first = read_file(files[0]);
  const Outcome again = run(command);
  EXPECT_EQ(again.status, 1);
  EXPECT_EQ(again.out, "");
  EXPECT_THAT(again.err, HasSubstr("has records of callers already, such as callers.00000"));
  EXPECT_EQ(read_file(files[0]), first);
  const Outcome nowhere = run({"match", rules, "--agents", "random,uct", "--records", rules});
  EXPECT_EQ(nowhere.status, 1);
  EXPECT_THAT(nowhere.err, HasSubstr("cannot be"));
}

}  // namespace
}  // namespace palamedes::e2e
