#include "lab/store.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include "base/computer.h"
#include "base/version.h"
#include "unit/lab/sample.h"

namespace palamedes::lab {
namespace {

using testing::HasSubstr;

// Somebody who may not do everything: root may write wherever there is a disk.
class AsNobody {
 public:
  AsNobody() : was_root_(geteuid() == 0) {
    if (was_root_) {
      EXPECT_EQ(seteuid(65534), 0);
    }
  }
  ~AsNobody() {
    if (was_root_) {
      EXPECT_EQ(seteuid(0), 0);
    }
  }
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;

 private:
  bool was_root_;
};

class StoreTest : public testing::Test {
 protected:
  StoreTest()
      : folder_(std::filesystem::temp_directory_path() /
                ("palamedes_store_" + std::to_string(getpid()))) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~StoreTest() override {
    allow(std::filesystem::perms::owner_all);
    std::filesystem::remove_all(folder_);
  }

  // What may be done in the folder.
  void allow(std::filesystem::perms what) const { std::filesystem::permissions(folder_, what); }

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }

  Store open(const std::string& name) {
    auto store = Store::open(path(name));
    EXPECT_TRUE(store.has_value()) << problem(store);
    EXPECT_TRUE(store->begin(experiment_).has_value());
    return std::move(*store);
  }

  template <typename Value>
  static std::string problem(const Result<Value>& result) {
    return result ? "" : to_string(result.error().list().front());
  }

  // Straight into the file, past the store.
  void sql(const std::string& name, const char* statement) const {
    sqlite3* raw = nullptr;
    ASSERT_EQ(sqlite3_open(path(name).c_str(), &raw), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(raw, statement, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(raw);
  }

  static MatchResult result(int first_goal) {
    MatchResult result;
    result.machine = "scalar";
    result.role_names = {"xplayer", "oplayer"};
    result.moves = "((mark 1 1) noop)\n";
    result.steps = 1;
    result.goals = {first_goal, -1};
    result.efforts.resize(2);
    result.efforts[1] = {.simulations = 40,
                         .states = 200,
                         .decisions = 2,
                         .seconds = 0.5,
                         .nodes = 30,
                         .simulations_per_second = 80.5,
                         .states_per_second = 400,
                         .statistics_per_node = 7.25,
                         .turns = {{.step = 0,
                                    .simulations = 20,
                                    .states = 90,
                                    .seconds = 0.25,
                                    .nodes = 12,
                                    .depth = 4,
                                    .branching = 2.5},
                                   {.step = 3}},
                         .remark = "it is dark"};
    result.seconds = 1.25;
    return result;
  }

  std::filesystem::path folder_;
  Experiment experiment_ = sample();
  std::vector<Cell> cells_ = cells_of(experiment_);
};

TEST_F(StoreTest, GivesBackWhatItWasGiven) {
  Store store = open("a.db");
  const std::string key = key_of(experiment_, cells_[0], 3);
  EXPECT_FALSE((*store.find(key)).has_value());
  ASSERT_TRUE(store.add(experiment_, cells_[0], 3, result(100)).has_value());
  const auto found = *store.find(key);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->end, match::GameEnd::terminal);
  EXPECT_EQ(found->machine, "scalar");
  EXPECT_EQ(found->goals, (std::vector<int>{100, -1}));
  EXPECT_EQ(found->efforts[1].simulations, 40U);
  EXPECT_EQ(found->efforts[1].states, 200U);
  EXPECT_EQ(found->efforts[1].nodes, 30U);
  EXPECT_EQ(found->efforts[1].simulations_per_second, 80.5);
  EXPECT_EQ(found->efforts[0].statistics_per_node, 0);
  EXPECT_EQ(found->efforts[1].statistics_per_node, 7.25);
  EXPECT_EQ(found->seconds, 1.25);
}

TEST_F(StoreTest, KeepsDecisionsAndRemarksOfAgents) {
  const std::string key = key_of(experiment_, cells_[0], 3);
  {
    Store other = open("b.db");
    ASSERT_TRUE(other.add(experiment_, cells_[0], 3, result(100)).has_value());
  }
  Store store = open("a.db");
  ASSERT_TRUE(store.merge(path("b.db")).has_value());
  auto found = *store.find(key);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->efforts[0].remark, "");
  EXPECT_EQ(found->efforts[1].remark, "it is dark");
  EXPECT_TRUE(found->efforts[1].turns.empty());  // they are many: only who asks gets them
  ASSERT_TRUE(store.find_turns(key, *found).has_value());
  EXPECT_TRUE(found->efforts[0].turns.empty());
  ASSERT_EQ(found->efforts[1].turns.size(), 2U);
  const match::TurnEffort& turn = found->efforts[1].turns[0];
  EXPECT_EQ(turn.step, 0U);
  EXPECT_EQ(turn.simulations, 20U);
  EXPECT_EQ(turn.states, 90U);
  EXPECT_EQ(turn.seconds, 0.25);
  EXPECT_EQ(turn.nodes, 12U);
  EXPECT_EQ(turn.depth, 4U);
  EXPECT_EQ(turn.branching, 2.5);
  EXPECT_EQ(found->efforts[1].turns[1].step, 3U);
}

TEST_F(StoreTest, StoresWithoutTheTablesOfDetailsAreRead) {
  {
    Store store = open("old.db");
    ASSERT_TRUE(store.add(experiment_, cells_[0], 0, result(100)).has_value());
  }
  sql("old.db", "DROP TABLE turn");
  sql("old.db", "DROP TABLE remark");
  auto read = Store::open_to_read(path("old.db"));
  ASSERT_TRUE(read.has_value());
  const std::string key = key_of(experiment_, cells_[0], 0);
  auto found = *read->find(key);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->efforts[1].remark, "");
  ASSERT_TRUE(read->find_turns(key, *found).has_value());
  EXPECT_TRUE(found->efforts[1].turns.empty());
}

TEST_F(StoreTest, KeepsTheFirstResultOfAMatch) {
  Store store = open("a.db");
  ASSERT_TRUE(store.add(experiment_, cells_[0], 0, result(100)).has_value());
  ASSERT_TRUE(store.add(experiment_, cells_[0], 0, result(0)).has_value());
  EXPECT_EQ(*store.match_count(), 1U);
  EXPECT_EQ((*store.find(key_of(experiment_, cells_[0], 0)))->goals[0], 100);
}

TEST_F(StoreTest, RemembersErrors) {
  Store store = open("a.db");
  const std::string key = key_of(experiment_, cells_[0], 0);
  EXPECT_FALSE((*store.find_error(key)).has_value());
  ASSERT_TRUE(store.add_error(key, "tictactoe", 0, "it fell over").has_value());
  EXPECT_EQ(*store.find_error(key), "it fell over");
}

TEST_F(StoreTest, RemembersMeasurements) {
  Store store = open("a.db");
  EXPECT_FALSE((*store.find_measurement("key")).has_value());
  ASSERT_TRUE(store.add_measurement("key", "chess", "prover", "{}").has_value());
  ASSERT_TRUE(store.add_measurement("key", "chess", "prover", "[]").has_value());
  EXPECT_EQ(*store.find_measurement("key"), "{}");
}

TEST_F(StoreTest, MergesOthersWithoutDuplicates) {
  {
    Store first = open("a.db");
    Store second = open("b.db");
    for (const std::uint64_t number : {0, 1}) {
      ASSERT_TRUE(first.add(experiment_, cells_[0], number, result(100)).has_value());
    }
    for (const std::uint64_t number : {1, 2}) {
      ASSERT_TRUE(second.add(experiment_, cells_[0], number, result(50)).has_value());
    }
    ASSERT_TRUE(
        second.add_error(key_of(experiment_, cells_[0], 3), "tictactoe", 3, "lost").has_value());
  }
  Store store = open("a.db");
  const auto merged = store.merge(path("b.db"));
  ASSERT_TRUE(merged.has_value()) << problem(merged);
  EXPECT_EQ(merged->added, 1U);
  EXPECT_EQ(merged->known, 1U);
  EXPECT_EQ(*store.match_count(), 3U);
  EXPECT_EQ((*store.find(key_of(experiment_, cells_[0], 1)))->goals[0], 100);
  EXPECT_EQ((*store.find(key_of(experiment_, cells_[0], 2)))->goals, (std::vector<int>{50, -1}));
  EXPECT_EQ((*store.find(key_of(experiment_, cells_[0], 2)))->efforts[1].statistics_per_node, 7.25);
  EXPECT_EQ(*store.find_error(key_of(experiment_, cells_[0], 3)), "lost");
  const auto again = store.merge(path("b.db"));
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->added, 0U);
}

// Older stores do not have the table: they are read without it and merged in either direction, and
// writing adds it.
TEST_F(StoreTest, StoresWithoutTheTableOfMemoryAreUsed) {
  const auto add = [&](Store& store, std::uint64_t number) {
    return store.add(experiment_, cells_[0], number, result(100)).has_value();
  };
  const auto statistics = [&](Store& store, std::uint64_t number) {
    return (*store.find(key_of(experiment_, cells_[0], number)))->efforts[1].statistics_per_node;
  };
  for (const char* name : {"old.db", "older.db"}) {
    Store store = open(name);
    ASSERT_TRUE(add(store, 0));
  }
  sql("old.db", "DROP TABLE memory");
  sql("older.db", "DROP TABLE memory");
  {
    auto read = Store::open_to_read(path("old.db"));
    ASSERT_TRUE(read.has_value()) << problem(read);
    EXPECT_EQ(statistics(*read, 0), 0);
  }
  Store store = open("new.db");
  ASSERT_TRUE(add(store, 1));
  EXPECT_EQ(store.merge(path("old.db"))->added, 1U);
  EXPECT_EQ(statistics(store, 0), 0);
  EXPECT_EQ(statistics(store, 1), 7.25);
  Store older = open("older.db");
  ASSERT_TRUE(add(older, 2));
  EXPECT_EQ(statistics(older, 0), 0);
  EXPECT_EQ(statistics(older, 2), 7.25);
  EXPECT_EQ(older.merge(path("new.db"))->added, 1U);
  EXPECT_EQ(statistics(older, 1), 7.25);
}

TEST_F(StoreTest, RefusesWhatIsNotAStore) {
  std::ofstream(path("text.db")) << "no database, but a text that is longer than a header of one, "
                                    "so that nobody takes it for an empty file. And longer still.";
  EXPECT_THAT(problem(Store::open(path("text.db"))),
              HasSubstr("text.db: error: is no SQLite file"));
  sql("foreign.db", "CREATE TABLE address (street TEXT)");
  EXPECT_THAT(problem(Store::open(path("foreign.db"))),
              HasSubstr("is an SQLite file of another program"));
  (void)open("newer.db");
  sql("newer.db", "PRAGMA user_version = 99");
  EXPECT_THAT(problem(Store::open(path("newer.db"))),
              HasSubstr("was written by a newer palamedes"));
  EXPECT_THAT(problem(Store::open_to_read(path("newer.db"))), HasSubstr("newer palamedes"));
  EXPECT_THAT(problem(Store::open_to_read(path("absent.db"))), HasSubstr("there is no such file"));
  EXPECT_THAT(problem(Store::open(path("no_folder/a.db"))),
              HasSubstr("cannot be opened as a store of results: there is no folder '"));
  EXPECT_THAT(problem(Store::open(path(""))), HasSubstr("is a folder, not a store of results"));
  EXPECT_THAT(problem(Store::open_to_read(path(""))), HasSubstr("is a folder, not a store"));
  std::ofstream(path("empty.db")) << "";
  EXPECT_THAT(problem(Store::open_to_read(path("empty.db"))),
              HasSubstr("is empty, not a store of results"));
}

constexpr auto only_read = std::filesystem::perms(0555);

// A store in WAL mode wants files beside it, even to be read.
TEST_F(StoreTest, IsReadWhereNothingMayBeWritten) {
  {
    Store store = open("a b%20?.db");  // whose name is to be taken as it is
    ASSERT_TRUE(store.add(experiment_, cells_[0], 3, result(100)).has_value());
  }
  allow(only_read);
  const AsNobody nobody;
  auto store = Store::open_to_read(path("a b%20?.db"));
  ASSERT_TRUE(store.has_value()) << problem(store);
  const auto found = *store->find(key_of(experiment_, cells_[0], 3));
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->goals[0], 100);
  EXPECT_FALSE(std::filesystem::exists(path("a b%20?.db-wal")));
  // others can take it over
  const std::filesystem::path elsewhere =
      std::filesystem::temp_directory_path() / ("palamedes_merged_" + std::to_string(getpid()));
  std::filesystem::create_directories(elsewhere);
  auto merging = Store::open(elsewhere / "all.db");
  ASSERT_TRUE(merging.has_value()) << problem(merging);
  const auto merged = merging->merge(path("a b%20?.db"));
  ASSERT_TRUE(merged.has_value()) << problem(merged);
  EXPECT_EQ(merged->added, 1U);
  std::filesystem::remove_all(elsewhere);
  EXPECT_THAT(problem(Store::open(path("new.db"))),
              HasSubstr("may not be written, as its folder may not: "));
  EXPECT_THAT(problem(Store::open(path("a b%20?.db"))), HasSubstr("may not be written: "));
}

// What a run that was killed has left in the log counts too.
TEST_F(StoreTest, IsReadWithItsLogWhereNothingMayBeWritten) {
  {
    Store store = open("a.db");
    ASSERT_TRUE(store.add(experiment_, cells_[0], 3, result(100)).has_value());
    for (const char* ending : {"", "-wal"}) {
      std::filesystem::copy_file(path(std::string("a.db") + ending),
                                 path(std::string("left.db") + ending));
    }
  }
  ASSERT_GT(std::filesystem::file_size(path("left.db-wal")), 0U);
  allow(only_read);
  const AsNobody nobody;
  auto store = Store::open_to_read(path("left.db"));
  ASSERT_TRUE(store.has_value()) << problem(store);
  EXPECT_EQ(*store->match_count(), 1U);
  EXPECT_FALSE(std::filesystem::exists(path("left.db-shm")));
}

// A link may lie where nothing may be written: what counts is where it leads to.
TEST_F(StoreTest, FollowsLinks) {
  const std::filesystem::path links = folder_ / "links";
  std::filesystem::create_directories(links);
  std::filesystem::create_symlink(path("a.db"), links / "a.db");
  { Store store = open("a.db"); }
  std::filesystem::permissions(links, only_read);
  std::filesystem::permissions(path("a.db"), std::filesystem::perms(0666));
  allow(std::filesystem::perms::all);
  {
    const AsNobody nobody;
    EXPECT_EQ(problem(Store::open(links / "a.db")), "");
    EXPECT_EQ(problem(Store::open_to_read(links / "a.db")), "");
  }
  std::filesystem::permissions(links, std::filesystem::perms::owner_all);
}

TEST_F(StoreTest, SaysWhatIsForbiddenOrLocked) {
  (void)open("a.db");
  std::filesystem::permissions(path("a.db"), std::filesystem::perms::none);
  {
    const AsNobody nobody;
    EXPECT_THAT(problem(Store::open_to_read(path("a.db"))),
                HasSubstr("a.db: error: may not be read: Permission denied"));
  }
  (void)open("b.db");
  sql("b.db", "PRAGMA journal_mode = DELETE");
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(path("b.db").c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN EXCLUSIVE", nullptr, nullptr, nullptr), SQLITE_OK);
  EXPECT_THAT(problem(Store::open_to_read(path("b.db"), std::chrono::milliseconds(10))),
              HasSubstr("b.db: error: is locked by another program"));
  sqlite3_close(other);
}

TEST_F(StoreTest, KnowsTheBuildOfEachResult) {
  Store store = open("a.db");
  ASSERT_TRUE(store.add(experiment_, cells_[0], 0, result(100)).has_value());
  const auto found = *store.find(key_of(experiment_, cells_[0], 0));
  EXPECT_EQ(found->build, store.build());
  const auto build = *store.find_build(found->build);
  ASSERT_TRUE(build.has_value());
  EXPECT_EQ(build->revision, build_id());
  EXPECT_EQ(build->processor, processor_name());
  EXPECT_GE(build->cores, 1U);
  EXPECT_FALSE((*store.find_build("another")).has_value());
  ASSERT_TRUE(store.add_measurement("key", "chess", "prover", "{}").has_value());
  EXPECT_EQ(*store.find_measurement_build("key"), store.build());
}

TEST_F(StoreTest, ADamagedFileIsAnErrorAndNoCrash) {
  {
    Store store = open("a.db");
    for (std::uint64_t number = 0; number < 8; ++number) {
      ASSERT_TRUE(store.add(experiment_, cells_[0], number, result(100)).has_value());
    }
  }
  const auto size = std::filesystem::file_size(path("a.db"));
  std::fstream file(path("a.db"), std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(4096);
  file << std::string(size - 4096, 'x');
  file.close();
  auto store = Store::open(path("a.db"));
  const std::string told =
      store ? problem(store->find(key_of(experiment_, cells_[0], 0))) : problem(store);
  EXPECT_THAT(told, HasSubstr("is damaged"));
}

TEST_F(StoreTest, OnlyOneRunAtATime) {
  Store first = open("a.db");
  ASSERT_TRUE(first.lock_for_run().has_value());
  {
    Store second = open("a.db");
    EXPECT_THAT(problem(second.lock_for_run()), HasSubstr("another run is using it"));
    // reading is free
    EXPECT_TRUE(Store::open_to_read(path("a.db")).has_value());
  }
  // the second one's end took nothing from the first one
  EXPECT_TRUE(first.add(experiment_, cells_[0], 0, result(100)).has_value());
}

}  // namespace
}  // namespace palamedes::lab
