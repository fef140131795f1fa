#include "ggp/message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palamedes::ggp {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

template <typename Kind>
Kind read_as(const std::string& text) {
  const auto message = read_message(text);
  if (!message) {
    ADD_FAILURE() << to_string(message.error().list().front());
    return {};
  }
  EXPECT_TRUE(std::holds_alternative<Kind>(*message)) << text;
  return std::get<Kind>(*message);
}

std::string problem(const std::string& text, const MessageLimits& limits = {}) {
  const auto message = read_message(text, limits);
  return message ? "" : to_string(message.error().list().front());
}

TEST(Message, StartInTheFormOfGgpBase) {
  const auto start = read_as<Start>(
      "( START Base.1234 Robot ( ( ROLE Robot ) (init (at 1)) (<= terminal (true (at 2))) ) 30 "
      "15)");
  EXPECT_EQ(start.match, "Base.1234");
  EXPECT_EQ(start.role, "robot");
  EXPECT_EQ(start.rules, "(role robot)\n(init (at 1))\n(<= terminal (true (at 2)))\n");
  EXPECT_EQ(start.start_clock, 30);
  EXPECT_EQ(start.play_clock, 15);
}

TEST(Message, StartMayHaveMoreArguments) {
  EXPECT_EQ(read_as<Start>("(start m x ((role x)) 1 2.5 (later version))").play_clock, 2.5);
}

TEST(Message, PlayWithAndWithoutMoves) {
  EXPECT_EQ(read_as<Play>("( PLAY m NIL )").moves, std::nullopt);
  EXPECT_EQ(read_as<Play>("(play m ())").moves, std::nullopt);
  const auto play = read_as<Play>("( PLAY m ((MARK 1 (f  2)) NOOP ) )");
  ASSERT_TRUE(play.moves);
  EXPECT_THAT(*play.moves, ElementsAre("(mark 1 (f 2))", "noop"));
}

TEST(Message, TheOthers) {
  read_as<Info>("(INFO)");
  read_as<Info>("info");
  EXPECT_EQ(read_as<Abort>("(Abort X)").match, "X");
  EXPECT_EQ(*read_as<Stop>("(STOP m ((go)))").moves, JointMove{"go"});
  EXPECT_EQ(read_as<Preview>("(PREVIEW ((role x)) 5)"), (Preview{"(role x)\n", 5}));
}

TEST(Message, NamesKeepTheirLetters) {
  EXPECT_EQ(read_as<Play>("\xef\xbb\xbf(play\r\n  ; a comment\n Base.MATCH-1 nil)").match,
            "Base.MATCH-1");
  EXPECT_EQ(to_text(read_as<Stop>("(stop MyMatch nil)")), "(STOP MyMatch NIL)");
}

TEST(Message, ProblemsHaveTheirPlace) {
  EXPECT_THAT(problem(""), HasSubstr("there is no message"));
  EXPECT_EQ(problem("(PLYA m nil)"),
            "message:1:2: error: there is no message 'plya' (did you mean 'play'?)");
  EXPECT_EQ(problem("(PLAY m\n go)"),
            "message:2:2: error: the moves are a list, or nil on the first turn");
  EXPECT_EQ(problem("(STOP m)"), "message:1:1: error: 'stop' takes 2 arguments, not 1");
  EXPECT_EQ(problem("(ABORT)"), "message:1:1: error: 'abort' takes 1 argument, not 0");
  EXPECT_EQ(problem("(START m x ((role x)) 1)"),
            "message:1:1: error: 'start' takes at least 5 arguments, not 4");
  EXPECT_THAT(problem("(INFO) (INFO)"), HasSubstr("message:1:8: error: there is something after"));
  EXPECT_THAT(problem("(PLAY m nil"), HasSubstr("never closed"));
  EXPECT_THAT(problem("(ABORT (m))"), HasSubstr("the name of a match is a word"));
  EXPECT_THAT(problem("(START m x rules 1 1)"), HasSubstr("1:12"));
  EXPECT_THAT(problem("()"), HasSubstr("starts with a word"));
  EXPECT_THAT(problem(std::string("(PLAY \0 m nil)", 14)), HasSubstr("byte 0x00"));
}

TEST(Message, ClocksAreSecondsWithinReason) {
  for (const char* clock : {"-1", "1e9", "nan", "inf", "ten", "99999999", "0x10", "(1)", "1.2.3"}) {
    const std::string text = fmt::format("(START m x ((role x)) {} 1)", clock);
    EXPECT_THAT(problem(text), HasSubstr("1:23: error: the start clock is")) << clock;
  }
  EXPECT_EQ(read_as<Start>("(START m x ((role x)) 0 0)").play_clock, 0);
}

TEST(Message, AllProblemsAreToldAtOnce) {
  const auto message = read_message("(START (m) x rules one two)");
  ASSERT_FALSE(message);
  EXPECT_THAT(message.error().list(), SizeIs(4));
}

TEST(Message, LimitsHold) {
  MessageLimits limits;
  limits.read.max_bytes = 20;
  EXPECT_THAT(problem("(PLAY m ((a) (b) (c) (d)))", limits), HasSubstr("more than the limit"));
  limits = {};
  limits.max_name = 5;
  EXPECT_THAT(problem("(ABORT abcdef)", limits), HasSubstr("more than 5"));
  EXPECT_EQ(problem("(ABORT abcde)", limits), "");
  limits.read.max_depth = 3;
  EXPECT_THAT(problem("(PLAY m (((x))))", limits), HasSubstr("deeper than 3"));
}

TEST(Message, WhatIsWrittenIsWhatIsRead) {
  const std::vector<Message> messages = {
      Info{},
      Preview{"(role x)\n", 3},
      Start{"m", "x", "(role x)\n(<= terminal (true (at 2)))\n", 10, 0.25},
      Play{"m", {}},
      Play{"m", JointMove{"(mark 1 1)", "noop"}},
      Stop{"m", JointMove{"go"}},
      Abort{"m"}};
  for (const Message& message : messages) {
    const auto again = read_message(to_text(message));
    ASSERT_TRUE(again) << to_text(message);
    EXPECT_EQ(*again, message) << to_text(message);
  }
  EXPECT_EQ(to_text(Play{"m", JointMove{"(mark 1 1)", "noop"}}), "(PLAY m ((mark 1 1) noop))");
  EXPECT_EQ(to_text(Play{"m", {}}), "(PLAY m NIL)");
}

TEST(Status, BothForms) {
  const Status free{"palamedes", true};
  EXPECT_EQ(to_text(free, InfoForm::word), "available");
  EXPECT_EQ(to_text(free, InfoForm::fields), "( ( name palamedes ) ( status available ) )");
  EXPECT_EQ(to_text(Status{"x", false}, InfoForm::word), "busy");
}

TEST(Status, IsReadInEveryForm) {
  const auto is_available = [](const char* text) {
    const auto status = read_status(text);
    return status ? (status->available ? "yes" : "no") : "?";
  };
  EXPECT_STREQ(is_available("AVAILABLE"), "yes");
  EXPECT_STREQ(is_available("(busy)"), "no");
  EXPECT_STREQ(is_available("((name X)(status Busy)(species alien))"), "no");
  EXPECT_STREQ(is_available("((name X))"), "?");
  EXPECT_STREQ(is_available("<html>"), "?");
  EXPECT_STREQ(is_available(""), "?");
  EXPECT_EQ(read_status("((name Sancho) (status available))")->name, "Sancho");
}

}  // namespace
}  // namespace palamedes::ggp
