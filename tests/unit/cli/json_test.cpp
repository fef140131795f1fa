#include "cli/json.h"

#include <limits>

#include <gtest/gtest.h>

namespace palamedes::cli {
namespace {

TEST(Json, WritesScalars) {
  EXPECT_EQ(Json().text(), "null\n");
  EXPECT_EQ(Json(true).text(), "true\n");
  EXPECT_EQ(Json(-3).text(), "-3\n");
  EXPECT_EQ(Json(std::numeric_limits<std::uint64_t>::max()).text(), "18446744073709551615\n");
  EXPECT_EQ(Json(0.5).text(), "0.5\n");
  EXPECT_EQ(Json(1e300).text(), "1e+300\n");
  EXPECT_EQ(Json(std::numeric_limits<double>::infinity()).text(), "null\n");
  EXPECT_EQ(Json(std::numeric_limits<double>::quiet_NaN()).text(), "null\n");
  EXPECT_EQ(Json::number("123456789012345678901234567890").text(),
            "123456789012345678901234567890\n");
}

TEST(Json, EscapesTexts) {
  EXPECT_EQ(Json("a\"b\\c\n\t\x01").text(), "\"a\\\"b\\\\c\\n\\t\\u0001\"\n");
  EXPECT_EQ(Json("Zwölf ≥ 12").text(true), "\"Zwölf ≥ 12\"\n");
  EXPECT_EQ(Json("Zwölf ≥ 𝟙").text(false), "\"Zw\\u00f6lf \\u2265 \\ud835\\udfd9\"\n");
}

TEST(Json, ReplacesWhatIsNotUtf8) {
  const std::string bad = "\xef\xbf\xbd";
  EXPECT_EQ(Json("a\xff"
                 "b")
                .text(),
            "\"a" + bad + "b\"\n");
  EXPECT_EQ(Json("\xc3").text(), "\"" + bad + "\"\n");                                // cut short
  EXPECT_EQ(Json("\xc0\xaf").text(), "\"" + bad + bad + "\"\n");                      // overlong
  EXPECT_EQ(Json("\xed\xa0\x80").text(), "\"" + bad + bad + bad + "\"\n");            // surrogate
  EXPECT_EQ(Json("\xf4\x90\x80\x80").text(), "\"" + bad + bad + bad + bad + "\"\n");  // too large
  EXPECT_EQ(Json("\xf0\x9f\x8e\xb2").text(), "\"\xf0\x9f\x8e\xb2\"\n");
}

TEST(Json, KeepsTheOrderOfKeysAndShortPartsOnOneLine) {
  Json json = Json::object({{"z", 1}, {"a", std::vector<std::string>{"x", "y"}}});
  json.add("empty", Json::array());
  json.add("parts", Json::array({Json::object({{"n", 1}}), Json::object()}));
  EXPECT_EQ(json.text(),
            "{\n"
            "  \"z\": 1,\n"
            "  \"a\": [\"x\", \"y\"],\n"
            "  \"empty\": [],\n"
            "  \"parts\": [\n"
            "    {\"n\": 1},\n"
            "    {}\n"
            "  ]\n"
            "}\n");
}

TEST(Json, BreaksLongLists) {
  EXPECT_EQ(Json(std::vector<std::string>{std::string(60, 'a'), std::string(60, 'b')}).text(),
            "[\n  \"" + std::string(60, 'a') + "\",\n  \"" + std::string(60, 'b') + "\"\n]\n");
}

}  // namespace
}  // namespace palamedes::cli
