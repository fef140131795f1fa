#include <gtest/gtest.h>

#include "search/select/amaf.h"
#include "search/select/selector.h"
#include "unit/search/playout/playout_testing.h"
#include "unit/search/toy_games.h"

namespace palamedes::search::select {
namespace {

using toy::PlainState;

class AmafTree : public testing::Test {
 protected:
  tree::NodeId add(std::uint64_t value) {
    return tree_.find_or_create({value}, value, [](tree::Node&) {}).node;
  }
  // Gives the node a block with these moves of role 0; other roles have none.
  std::span<tree::Entry> expand(tree::NodeId id, const std::vector<Move>& moves,
                                std::size_t roles = 1) {
    tree::Block* const block = tree::Block::make(roles, moves.size(), tree_.arena());
    for (std::size_t role = 0; role < roles; ++role) {
      block->ends(roles)[role] = static_cast<std::uint32_t>(moves.size());
    }
    for (std::size_t i = 0; i < moves.size(); ++i) {
      block->entries(roles)[i] = tree::Entry{};
      block->entries(roles)[i].move = moves[i];
    }
    tree_[id].block = block;
    tree_[id].decider = 0;
    return block->entries(roles);
  }
  // (visits, sum) of a move below a node.
  std::pair<float, float> amaf(tree::NodeId id, Move move, std::size_t role = 0) {
    const tree::AmafStatistic* const found =
        tree::AmafMap::find(tree_[id].amaf, tree::amaf_key(role, move));
    return found == nullptr ? std::pair(0.0F, 0.0F) : std::pair(found->visits, found->sum);
  }

  tree::Tree<PlainState> tree_{1, {}};
};

using Pair = std::pair<float, float>;
const Pair none(0, 0);

// As in Figure 5.1: two moves in the tree, two outside of it; every node on the way learns about
// all moves from there on, and about those alone.
TEST_F(AmafTree, EveryNodeLearnsWhatCameAfterIt) {
  const std::vector<tree::NodeId> nodes = {add(0), add(1), add(2)};
  AmafUpdate update(1, false, false);
  update.update(tree_, nodes, simulation({{a}, {b}, {c}, {d}}, {0.5}));
  const Pair once(1, 0.5);
  for (const Move move : {a, b, c, d}) EXPECT_EQ(amaf(nodes[0], move), once);
  EXPECT_EQ(amaf(nodes[1], a), none);
  for (const Move move : {b, c, d}) EXPECT_EQ(amaf(nodes[1], move), once);
  EXPECT_EQ(amaf(nodes[2], b), none);
  for (const Move move : {c, d}) EXPECT_EQ(amaf(nodes[2], move), once);
  // the next one went another way
  update.update(tree_, std::vector{nodes[0]}, simulation({{d}, {e}}, {1}));
  EXPECT_EQ(amaf(nodes[0], d), Pair(2, 1.5));
  EXPECT_EQ(amaf(nodes[0], e), Pair(1, 1));
  EXPECT_EQ(amaf(nodes[1], d), once);
}

TEST_F(AmafTree, AMoveMadeTwiceCountsOnceOrTwice) {
  const std::vector<tree::NodeId> nodes = {add(0), add(1)};
  const Simulation played = simulation({{a}, {b}, {a}}, {1});
  AmafUpdate(1, false, false).update(tree_, nodes, played);
  EXPECT_EQ(amaf(nodes[0], a), Pair(1, 1));
  EXPECT_EQ(amaf(nodes[1], a), Pair(1, 1));
  AmafUpdate(1, true, false).update(tree_, nodes, played);
  EXPECT_EQ(amaf(nodes[0], a), Pair(3, 3));
  EXPECT_EQ(amaf(nodes[1], a), Pair(2, 2));
  EXPECT_EQ(amaf(nodes[0], b), Pair(2, 2));
}

TEST_F(AmafTree, RolesAndTheirPayoffsAreApart) {
  tree::Tree<PlainState> tree(2, {});
  const tree::NodeId node = tree.find_or_create({0}, 0, [](tree::Node&) {}).node;
  AmafUpdate(2, false, false).update(tree, std::vector{node}, simulation({{a, b}}, {0.25, 0.75}));
  const tree::AmafStatistic* const first =
      tree::AmafMap::find(tree[node].amaf, tree::amaf_key(0, a));
  const tree::AmafStatistic* const second =
      tree::AmafMap::find(tree[node].amaf, tree::amaf_key(1, b));
  ASSERT_TRUE(first != nullptr && second != nullptr);
  EXPECT_FLOAT_EQ(first->sum, 0.25F);
  EXPECT_FLOAT_EQ(second->sum, 0.75F);
  EXPECT_EQ(tree::AmafMap::find(tree[node].amaf, tree::amaf_key(1, a)), nullptr);
}

// All that RAVE needs: the node's own moves.
TEST_F(AmafTree, OwnMovesOnly) {
  const std::vector<tree::NodeId> nodes = {add(0)};
  expand(nodes[0], {a, d});
  AmafUpdate(1, false, true).update(tree_, nodes, simulation({{a}, {b}, {d}}, {0.5}));
  EXPECT_EQ(amaf(nodes[0], a), Pair(1, 0.5));
  EXPECT_EQ(amaf(nodes[0], d), Pair(1, 0.5));
  EXPECT_EQ(amaf(nodes[0], b), none);
  EXPECT_EQ(tree::AmafMap::size(tree_[nodes[0]].amaf), 2U);
}

// What made a node is known before its moves are: the playout c d e counts once the node is left
// with the moves c and e, as it would in GRAVE.
TEST_F(AmafTree, OwnMovesOnlyKeepThePlayoutThatMadeTheNode) {
  const std::vector<tree::NodeId> nodes = {add(0), add(1)};
  expand(nodes[0], {a, b});
  AmafUpdate update(1, false, true);
  update.update(tree_, nodes, simulation({{b}, {c}, {d}, {e}}, {0.5}));
  expand(nodes[1], {c, e});
  update.update(tree_, nodes, simulation({{b}, {c}, {d}}, {1}));
  EXPECT_EQ(amaf(nodes[1], c), Pair(2, 1.5));
  EXPECT_EQ(amaf(nodes[1], e), Pair(1, 0.5));
  EXPECT_EQ(amaf(nodes[1], d), none);
  EXPECT_EQ(tree::AmafMap::size(tree_[nodes[1]].amaf), 2U);
}

// Two simulations, a b c d and a d, through a root with the moves a and b, its child with b and e,
// and a leaf that nobody has left.
class AmafCount : public AmafTree {
 protected:
  std::size_t statistics(bool own_moves_only) {
    const std::vector<tree::NodeId> nodes = {add(0), add(1), add(2)};
    add(3);  // never on the way
    expand(nodes[0], {a, b});
    expand(nodes[1], {b, e});
    AmafUpdate update(1, false, own_moves_only);
    update.update(tree_, nodes, simulation({{a}, {b}, {c}, {d}}, {0.5}));
    update.update(tree_, std::vector{nodes[0], nodes[1]}, simulation({{a}, {d}}, {1}));
    tree_[nodes[0]].visits = tree_[nodes[1]].visits = 2;
    return tree_.amaf_statistics();
  }
};

// a, b, c, d in the root; b, c, d in its child; the leaf's c and d do not count.
TEST_F(AmafCount, OfAllMoves) { EXPECT_EQ(statistics(false), 4U + 3U); }

// a, b in the root; b in its child, as nobody has made e: it has a place, but no sample.
TEST_F(AmafCount, OfOwnMovesWithSamples) { EXPECT_EQ(statistics(true), 2U + 1U); }

// As in Figure 5.2: where S looks for its statistics, S being the last.
TEST(AmafReference, IsTheClosestThatIsVisitedEnough) {
  const std::vector<double> visits = {500, 120, 30, 8};
  const auto reference = [&](double ref) {
    tree::NodeId result = 0;
    for (tree::NodeId id = 0; id < visits.size(); ++id) {
      result = amaf_reference(result, id, visits[id], ref);
    }
    return result;
  };
  EXPECT_EQ(reference(0), 3U);         // RAVE: its own
  EXPECT_EQ(reference(50), 1U);        // GRAVE
  EXPECT_EQ(reference(infinity), 0U);  // HRAVE: the root's
  EXPECT_EQ(reference(120), 0U);       // n > ref
  EXPECT_EQ(reference(119), 1U);
}

class Choosing : public AmafTree {
 protected:
  // Which of the node's moves is chosen, by statistics of the reference.
  std::uint32_t choose(const search::Parameters& plan, tree::NodeId id, tree::NodeId reference) {
    Rng rng(1);
    playout::Strategy strategy(plan.playout, 1);
    Selector<PlainState> selector(tree_, plan, 0, rng, strategy);
    Descent<PlainState> descent;
    descent.clear(1);
    descent.nodes.push_back(id);
    std::vector<Move> joint(1);
    selector.choose(id, std::span(&reference, 1), 0, descent, joint);
    return descent.taken.back();
  }
  static search::Parameters exploiting() {
    search::Parameters plan;
    plan.select.uct.c = 0;
    plan.select.uct.offset = 0;
    return plan;
  }
  void set(tree::Entry& entry, double visits, double sum, tree::NodeId child) {
    entry.visits = visits;
    entry.sum = sum;
    entry.child = child;
  }
};

TEST_F(Choosing, ByTheStatisticsOfTheReference) {
  search::Parameters plan = exploiting();
  plan.select.formula = Formula::amaf;
  plan.select.grave.k = infinity;
  const tree::NodeId parent = add(0);
  const tree::NodeId child = add(1);
  const std::span<tree::Entry> entries = expand(child, {a, b});
  set(entries[0], 5, 2, tree::no_node);
  set(entries[1], 5, 2, tree::no_node);
  tree_[child].visits = 10;
  tree::AmafMap::at(tree_[parent].amaf, tree::amaf_key(0, a), tree_.arena()) = {10, 9};
  tree::AmafMap::at(tree_[parent].amaf, tree::amaf_key(0, b), tree_.arena()) = {10, 1};
  tree::AmafMap::at(tree_[child].amaf, tree::amaf_key(0, a), tree_.arena()) = {10, 1};
  tree::AmafMap::at(tree_[child].amaf, tree::amaf_key(0, b), tree_.arena()) = {10, 9};
  EXPECT_EQ(choose(plan, child, parent), 0U);
  EXPECT_EQ(choose(plan, child, child), 1U);
}

// Of 30 visits 20 are under way. beta = sqrt(10 / (3 * 10 + 10)) = 1/2 by those that have ended: a
// has (0.6 + 0.2) / 2, b has (0.4 + 0.55) / 2. By all 30 it would be 0.32, and a the better one.
TEST_F(Choosing, WhatIsUnderWayDoesNotChangeTheWeightOfAmaf) {
  search::Parameters plan = exploiting();
  plan.select.formula = Formula::amaf;
  plan.select.grave.k = 10;
  const tree::NodeId node = add(0);
  const std::span<tree::Entry> entries = expand(node, {a, b});
  set(entries[0], 15, 0.6 * 5, tree::no_node);
  set(entries[1], 15, 0.4 * 5, tree::no_node);
  entries[0].pending = entries[1].pending = 10;
  tree_[node].visits = 30;
  tree_[node].block->pending(1) = 20;
  tree::AmafMap::at(tree_[node].amaf, tree::amaf_key(0, a), tree_.arena()) = {10, 2};
  tree::AmafMap::at(tree_[node].amaf, tree::amaf_key(0, b), tree_.arena()) = {20, 11};
  EXPECT_EQ(choose(plan, node, node), 1U);
  // T = 20 is not reached by 10 visits: the playout strategy would choose; by 30 it is
  EXPECT_EQ(batch::known_visits(tree_[node], 1, plan.batch.pending), 10);
  plan.batch.pending.value = batch::PendingValue::loss;
  EXPECT_EQ(batch::known_visits(tree_[node], 1, plan.batch.pending), 30);
}

// The state below a has 4 of the 5 simulations that came back, and 5 more are on their way.
TEST_F(Choosing, Uct2CountsWhatIsUnderWayAsTheMean) {
  const tree::NodeId s = add(0);
  const tree::NodeId below = add(1);
  const std::span<tree::Entry> entries = expand(s, {a, b});
  set(entries[0], 4, 1, below);
  set(entries[1], 4, 2, tree::no_node);
  tree_[s].visits = 8;
  expand(below, {a, b});
  tree_[below].visits = 10;
  tree_[below].block->pending(1) = 5;
  tree_[below].block->totals()[0] = 4;
  search::Parameters plan = exploiting();
  plan.memory.backup = backup::Rule::uct2;
  EXPECT_EQ(choose(plan, s, s), 0U);  // 0.8 against 0.5
  plan.batch.pending.value = batch::PendingValue::loss;
  EXPECT_EQ(choose(plan, s, s), 1U);  // 0.4 against 0.5
}

// Formula 2.8: the value of a2 is that of the state it leads to, 8 / 10, which others have reached
// as well; here it was tried 4 times and won once. a4 leads to 2 / 4.
TEST_F(Choosing, Uct2TakesValuesOfTheStatesThatMovesLeadTo) {
  const tree::NodeId s = add(0);
  const tree::NodeId below_a2 = add(1);
  const tree::NodeId below_a4 = add(2);
  const std::span<tree::Entry> entries = expand(s, {a, b});
  set(entries[0], 4, 1, below_a2);
  set(entries[1], 4, 2, below_a4);
  tree_[s].visits = 8;
  expand(below_a2, {a, b});
  tree_[below_a2].visits = 10;
  tree_[below_a2].block->totals()[0] = 8;
  expand(below_a4, {a, b});
  tree_[below_a4].visits = 4;
  tree_[below_a4].block->totals()[0] = 2;
  search::Parameters plan = exploiting();
  EXPECT_EQ(choose(plan, s, s), 1U);
  plan.memory.backup = backup::Rule::uct2;
  EXPECT_EQ(choose(plan, s, s), 0U);
  // n(s,a) is still that of S: with 4 visits each, exploration does not tell them apart
  plan.select.uct.c = 100;
  EXPECT_EQ(choose(plan, s, s), 0U);
  // The second formula 2.9: n(s,a2) = 10, n(s,a4) = 4, n(s) = 14, ln 14 = 2.639057.
  //   C = 1      0.8 + sqrt(0.263906) = 1.313718    0.5 + sqrt(0.659764) = 1.312259
  //   C = 1.01   0.8 + 0.518855 = 1.318855          0.5 + 0.820382 = 1.320382
  plan.memory.child_visits = true;
  EXPECT_EQ(choose(plan, s, s), 1U);
  plan.select.uct.c = 1;
  EXPECT_EQ(choose(plan, s, s), 0U);
  plan.select.uct.c = 1.01;
  EXPECT_EQ(choose(plan, s, s), 1U);
  // It is a variant of UCT2 only.
  plan.memory.backup = backup::Rule::uct1;
  EXPECT_EQ(choose(plan, s, s), 1U);  // the means of S, 1/4 and 2/4
  plan.select.uct.c = 0;
  EXPECT_EQ(choose(plan, s, s), 1U);
}

// A state that nobody has left yet has no visits of its own: those of the move count.
TEST_F(Choosing, ByTheVisitsOfTheMoveWhereItsStateHasNone) {
  const tree::NodeId s = add(0);
  const tree::NodeId leaf = add(1);
  const std::span<tree::Entry> entries = expand(s, {a, b});
  set(entries[0], 1, 0.5, leaf);
  set(entries[1], 1, 0.4, tree::no_node);
  tree_[s].visits = 2;
  search::Parameters plan = exploiting();
  plan.memory.backup = backup::Rule::uct2;
  plan.memory.child_visits = true;
  plan.select.uct.c = 1;
  EXPECT_EQ(choose(plan, s, s), 0U);
}

}  // namespace
}  // namespace palamedes::search::select
