#include "web/frame.h"

#include <gtest/gtest.h>

namespace palamedes::web {
namespace {

TEST(Frame, ComesTogetherFromBytesInAnyPortions) {
  const std::string bytes =
      to_bytes({.kind = FrameKind::request, .number = 17, .name = "moves", .body = "{\n}"}) +
      to_bytes({.kind = FrameKind::answer, .number = 17, .name = "200", .body = ""}) +
      to_bytes({.kind = FrameKind::event, .number = 0, .name = "state", .body = "x"});
  EXPECT_TRUE(bytes.starts_with("q 17 moves 3\n{\n}a 17 200 0\n"));
  for (std::size_t portion = 1; portion <= bytes.size(); ++portion) {
    FrameReader reader(100);
    std::vector<Frame> frames;
    for (std::size_t at = 0; at < bytes.size(); at += portion) {
      reader.take(std::string_view(bytes).substr(at, portion));
      while (auto frame = reader.next()) frames.push_back(*frame);
    }
    ASSERT_EQ(frames.size(), 3U);
    EXPECT_EQ(frames[0].kind, FrameKind::request);
    EXPECT_EQ(frames[0].number, 17U);
    EXPECT_EQ(frames[0].body, "{\n}");
    EXPECT_EQ(frames[1].name, "200");
    EXPECT_EQ(frames[2].kind, FrameKind::event);
    EXPECT_FALSE(reader.is_broken());
  }
}

TEST(Frame, WhatIsNoFrameBreaksTheReader) {
  for (const char* text : {"x 1 a 0\n", "q 1 a\n", "q 1 a 0 b\n", "q -1 a 0\n", "q 1 a 11\n",
                           "q 1 a 1x\n", "\n", "q  a 0\n"}) {
    FrameReader reader(10);
    reader.take(text);
    EXPECT_FALSE(reader.next().has_value()) << text;
    EXPECT_TRUE(reader.is_broken()) << text;
  }
  FrameReader reader(10);
  reader.take(std::string(1000, 'q'));
  EXPECT_FALSE(reader.next().has_value());
  EXPECT_TRUE(reader.is_broken());
}

}  // namespace
}  // namespace palamedes::web
