// Video games and the lab over the API of `palamedes web`.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "e2e/program.h"
#include "e2e/web_server.h"

namespace palamedes::e2e {
namespace {

using testing::HasSubstr;

TEST(WebVideo, AdvancesRewindsAndGoesTheSameWayAgain) {
  const WebServer server;
  const WebReply opened = server.post("/video", {{"game", "causeway"}, {"level", 1}});
  ASSERT_EQ(opened.status, 201) << opened.body;
  const Json state = opened.json();
  EXPECT_EQ(state["kind"], "video");
  EXPECT_GT(state["columns"], 3);
  EXPECT_FALSE(state["frame"]["avatar"].is_null());
  const std::string path = "/video/" + state["id"].get<std::string>();
  EXPECT_EQ(server.post(path + "/step", {{"action", "right"}, {"ticks", 30}}).json()["tick"], 30);
  const Json later = server.post(path + "/step", {{"action", "up"}, {"ticks", 30}}).json();
  EXPECT_EQ(later["tick"], 60);
  const Json before = server.put(path + "/tick", {{"tick", 10}}).json();
  EXPECT_EQ(before["tick"], 10);
  EXPECT_EQ(before["last_tick"], 60);
  EXPECT_EQ(before["action"], "right");
  EXPECT_EQ(server.put(path + "/tick", {{"tick", 60}}).json()["sprites"], later["sprites"]);
  (void)server.put(path + "/tick", {{"tick", 5}});
  EXPECT_EQ(server.post(path + "/step", {{"action", "left"}}).json()["last_tick"], 6);
  EXPECT_EQ(server.post(path + "/step", {{"action", "jump"}}).status, 400);
  EXPECT_EQ(server.put(path + "/tick", {{"tick", 7}}).status, 400);
  EXPECT_EQ(server.remove("/video/" + state["id"].get<std::string>()).status, 200);
}

TEST(WebVideo, TellsWhichImageTheRulesNameForASprite) {
  const WebServer server;
  Json video = server.get("/video-games/causeway").json();
  std::string rules = video["rules"];
  const std::string avatar = "avatar >";
  ASSERT_NE(rules.find(avatar), std::string::npos);
  const std::size_t end = rules.find('\n', rules.find(avatar));
  rules.insert(end, " img=oryx/knight");
  const WebReply opened =
      server.post("/video", {{"rules", rules}, {"level_text", video["level_texts"].at(0)}});
  ASSERT_EQ(opened.status, 201) << opened.body;
  for (const Json& type : opened.json()["types"]) {
    EXPECT_EQ(type["image"], type["avatar"].get<bool>() ? "oryx/knight" : "") << type.dump();
  }
}

TEST(WebVideo, RunsInRealTimeAndIsPlayedByAnAgent) {
  const WebServer server;
  const Json state =
      server.post("/video", {{"game", "hailstorm"}, {"agent", "random"}, {"seed", 3}}).json();
  const std::string id = state["id"];
  EXPECT_EQ(state["player"]["agent"], "random");
  const Connection stream(server.port());
  ASSERT_TRUE(stream.send("GET /api/sessions/" + id + "/events HTTP/1.1\r\nHost: " + server.host() +
                          "\r\n\r\n"));
  EXPECT_EQ(server.put("/video/" + id + "/clock", {{"running", true}, {"ticks_per_second", 50}})
                .json()["running"],
            true);
  const Json later = server.wait_for("/video/" + id, [](const Json& now) {
    return now["frame"]["tick"] >= 5 || now["frame"]["over"].get<bool>();
  });
  EXPECT_GE(later["frame"]["tick"], 5);
  EXPECT_THAT(stream.receive(std::chrono::milliseconds(500)), HasSubstr("event: frame"));
  EXPECT_EQ(server.put("/video/" + id + "/clock", {{"running", false}}).json()["running"], false);
  EXPECT_EQ(server.put("/video/" + id + "/player", {{"agent", "olets"}, {"seconds", 0.01}})
                .json()["player"]["agent"],
            "olets");
  EXPECT_EQ(server.put("/video/" + id + "/player", {{"agent", "no_such"}}).status, 400);
}

TEST(WebLab, ShowsWhatTheStoreOfAnExperimentKnows) {
  const WebServer server({"--lab", folder()});
  const Json list = server.get("/lab").json();
  ASSERT_GT(list["experiments"].size(), 3U);
  const std::string name = list["experiments"][0]["name"];
  const Json experiment = server.get("/lab/" + name).json();
  EXPECT_EQ(experiment["name"], name);
  EXPECT_EQ(experiment["known"], 0);
  EXPECT_FALSE(experiment["sections"].empty());
  EXPECT_THAT(server.get("/lab/" + name + "/report.html").body, HasSubstr("<html"));
  EXPECT_EQ(server.get("/lab/no-such-experiment").status, 404);
  EXPECT_EQ(server.get("/lab/..%2F..%2Fetc%2Fpasswd").status, 404);
}

}  // namespace
}  // namespace palamedes::e2e
