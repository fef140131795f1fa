// A search that goes on in another one's place, on a machine with other states and other numbers of
// moves.

#include "search/handover.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/statistics/sequence_averages.h"
#include "unit/search/search_testing.h"

namespace palamedes::search {
namespace {

// The same game with move m as move 1000 - m, and the moves in the opposite order.
constexpr std::uint32_t mirror = 1000;
Move mirrored(Move move) { return Move{mirror - static_cast<std::uint32_t>(move)}; }

template <typename Rules>
struct Mirrored : Rules {
  void legal(std::uint64_t value, std::size_t role, model::MoveList& moves) const {
    Rules::legal(value, role, moves);
    for (Move& move : moves) move = mirrored(move);
    std::reverse(moves.begin(), moves.end());
  }
  [[nodiscard]] std::uint64_t next(std::uint64_t value, std::span<const Move> joint) const {
    std::vector<Move> moves;
    for (const Move move : joint) moves.push_back(mirrored(move));
    return Rules::next(value, moves);
  }
};

template <typename Rules>
using Slow = toy::Toy<Rules, toy::PlainState>;
template <typename Rules>
using Fast = toy::Toy<Mirrored<Rules>, toy::RowState>;

const Renumber mirror_moves = [](Role, Move move) { return std::optional(mirrored(move)); };

Parameters plan() {
  Parameters plan;
  plan.playout.strategy = playout::Technique::nst;
  return plan;
}

// The node of the state is in both trees or in none, with the same statistics.
template <typename Rules>
void expect_node(const Searcher<Slow<Rules>>& slow, const Searcher<Fast<Rules>>& fast,
                 std::uint64_t value) {
  SCOPED_TRACE(value);
  const tree::Node* const from = slow.find(value);
  const tree::Node* const to = fast.find(value);
  ASSERT_EQ(from == nullptr, to == nullptr);
  if (from == nullptr) return;
  EXPECT_EQ(from->visits, to->visits);
  EXPECT_EQ(from->known == nullptr, to->known == nullptr);
  ASSERT_EQ(from->block == nullptr, to->block == nullptr);
  if (from->block == nullptr) return;
  for (std::size_t role = 0; role < 2; ++role) {
    EXPECT_EQ(from->block->totals()[role], to->block->totals()[role]);
    const auto entries = slow.entries(*from, role);
    auto others = fast.entries(*to, role);
    std::reverse(others.begin(), others.end());
    ASSERT_EQ(entries.size(), others.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
      EXPECT_EQ(mirrored(entries[i].move), others[i].move);
      EXPECT_EQ(entries[i].visits, others[i].visits);
      EXPECT_EQ(entries[i].sum, others[i].sum);
      EXPECT_EQ(entries[i].child == tree::no_node, others[i].child == tree::no_node);
    }
  }
}

TEST(Handover, TreeGoesOnWhereOneRoleChoosesAtATime) {
  const toy::Nim rules{.pile = 40};
  Searcher<Slow<toy::Nim>> slow(Slow<toy::Nim>(rules), plan());
  slow.follow({2, 0});
  slow.think(400);
  Searcher<Fast<toy::Nim>> fast(Fast<toy::Nim>({rules}), plan(), Role{0}, 2);
  fast.follow({mirror - 2, mirror});
  Handover handover = slow.search.hand_over(10'000);
  EXPECT_EQ(fast.search.take_over(handover, mirror_moves), handover.nodes.size());
  EXPECT_GT(handover.nodes.size(), 30U);
  for (std::uint64_t value = 0; value < 78; ++value) expect_node(slow, fast, value);
  // it goes on from there
  const double before = fast.root().visits;
  fast.think(100);
  EXPECT_EQ(fast.root().visits, before + 100);
}

TEST(Handover, TreeGoesOnWhereSeveralChooseAtOnce) {
  const toy::Matrix rules{.goals = {{100, 0, 30}, {20, 60, 50}}, .steps = 3};
  Searcher<Slow<toy::Matrix>> slow(Slow<toy::Matrix>(rules), plan());
  slow.think(500);
  Searcher<Fast<toy::Matrix>> fast(Fast<toy::Matrix>({rules}), plan(), Role{0}, 2);
  Handover handover = slow.search.hand_over(10'000);
  EXPECT_EQ(fast.search.take_over(handover, mirror_moves), handover.nodes.size());
  std::size_t nodes = 0;
  for (std::uint64_t value = 0; value < 301 * 8; ++value) {
    nodes += slow.find(value) == nullptr ? 0 : 1;
    expect_node(slow, fast, value);
  }
  EXPECT_EQ(nodes, handover.nodes.size());
}

TEST(Handover, ProofsGoOn) {
  Parameters solving = plan();
  solving.solver = true;
  const toy::Nim rules{.pile = 11};
  Searcher<Slow<toy::Nim>> slow(Slow<toy::Nim>(rules), solving);
  slow.think(10'000);
  ASSERT_TRUE(slow.search.finished());
  Searcher<Fast<toy::Nim>> fast(Fast<toy::Nim>({rules}), solving, Role{0}, 2);
  ASSERT_FALSE(fast.search.finished());
  Handover handover = slow.search.hand_over(10'000);
  EXPECT_GT(fast.search.take_over(handover, mirror_moves), 1U);
  EXPECT_TRUE(fast.search.finished());
  EXPECT_EQ(fast.best(), mirror - 3);  // leaves eight
}

TEST(Handover, AllMovesAsFirstGoOn) {
  Parameters amaf = plan();
  amaf.select.formula = select::Formula::amaf;
  const toy::Nim rules{.pile = 20};
  Searcher<Slow<toy::Nim>> slow(Slow<toy::Nim>(rules), amaf);
  slow.think(300);
  Searcher<Fast<toy::Nim>> fast(Fast<toy::Nim>({rules}), amaf, Role{0}, 2);
  Handover handover = slow.search.hand_over(10'000);
  (void)fast.search.take_over(handover, mirror_moves);
  for (std::uint32_t move = 1; move <= 3; ++move) {
    const auto* const known = tree::AmafMap::find(slow.root().amaf, tree::amaf_key(0, Move{move}));
    const auto* const taken =
        tree::AmafMap::find(fast.root().amaf, tree::amaf_key(0, mirrored(Move{move})));
    ASSERT_NE(known, nullptr);
    ASSERT_NE(taken, nullptr);
    EXPECT_GT(known->visits, 0);
    EXPECT_EQ(known->visits, taken->visits);
    EXPECT_EQ(known->sum, taken->sum);
  }
}

TEST(Handover, OfALargeTreeThoseWithMostVisitsGo) {
  Searcher<Slow<toy::Bush>> slow(Slow<toy::Bush>(toy::Bush{.moves = 4}), plan());
  slow.think(2000);
  const Handover handover = slow.search.hand_over(50);
  ASSERT_EQ(handover.nodes.size(), 50U);
  EXPECT_EQ(handover.nodes.front().visits, slow.root().visits);
  EXPECT_GT(slow.tree().size(), 1000U);
  for (const Handover::Node& node : handover.nodes) EXPECT_GE(node.visits, 10);
}

TEST(Handover, MovesThatTheOtherMachineDoesNotKnowStayBehind) {
  const toy::Nim rules{.pile = 12};
  Searcher<Slow<toy::Nim>> slow(Slow<toy::Nim>(rules), plan());
  slow.think(50);
  Searcher<Fast<toy::Nim>> fast(Fast<toy::Nim>({rules}), plan());
  Handover handover = slow.search.hand_over(10'000);
  const Renumber nothing = [](Role, Move) { return std::optional<Move>(); };
  EXPECT_EQ(fast.search.take_over(handover, nothing), 0U);
  EXPECT_EQ(fast.root().visits, 0);
  fast.think(100);
  EXPECT_EQ(fast.root().visits, 100);
}

Simulation simulation(std::initializer_list<std::uint32_t> moves, std::vector<double> payoffs) {
  Simulation made;
  made.roles = payoffs.size();
  for (const std::uint32_t move : moves) made.moves.push_back(Move{move});
  made.payoffs = std::move(payoffs);
  return made;
}

// Two roles in turn: 1, 2, 3 are made one after the other, once with 0.25 and once with 0.75 for
// the first role.
TEST(Handover, WhatPlayoutsLearnedGoesOn) {
  statistics::MoveAverages moves(2, 0.5);
  statistics::SequenceAverages sequences(2, 3, 2, std::size_t{1} << 20U);
  for (const double payoff : {0.25, 0.75}) {
    const Simulation played = simulation({1, 0, 0, 2, 3, 0}, {payoff, 1 - payoff});
    moves.add(played);
    sequences.add(played);
  }
  statistics::MoveAverages moves_there(2, 0.5);
  statistics::SequenceAverages sequences_there(2, 3, 2, std::size_t{1} << 20U);
  moves_there.take(moves, mirror_moves);
  sequences_there.take(sequences, mirror_moves);
  EXPECT_EQ(moves_there.visits(Role{0}, mirrored(Move{1})), 2);
  EXPECT_FLOAT_EQ(moves_there.value(Role{0}, mirrored(Move{1})), 0.5F);
  EXPECT_EQ(moves_there.visits(Role{1}, mirrored(Move{2})), 2);
  EXPECT_EQ(moves_there.visits(Role{0}, Move{1}), 0);

  // 3 after 2, and after 1 and 2
  for (const std::vector<Move>& past :
       {std::vector<Move>{Move{2}}, std::vector<Move>{Move{2}, Move{1}}}) {
    std::vector<Move> past_there;
    for (const Move move : past) past_there.push_back(mirrored(move));
    const auto context = sequences_there.find(Role{0}, past_there);
    ASSERT_NE(context, statistics::SequenceAverages::nowhere);
    const auto* const entry = sequences_there.find(context, mirrored(Move{3}));
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(sequences_there.visits(*entry), 2);
    EXPECT_FLOAT_EQ(entry->average.mean, 0.5F);
    EXPECT_TRUE(sequences_there.counts(*entry));
  }
}

}  // namespace
}  // namespace palamedes::search
