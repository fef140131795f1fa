#include "lab/worker.h"

#include <iostream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/task.h"
#include "unit/lab/sample.h"

namespace palamedes::lab {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

// What a worker says to this input: its lines.
std::vector<std::string> served(const std::string& input) {
  std::istringstream in(input);
  std::ostringstream out;
  std::streambuf* const old_in = std::cin.rdbuf(in.rdbuf());
  std::streambuf* const old_out = std::cout.rdbuf(out.rdbuf());
  EXPECT_TRUE(serve_tasks({.machines = 1}));
  std::cin.rdbuf(old_in);
  std::cout.rdbuf(old_out);
  std::cin.clear();
  std::vector<std::string> lines;
  std::istringstream text(out.str());
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

Task task() {
  Task task{.game = "maze", .rules = one_role, .rules_hash = "1"};
  task.agents = {"random"};
  task.machines = {""};
  task.assignment = {0};
  task.options.simulations = 5;
  task.seed = 7;
  return task;
}

Reply reply(const std::string& line) {
  const auto read = reply_of(line);
  EXPECT_TRUE(read.has_value()) << line;
  return read ? *read : Reply{};
}

TEST(Worker, SaysThatItIsReadyAndEndsWithItsInput) {
  EXPECT_EQ(served(""), std::vector<std::string>{"ready"});
}

TEST(Worker, PlaysWhatItIsTold) {
  // a second machine of the same game takes the place of the first, and a result does not change
  Task own = task();
  own.machines = {"prover"};
  const std::vector<std::string> lines = served(to_line(task()) + to_line(own) + to_line(task()));
  ASSERT_THAT(lines, SizeIs(4));
  const Reply first = reply(lines[1]);
  EXPECT_EQ(first.error, "");
  EXPECT_EQ(first.result.role_names, std::vector<std::string>{"walker"});
  ASSERT_THAT(first.result.goals, SizeIs(1));
  EXPECT_TRUE(first.result.goals[0] == 10 || first.result.goals[0] == 100);
  EXPECT_GE(first.result.steps, 1U);
  EXPECT_EQ(reply(lines[3]).result.moves, first.result.moves);
  EXPECT_EQ(reply(lines[3]).result.goals, first.result.goals);
  EXPECT_EQ(reply(lines[2]).error, "");
}

TEST(Worker, GoesOnAfterWhatItCannotPlay) {
  Task wrong_agent = task();
  wrong_agent.agents = {"nobody"};
  Task wrong_rules = task();
  wrong_rules.rules = "(role";
  wrong_rules.rules_hash = "2";
  Task wrong_machine = task();
  wrong_machine.machines = {"loom"};
  const std::vector<std::string> lines =
      served("no task\n" + to_line(wrong_agent) + to_line(wrong_rules) + to_line(wrong_machine) +
             to_line(task()));
  ASSERT_THAT(lines, SizeIs(6));
  EXPECT_NE(reply(lines[1]).error, "");
  EXPECT_THAT(reply(lines[2]).error, HasSubstr("there is no agent 'nobody'"));
  EXPECT_THAT(reply(lines[3]).error, HasSubstr("maze:1:"));
  EXPECT_THAT(reply(lines[4]).error, HasSubstr("loom"));
  EXPECT_EQ(reply(lines[5]).error, "");
}

TEST(Worker, TasksAndRepliesSurviveTheWayThroughThePipe) {
  Task sent = task();
  sent.options.seconds = 0.5;
  sent.options.max_length = 12;
  sent.options.ponder = true;
  sent.options.turns = true;
  const auto heard = task_of(to_line(sent));
  ASSERT_TRUE(heard.has_value());
  EXPECT_EQ(heard->rules, sent.rules);
  EXPECT_EQ(heard->options.simulations, 5U);
  EXPECT_EQ(heard->options.seconds, 0.5);
  EXPECT_EQ(heard->options.max_length, 12U);
  EXPECT_TRUE(heard->options.ponder);
  EXPECT_TRUE(heard->options.turns);
  EXPECT_EQ(heard->seed, 7U);
  Reply answer;
  answer.result.end = match::GameEnd::bad_goals;
  answer.result.problem = "two\nlines";
  answer.result.goals = {-1};
  answer.result.efforts.resize(1);
  answer.result.efforts[0].remark = "it is dark";
  answer.result.efforts[0].turns = {{.step = 2, .simulations = 9, .depth = 3, .branching = 1.5}};
  const Reply back = reply(to_line(answer));
  EXPECT_EQ(back.result.end, match::GameEnd::bad_goals);
  EXPECT_EQ(back.result.problem, "two\nlines");
  EXPECT_EQ(back.result.goals, std::vector<int>{-1});
  ASSERT_EQ(back.result.efforts.size(), 1U);
  EXPECT_EQ(back.result.efforts[0].remark, "it is dark");
  ASSERT_EQ(back.result.efforts[0].turns.size(), 1U);
  EXPECT_EQ(back.result.efforts[0].turns[0].step, 2U);
  EXPECT_EQ(back.result.efforts[0].turns[0].simulations, 9U);
  EXPECT_EQ(back.result.efforts[0].turns[0].depth, 3U);
  EXPECT_EQ(back.result.efforts[0].turns[0].branching, 1.5);
  EXPECT_EQ(reply_of_answer(tl::make_unexpected("gone")).error, "gone");
  EXPECT_EQ(reply_of_answer("{").error, "the worker's answer makes no sense");
}

}  // namespace
}  // namespace palamedes::lab
