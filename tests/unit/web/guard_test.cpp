#include "web/guard.h"

#include <gtest/gtest.h>

namespace palamedes::web {
namespace {

int status_of(const Guard& guard, const Asked& asked) {
  const auto refusal = guard.refusal(asked);
  return refusal ? refusal->status : status::ok;
}

TEST(Guard, KnowsItsOwnNamesWithTheirPort) {
  const Guard guard("192.0.2.1", 8080, "Games.Example");
  for (const char* host :
       {"192.0.2.1:8080", "games.example:8080", "LOCALHOST:8080", "127.0.0.1:8080", "[::1]:8080"}) {
    EXPECT_EQ(status_of(guard, {.method = "GET", .host = host}), status::ok) << host;
  }
  for (const char* host : {"", "192.0.2.1", "192.0.2.1:80", "192.0.2.10:8080", "localhost",
                           "localhost:8080.evil.example", "evil.example:8080"}) {
    EXPECT_EQ(status_of(guard, {.method = "GET", .host = host}), status::forbidden) << host;
  }
  EXPECT_EQ(status_of(Guard("127.0.0.1", 80, ""), {.method = "GET", .host = "localhost"}),
            status::ok);
}

TEST(Guard, RefusesOtherOrigins) {
  const Guard guard("127.0.0.1", 8080, "");
  const auto with_origin = [&](std::string_view origin) {
    return status_of(guard, {.method = "GET", .host = "127.0.0.1:8080", .origin = origin});
  };
  EXPECT_EQ(with_origin("http://127.0.0.1:8080"), status::ok);
  EXPECT_EQ(with_origin("http://localhost:8080"), status::ok);
  EXPECT_EQ(with_origin("https://127.0.0.1:8080"), status::forbidden);
  EXPECT_EQ(with_origin("http://127.0.0.1:8081"), status::forbidden);
  EXPECT_EQ(with_origin("null"), status::forbidden);
  EXPECT_EQ(with_origin(""), status::forbidden);
  Asked asked{.method = "GET", .host = "127.0.0.1:8080", .fetch_site = "same-site"};
  EXPECT_EQ(status_of(guard, asked), status::forbidden);
  asked.is_api = false;
  EXPECT_EQ(status_of(guard, asked), status::ok);
  asked = {.method = "GET", .host = "127.0.0.1:8080", .fetch_site = "same-origin"};
  EXPECT_EQ(status_of(guard, asked), status::ok);
}

TEST(Guard, WhatWritesHasToBeJson) {
  const Guard guard("127.0.0.1", 8080, "");
  const auto with_type = [&](std::string_view method, std::string_view type) {
    return status_of(
        guard,
        {.method = method, .host = "127.0.0.1:8080", .content_type = type, .has_body = true});
  };
  EXPECT_EQ(with_type("POST", "application/json"), status::ok);
  EXPECT_EQ(with_type("PUT", "Application/JSON ; charset=utf-8"), status::ok);
  EXPECT_EQ(with_type("POST", "application/json-patch+json"), status::wrong_type);
  EXPECT_EQ(with_type("POST", "text/plain"), status::wrong_type);
  EXPECT_EQ(with_type("DELETE", ""), status::wrong_type);
  EXPECT_EQ(with_type("PATCH", "application/json"), status::wrong_method);
  EXPECT_EQ(status_of(guard, {.method = "DELETE", .host = "127.0.0.1:8080"}), status::ok);
  EXPECT_EQ(status_of(guard, {.method = "POST",
                              .host = "127.0.0.1:8080",
                              .content_type = "application/json",
                              .transfer_encoding = "chunked"}),
            status::bad_request);
}

}  // namespace
}  // namespace palamedes::web
