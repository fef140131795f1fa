#include "web/api.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "web/json.h"
#include "web/page.h"

namespace palamedes::web {
namespace {

// No session can be opened: nothing answers.
ApiOptions without_processes() {
  ApiOptions options;
  options.worker_command = {"/bin/false"};
  options.limits.ready_seconds = 5;
  return options;
}

TEST(Api, KnowsItsPathsAndTheirMethods) {
  Api api(without_processes());
  const auto status_of = [&](const char* method, const char* path) {
    return api.answer({.method = method, .path = path}).status;
  };
  EXPECT_EQ(status_of("GET", "/games"), status::ok);
  EXPECT_EQ(status_of("GET", "/games/nim"), status::ok);
  EXPECT_EQ(status_of("GET", "/games/nim/more"), status::not_found);
  EXPECT_EQ(status_of("GET", "/agents"), status::ok);
  EXPECT_EQ(status_of("GET", "/agents/other"), status::not_found);
  EXPECT_EQ(status_of("DELETE", "/games"), status::wrong_method);
  EXPECT_EQ(status_of("GET", "/sessions"), status::wrong_method);
  EXPECT_EQ(status_of("GET", "/sessions/x"), status::not_found);
  EXPECT_EQ(status_of("GET", "/sessions/x/moves"), status::wrong_method);
  EXPECT_EQ(status_of("GET", "/sessions/x/nothing"), status::not_found);
  EXPECT_EQ(status_of("GET", "/video/x/moves"), status::not_found);
  EXPECT_EQ(status_of("GET", ""), status::not_found);
  EXPECT_EQ(status_of("GET", "/"), status::not_found);
  EXPECT_EQ(status_of("GET", "//"), status::not_found);
}

TEST(Api, ReadsQueries) {
  const auto query = read_query("/api/x?agent=uct%2Bmast:select.c=0.5&game=a+b&flag&bad=%zz%4#end");
  EXPECT_EQ(query.at("agent"), "uct+mast:select.c=0.5");
  EXPECT_EQ(query.at("game"), "a b");
  EXPECT_EQ(query.at("flag"), "");
  EXPECT_EQ(query.at("bad"), "%zz%4");
  EXPECT_EQ(query.size(), 4U);
  EXPECT_TRUE(read_query("/api/x").empty());
  EXPECT_TRUE(read_query("/api/x?").empty());
}

TEST(Api, TellsStreamsApart) {
  EXPECT_EQ(Api::stream_of({.method = "GET", .path = "/sessions/abc/events"}), "abc");
  EXPECT_EQ(Api::stream_of({.method = "POST", .path = "/sessions/abc/events"}), "");
  EXPECT_EQ(Api::stream_of({.method = "GET", .path = "/sessions/abc"}), "");
}

TEST(Api, AProcessThatEndsAtOnceIsNoSession) {
  Api api(without_processes());
  const Answer answer =
      api.answer({.method = "POST", .path = "/sessions", .body = R"({"game":"nim"})"});
  EXPECT_EQ(answer.status, status::unprocessable);
  EXPECT_EQ(api.sessions().count(), 0U);
  const Answer check =
      api.answer({.method = "POST", .path = "/check", .body = R"({"kind":"gdl","text":""})"});
  EXPECT_EQ(Json::parse(check.body)["valid"], false);
  EXPECT_TRUE(Json::parse(check.body)["limit"].is_string());
}

TEST(Api, IdsCannotBeGuessed) {
  const std::string id = random_id();
  EXPECT_EQ(id.size(), 32U);
  EXPECT_NE(id, random_id());
}

// Every path of the description is one of the API, with these methods.
TEST(Api, IsWhatItsDescriptionSays) {
  Api api(without_processes());
  std::string text(api_description());
  std::string path;
  std::size_t seen = 0;
  for (std::size_t at = text.find("\npaths:"); at < text.find("\ncomponents:");) {
    const std::size_t end = text.find('\n', at + 1);
    const std::string line = text.substr(at + 1, end - at - 1);
    at = end;
    if (line.starts_with("  /")) path = line.substr(2, line.size() - 3);
    for (const auto& [word, method] :
         {std::pair("    get:", "GET"), std::pair("    post:", "POST"),
          std::pair("    put:", "PUT"), std::pair("    delete:", "DELETE")}) {
      if (line != word) continue;
      const Call call{.method = method, .path = path};
      ++seen;
      if (!Api::stream_of(call).empty()) continue;
      const Answer answer = api.answer(call);
      EXPECT_NE(answer.status, status::wrong_method) << method << path;
      EXPECT_THAT(answer.body, testing::Not(testing::HasSubstr("no such path"))) << method << path;
    }
  }
  EXPECT_GT(seen, 30U);
}

TEST(Page, HasTypesAndAPolicy) {
  EXPECT_EQ(content_type("assets/index-1a2b.js"), "text/javascript; charset=utf-8");
  EXPECT_EQ(content_type("index.html"), "text/html; charset=utf-8");
  EXPECT_EQ(content_type("strange"), "application/octet-stream");
  EXPECT_THAT(content_policy(), testing::HasSubstr("default-src 'none'"));
  EXPECT_THAT(plain_page(), testing::HasSubstr("npm run build"));
}

}  // namespace
}  // namespace palamedes::web
