#include "exercise/trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/exercise/temporary_file.h"

namespace palamedes::exercise {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view finished =
    R"({"game":"g","roles":["x","o"],"truncated":false,"steps":[)"
    R"({"state":["b","a"],"terminal":false,"legal":[["n","m"],["noop"]],"move":["m","noop"]},)"
    R"({"state":["c"],"terminal":true,"goals":[100,-1]}]})";

std::string error_of(std::string_view text) {
  const Result<TraceMatch> match = parse_match(text, "file", 7);
  return match ? "" : to_string(match.error().list().front());
}

// The first occurrence of `from` in the good match replaced.
std::string changed(std::string_view from, std::string_view to) {
  std::string text(finished);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Trace, ReadsAMatch) {
  const Result<TraceMatch> match = parse_match(finished, "file", 7);
  ASSERT_TRUE(match);
  EXPECT_EQ(match->line, 7U);
  EXPECT_EQ(match->game, "g");
  EXPECT_THAT(match->roles, ElementsAre("x", "o"));
  ASSERT_EQ(match->steps.size(), 2U);
  EXPECT_THAT(match->steps[0].state, ElementsAre("a", "b"));
  EXPECT_THAT(match->steps[0].legal, ElementsAre(ElementsAre("m", "n"), ElementsAre("noop")));
  EXPECT_THAT(match->steps[0].move, ElementsAre("m", "noop"));
  EXPECT_EQ(match->steps[1].terminal, true);
  EXPECT_THAT(match->steps[1].goals, ElementsAre(100, -1));
}

TEST(Trace, ReadsATruncatedMatch) {
  const Result<TraceMatch> match =
      parse_match(R"({"game":"g","roles":["x"],"truncated":true,"steps":)"
                  R"([{"state":[],"terminal":false,"legal":[["m"]]}]})",
                  "file", 1);
  ASSERT_TRUE(match);
  EXPECT_TRUE(match->truncated);
  EXPECT_TRUE(match->steps[0].move.empty());
}

TEST(Trace, ReadsTermsWithoutArgumentsAsConstants) {
  const Result<TraceMatch> match =
      parse_match(changed(R"("b","a")", R"j("(q)","(f (p) x)","(f x)","a","()","(")j"), "file", 1);
  ASSERT_TRUE(match);
  EXPECT_THAT(match->steps[0].state, ElementsAre("", "(", "(f p x)", "(f x)", "a", "q"));
}

TEST(Trace, LocatesBadJson) {
  EXPECT_THAT(error_of("{\"game\": nope}"), HasSubstr("file:7:11: error: is not JSON: "));
  EXPECT_THAT(error_of(finished.substr(0, 50)), HasSubstr("is not JSON"));
  EXPECT_THAT(error_of("\"\xff\xfe\""), HasSubstr("is not JSON"));
  EXPECT_THAT(error_of(std::string(100'000, '[')), HasSubstr("is not JSON"));
}

TEST(Trace, NamesWhatIsMissing) {
  EXPECT_THAT(error_of(changed("\"game\"", "\"gme\"")), HasSubstr("the match has no \"game\""));
  EXPECT_THAT(error_of(changed("\"roles\"", "\"rls\"")), HasSubstr("has no \"roles\""));
  EXPECT_THAT(error_of(changed("\"truncated\"", "\"t\"")), HasSubstr("has no \"truncated\""));
  EXPECT_THAT(error_of(changed("\"steps\"", "\"s\"")), HasSubstr("has no \"steps\""));
  EXPECT_THAT(error_of(changed("\"state\"", "\"s\"")), HasSubstr("step 1 has no \"state\""));
  EXPECT_THAT(error_of(changed("\"terminal\"", "\"s\"")), HasSubstr("step 1 has no \"terminal\""));
  EXPECT_THAT(error_of(changed("\"legal\"", "\"s\"")), HasSubstr("step 1 has no \"legal\""));
  EXPECT_THAT(error_of(changed("\"move\"", "\"s\"")), HasSubstr("step 1 has no \"move\""));
  EXPECT_THAT(error_of(changed("\"goals\"", "\"s\"")), HasSubstr("step 2 has no \"goals\""));
}

TEST(Trace, NamesWrongTypes) {
  EXPECT_THAT(error_of("[]"), HasSubstr("a match must be an object, not array"));
  EXPECT_THAT(error_of("3"), HasSubstr("a match must be an object, not number"));
  EXPECT_THAT(error_of(changed("\"g\"", "3")), HasSubstr("\"game\" is number, not a text"));
  EXPECT_THAT(error_of(changed("[\"x\",\"o\"]", "\"x\"")),
              HasSubstr("\"roles\" is string, not a list"));
  EXPECT_THAT(error_of(changed("[\"x\",\"o\"]", "[]")), HasSubstr("\"roles\" is empty"));
  EXPECT_THAT(error_of(changed("false", "0")), HasSubstr("\"truncated\" is number"));
  EXPECT_THAT(error_of(changed("\"b\"", "null")), HasSubstr("step 1: \"state\" is null"));
  EXPECT_THAT(error_of(changed("[\"n\",\"m\"]", "5")), HasSubstr("\"legal\" is number"));
  EXPECT_THAT(error_of(changed("[100,-1]", "[100]")),
              HasSubstr("step 2: \"goals\" has 1 entry, but there are 2 roles"));
  for (const char* goal : {"101", "-2", "50.5", "1e99", "\"50\"", "18446744073709551615"}) {
    EXPECT_THAT(error_of(changed("100", goal)), HasSubstr("no whole number from -1 to 100"))
        << goal;
  }
  EXPECT_THAT(error_of(R"({"game":"g","roles":["x"],"truncated":false,"steps":[3]})"),
              HasSubstr("step 1 is number, not an object"));
  EXPECT_THAT(error_of(R"({"game":"g","roles":["x"],"truncated":false,"steps":[]})"),
              HasSubstr("\"steps\" is empty"));
}

TEST(Trace, RefusesContradictions) {
  EXPECT_THAT(error_of(changed("\"move\":[\"m\"", "\"move\":[\"q\"")),
              HasSubstr("step 1: the move 'q' of 'x' is not among its legal moves"));
  EXPECT_THAT(error_of(changed("\"truncated\":false", "\"truncated\":true")),
              HasSubstr("step 2 is terminal, but the match is called truncated"));
  EXPECT_THAT(error_of(changed("\"terminal\":false", "\"terminal\":true")),
              HasSubstr("step 1 is terminal, but steps follow"));
  EXPECT_THAT(error_of(R"({"game":"g","roles":["x"],"truncated":true,"steps":)"
                       R"([{"state":[],"terminal":false,"legal":[["m"]],"move":["m"]}]})"),
              HasSubstr("the state after it is missing"));
  EXPECT_THAT(error_of(R"({"game":"g","roles":["x"],"truncated":false,"steps":)"
                       R"([{"state":[],"terminal":false,"legal":[["m"]]}]})"),
              HasSubstr("neither terminal nor is the match truncated"));
}

TEST(Trace, QuotesForeignTextSafely) {
  const std::string error =
      error_of(changed("\"move\":[\"m\"", "\"move\":[\"\\u001b[31m\\u0007\""));
  EXPECT_EQ(error.find('\x1b'), std::string::npos);
  const std::string lengthy =
      error_of(changed("\"move\":[\"m\"", "\"move\":[\"" + std::string(100'000, 'm') + "\""));
  EXPECT_LT(lengthy.size(), 400U);
}

TEST(Trace, ReadsFilesLineByLine) {
  const std::string good(finished);
  const TemporaryFile file(good + "\n  \r\n" + good + "\nnonsense\n");
  auto reader = TraceReader::open(file.path());
  ASSERT_TRUE(reader);
  EXPECT_EQ((*reader->next())->line, 1U);
  EXPECT_EQ((*reader->next())->line, 3U);
  const auto third = reader->next();
  ASSERT_FALSE(third);
  EXPECT_THAT(to_string(third.error().list().front()), HasSubstr(":4:"));
}

constexpr std::string_view record = R"json({
 "gameName": "g",
 "gameRoleNames": ["X", "o"],
 "states": ["( (AT 1) p )", "( p ( at  2 ) )"],
 "moves": [["( GO 1 )", "noop"]],
 "isCompleted": true,
 "goalValues": [100, 50]
})json";

std::string changed_record(std::string_view from, std::string_view to) {
  std::string text(record);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(MatchRecord, IsReadLikeATrace) {
  const Result<TraceMatch> match = parse_match(record, "file", 1);
  ASSERT_TRUE(match) << to_string(match.error().list().front());
  EXPECT_EQ(match->game, "g");
  EXPECT_THAT(match->roles, ElementsAre("x", "o"));
  ASSERT_EQ(match->steps.size(), 2U);
  EXPECT_THAT(match->steps[0].state, ElementsAre("(at 1)", "p"));
  EXPECT_EQ(match->steps[0].terminal, false);
  EXPECT_THAT(match->steps[0].move, ElementsAre("(go 1)", "noop"));
  EXPECT_THAT(match->steps[0].legal, testing::IsEmpty());
  EXPECT_THAT(match->steps[1].state, ElementsAre("(at 2)", "p"));
  EXPECT_EQ(match->steps[1].terminal, true);
  EXPECT_THAT(match->steps[1].goals, ElementsAre(100, 50));
}

TEST(MatchRecord, NotCompletedItDoesNotTellTheEnd) {
  const auto match = parse_match(changed_record("true", "false"), "file", 1);
  ASSERT_TRUE(match);
  EXPECT_TRUE(match->truncated);
  EXPECT_EQ(match->steps[1].terminal, std::nullopt);
}

TEST(MatchRecord, OfSeveralGoalsNoneIsComparedWith) {
  const auto match = parse_match(
      changed_record("[100, 50]", R"([100, 50], "goalValuesAll": [[100], [0, 50]])"), "file", 1);
  ASSERT_TRUE(match);
  EXPECT_THAT(match->steps[1].goals, ElementsAre(100, -1));
}

TEST(MatchRecord, ProblemsHaveTheirPlace) {
  EXPECT_EQ(error_of(changed_record("\"moves\"", "\"movs\"")),
            "file:7:1: error: the match has no \"moves\"");
  EXPECT_THAT(error_of(changed_record(R"json(, "( p ( at  2 ) )")json", "")),
              HasSubstr("1 state for 1 joint move: there must be one state more"));
  EXPECT_THAT(error_of(changed_record("( (AT 1) p )", "( (AT 1 p )")),
              HasSubstr("state 1: '(' is never closed"));
  EXPECT_THAT(error_of(changed_record("( (AT 1) p )", "p")),
              HasSubstr("state 1 is no list of facts"));
  EXPECT_THAT(error_of(changed_record("noop", "a b")), HasSubstr("joint move 1 is not one term"));
  EXPECT_THAT(error_of(changed_record(", \"noop\"", "")),
              HasSubstr("joint move 1 has 1 entry, but there are 2 roles"));
  EXPECT_THAT(error_of(changed_record("[100, 50]", "[100]")), HasSubstr("\"goalValues\" has 1"));
  EXPECT_THAT(error_of(changed_record("true,", "true")), HasSubstr("file:13:"));
}

TEST(MatchRecord, FilesMayHaveBothAndSeveral) {
  const std::string one(record);
  const TemporaryFile file(one + "\n" + std::string(finished) + "\n" + one + "\n{\n \"}\": 1\n");
  auto reader = TraceReader::open(file.path());
  ASSERT_TRUE(reader);
  EXPECT_EQ((*reader->next())->line, 1U);
  EXPECT_EQ((*reader->next())->line, 9U);
  EXPECT_EQ((*reader->next())->line, 10U);
  const auto cut_off = reader->next();
  ASSERT_FALSE(cut_off);
  EXPECT_THAT(to_string(cut_off.error().list().front()), HasSubstr("is not JSON"));
  const auto small = TraceReader::open(file.path(), {.max_line_bytes = 60})->next();
  ASSERT_FALSE(small);
  EXPECT_THAT(to_string(small.error().list().front()),
              HasSubstr(":1:1: error: the match is longer than the limit of 60 bytes"));
}

}  // namespace
}  // namespace palamedes::exercise
