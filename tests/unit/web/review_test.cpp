#include "web/worker/review.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/builtin_game.h"
#include "web/worker/analysis.h"
#include "web/worker/players.h"

namespace palamedes::web::worker {
namespace {

std::vector<ReviewPoint> points(const std::vector<std::optional<double>>& values) {
  std::vector<ReviewPoint> list;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto other = values[i] ? std::optional(100 - *values[i]) : std::nullopt;
    list.push_back({.step = i, .values = {values[i], other}, .role = i % 2});
  }
  return list;
}

TEST(Review, TurnsWhereValuesJump) {
  const auto turns = turning_points(points({50, 55, 20, 34, 90, std::nullopt, 10}));
  ASSERT_EQ(turns.size(), 2U);
  EXPECT_EQ(turns[0].step, 3U);
  EXPECT_THAT(turns[0].change, testing::ElementsAre(56, -56));
  EXPECT_EQ(turns[1].step, 1U);
  EXPECT_EQ(turns[1].role, 1U);
  EXPECT_TRUE(turning_points(points({50})).empty());
  EXPECT_TRUE(turning_points({}).empty());
}

TEST(Review, AMoveLosesWhatTheBestOneWouldHaveBroughtMore) {
  ReviewPoint point{.best_value = 70, .made_value = 40};
  EXPECT_EQ(loss_of(point), 30);
  point.made_value = 80;
  EXPECT_EQ(loss_of(point), 0);
  point.made_value.reset();
  EXPECT_EQ(loss_of(point), std::nullopt);
}

TEST(Review, KnowsAWholeMatchInTheEnd) {
  const auto game = machine::builtin_game("tictactoe");
  Match match(*game);
  const Configuration limits;
  for (const char* text : {"(mark 1 1)", "(mark 1 2)"}) {
    std::vector<Move> joint_move;
    for (std::size_t role = 0; role < 2; ++role) {
      joint_move.push_back(match.has_choice(role) ? *game->find_move(Role(role), text)
                                                  : match.legal()[role].front());
    }
    match.advance(joint_move);
  }
  Review review(match, limits);
  EXPECT_FALSE(review.wants());
  EXPECT_EQ(review.begin(R"({"agent":"uct","simulations":200})").status, status::ok);
  EXPECT_EQ(review.begin(R"({"agent":"no_such_agent"})").status, status::bad_request);
  while (review.wants()) static_cast<void>(review.think([] { return false; }));
  const Json json = review.json();
  EXPECT_EQ(json["done"], 3);
  EXPECT_EQ(json["points"][0]["made"], "(mark 1 1)");
  EXPECT_FALSE(json["points"][1]["best_value"].is_null());
  EXPECT_TRUE(json["points"][2]["made"].is_null());
  review.forget_after(1);
  EXPECT_EQ(review.json()["done"], 2);
}

TEST(Analysis, ThinksAboutTheShownStepAndFollowsTheMatch) {
  const auto game = machine::builtin_game("tictactoe");
  Match match(*game);
  const Configuration limits;
  Analysis analysis(match, limits);
  EXPECT_EQ(analysis.json(true)["phase"], "none");
  EXPECT_FALSE(analysis.wants());
  EXPECT_EQ(analysis.set(R"({"agent":"uct","running":true})").status, status::ok);
  EXPECT_TRUE(analysis.wants());
  static_cast<void>(analysis.think([] { return false; }));
  Json json = analysis.json(true);
  EXPECT_EQ(json["phase"], "thinking");
  EXPECT_EQ(json["role"], 0);
  EXPECT_GT(json["simulations"], 0);
  EXPECT_EQ(json["roles"][0]["moves"].size(), 9U);
  const Json branch =
      Json::parse(analysis.branch(R"json({"path":[["(mark 2 2)","noop"]]})json").body);
  EXPECT_EQ(branch["known"], true);
  EXPECT_EQ(branch["roles"][1]["total"], 8);

  match.advance(std::vector<Move>{*game->find_move(Role{0}, "(mark 2 2)"),
                                  *game->find_move(Role{1}, "noop")});
  static_cast<void>(analysis.think([] { return false; }));
  json = analysis.json(true);
  EXPECT_EQ(json["step"], 1);
  EXPECT_EQ(json["role"], 1);
  EXPECT_EQ(analysis.set(R"({"running":false})").status, status::ok);
  EXPECT_FALSE(analysis.wants());
  EXPECT_EQ(analysis.set(R"({"parameters":{"c":"0.9"}})").status, status::ok);
  EXPECT_NE(analysis.json(true)["text"].get<std::string>().find("select.c=0.9"), std::string::npos);
  EXPECT_EQ(analysis.set(R"({"stop":true})").status, status::ok);
  EXPECT_EQ(analysis.json(true)["phase"], "none");
}

TEST(Players, HumansChooseBeforeAgentsDo) {
  const auto game = machine::builtin_game("joint_connect_four");
  Match match(*game);
  const Configuration limits;
  Players players(match, limits, 1);
  EXPECT_THAT(players.waiting_for(), testing::ElementsAre(0));
  EXPECT_FALSE(players.joint_move().has_value());
  EXPECT_NE(players.set(Json::parse(R"([{"kind":"human"}])")), "");
  EXPECT_NE(players.set(Json::parse(R"([{"kind":"robot"},{"kind":"human"}])")), "");
  EXPECT_EQ(players.set(Json::parse(
                R"([{"kind":"human"},{"kind":"agent","agent":"uct","simulations":50}])")),
            "");
  players.choose(0, match.legal()[0].front());
  EXPECT_TRUE(players.waiting_for().empty());
  for (int i = 0; i < 100 && !players.joint_move(); ++i) {
    static_cast<void>(players.think([] { return false; }));
  }
  const auto joint_move = players.joint_move();
  ASSERT_TRUE(joint_move.has_value());
  EXPECT_EQ(joint_move->front(), match.legal()[0].front());
  EXPECT_TRUE(match.is_legal(1, joint_move->back()));
}

}  // namespace
}  // namespace palamedes::web::worker
