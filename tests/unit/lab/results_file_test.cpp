#include "lab/results_file.h"

#include <cstdint>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/file.h"
#include "lab/cells.h"
#include "lab/store.h"
#include "unit/lab/sample.h"

namespace palamedes::lab {
namespace {

using testing::HasSubstr;

MatchResult result_of(std::uint64_t number) {
  MatchResult result;
  result.machine = "scalar";
  result.role_names = {"xplayer", "oplayer"};
  result.moves = "((mark 1 1) noop)\n";
  result.steps = 5 + number;
  result.goals = number % 2 == 0 ? std::vector<int>{100, 0} : std::vector<int>{-1, 50};
  result.efforts.resize(2);
  result.efforts[0] = {.simulations = 1000,
                       .states = 5000,
                       .decisions = 3,
                       .seconds = 0.25,
                       .nodes = 70,
                       .simulations_per_second = 4000.5,
                       .states_per_second = 20000.25,
                       .statistics_per_node = 2.5};
  result.seconds = 1.5;
  return result;
}

class ResultsFile : public testing::Test {
 protected:
  ResultsFile() {
    auto file = read_sample(sample_text);
    experiment_ = std::move(file->experiment);
    auto store = Store::temporary();
    store_.emplace(std::move(*store));
    EXPECT_TRUE(store_->begin(experiment_));
    cells_ = cells_of(experiment_);
    for (std::uint64_t number = 0; number < 3; ++number) {
      EXPECT_TRUE(store_->add(experiment_, cells_.front(), number, result_of(number)));
    }
  }

  [[nodiscard]] std::string key(std::uint64_t number) const {
    return key_of(experiment_, cells_.front(), number);
  }

  Experiment experiment_;
  std::vector<Cell> cells_;
  std::optional<Store> store_;
};

TEST_F(ResultsFile, GoesFromOneStoreToAnother) {
  const auto kept = store_->results();
  ASSERT_TRUE(kept);
  ASSERT_EQ(kept->matches.size(), 3U);
  const auto read = results_of(to_text(*kept), "file");
  ASSERT_TRUE(read) << to_string(read.error().list().front());

  auto other = Store::temporary();
  ASSERT_TRUE(other);
  const auto taken = other->take(*read);
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->added, 3U);
  EXPECT_EQ(other->take(*read)->known, 3U);
  for (std::uint64_t number = 0; number < 3; ++number) {
    const MatchResult wanted = result_of(number);
    const auto found = other->find(key(number));
    ASSERT_TRUE(found && *found);
    EXPECT_EQ((*found)->goals, wanted.goals);
    EXPECT_EQ((*found)->steps, wanted.steps);
    EXPECT_EQ((*found)->role_names, wanted.role_names);
    EXPECT_EQ((*found)->build, store_->build());
    EXPECT_EQ((*found)->seconds, 1.5);
    EXPECT_EQ((*found)->efforts[0].simulations, 1000U);
    EXPECT_EQ((*found)->efforts[0].decisions, 3U);
    EXPECT_EQ((*found)->efforts[0].simulations_per_second, 4000.5);
    EXPECT_EQ((*found)->efforts[0].statistics_per_node, 2.5);
  }
}

TEST_F(ResultsFile, DoesNotTellTheNameOfTheComputer) {
  auto kept = *store_->results();
  ASSERT_EQ(kept.builds.size(), 1U);
  kept.builds.begin()->second.host = "secret-host";
  EXPECT_THAT(to_text(kept), testing::Not(HasSubstr("secret-host")));
  EXPECT_THAT(to_text(kept), HasSubstr(kept.builds.begin()->second.revision));
}

TEST_F(ResultsFile, IsWholeOnTheDiskPackedOrNot) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("palamedes_results_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const auto kept = *store_->results();
  for (const char* name : {"a.jsonl", "a.jsonl.gz"}) {
    const std::string path = folder / name;
    ASSERT_TRUE(write_results(path, kept));
    const auto read = read_results(path);
    ASSERT_TRUE(read) << to_string(read.error().list().front());
    EXPECT_EQ(to_text(*read), to_text(kept));
  }
  EXPECT_LT(std::filesystem::file_size(folder / "a.jsonl.gz"),
            std::filesystem::file_size(folder / "a.jsonl") / 2);
  std::filesystem::remove_all(folder);
}

TEST_F(ResultsFile, KeepsMeasurements) {
  ASSERT_TRUE(store_->add_measurement("k1", "tictactoe", "scalar", R"({"states":[1,2.5]})"));
  const auto read = results_of(to_text(*store_->results()), "file");
  ASSERT_TRUE(read);
  auto other = Store::temporary();
  ASSERT_TRUE(other->take(*read));
  EXPECT_EQ(*other->find_measurement("k1"), R"({"states":[1,2.5]})");
  EXPECT_EQ(*other->find_measurement_build("k1"), store_->build());
}

std::string problem(const std::string& text) {
  const auto read = results_of(text, "file");
  return read ? "" : to_string(read.error().list().front());
}

TEST(BrokenResults, AreToldWithTheirLine) {
  const std::string head = "{\"palamedes\":\"results\",\"version\":1}\n";
  EXPECT_EQ(problem(head), "");
  EXPECT_THAT(problem(""), HasSubstr("is empty"));
  EXPECT_THAT(problem("nonsense\n"), HasSubstr("file:1:1: error: this line is no JSON"));
  EXPECT_THAT(problem("{}\n"), HasSubstr("no file of results"));
  EXPECT_THAT(problem("{\"palamedes\":\"results\",\"version\":99}\n"), HasSubstr("newer"));
  EXPECT_THAT(problem(head + "[1]\n"), HasSubstr("file:2:1: error: this is no object"));
  EXPECT_THAT(problem(head + "{\"x\":1}\n"), HasSubstr("neither a build nor a match"));
  EXPECT_THAT(problem(head + "{\"match\":\"k\"}\n"), HasSubstr("there is no \"experiment\""));
  EXPECT_THAT(problem(head + "{\"match\":7}\n"), HasSubstr("\"match\" is no such value"));
}

TEST_F(ResultsFile, BrokenMatchesAreRefused) {
  const std::string text = to_text(*store_->results());
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    return problem(changed);
  };
  EXPECT_THAT(with("\"goals\":[100,0]", "\"goals\":[100]"), HasSubstr("not equally long"));
  EXPECT_THAT(with("\"goals\":[100,0]", "\"goals\":[101,0]"), HasSubstr("101 is no goal"));
  EXPECT_THAT(with("\"end\":\"terminal\"", "\"end\":\"sometime\""),
              HasSubstr("no end \"sometime\""));
  EXPECT_THAT(with("\"simulations\":[1000,0]", "\"simulations\":[1000]"),
              HasSubstr("1 values for 2 roles"));
}

}  // namespace
}  // namespace palamedes::lab
