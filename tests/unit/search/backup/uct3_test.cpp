#include "search/backup/uct3.h"

#include <gtest/gtest.h>

#include "unit/search/search_testing.h"

namespace palamedes::search {
namespace {

using toy::Matrix;
using toy::Nim;
using toy::PlainState;
using toy::Ring;
using toy::Slope;

// As in Figure 2.12: the state C is reached from P and from Q.
class Uct3Graph : public testing::Test {
 protected:
  void SetUp() override {
    for (tree::NodeId id = 0; id < 7; ++id) tree_.find_or_create({id}, id, [](tree::Node&) {});
  }
  static constexpr tree::NodeId root = 0;
  static constexpr tree::NodeId p = 1;
  static constexpr tree::NodeId q = 2;
  static constexpr tree::NodeId c = 3;
  static constexpr tree::NodeId left = 4;
  static constexpr tree::NodeId right = 5;

  // A simulation along these nodes with these moves; the last node is new.
  void simulate(std::vector<tree::NodeId> nodes, std::vector<std::uint32_t> moves, double payoff) {
    Descent<PlainState> descent;
    descent.clear(1);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (tree_[nodes[i]].block == nullptr) expand(nodes[i]);
      tree_[nodes[i]].block->entries(1)[moves[i]].child = nodes[i + 1];
      uct3_.link(tree_[nodes[i]], nodes[i], &moves[i], nodes[i + 1]);
    }
    descent.nodes = std::move(nodes);
    descent.taken = std::move(moves);
    descent.created = true;
    descent.simulation.payoffs = {payoff};
    uct3_.back_up(tree_, descent, uct1_);
  }
  void expand(tree::NodeId id) {
    tree::Block* const block = tree::Block::make(1, 2, tree_.arena());
    block->ends(1)[0] = 2;
    for (tree::Entry& entry : block->entries(1)) entry = tree::Entry{};
    tree_[id].block = block;
    tree_[id].decider = 0;
  }
  void expect(tree::NodeId id, std::uint32_t move, double visits, double sum) {
    const tree::Entry& entry = tree_[id].block->entries(1)[move];
    EXPECT_DOUBLE_EQ(entry.visits, visits) << "node " << id << ", move " << move;
    EXPECT_DOUBLE_EQ(entry.sum, sum) << "node " << id << ", move " << move;
  }
  double worth(tree::NodeId id) { return tree_[id].block->totals()[0] / tree_[id].visits; }

  tree::Tree<PlainState> tree_{1, {}};
  select::ChoiceStatistics<PlainState> statistics_{tree_, select::Simultaneous::decoupled, false,
                                                   0};
  backup::Uct1<PlainState> uct1_{tree_, statistics_};
  backup::Uct3 uct3_{1};
};

TEST_F(Uct3Graph, AllThatLeadToAStateHearOfIt) {
  simulate({root, p}, {0}, 1);
  simulate({root, q}, {1}, 0);
  expect(root, 0, 1, 1);
  expect(root, 1, 1, 0);
  EXPECT_DOUBLE_EQ(worth(root), 0.5);
  // P is now worth what C is worth, and not its first playout any more
  simulate({root, p, c}, {0, 0}, 0);
  expect(p, 0, 1, 0);
  expect(root, 0, 2, 0);
  EXPECT_DOUBLE_EQ(worth(root), 0);
  // through Q and C: the move from P to C was not made, and changes
  simulate({root, q, c, left}, {1, 0, 0}, 1);
  expect(c, 0, 1, 1);
  expect(q, 0, 1, 1);
  expect(root, 1, 2, 2);
  expect(p, 0, 1, 1);
  expect(root, 0, 2, 2);
  EXPECT_DOUBLE_EQ(worth(root), 1);
  // through P: C is worth a half, for Q as well
  simulate({root, p, c, right}, {0, 0, 1}, 0);
  expect(c, 0, 1, 1);
  expect(c, 1, 1, 0);
  expect(p, 0, 2, 1);
  expect(q, 0, 1, 0.5);
  expect(root, 0, 3, 1.5);
  expect(root, 1, 2, 1);
  EXPECT_DOUBLE_EQ(worth(root), 0.5);
}

TEST_F(Uct3Graph, NodesThatWentAreForgotten) {
  tree_.set_root(root);
  simulate({root, p}, {0}, 1);
  simulate({root, p, c}, {0, 0}, 0);
  for (const tree::NodeId id : {root, c}) tree_[id].turn = 1;
  tree_.next_turn(root, 0);  // only the root stays
  uct3_.forget_missing(tree_);
  expect(root, 0, 2, 0);
  // what was counted before stays as it is
  const tree::NodeId again = tree_.find_or_create({p}, p, [](tree::Node&) {}).node;
  simulate({root, again}, {0}, 1);
  expect(root, 0, 3, 1);
  const tree::NodeId below = tree_.find_or_create({c}, c, [](tree::Node&) {}).node;
  simulate({root, again, below}, {0, 0}, 0);
  expect(again, 0, 1, 0);
  expect(root, 0, 4, 0);
}

// What a node is worth, from below.
double worth_of(const tree::Node& node, std::size_t role) {
  if (node.known != nullptr) return tree::exact_payoff(node.known[role]);
  return node.block->totals()[role] / node.visits;
}

// n(s,a) times what the child is worth, in every entry of a graph without circles.
template <typename M>
void expect_consistent(const Searcher<M>& searcher) {
  std::size_t checked = 0;
  searcher.for_each_node([&](const tree::Node& node) {
    if (node.block == nullptr || node.decider >= tree::nobody || node.visits <= 0) return;
    std::vector<double> totals(searcher.model.role_count());
    for (const tree::Entry& entry : searcher.entries(node, node.decider)) {
      if (entry.child == tree::no_node) {
        EXPECT_EQ(entry.visits, 0);
        continue;
      }
      const tree::Node& child = searcher.tree()[entry.child];
      if (child.known == nullptr && child.visits <= 0) return;  // a leaf knows only its playout
      EXPECT_NEAR(entry.sum, entry.visits * worth_of(child, node.decider), 1e-6);
      for (std::size_t role = 0; role < totals.size(); ++role) {
        totals[role] += entry.visits * worth_of(child, role);
      }
      ++checked;
    }
    for (std::size_t role = 0; role < totals.size(); ++role) {
      EXPECT_NEAR(node.block->totals()[role], totals[role], 1e-6);
    }
  });
  EXPECT_GT(checked, 10U);
}

Parameters uct3_plan() {
  Parameters plan;
  plan.memory.backup = backup::Rule::uct3;
  return plan;
}

TEST(Uct3Search, ValuesAreThoseOfTheStatesBelow) {
  SlopeSearch slope(Row<Slope>({.goals = {0, 20, 100, 40, 10, 0, 30}}), uct3_plan());
  slope.think(3000);
  expect_consistent(slope);
  NimSearch nim(Row<Nim>({.pile = 15}), uct3_plan());
  nim.think(3000);
  expect_consistent(nim);
  EXPECT_EQ(nim.best(), 3U);
  EXPECT_EQ(nim.root().visits, 3000);
}

TEST(Uct3Search, StaysConsistentFromTurnToTurn) {
  Parameters plan = uct3_plan();
  plan.memory.expiry = 1;
  plan.memory.decay = 0.5;
  NimSearch searcher(Row<Nim>({.pile = 30}), plan);
  for (std::uint32_t step = 0; step < 6; ++step) {
    searcher.think(1000);
    if (step % 2 == 0) {
      searcher.follow({1 + step % 3, 0});
    } else {
      searcher.follow({0, 2});
    }
  }
  searcher.think(1000);
  EXPECT_GT(searcher.root().visits, 1000);
}

TEST(Uct3Search, WorksWithCirclesSeveralDecidersAndTheSolver) {
  Parameters plan = uct3_plan();
  plan.playout.end.max_length = 50;
  RingSearch ring(Row<Ring>({.places = 20, .exit = 3}), plan);
  ring.think(2000);
  EXPECT_EQ(ring.best(), 1U);
  MatrixSearch matrix(Row<Matrix>({.goals = {{60, 80}, {20, 40}}, .steps = 3}), plan);
  matrix.think(2000);
  EXPECT_EQ(matrix.search.best(Role{0}), Move{0});
  EXPECT_EQ(matrix.search.best(Role{1}), Move{0});
  plan.solver = true;
  for (std::uint64_t pile = 1; pile <= 12; ++pile) {
    NimSearch nim(Row<Nim>({.pile = pile}), plan);
    nim.think(100'000);
    ASSERT_TRUE(nim.search.finished());
    EXPECT_EQ(nim.search.snapshot().payoffs[0], pile % 4 != 0 ? 1 : 0);
  }
}

// Where simulations are not made one after the other, results are counted as UCT1 does.
TEST(Uct3Search, IsForSimulationsOnTheirOwn) {
  Parameters plan = uct3_plan();
  EXPECT_TRUE(backup::Uct3::is_possible(plan));
  plan.threads = 2;
  EXPECT_FALSE(backup::Uct3::is_possible(plan));
  plan.threads = 1;
  plan.batch.size.width = 8;
  EXPECT_FALSE(backup::Uct3::is_possible(plan));
  plan.batch.size.width = 1;
  plan.memory.loop = tree::Loop::open;
  EXPECT_FALSE(backup::Uct3::is_possible(plan));
}

}  // namespace
}  // namespace palamedes::search
