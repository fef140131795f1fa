// The API of `palamedes web` over real sockets: games of boards from choosing to the record.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "e2e/web_server.h"

namespace palamedes::e2e {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const char* const two_lamps = R"(
(role a) (role b) (init (step 0))
(light 1) (light 2) (light 3)
(<= (base (on ?r ?l)) (role ?r) (light ?l))
(<= (legal ?r (press ?l)) (role ?r) (light ?l))
(<= (next (on ?r ?l)) (does ?r (press ?l)))
(<= (next (step 1)) (true (step 0)))
(<= (next (step 2)) (true (step 1)))
(<= terminal (true (step 2)))
(<= (goal ?r 100) (role ?r) (true (on ?r 3)))
(<= (goal ?r 0) (role ?r) (not (true (on ?r 3))))
)";

Json human() { return {{"kind", "human"}}; }
Json random_player() { return {{"kind", "random"}}; }

bool is_over(const Json& state) { return state["terminal"].get<bool>(); }

TEST(Web, PrintsItsAddressAndServesAPage) {
  const WebServer server;
  ASSERT_GT(server.port(), 0);
  const WebReply page = server.send("GET", "/", "Host: " + server.host() + "\r\n", "");
  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.head, AllOf(HasSubstr("text/html"), HasSubstr("Content-Security-Policy")));
  EXPECT_THAT(page.body, HasSubstr("Palamedes"));
  EXPECT_EQ(server.send("GET", "/../etc/passwd", "Host: " + server.host() + "\r\n", "").status,
            404);
  EXPECT_EQ(server.get("/about").json()["limits"]["sessions"], 8);
  const WebReply description = server.get("/openapi.yaml");
  EXPECT_THAT(description.body, HasSubstr("openapi: 3"));
}

TEST(Web, ListsGamesAndAgentsWithTheirParameters) {
  const WebServer server;
  const Json games = server.get("/games").json();
  EXPECT_GT(games["games"].size(), 40U);
  EXPECT_EQ(games["video_games"].size(), 6U);
  const Json game = server.get("/games/tictactoe").json();
  EXPECT_EQ(game["title"], "Tic-Tac-Toe");
  EXPECT_THAT(game["rules"].get<std::string>(), HasSubstr("(role xplayer)"));
  EXPECT_EQ(server.get("/video-games/causeway").json()["level_texts"].size(), 5U);
  EXPECT_EQ(server.get("/games/no_such_game").status, 404);
  EXPECT_EQ(server.get("/video-games/causeway_lvl0").status, 404);

  EXPECT_GT(server.get("/agents").json()["agents"].size(), 10U);
  const Json parameters = server.get("/agents/parameters?agent=uct:select.c=0.9").json();
  bool found = false;
  for (const Json& each : parameters["parameters"]) {
    if (each["name"] != "select.c") continue;
    found = true;
    EXPECT_EQ(each["value"], "0.9");
    EXPECT_NE(each["default"], "0.9");
    EXPECT_EQ(each["kind"], "real");
    EXPECT_EQ(each["min"], 0);
  }
  EXPECT_TRUE(found);
  const WebReply wrong = server.get("/agents/parameters?agent=utc");
  EXPECT_EQ(wrong.status, 400);
  EXPECT_THAT(wrong.body, HasSubstr("did you mean 'uct'?"));
  EXPECT_EQ(server.get("/agents/parameters?game=video&agent=olets").status, 200);
}

TEST(Web, ChecksRulesAndSaysWhereTheyAreWrong) {
  const WebServer server;
  const Json broken =
      server.post("/check", {{"kind", "gdl"}, {"text", "(role a)\n(<= (legal a x) (tru y))"}})
          .json();
  EXPECT_EQ(broken["valid"], false);
  ASSERT_FALSE(broken["diagnostics"].empty());
  bool second_line = false;
  for (const Json& each : broken["diagnostics"]) {
    second_line = second_line || (each["line"] == 2 && each["column"] == 17);
  }
  EXPECT_TRUE(second_line) << broken.dump(1);

  const Json good =
      server
          .post("/check", {{"kind", "gdl"}, {"text", two_lamps}, {"play", true}, {"seconds", 0.5}})
          .json();
  EXPECT_EQ(good["valid"], true);
  EXPECT_EQ(good["info"]["roles"], Json({"a", "b"}));
  EXPECT_EQ(good["play"]["problems"], 0);
  EXPECT_EQ(good["play"]["length"]["max"], 2);

  const Json level =
      server
          .post("/check", {{"kind", "vgdl"},
                           {"text", server.get("/video-games/causeway").json()["rules"]},
                           {"level", "wwww\nwA.w\nwwww\n"}})
          .json();
  EXPECT_EQ(level["valid"], true) << level.dump(1);
  EXPECT_EQ(level["info"]["columns"], 4);
}

TEST(Web, TakesHintsAboutTheBoardAndSaysWhereTheyAreWrong) {
  const WebServer server;
  const auto rows_of = [&](const Json& wish) {
    return server.post("/sessions", wish).json()["picture"]["planes"].at(0)["rows"];
  };
  // A built-in game brings its own; others may be given, for pasted rules too.
  EXPECT_THAT(server.get("/games/eight_puzzle").json()["layout"].get<std::string>(),
              HasSubstr("(rows down)"));
  EXPECT_EQ(rows_of({{"game", "eight_puzzle"}}), Json({"1", "2", "3"}));
  EXPECT_EQ(rows_of({{"game", "eight_puzzle"}, {"layout", "(rows up)"}}), Json({"3", "2", "1"}));
  const Json rules = server.get("/games/tictactoe").json()["rules"];
  EXPECT_EQ(rows_of({{"rules", rules}, {"layout", "(rows down)"}}), Json({"1", "2", "3"}));

  const WebReply wrong =
      server.post("/sessions", {{"rules", rules}, {"layout", "(rows down)\n(hide sell)"}});
  EXPECT_EQ(wrong.status, 422);
  const Json diagnostic = wrong.json()["diagnostics"].at(0);
  EXPECT_EQ(diagnostic["text"], "layout");
  EXPECT_EQ(diagnostic["line"], 2);
  EXPECT_EQ(diagnostic["column"], 7);
  const Json checked =
      server.post("/check", {{"kind", "gdl"}, {"text", rules}, {"layout", "(rows left)"}}).json();
  EXPECT_EQ(checked["valid"], false);
  EXPECT_EQ(checked["diagnostics"].at(0)["text"], "layout");
}

TEST(Web, PlaysAGameToItsEndAgainstAnAgentAndWritesItsRecord) {
  const WebServer server;
  const std::string id = server.open(
      {{"game", "tictactoe"},
       {"players", {human(), {{"kind", "agent"}, {"agent", "uct"}, {"simulations", 300}}}}});
  ASSERT_FALSE(id.empty());
  const std::string path = "/sessions/" + id;
  Json state = server.get(path).json();
  EXPECT_EQ(state["waiting_for"], Json({0}));
  EXPECT_EQ(state["legal"][0].size(), 9U);
  EXPECT_EQ(state["legal"][0][0]["move"], "(mark 1 1)");
  EXPECT_EQ(state["legal"][0][0]["kind"], "place");
  EXPECT_EQ(state["legal"][0][0]["cells"], Json::parse("[[0,2,0]]"));
  EXPECT_EQ(state["picture"]["planes"][0]["cells"].size(), 3U);
  for (int turn = 0; turn < 5 && !is_over(state); ++turn) {
    const Json move = state["legal"][0][0]["move"];
    state = server.post(path + "/moves", {{"move", move}, {"step", state["step"]}}).json();
    ASSERT_TRUE(state.contains("step")) << state.dump(1);
    state = server.wait_for(
        path, [](const Json& now) { return is_over(now) || !now["waiting_for"].empty(); });
  }
  ASSERT_TRUE(is_over(state)) << state.dump(1);
  EXPECT_FALSE(state["roles"][0]["goal"].is_null());

  const Json record = server.get(path + "/record").json();
  EXPECT_EQ(record["isCompleted"], true);
  EXPECT_EQ(record["moves"].size(), state["steps"]);
  EXPECT_EQ(record["states"].size(), record["moves"].size() + 1);
  EXPECT_EQ(record["goalValues"][0], state["roles"][0]["goal"]);

  const WebReply again = server.post("/sessions", {{"game", "tictactoe"}, {"record", record}});
  EXPECT_EQ(again.status, 201);
  EXPECT_EQ(again.json()["steps"], state["steps"]);
  EXPECT_EQ(again.json()["picture"]["planes"], state["picture"]["planes"]);
}

TEST(Web, WalksThroughAMatchUndoesAndGoesOnFromThere) {
  const WebServer server;
  const std::string path =
      "/sessions/" + server.open({{"game", "tictactoe"}, {"players", {human(), human()}}});
  for (const char* move : {"(mark 1 1)", "(mark 2 2)", "(mark 3 3)"}) {
    ASSERT_EQ(server.post(path + "/moves", {{"move", move}}).status, 200);
  }
  EXPECT_EQ(server.put(path + "/step", {{"step", 1}}).json()["step"], 1);
  EXPECT_EQ(server.get(path + "?step=3").json()["picture"]["planes"][0]["cells"][0][2]["sign"],
            "x");
  Json state = server.put(path + "/step", {{"step", 3}}).json();
  EXPECT_EQ(state["steps"], 3);
  EXPECT_EQ(state["line"], "(mark 1 1) (mark 2 2) (mark 3 3)");
  state = server.post(path + "/undo").json();
  EXPECT_EQ(state["steps"], 2);
  EXPECT_EQ(server.put(path + "/step", {{"step", 1}}).status, 200);
  state = server.post(path + "/moves", {{"move", "(mark 1 2)"}}).json();
  EXPECT_EQ(state["line"], "(mark 1 1) (mark 1 2)");
  EXPECT_EQ(state["history"][1]["moves"], Json({"noop", "(mark 1 2)"}));
  EXPECT_EQ(server.post(path + "/undo").status, 200);
  EXPECT_EQ(server.post(path + "/undo").status, 200);
  EXPECT_EQ(server.post(path + "/undo").status, 409);
}

TEST(Web, AsksHumansOneAfterTheOtherAndShowsNobodyTheOthersChoice) {
  const WebServer server;
  const std::string path =
      "/sessions/" + server.open({{"rules", two_lamps}, {"players", {human(), human()}}});
  Json state = server.get(path).json();
  EXPECT_EQ(state["waiting_for"], Json({0, 1}));
  EXPECT_EQ(server.post(path + "/moves", {{"move", "(press 3)"}}).status, 400);  // whose?
  const WebReply first = server.post(path + "/moves", {{"role", 1}, {"move", "(press 3)"}});
  EXPECT_EQ(first.json()["waiting_for"], Json({0}));
  EXPECT_EQ(first.json()["roles"][1]["chosen"], true);
  Json shown = first.json();
  shown.erase("legal");  // which is the same for all choices
  EXPECT_THAT(shown.dump(), Not(HasSubstr("press")));
  state = server.post(path + "/undo").json();
  EXPECT_EQ(state["waiting_for"], Json({0, 1}));
  EXPECT_EQ(server.post(path + "/moves", {{"role", 1}, {"move", "(press 2)"}}).status, 200);
  state = server.post(path + "/moves", {{"role", 0}, {"move", "(press 3)"}}).json();
  EXPECT_EQ(state["step"], 1);
  EXPECT_EQ(state["history"][0]["moves"], Json({"(press 3)", "(press 2)"}));
  EXPECT_EQ(
      server.post(path + "/moves", {{"moves", {"(press 3)", "(press 1)"}}}).json()["terminal"],
      true);
}

TEST(Web, LetsRandomPlayersAndAgentsPlayByThemselvesAndPausesThem) {
  const WebServer server;
  const std::string path =
      "/sessions/" +
      server.open({{"game", "tictactoe"},
                   {"running", false},
                   {"players",
                    {random_player(), {{"kind", "agent"}, {"agent", "mast"}, {"seconds", 0.05}}}}});
  EXPECT_EQ(server.get(path).json()["step"], 0);
  EXPECT_EQ(server.put(path + "/play", {{"once", true}}).status, 200);
  const Json one = server.wait_for(path, [](const Json& now) { return now["steps"] == 1; });
  EXPECT_EQ(one["steps"], 1);
  EXPECT_EQ(one["running"], false);
  EXPECT_EQ(server.put(path + "/play", {{"running", true}}).json()["running"], true);
  const Json end = server.wait_for(path, is_over);
  EXPECT_TRUE(is_over(end)) << end.dump(1);
}

TEST(Web, AnalysesAPositionWhileItStreamsWhatItFinds) {
  const WebServer server;
  const std::string path =
      "/sessions/" + server.open({{"game", "connect_four"}, {"players", {human(), human()}}});
  const Connection stream(server.port());
  ASSERT_TRUE(
      stream.send("GET /api" + path + "/events HTTP/1.1\r\nHost: " + server.host() + "\r\n\r\n"));
  const Json begun =
      server.put(path + "/analysis", {{"running", true}, {"agent", "uct:select.c=0.4"}}).json();
  EXPECT_EQ(begun["running"], true);
  const std::string events = stream.receive(std::chrono::seconds(2));
  EXPECT_THAT(events, AllOf(HasSubstr("text/event-stream"), HasSubstr("event: analysis"),
                            HasSubstr("\"simulations\"")));
  Json analysis =
      server.wait_for(path + "/analysis", [](const Json& now) { return now["simulations"] > 100; });
  EXPECT_EQ(analysis["phase"], "thinking");
  EXPECT_EQ(analysis["roles"][0]["moves"].size(), 8U);
  EXPECT_GT(analysis["simulations_per_second"], 0);
  EXPECT_FALSE(analysis["line"].empty());
  EXPECT_GE(analysis["history"].size(), 1U);

  // It follows the match, and stops where it stands.
  const Json moved = server.post(path + "/moves", {{"move", "(drop 4)"}}).json();
  EXPECT_EQ(moved["step"], 1) << moved.dump(1);
  analysis = server.wait_for(path + "/analysis", [](const Json& now) {
    return now["step"] == 1 && now["simulations"] > 100;
  });
  EXPECT_EQ(analysis["role"], 1);
  EXPECT_EQ(server.put(path + "/analysis", {{"running", false}}).json()["phase"], "paused");

  Json branch = server.post(path + "/analysis/branch", {{"path", Json::array()}}).json();
  EXPECT_EQ(branch["known"], true);
  const Json best = branch["roles"][1]["moves"][0];
  EXPECT_EQ(best["open"], true);
  const Json step = Json::array({"noop", best["move"]});
  const Json below =
      server.post(path + "/analysis/branch", {{"path", Json::array({step})}, {"top", 3}}).json();
  EXPECT_EQ(below["known"], true);
  EXPECT_LE(below["roles"][0]["moves"].size(), 3U);
  EXPECT_LE(below["visits"], branch["visits"]);
}

TEST(Web, ReviewsAWholeMatchAndFindsWhereItTurned) {
  const WebServer server;
  // After the third move white wins in the centre, unless black blocks, which it does not.
  const std::string path =
      "/sessions/" +
      server.open({{"game", "tictactoe"},
                   {"players", {human(), human()}},
                   {"moves", "(mark 1 1) (mark 1 2) (mark 2 2) (mark 1 3) (mark 3 3)"}});
  EXPECT_EQ(server.post(path + "/review", {{"agent", "uct+solver"}, {"simulations", 3000}}).status,
            200);
  const Json review = server.wait_for(path + "/review",
                                      [](const Json& now) { return !now["running"].get<bool>(); });
  EXPECT_EQ(review["done"], 6);
  EXPECT_EQ(review["points"][5]["values"], Json({100, 0}));
  EXPECT_EQ(review["points"][4]["role"], 0);
  EXPECT_EQ(review["points"][4]["made"], "(mark 3 3)");
  EXPECT_EQ(review["points"][4]["loss"], 0);
  EXPECT_FALSE(review["turning_points"].empty()) << review.dump(1);
}

}  // namespace
}  // namespace palamedes::e2e
