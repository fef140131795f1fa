// palamedes replay, with true, false and broken records.

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
using testing::StartsWith;

json parsed(const Outcome& outcome) {
  json value = json::parse(outcome.out, nullptr, false);
  EXPECT_FALSE(value.is_discarded()) << outcome.out;
  return value;
}

TEST(Replay, AgreesAndDisagrees) {
  const std::string rules = write_file("tiny.kif", tiny);
  const std::string good = write_file("good.jsonl", tiny_trace);
  const std::string packed =
      write_file("good.jsonl.gz", gzip(std::string(tiny_trace) + tiny_trace));
  const std::string other =
      write_file("other.jsonl", std::string(tiny_trace) + replaced(tiny_trace, "(at 2)", "(at 5)"));
  Outcome outcome = run({"replay", rules, good, packed});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr(good + ": 1 match, 3 states agree\n"),
                                 HasSubstr(packed + ": 2 matches, 6 states agree\n")));
  EXPECT_EQ(run({"replay", rules, "-"}, tiny_trace).status, 0);

  outcome = run({"replay", rules, other, good});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr(other + ":2: match 2, step 2: other facts\n"
                                             "  recorded, but missing here (1):\n    (at 5)\n"
                                             "  here, but not recorded (1):\n    (at 2)\n"
                                             "  after the moves (1):\n    go\n"));
  // The other files are still looked at.
  EXPECT_THAT(outcome.out, HasSubstr(good + ": 1 match"));

  const json result = parsed(run({"replay", rules, other, good, "--json"}));
  EXPECT_FALSE(result.at("agrees").get<bool>());
  EXPECT_EQ(result.at("files").at(0).at("difference").at("step"), 2);
  EXPECT_EQ(result.at("files").at(0).at("difference").at("missing").at(0), "(at 5)");
  EXPECT_TRUE(result.at("files").at(1).at("agrees").get<bool>());
}

TEST(Replay, ExplainsMalformedTraces) {
  const std::string rules = write_file("tiny.kif", tiny);
  struct Case {
    std::string content;
    std::string says;
  };
  const std::vector<Case> cases = {
      {"", "holds no match"},
      {"not json\n", ":1:2: error: is not JSON"},
      {std::string(tiny_trace) + "{\"game\":\n", ":2:"},
      {"\xff\xfe\n", "is not JSON"},
      {"[1, 2]\n", "a match must be an object"},
      {replaced(tiny_trace, "\"state\"", "\"stat\""), "step 1 has no \"state\""},
      {replaced(tiny_trace, "[100]", "[\"100\"]"), "no whole number"},
      {replaced(tiny_trace, "\"move\":[\"go\"]", "\"move\":[\"fly\"]"),
       "the move 'fly' of 'walker' is not among"},
      {gzip(std::string(tiny_trace)).substr(0, 60), "ends in the middle of its gzip data"},
      {std::string(3'000'000, '['), "is not JSON"},
  };
  for (const Case& bad : cases) {
    const std::string file = write_file("bad.jsonl", bad.content);
    const Outcome outcome = run({"replay", rules, file});
    EXPECT_EQ(outcome.status, 1) << bad.says;
    EXPECT_THAT(outcome.out, AllOf(StartsWith(file + ":"), HasSubstr(bad.says)));
    EXPECT_TRUE(parsed(run({"replay", rules, file, "--json"})).at("files").at(0).contains("error"));
  }
  EXPECT_THAT(run({"replay", rules, "/no/such/trace"}).out, HasSubstr("No such file"));
  const std::string good = write_file("good.jsonl", tiny_trace);
  EXPECT_THAT(run({"replay", rules, good, "--max-line-bytes", "20"}).out,
              HasSubstr("limit of 20 bytes"));
}

TEST(Replay, KeepsJsonValidForAnyFileName) {
  const std::string rules = write_file("tiny.kif", tiny);
  const std::string odd = write_file("odd \"\xff\x01\\ name", tiny_trace);
  EXPECT_TRUE(parsed(run({"replay", rules, odd, "--json"})).at("agrees").get<bool>());
}

}  // namespace
}  // namespace palamedes::e2e
