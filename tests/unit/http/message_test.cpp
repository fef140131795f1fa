#include "http/message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palamedes::http {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

MessageReader read(MessageKind kind, const std::string& text, const MessageLimits& limits = {}) {
  MessageReader reader(kind, limits);
  reader.take(text);
  return reader;
}

MessageReader request(const std::string& text, const MessageLimits& limits = {}) {
  return read(MessageKind::request, text, limits);
}

MessageReader answer(const std::string& text) {
  MessageReader reader = read(MessageKind::answer, text);
  reader.end();
  return reader;
}

// The status and words of the refusal; "0" if there is none.
std::string refusal(const MessageReader& reader) {
  if (!reader.refusal()) return "0";
  return std::to_string(reader.refusal()->status) + " " + reader.refusal()->words;
}

std::string with_line_ends(std::string text, const std::string& end) {
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += end.size()) {
    text.replace(at, 1, end);
  }
  return text;
}

TEST(HttpMessage, LinesEndWithEitherLineEnd) {
  const std::string text = "POST /a?b HTTP/1.0\nHost: x\nContent-Length:  6 \n\n";
  for (const std::string end : {"\n", "\r\n"}) {
    MessageReader reader = request(with_line_ends(text, end) + "(INFO)");
    ASSERT_TRUE(reader.is_done()) << refusal(reader);
    EXPECT_EQ(reader.head().method, "POST");
    EXPECT_EQ(reader.head().target, "/a?b");
    EXPECT_EQ(reader.head().fields.find("host"), "x");
    EXPECT_EQ(reader.body(), "(INFO)");
  }
  MessageReader mixed = request("\r\n\nPOST / HTTP/1.1\r\nA: 1\nContent-Length: 2\r\n\nhi");
  EXPECT_TRUE(mixed.is_done()) << refusal(mixed);
  EXPECT_EQ(mixed.body(), "hi");
}

TEST(HttpMessage, ComesInPieces) {
  const std::string text =
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n(INF\r\n2\r\nO)\r\n0\r\nX: "
      "y\r\n\r\n";
  MessageReader reader(MessageKind::request);
  for (std::size_t i = 0; i < text.size(); ++i) {
    EXPECT_FALSE(reader.is_done()) << i;
    EXPECT_EQ(reader.has_begun(), i > 0);
    EXPECT_EQ(reader.has_head(), i >= text.find("4\r\n(")) << i;
    reader.take(text.substr(i, 1));
  }
  ASSERT_TRUE(reader.is_done()) << refusal(reader);
  EXPECT_EQ(reader.body(), "(INFO)");
}

TEST(HttpMessage, ChunksMayHaveLineFeedsAndExtensions) {
  MessageReader reader =
      request("POST / HTTP/1.1\nTransfer-Encoding: Chunked\n\nA;x=y\n0123456789\n0\n\n");
  ASSERT_TRUE(reader.is_done()) << refusal(reader);
  EXPECT_EQ(reader.body(), "0123456789");
}

TEST(HttpMessage, ARequestWithoutALengthHasNoBody) {
  MessageReader reader = request("GET / HTTP/1.1\r\n\r\nignored");
  EXPECT_TRUE(reader.is_done());
  EXPECT_EQ(reader.body(), "");
}

TEST(HttpMessage, LimitsHold) {
  const MessageLimits limits{.head_bytes = 100, .body_bytes = 10};
  const std::string head = "POST / HTTP/1.1\r\n";
  EXPECT_THAT(refusal(request(head + "A: " + std::string(100, 'x'), limits)),
              HasSubstr("431 the head has more than 100 bytes"));
  EXPECT_THAT(refusal(request("GET /" + std::string(200, 'x'), limits)), HasSubstr("431"));
  EXPECT_THAT(refusal(request(std::string(200, '\n'), limits)), HasSubstr("431"));
  EXPECT_EQ(refusal(request(head + "Content-Length: 11\r\n\r\n", limits)),
            "413 the message has more than 10 bytes");
  EXPECT_EQ(refusal(request(head + "Content-Length: 10\r\n\r\n0123456789", limits)), "0");
  const std::string chunked = head + "Transfer-Encoding: chunked\r\n\r\n";
  EXPECT_THAT(refusal(request(chunked + "8\r\n01234567\r\n8\r\n", limits)), HasSubstr("413"));
  EXPECT_THAT(refusal(request(chunked + "ffffffffffffffff\r\n", limits)), HasSubstr("413"));
  EXPECT_THAT(refusal(request(chunked + "0\r\nT: " + std::string(100, 'x') + "\r\n\r\n", limits)),
              HasSubstr("431"));
}

TEST(HttpMessage, WhatCanBeReadInTwoWaysIsRefused) {
  const auto why = [](const std::string& fields) {
    return refusal(request("POST / HTTP/1.1\r\n" + fields + "\r\n(INFO)"));
  };
  EXPECT_THAT(why("Content-Length: 6\r\nContent-Length: 5\r\n"), HasSubstr("400 Content-Length"));
  EXPECT_THAT(why("Content-Length: 6, 6\r\n"), HasSubstr("400 Content-Length"));
  for (const std::string length : {"", "-1", "+6", "6x", "0x6", "99999999999999999999999"}) {
    EXPECT_THAT(why("Content-Length: " + length + "\r\n"), HasSubstr("400 Content-Length"))
        << length;
  }
  EXPECT_EQ(why("Content-Length: 6\r\ncontent-length: 6\r\n"), "0");
  EXPECT_THAT(why("Content-Length: 6\r\nTransfer-Encoding: chunked\r\n"),
              HasSubstr("400 the head"));
  EXPECT_THAT(why("Transfer-Encoding: gzip, chunked\r\n"), HasSubstr("501"));
  EXPECT_THAT(why("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"),
              HasSubstr("501"));
  EXPECT_THAT(why("A: 1\r\n folded\r\n"), HasSubstr("400 a line of the head begins with a blank"));
  EXPECT_THAT(why("A : 1\r\n"), HasSubstr("400 a line of the head is no"));
  EXPECT_THAT(why("no colon\r\n"), HasSubstr("400 a line of the head is no"));
  EXPECT_THAT(why("A: 1\r2\r\n"), HasSubstr("400 there is a byte in the head"));
  EXPECT_THAT(why(std::string("A: \0\r\n", 6)), HasSubstr("400 there is a byte in the head"));
}

TEST(HttpMessage, ChunksThatAreWrongAreRefused) {
  const auto why = [](const std::string& body) {
    return refusal(request("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + body));
  };
  EXPECT_THAT(why("x\r\n"), HasSubstr("400 a chunk does not begin with its size"));
  EXPECT_THAT(why("-1\r\n"), HasSubstr("400 a chunk does not begin"));
  EXPECT_THAT(why("\r\n"), HasSubstr("400 a chunk does not begin"));
  EXPECT_THAT(why("11111111111111111\r\n"), HasSubstr("400 a chunk does not begin"));
  EXPECT_THAT(why("2\r\nabc\r\n"), HasSubstr("400 a chunk is longer than it says"));
}

TEST(HttpMessage, WhatIsNoRequestIsRefused) {
  for (const std::string line :
       {"(INFO)", "GET /", "GET  HTTP/1.1", "GET / x HTTP/1.1 ", "GET / HTTP/11", "G(T / HTTP/1.1",
        "GET / http/1.1", "GET /a b HTTP/1.1", " GET / HTTP/1.1"}) {
    EXPECT_THAT(refusal(request(line + "\r\n")), HasSubstr("400 a request begins with")) << line;
  }
  EXPECT_THAT(refusal(request("\x16\x03\x01\n")), HasSubstr("400 there is a byte"));
  EXPECT_THAT(refusal(request("GET / HTTP/2.0\r\n")), HasSubstr("505"));
}

TEST(HttpMessage, AnEndThatComesTooEarlyIsTold) {
  for (const std::string text :
       {"POST", "POST / HTTP/1.1\r\n", "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nab"}) {
    MessageReader reader = request(text);
    EXPECT_FALSE(reader.refusal());
    reader.end();
    EXPECT_EQ(refusal(reader), "400 the message did not come to its end") << text;
  }
  MessageReader nothing(MessageKind::request);
  nothing.end();
  EXPECT_FALSE(nothing.has_begun());
  EXPECT_TRUE(nothing.refusal());
}

TEST(HttpMessage, AnswersMayGoToTheEndOfTheConnection) {
  MessageReader reader = answer("HTTP/1.0 200 OK\nContent-type: text/acl\n\n(mark 1 1)");
  ASSERT_TRUE(reader.is_done()) << refusal(reader);
  EXPECT_EQ(reader.head().status, 200);
  EXPECT_EQ(reader.body(), "(mark 1 1)");
  MessageReader counted = answer("HTTP/1.1 404\r\nContent-Length: 2\r\n\r\nno more");
  EXPECT_EQ(counted.head().status, 404);
  EXPECT_EQ(counted.body(), "no");
  MessageReader empty = answer("HTTP/1.1 204 No Content\r\n\r\n");
  EXPECT_TRUE(empty.is_done());
}

TEST(HttpMessage, AnswersMayBeAnnounced) {
  MessageReader reader = answer(
      "HTTP/1.1 100 Continue\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nready");
  ASSERT_TRUE(reader.is_done()) << refusal(reader);
  EXPECT_EQ(reader.head().status, 200);
  EXPECT_FALSE(reader.head().fields.find("A"));
  EXPECT_EQ(reader.body(), "ready");
}

TEST(HttpMessage, WhatIsNoAnswerIsRefused) {
  for (const std::string text :
       {"ready", "HTTP/1.1 2x0 OK\r\n\r\n", "HTTP/1.1\r\n\r\n", "HTTP/1.1 2000 OK\r\n\r\n",
        "HTTP/1.1 099 OK\r\n\r\n", "HTTP/3.0 200 OK\r\n\r\n", "HTTP/1.1200 OK\r\n\r\n"}) {
    EXPECT_THAT(refusal(answer(text)), HasSubstr("400 ")) << text;
  }
}

TEST(HttpMessage, IsWrittenWithCarriageReturns) {
  EXPECT_EQ(answer_head(405, {{"Allow", "GET"}}),
            "HTTP/1.1 405 Method Not Allowed\r\nAllow: GET\r\n\r\n");
  EXPECT_EQ(request_head("POST", "/", {}), "POST / HTTP/1.1\r\n\r\n");
  EXPECT_EQ(status_text(299), "299 Status");
}

TEST(HttpMessage, FieldsAreFoundInAnyCase) {
  const Fields fields = {{"A", "1"}, {"b", "2"}, {"a", "3"}};
  EXPECT_EQ(fields.find("B"), "2");
  EXPECT_EQ(fields.find("c"), std::nullopt);
  EXPECT_THAT(fields.all("a"), ElementsAre("1", "3"));
}

}  // namespace
}  // namespace palamedes::http
