#include "match/points.h"

#include <set>

#include <gtest/gtest.h>

#include "match/assignment.h"

namespace palamedes::match {
namespace {

using Points = std::vector<double>;

// 2^r - 2 ways (Sturtevant 2008); alone each plays for itself.
TEST(Assignments, OfTwoAgents) {
  EXPECT_EQ(assignments(2, 1), (std::vector<Assignment>{{0}, {1}}));
  EXPECT_EQ(assignments(2, 2), (std::vector<Assignment>{{1, 0}, {0, 1}}));
  for (std::size_t roles = 2; roles <= 6; ++roles) {
    const std::vector<Assignment> list = assignments(2, roles);
    EXPECT_EQ(list.size(), (std::size_t{1} << roles) - 2);
    EXPECT_EQ(std::set<Assignment>(list.begin(), list.end()).size(), list.size());
    // each plays each role equally often
    for (std::size_t role = 0; role < roles; ++role) {
      std::size_t of_second = 0;
      for (const Assignment& assignment : list) of_second += assignment[role];
      EXPECT_EQ(of_second * 2, list.size());
    }
  }
}

TEST(Assignments, OfOneAndOfManyAgents) {
  EXPECT_EQ(assignments(1, 3), (std::vector<Assignment>{{0, 0, 0}}));
  EXPECT_EQ(assignments(3, 2).size(), 6U);  // 9 without three
  EXPECT_EQ(assignments(3, 3).size(), 24U);
  EXPECT_EQ(assignments(2, 3, 4).size(), 4U);
}

TEST(PointsByRole, SplitOnePoint) {
  EXPECT_EQ(points(PointRule::roles, 2, {0, 1}, std::vector{100, 0}), (Points{1, 0}));
  EXPECT_EQ(points(PointRule::roles, 2, {1, 0}, std::vector{100, 0}), (Points{0, 1}));
  EXPECT_EQ(points(PointRule::roles, 2, {0, 1}, std::vector{50, 50}), (Points{0.5, 0.5}));
  EXPECT_EQ(points(PointRule::roles, 2, {0, 1}, std::vector{0, 0}), (Points{0.5, 0.5}));
  // three equal ones have a third each
  const Points thirds = points(PointRule::roles, 2, {0, 1, 0}, std::vector{40, 40, 40});
  EXPECT_DOUBLE_EQ(thirds[0], 2.0 / 3);
  EXPECT_DOUBLE_EQ(thirds[1], 1.0 / 3);
  // two of three share it
  EXPECT_EQ(points(PointRule::roles, 2, {0, 1, 1}, std::vector{70, 70, 20}), (Points{0.5, 0.5}));
  EXPECT_EQ(points(PointRule::roles, 2, {0, 1, 1}, std::vector{20, 70, 70}), (Points{0, 1}));
}

TEST(PointsByAgent, GoToTheBestRole) {
  EXPECT_EQ(points(PointRule::agents, 2, {0, 1}, std::vector{100, 0}), (Points{1, 0}));
  EXPECT_EQ(points(PointRule::agents, 2, {0, 1}, std::vector{50, 50}), (Points{0.5, 0.5}));
  // equal agents have half each, however many roles they play
  EXPECT_EQ(points(PointRule::agents, 2, {0, 1, 0}, std::vector{40, 40, 40}), (Points{0.5, 0.5}));
  EXPECT_EQ(points(PointRule::agents, 2, {0, 1, 1}, std::vector{70, 20, 60}), (Points{1, 0}));
  EXPECT_EQ(points(PointRule::agents, 2, {0, 1, 1}, std::vector{70, 20, 80}), (Points{0, 1}));
  // who does not play has nothing
  EXPECT_EQ(points(PointRule::agents, 3, {0, 2}, std::vector{0, 0}), (Points{0.5, 0, 0.5}));
}

TEST(PointsRules, AloneTheGoalIsThePoint) {
  for (const PointRule rule : {PointRule::roles, PointRule::agents}) {
    EXPECT_EQ(points(rule, 2, {0}, std::vector{30}), (Points{0.3, 0}));
    EXPECT_EQ(points(rule, 2, {1}, std::vector{100}), (Points{0, 1}));
    EXPECT_EQ(points(rule, 1, {0}, std::vector{0}), (Points{0}));
  }
}

}  // namespace
}  // namespace palamedes::match
