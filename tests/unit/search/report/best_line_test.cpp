// One role alone plays the best line that it has ever seen.

#include "search/report/best_line.h"

#include <gtest/gtest.h>

#include "unit/search/search_testing.h"

namespace palamedes::search {
namespace {

using toy::Slope;

// Seven steps, and only going right every time is worth 90; to go left at first looks better to
// everybody who goes by visits or means, since all that begins with left is worth 40.
struct Needle {
  static constexpr std::size_t roles = 1;
  static constexpr std::uint64_t depth = 7;

  [[nodiscard]] static std::uint64_t initial() { return 1; }
  [[nodiscard]] static bool terminal(std::uint64_t value) { return value >> depth != 0; }
  [[nodiscard]] static int goal(std::uint64_t value, std::size_t) {
    if (value == (std::uint64_t{2} << depth) - 1) return 90;
    return value >> (depth - 1) == 2 ? 40 : 0;
  }
  static void legal(std::uint64_t, std::size_t, model::MoveList& moves) {
    moves.push_back(Move{0});
    moves.push_back(Move{1});
  }
  [[nodiscard]] static std::uint64_t next(std::uint64_t value, std::span<const Move> joint) {
    return value * 2 + index_of(joint[0]);
  }
};

using NeedleSearch = Searcher<Row<Needle>>;

TEST(BestLine, IsPlayedToItsEnd) {
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    NeedleSearch searcher(Row<Needle>(), {}, Role{0}, seed);
    searcher.think(100);
    const MoveReport best = searcher.search.snapshot().moves[0][0];
    if (best.move == Move{0} || best.visits > 50) continue;
    ++found;  // visits would go left
    EXPECT_EQ(searcher.search.snapshot().line.size(), Needle::depth);
    std::uint64_t value = Needle::initial();
    while (!Needle::terminal(value)) {
      const std::uint32_t move = searcher.best();
      value = value * 2 + move;
      searcher.follow({move});
      if (!Needle::terminal(value)) searcher.think(3);
    }
    EXPECT_EQ(Needle::goal(value, 0), 90);
  }
  EXPECT_GT(found, 5);
}

// Going right every time is worth 80. After a step to the left only 10 are left.
TEST(BestLine, IsForgottenWhenTheGameGoesAnotherWay) {
  SlopeSearch searcher(Row<Slope>({.goals = {10, 0, 0, 0, 0, 80}}), {});
  searcher.think(500);
  EXPECT_EQ(searcher.best(), 1U);
  searcher.follow({0});
  searcher.think(200);
  const Snapshot snapshot = searcher.search.snapshot();
  ASSERT_EQ(snapshot.line.size(), 4U);
  for (const auto& joint : snapshot.line) EXPECT_EQ(joint, std::vector{Move{0}});
}

TEST(BestLine, IsTheShortestOfEqualOnes) {
  report::BestLine line;
  const std::vector<Move> three = {Move{1}, Move{2}, Move{3}};
  const std::vector<Move> two = {Move{4}, Move{5}};
  line.see(0.5, three);
  line.see(0.5, two, std::span(two).first(1));
  EXPECT_EQ(line.moves().front(), Move{1}) << "as long";
  line.see(0.5, two);
  EXPECT_EQ(line.moves().front(), Move{4});
  line.see(0.6, three);
  EXPECT_EQ(line.moves().front(), Move{1}) << "better";
}

TEST(BestLine, CanBeLeftOut) {
  Parameters plan;
  plan.choose.line = false;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    NeedleSearch searcher(Row<Needle>(), plan, Role{0}, seed);
    searcher.think(100);
    const auto visits = searcher.visits();
    EXPECT_EQ(searcher.best(), visits.at(1) > visits.at(0) ? 1U : 0U);
  }
}

}  // namespace
}  // namespace palamedes::search
