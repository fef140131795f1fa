#include "web/json.h"

#include <string>

#include <gtest/gtest.h>

namespace palamedes::web {
namespace {

TEST(JsonFields, TakesWhatIsThereAndLeavesTheRest) {
  const std::string text =
      R"({"name":"x","on":true,"share":0.5,"count":3,"list":["a","b"],"none":null})";
  Fields fields(text);
  std::string name;
  bool on = false;
  double share = 0;
  std::uint64_t count = 0;
  std::vector<std::string> list;
  std::optional<std::uint64_t> none = 7;
  std::string other = "as it was";
  fields.text("name", name);
  fields.flag("on", on);
  fields.number("share", share, 0, 1);
  fields.whole("count", count, 1, 5);
  fields.texts("list", list);
  fields.whole("none", none, 0, 9);
  fields.text("other", other);
  EXPECT_EQ(fields.problem(), "");
  EXPECT_EQ(name, "x");
  EXPECT_TRUE(on);
  EXPECT_EQ(share, 0.5);
  EXPECT_EQ(count, 3U);
  EXPECT_EQ(list.size(), 2U);
  EXPECT_EQ(none, 7U);
  EXPECT_EQ(other, "as it was");
}

TEST(Json, LeavesOutWhatOnlyTheCommandLineAllows) {
  EXPECT_EQ(without_options("as it is (a hint)"), "as it is (a hint)");
  EXPECT_EQ(without_options("more than 9 terms (a larger --prover-max-terms allows more)"),
            "more than 9 terms");
  EXPECT_EQ(without_options("a larger --max-depth allows more"), "");
  EXPECT_EQ(without_options("name parts of it, or --max-clauses allows more"), "name parts of it");
  EXPECT_EQ(without_options("the network took 3 of 2 s, the limit of --ready; the propnet is used"),
            "the network took 3 of 2 s; the propnet is used");
  EXPECT_EQ(without_options("stopped at 1 second, the limit of --ready, of which it may take half"),
            "stopped at 1 second");
}

TEST(JsonFields, SaysWhatIsWrong) {
  const auto problem_of = [](const std::string& text) {
    Fields fields(text);
    std::string name;
    double share = 0;
    std::uint64_t count = 0;
    std::vector<std::string> list;
    fields.text("name", name);
    fields.number("share", share, 0, 1);
    fields.whole("count", count, 1, 5);
    fields.texts("list", list);
    return fields.problem();
  };
  EXPECT_EQ(problem_of("{}"), "");
  EXPECT_EQ(problem_of("{"), "the body is no JSON");
  EXPECT_EQ(problem_of("[1]"), "the body is no object");
  EXPECT_EQ(problem_of(R"({"name":1})"), "'name' has to be a text");
  EXPECT_EQ(problem_of(R"({"share":2})"), "'share' has to be a number from 0 to 1");
  EXPECT_EQ(problem_of(R"({"share":"much"})"), "'share' has to be a number from 0 to 1");
  EXPECT_EQ(problem_of(R"({"count":1.5})"), "'count' has to be a whole number from 1 to 5");
  EXPECT_EQ(problem_of(R"({"count":-1})"), "'count' has to be a whole number from 1 to 5");
  EXPECT_EQ(problem_of(R"({"list":[1]})"), "'list' has to be a list of texts");
  EXPECT_EQ(problem_of(R"({"nmae":"x"})"), "there is no 'nmae' here (did you mean 'name'?)");
}

TEST(JsonText, BytesThatAreNoTextBecomeSignsForThat) {
  const Json json = {{"name", "\xff"}};
  EXPECT_EQ(text_of(json), "{\"name\":\"\xef\xbf\xbd\"}");
  EXPECT_EQ(json_text("a\"\\\n"), R"("a\"\\\u000a")");
}

}  // namespace
}  // namespace palamedes::web
