#include "base/params.h"

#include <array>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"

namespace palamedes {

enum class Colour : std::uint8_t { red, green, blue };
template <>
inline constexpr std::array<std::string_view, 3> names_of<Colour> = {"red", "green", "blue"};

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Inner {
  double rate = 0.5;
  std::uint64_t large = 7;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("rate", rate, Range{0, infinity}, "how fast", Domain{0.25, 0.5, infinity});
    visit("large", large, Range{0, infinity}, "a large number");
  }
};

struct Outer {
  bool on = false;
  Colour colour = Colour::green;
  std::int8_t small = -3;
  Inner inner;
  Inner other;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("on", on, "whether");
    visit("colour", colour, "which");
    visit("small", small, Range{-1000, 1000}, "how many");
    visit.group("inner", inner);
    visit.group("other", other);
  }
};

// What a member of a group of a group is called.
struct Outermost {
  Outer deep;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit.group("deep", deep);
  }
};

struct Single {
  double move = 1;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit("move", move, Range{0, 1}, "by move");
  }
};

struct GroupOfOne {
  Single decay;

  template <typename Visitor>
  void fields(Visitor& visit) {
    visit.group("decay", decay);
  }
};

std::vector<std::string> names_in(const std::vector<Parameter>& parameters) {
  std::vector<std::string> names;
  for (const Parameter& parameter : parameters) names.push_back(parameter.name);
  return names;
}

template <typename T>
std::string problem_of(const Result<T>& result) {
  return result ? std::string{} : to_string(result.error().list().front());
}

std::string problem(std::string_view name, std::string_view value) {
  Outer outer;
  const std::string found = problem_of(set_parameter(outer, name, value));
  if (!found.empty()) {
    EXPECT_THAT(changed_parameters(outer, Outer{}), IsEmpty()) << name << "=" << value;
  }
  return found;
}

TEST(Parameters, AreListedWithTheirGroups) {
  const std::vector<Parameter> list = parameters_of(Outer{});
  EXPECT_THAT(names_in(list), ElementsAre("on", "colour", "small", "inner.rate", "inner.large",
                                          "other.rate", "other.large"));
  EXPECT_EQ(list[0].kind, ParameterKind::boolean);
  EXPECT_EQ(list[0].value, "false");
  EXPECT_EQ(list[0].help, "whether");
  EXPECT_EQ(list[1].kind, ParameterKind::choice);
  EXPECT_EQ(list[1].value, "green");
  EXPECT_THAT(list[1].choices, ElementsAre("red", "green", "blue"));
  EXPECT_EQ(list[2].kind, ParameterKind::integer);
  EXPECT_EQ(list[2].value, "-3");
  EXPECT_EQ(list[3].kind, ParameterKind::real);
  EXPECT_EQ(list[3].value, "0.5");
  EXPECT_EQ(list[3].range.max, infinity);
  EXPECT_THAT(list[3].domain, ElementsAre(0.25, 0.5, infinity));
  EXPECT_EQ(parameters_of(Outermost{}).back().name, "deep.other.large");
}

TEST(Parameters, RangesEndWhereTheTypeDoes) {
  const std::vector<Parameter> list = parameters_of(Outer{});
  EXPECT_EQ(list[2].range.min, -128);
  EXPECT_EQ(list[2].range.max, 127);
  EXPECT_EQ(list[4].range.max, 9007199254740992.0);
}

TEST(Parameters, AreSet) {
  Outer outer;
  EXPECT_TRUE(set_parameter(outer, "on", "true"));
  EXPECT_TRUE(set_parameter(outer, "colour", "blue"));
  EXPECT_TRUE(set_parameter(outer, "small", "-128"));
  EXPECT_TRUE(set_parameter(outer, "inner.rate", "inf"));
  EXPECT_TRUE(set_parameter(outer, "other.rate", "2.5e-3"));
  EXPECT_TRUE(set_parameter(outer, "other.large", "9007199254740992"));
  EXPECT_TRUE(outer.on);
  EXPECT_EQ(outer.colour, Colour::blue);
  EXPECT_EQ(outer.small, -128);
  EXPECT_EQ(outer.inner.rate, infinity);
  EXPECT_EQ(outer.other.rate, 0.0025);
  EXPECT_EQ(outer.other.large, 9007199254740992ULL);
  EXPECT_EQ(outer.inner.large, 7U);
  EXPECT_THAT(names_in(changed_parameters(outer, Outer{})),
              ElementsAre("on", "colour", "small", "inner.rate", "other.rate", "other.large"));
  Outermost outermost;
  EXPECT_TRUE(set_parameter(outermost, "deep.inner.rate", "3"));
  EXPECT_EQ(outermost.deep.inner.rate, 3);
}

TEST(Parameters, WholeNumbersMayBeWrittenAsDecimalsAre) {
  Outer outer;
  EXPECT_TRUE(set_parameter(outer, "inner.large", "1e3"));
  EXPECT_EQ(outer.inner.large, 1000U);
  EXPECT_TRUE(set_parameter(outer, "inner.large", "-0"));
  EXPECT_EQ(outer.inner.large, 0U);
  EXPECT_TRUE(set_parameter(outer, "inner.rate", "-0"));
  EXPECT_EQ(parameters_of(outer)[3].value, "0");
}

TEST(Parameters, WordsForTrueAndFalse) {
  Outer outer;
  for (const char* word : {"true", "yes", "on", "1"}) {
    outer.on = false;
    EXPECT_TRUE(set_parameter(outer, "on", word)) << word;
    EXPECT_TRUE(outer.on) << word;
  }
  for (const char* word : {"false", "no", "off", "0"}) {
    outer.on = true;
    EXPECT_TRUE(set_parameter(outer, "on", word)) << word;
    EXPECT_FALSE(outer.on) << word;
  }
}

TEST(Parameters, WrongValuesAreToldAndChangeNothing) {
  for (const char* text : {"", " ", "abc", "nan", "-nan", "1e999", "-1e999", "1e-999", "+5", " 5",
                           "5 ", "5x", "0x10", "1,5", "--5", "-0.001", "-inf", "."}) {
    EXPECT_THAT(problem("inner.rate", text),
                HasSubstr("inner.rate needs a number from 0 to inf, not '" + std::string(text)))
        << text;
  }
  for (const char* text :
       {"2.5", "inf", "nan", "-129", "128", "1000", "1e18", "99999999999999999999"}) {
    EXPECT_THAT(problem("small", text),
                HasSubstr("small needs a whole number from -128 to 127, not '" + std::string(text)))
        << text;
  }
  EXPECT_THAT(problem("inner.large", "9007199254740994"), HasSubstr("to 9007199254740992"));
  EXPECT_THAT(problem("inner.large", "inf"), HasSubstr("needs a whole number"));
  EXPECT_EQ(problem("on", "maybe"), "error: on needs true or false, not 'maybe'");
  EXPECT_EQ(problem("on", ""), "error: on needs true or false, not ''");
  EXPECT_EQ(problem("colour", "gren"),
            "error: colour can be red, green or blue, not 'gren' (did you mean 'green'?)");
  EXPECT_EQ(problem("colour", ""), "error: colour can be red, green or blue, not ''");
  EXPECT_LT(problem("colour", std::string(100'000, 'x')).size(), 200U);
}

TEST(Parameters, UnknownNamesGetTheNearestOne) {
  EXPECT_EQ(problem("color", "red"),
            "error: there is no parameter 'color' (did you mean 'colour'?)");
  EXPECT_EQ(problem("inner.raet", "1"),
            "error: there is no parameter 'inner.raet' (did you mean 'inner.rate'?)");
  // The group is missing, wrong, or the end is mistyped as well.
  EXPECT_THAT(problem("rate", "1"), HasSubstr("(did you mean 'inner.rate'?)"));
  EXPECT_THAT(problem("elsewhere.large", "1"), HasSubstr("(did you mean 'inner.large'?)"));
  EXPECT_THAT(problem("larg", "1"), HasSubstr("(did you mean 'inner.large'?)"));
  EXPECT_EQ(problem("zzzzzz", "1"), "error: there is no parameter 'zzzzzz'");
  EXPECT_EQ(problem("", "1"), "error: there is no parameter ''");
  EXPECT_EQ(problem("inner", "1"), "error: there is no parameter 'inner'");
  EXPECT_EQ(problem("inner.", "1"), "error: there is no parameter 'inner.'");
}

TEST(FullName, IsFoundByItsEnd) {
  const std::vector<Parameter> known = parameters_of(Outermost{});
  EXPECT_EQ(full_name("colour", known), "deep.colour");
  EXPECT_EQ(full_name("inner.rate", known), "deep.inner.rate");
  EXPECT_EQ(full_name("deep.inner.rate", known), "deep.inner.rate");
}

TEST(FullName, MustTellWhichOneIsMeant) {
  const std::vector<Parameter> known = parameters_of(Outer{});
  EXPECT_EQ(problem_of(full_name("rate", known)),
            "error: 'rate' can mean inner.rate or other.rate");
  EXPECT_EQ(problem_of(full_name("inner", known)),
            "error: 'inner' can mean inner.rate or inner.large");
  EXPECT_THAT(problem_of(full_name("ate", known)), HasSubstr("there is no parameter 'ate'"));
  EXPECT_EQ(problem_of(full_name("", known)), "error: there is no parameter ''");
  EXPECT_EQ(problem_of(full_name(".", known)), "error: there is no parameter '.'");
}

// A group of one is a group all the same: who adds a second member changes nobody's meaning.
TEST(FullName, AGroupIsNoParameter) {
  EXPECT_EQ(problem_of(full_name("decay", parameters_of(GroupOfOne{}))),
            "error: 'decay' can mean decay.move");
}

TEST(Numbers, AreWrittenAsShortAsTheyCanBe) {
  EXPECT_EQ(params::to_text(0.1), "0.1");
  EXPECT_EQ(params::to_text(250.0), "250");
  EXPECT_EQ(params::to_text(1e9), "1000000000");
  EXPECT_EQ(params::to_text(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(params::to_text(infinity), "inf");
  EXPECT_EQ(params::to_text(-infinity), "-inf");
}

TEST(Numbers, ReadBackAsTheyWereWritten) {
  Rng rng(5);
  for (int i = 0; i < 10'000; ++i) {
    const double value =
        (rng.unit() - 0.5) * std::pow(10.0, static_cast<double>(rng.below(600)) - 300);
    EXPECT_EQ(params::read_number("x", params::to_text(value), Range{}, false), value);
  }
  EXPECT_EQ(params::read_number("x", "inf", Range{}, false), infinity);
  EXPECT_EQ(params::read_number("x", "-inf", Range{}, false), -infinity);
  EXPECT_EQ(problem_of(params::read_number("x", "many", Range{}, false)),
            "error: x needs a number, not 'many'");
}

}  // namespace
}  // namespace palamedes
