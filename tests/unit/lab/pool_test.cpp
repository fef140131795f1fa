#include "lab/pool.h"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>

#include "lab/worker_process.h"

namespace palamedes::lab {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

// A worker that is ready and then runs a piece of shell for each line that it reads.
std::vector<std::string> worker(const std::string& answer) {
  return {"/bin/sh", "-c", "echo ready; while read -r line; do " + answer + "; done"};
}

// What becomes of these lines, by number.
struct Pooled {
  std::map<std::size_t, std::string> answers;
  std::map<std::size_t, std::string> losses;
  Result<void> ended;
};

Pooled pooled(std::vector<std::string> command, std::size_t jobs,
              const std::vector<std::string>& lines,
              const std::function<bool(std::size_t)>& goes_on_after = {},
              const std::function<bool()>& goes_on = {}) {
  Pooled result;
  std::size_t next = 0;
  PoolCalls calls;
  calls.next = [&]() -> std::optional<PoolTask> {
    if (next == lines.size()) return std::nullopt;
    const std::size_t number = next++;
    return PoolTask{number, lines[number] + "\n"};
  };
  calls.done = [&](std::size_t number, const PoolAnswer& answer) {
    (answer ? result.answers : result.losses)[number] = answer ? *answer : answer.error();
    return !goes_on_after || goes_on_after(number);
  };
  calls.go_on = [&] { return !goes_on || goes_on(); };
  result.ended = run_pool({.command = std::move(command), .jobs = jobs}, calls);
  return result;
}

TEST(Pool, EveryTaskGetsItsAnswer) {
  for (const std::size_t jobs : {1U, 3U}) {
    const Pooled all = pooled(worker("echo \"<$line>\""), jobs, {"a", "b b", "c", "d"});
    EXPECT_TRUE(all.ended.has_value());
    EXPECT_THAT(all.answers,
                ElementsAre(Pair(0, "<a>"), Pair(1, "<b b>"), Pair(2, "<c>"), Pair(3, "<d>")));
    EXPECT_TRUE(all.losses.empty());
  }
}

TEST(Pool, NothingToDoStartsNobody) {
  const Pooled none = pooled({"/nowhere/worker"}, 2, {});
  EXPECT_TRUE(none.ended.has_value());
  EXPECT_TRUE(none.answers.empty());
}

TEST(Pool, AWorkerThatEndsCostsItsTaskAndIsReplaced) {
  const Pooled ended = pooled(worker("[ \"$line\" = die ] && exit 3; echo \"$line\""), 1,
                              {"a", "die", "b", "die", "c"});
  EXPECT_TRUE(ended.ended.has_value());
  EXPECT_THAT(ended.answers, ElementsAre(Pair(0, "a"), Pair(2, "b"), Pair(4, "c")));
  EXPECT_THAT(ended.losses, ElementsAre(Pair(1, "the worker ended with status 3"),
                                        Pair(3, "the worker ended with status 3")));
  const Pooled killed = pooled(worker("kill -9 $$"), 2, {"a"});
  EXPECT_THAT(killed.losses, ElementsAre(Pair(0, "the worker ended by signal 9 (Killed)")));
}

TEST(Pool, WorkersThatDoNotStartAreAnError) {
  for (const char* command : {"/bin/false", "/nowhere/worker"}) {
    const Pooled failed = pooled({command}, 2, {"a", "b"});
    ASSERT_FALSE(failed.ended.has_value());
    EXPECT_THAT(
        to_string(failed.ended.error().list().front()),
        AllOf(HasSubstr(command), HasSubstr("workers do not start: the worker ended with")));
    EXPECT_TRUE(failed.losses.empty());
  }
}

// The workers that are left would sleep for an hour: nobody waits for them.
TEST(Pool, EndsAtOnceWhenItIsTold) {
  const Pooled after_one = pooled(worker("echo \"$line\""), 1, {"a", "b", "c"},
                                  [](std::size_t number) { return number < 1; });
  EXPECT_TRUE(after_one.ended.has_value());
  EXPECT_EQ(after_one.answers.size(), 2U);
  int asked = 0;
  const Pooled interrupted =
      pooled(worker("exec sleep 3600"), 2, {"a", "b"}, {}, [&] { return ++asked < 3; });
  EXPECT_TRUE(interrupted.ended.has_value());
  EXPECT_TRUE(interrupted.answers.empty());
  EXPECT_TRUE(interrupted.losses.empty());
}

// Reads until the process has said that many lines, or is silent for good.
std::vector<std::string> lines_of(WorkerProcess& process, std::size_t count) {
  std::vector<std::string> lines;
  for (bool more = true; more && lines.size() < count;) {
    pollfd waiting{process.output(), POLLIN, 0};
    (void)poll(&waiting, 1, 1000);
    more = process.listen();
    while (auto line = process.line()) lines.push_back(std::move(*line));
  }
  return lines;
}

TEST(WorkerProcess, HearsAndAnswersInLines) {
  auto process =
      WorkerProcess::start({"/bin/sh", "-c", "printf 'a\\nb'; read x; echo \"c$x\"; exit 7"}, {});
  ASSERT_TRUE(process.has_value());
  EXPECT_THAT(lines_of(*process, 1), ElementsAre("a"));  // the rest is no line yet
  EXPECT_TRUE(process->tell("-\n"));
  EXPECT_THAT(lines_of(*process, 2), ElementsAre("bc-"));
  EXPECT_EQ(process->last_words(), "ended with status 7");
  EXPECT_FALSE(process->line().has_value());
}

TEST(WorkerProcess, LongLinesComeWhole) {
  auto process = WorkerProcess::start({"/bin/cat"}, {});
  ASSERT_TRUE(process.has_value());
  const std::string line(50'000, 'x');
  EXPECT_TRUE(process->tell(line + "\n"));
  EXPECT_THAT(lines_of(*process, 1), ElementsAre(line));
}

TEST(WorkerProcess, HasACoreOfItsOwnOnlyWhereThereAreAsMany) {
  const std::size_t many = 100'000;
  EXPECT_TRUE(cores_for(many).empty());
  EXPECT_TRUE(cores_for(0).empty());
}

}  // namespace
}  // namespace palamedes::lab
