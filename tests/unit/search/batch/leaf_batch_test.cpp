#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "search/batch/pending_leaves.h"
#include "unit/search/batch/toy_leaf_player.h"
#include "unit/search/search_testing.h"

namespace palamedes::search {
namespace {

using toy::Bush;
using toy::Matrix;
using toy::Nim;

// Playouts take the first legal move, so that playing out draws nothing.
template <typename Rules>
class Predictable : public Row<Rules> {
 public:
  using Row<Rules>::Row;
  model::DrawnMove draw_legal(const toy::RowState& state, Role role, Rng&) {
    model::MoveList moves;
    this->legal(state, role, moves);
    return {static_cast<std::uint32_t>(moves.size()), moves.front()};
  }
};

template <typename M>
struct BatchSearcher : Searcher<M> {
  BatchSearcher(const M& game, const Parameters& plan, Role role = Role{0})
      : Searcher<M>(game, plan, role), player(game, plan) {
    this->search.set_players({&player});
  }
  ToyLeafPlayer<M> player;
};

Parameters batch_plan(std::uint32_t width, std::uint32_t playouts = 1) {
  Parameters plan;
  plan.batch.size.width = width;
  plan.batch.size.share = infinity;
  plan.batch.size.least = 2;
  plan.batch.size.playouts = playouts;
  return plan;
}

// Virtual losses have gone: visits are whole numbers and add up.
template <typename M>
void expect_whole(const Searcher<M>& searcher) {
  searcher.for_each_node([&](const tree::Node& node) {
    EXPECT_EQ(node.visits, std::floor(node.visits));
    if (node.block == nullptr) return;
    for (std::size_t role = 0; role < searcher.model.role_count(); ++role) {
      const std::vector<tree::Entry> entries = searcher.entries(node, role);
      if (entries.size() < 2) continue;
      double visits = 0;
      for (const tree::Entry& entry : entries) {
        EXPECT_EQ(entry.visits, std::floor(entry.visits));
        EXPECT_GE(entry.visits, 0);
        visits += entry.visits;
      }
      EXPECT_EQ(visits, node.visits);
    }
  });
}

TEST(Batch, OfWidthOneIsTheSequentialSearch) {
  const Row<Bush> game(Bush{.moves = 5});
  BatchSearcher<Row<Bush>> batch(game, batch_plan(1));
  Searcher<Row<Bush>> sequential(game, {});
  batch.think(500);
  sequential.think(500);
  EXPECT_EQ(batch.all_statistics(), sequential.all_statistics());
}

// The two ways through the code, one leaf at a time: virtual losses come and go without a trace.
TEST(Batch, OneLeafAtATimeMakesTheSameTree) {
  for (const select::Formula formula : {select::Formula::uct, select::Formula::amaf,
                                        select::Formula::history, select::Formula::flat}) {
    for (const bool solver : {false, true}) {
      Parameters plan = batch_plan(1);
      plan.solver = solver;
      plan.select.formula = formula;
      using M = Predictable<Bush>;
      const M game(Bush{.moves = 5, .depth = 6});
      Searcher<M> sequential(game, plan);
      sequential.think(400);
      M model = game;
      M players_model = game;
      ToyLeafPlayer<M> player(players_model, plan);
      tree::Tree<toy::RowState> tree(2, {.facts = tree::facts_of(model)});
      Mcts<M> mcts(model, tree, plan, Role{0}, Rng(1, 0));
      batch::LeafBatch<M> batch(mcts, tree, plan.batch);
      mcts.make_root(model.initial());
      for (int i = 0; i < 400; ++i) batch.simulate(player, 1, 1, [] { return true; });
      EXPECT_EQ(tree[tree.root()].visits, sequential.root().visits);
      EXPECT_EQ(tree.size(), sequential.tree().size());
      const auto entries = tree[tree.root()].block->entries(2, 0);
      for (std::size_t i = 0; i < entries.size(); ++i) {
        const tree::Entry& other = sequential.entry(sequential.root(), 0, i);
        EXPECT_EQ(entries[i].visits, other.visits) << static_cast<int>(formula);
        EXPECT_NEAR(entries[i].sum, other.sum, 1e-9);
      }
    }
  }
}

TEST(Batch, VirtualLossesGo) {
  for (const double virtual_loss : {0.0, 1.0, 3.0}) {
    for (const std::uint32_t playouts : {1U, 4U}) {
      Parameters plan = batch_plan(16, playouts);
      plan.batch.pending.virtual_loss = virtual_loss;
      BatchSearcher<Row<Bush>> searcher(Row<Bush>(), plan);
      searcher.think(3200);
      EXPECT_EQ(searcher.player.widest, 16U);
      EXPECT_EQ(searcher.root().visits, 3200);
      EXPECT_EQ(searcher.search.snapshot().simulations, 3200U);
      expect_whole(searcher);
    }
  }
}

// Simulations are playouts; in the tree those of a leaf may be one visit with their mean.
TEST(Batch, PlayoutsOfALeafMayCountOnce) {
  Parameters plan = batch_plan(16, 4);
  plan.batch.size.count = batch::LeafCount::leaf;
  BatchSearcher<Row<Bush>> searcher(Row<Bush>(), plan);
  searcher.think(64);  // one batch
  EXPECT_EQ(searcher.search.snapshot().simulations, 64U);
  EXPECT_EQ(searcher.root().visits, 16);
  expect_whole(searcher);
  double sum = 0;
  double rest = 0;
  for (const tree::Entry& entry : searcher.entries(searcher.root(), 0)) {
    sum += entry.sum;
    EXPECT_LE(entry.sum, entry.visits);
    EXPECT_NEAR(entry.sum * 400, std::round(entry.sum * 400), 1e-9);  // goals are whole numbers
    rest += std::abs(entry.sum * 100 - std::round(entry.sum * 100));
  }
  EXPECT_GT(sum, 0);
  EXPECT_GT(rest, 0) << "no leaf had playouts that ended in different ways";
  EXPECT_NEAR(searcher.root().block->totals()[0], sum, 1e-9);
}

TEST(Batch, SmallOnesAreMadeOneAfterTheOther) {
  for (const std::uint32_t least : {4U, 5U}) {
    Parameters plan = batch_plan(4, 2);
    plan.batch.size.least = least;
    BatchSearcher<Row<Bush>> searcher(Row<Bush>(), plan);
    searcher.think(64);
    EXPECT_EQ(searcher.player.widest, least == 4 ? 4U : 0U);
  }
}

TEST(Batch, VirtualLossesGoWhereRolesMoveAtTheSameTime) {
  for (const select::Simultaneous how :
       {select::Simultaneous::decoupled, select::Simultaneous::sequential}) {
    Parameters plan = batch_plan(16);
    plan.select.simultaneous = how;
    const Row<Matrix> game(Matrix{.goals = {{60, 80, 10}, {20, 40, 90}}, .steps = 3});
    BatchSearcher<Row<Matrix>> searcher(game, plan);
    searcher.think(800);
    EXPECT_GT(searcher.player.widest, 1U);
    EXPECT_EQ(searcher.root().visits, 800);
    if (how == select::Simultaneous::decoupled) expect_whole(searcher);
    double visits = 0;
    tree::LaterMap::for_each(searcher.root().later, [&](std::uint64_t, const tree::Counted* row) {
      for (int i = 0; i < 3; ++i) visits += row[i].visits;
    });
    EXPECT_EQ(visits, how == select::Simultaneous::sequential ? 800 : 0);
  }
}

// A move on its way to a leaf was tried, so that each of the batch takes another one.
TEST(Batch, LeavesAreDifferent) {
  for (const batch::PendingValue how : {batch::PendingValue::loss, batch::PendingValue::mean}) {
    Parameters plan = batch_plan(20);
    plan.select.uct.c = 0.1;
    plan.batch.pending.value = how;
    BatchSearcher<Row<Bush>> searcher(Row<Bush>(), plan);
    searcher.think(20);
    EXPECT_EQ(searcher.tree().size(), 21U);
    for (const auto& [move, visits] : searcher.visits()) EXPECT_EQ(visits, 1) << move;
  }
}

// Nobody goes on from a leaf about which nothing is known yet: it is played out again.
TEST(Batch, LeavesUnderWayStayLeaves) {
  BatchSearcher<Row<Bush>> searcher(Row<Bush>(Bush{.moves = 2, .depth = 6}), batch_plan(20));
  searcher.think(20);
  EXPECT_EQ(searcher.tree().size(), 3U);
  EXPECT_EQ(searcher.root().visits, 20);
  expect_whole(searcher);
  searcher.think(20);
  EXPECT_GT(searcher.tree().size(), 3U);
  EXPECT_LE(searcher.tree().size(), 7U);  // two more for each
}

// One by one, without a search: what the size of the next batch depends on.
TEST(Batch, KnowsHowManyLeavesAreDifferentAndHowDeepTheyAre) {
  using M = Row<Bush>;
  const Parameters plan = batch_plan(20);
  M model(Bush{.moves = 2, .depth = 6});
  ToyLeafPlayer<M> player(model, plan);
  tree::Tree<toy::RowState> tree(2, {});
  Mcts<M> mcts(model, tree, plan, Role{0}, Rng(1, 0));
  batch::LeafBatch<M> batch(mcts, tree, plan.batch);
  mcts.make_root(model.initial());
  const auto keep_going = [] { return true; };
  EXPECT_EQ(batch.simulate(player, 20, 1, keep_going), 2U);  // the root has no more moves
  EXPECT_DOUBLE_EQ(mcts.depth(), 1);
  EXPECT_EQ(batch.simulate(player, 1, 1, keep_going), 1U);
  EXPECT_DOUBLE_EQ(mcts.depth(), 1 + 1.0 / 256);  // a leaf after two steps
  for (int i = 0; i < 5000; ++i) mcts.simulate();
  EXPECT_GT(mcts.depth(), 5);  // nearly all of the tree is known
  EXPECT_LE(mcts.depth(), 6);
}

// Calls somebody when a move of a playout is drawn.
struct Watched : Predictable<Bush> {
  using Predictable<Bush>::Predictable;
  model::DrawnMove draw_legal(const toy::RowState& state, Role role, Rng& rng) {
    if (look) look();
    return Predictable<Bush>::draw_legal(state, role, rng);
  }
  std::function<void()> look;
};

// Other threads see simulations that are under way as visits.
TEST(Threads, HaveVirtualLosses) {
  for (const std::uint32_t threads : {1U, 2U}) {
    Parameters plan;
    plan.threads = threads;
    plan.batch.pending.virtual_loss = 3;
    Watched model(Bush{.moves = 5, .depth = 6});
    tree::Tree<toy::RowState> tree(2, {});
    Mcts<Watched> mcts(model, tree, plan, Role{0}, Rng(1, 0));
    mcts.make_root(model.initial());
    const auto pending = [&] {
      double sum = 0;
      for (const tree::Entry& entry : tree[tree.root()].block->entries(2, 0)) {
        sum += static_cast<double>(entry.pending);
      }
      return sum;
    };
    int looked = 0;
    model.look = [&] {
      ++looked;
      EXPECT_EQ(pending(), threads == 1 ? 0 : 3);
    };
    for (int i = 0; i < 50; ++i) mcts.simulate();
    EXPECT_GT(looked, 50);
    EXPECT_EQ(pending(), 0);
    EXPECT_EQ(tree[tree.root()].visits, 50);
  }
}

tree::Entry some_entry(double visits, double sum, double pending) {
  tree::Entry entry;
  entry.visits = visits;
  entry.sum = sum;
  entry.pending = static_cast<float>(pending);
  return entry;
}

TEST(Batch, WhatIsUnderWayIsLostOrAsGoodAsTheRest) {
  const std::vector<tree::Entry> entries = {some_entry(5, 3, 1), some_entry(1, 0, 1),
                                            some_entry(4, 1, 0)};
  const auto value_among = [](const std::vector<tree::Entry>& all, std::size_t i,
                              batch::PendingValue how) {
    const batch::PendingParameters parameters{.value = how};
    return batch::MeanWithPending<const tree::Entry>(all, parameters)(all[i]);
  };
  const auto value = [&](std::size_t i, batch::PendingValue how) {
    return value_among(entries, i, how);
  };
  EXPECT_DOUBLE_EQ(value(0, batch::PendingValue::loss), 0.6);   // 3 of 5
  EXPECT_DOUBLE_EQ(value(0, batch::PendingValue::mean), 0.75);  // 3 of 4
  EXPECT_DOUBLE_EQ(value(1, batch::PendingValue::loss), 0);
  EXPECT_DOUBLE_EQ(value(1, batch::PendingValue::mean), 0.5);  // of all that ended: 4 of 8
  EXPECT_DOUBLE_EQ(value(2, batch::PendingValue::mean), 0.25);
  const std::vector<tree::Entry> nothing = {some_entry(2, 0, 2)};
  EXPECT_DOUBLE_EQ(value_among(nothing, 0, batch::PendingValue::mean), 0.5);
}

TEST(Batch, DoesNotExceedTheBudget) {
  BatchSearcher<Row<Bush>> searcher(Row<Bush>(), batch_plan(64));
  searcher.think(10);
  EXPECT_EQ(searcher.root().visits, 10);
  searcher.think(100);
  EXPECT_EQ(searcher.root().visits, 110);
}

TEST(Batch, StopsInTheMiddle) {
  BatchSearcher<Row<Bush>> searcher(Row<Bush>(), batch_plan(32, 2));
  for (int rounds = 1; rounds < 20; ++rounds) {
    int left = rounds * 7;
    searcher.search.run({.keep_going = [&] { return left-- > 0; }});
    expect_whole(searcher);
  }
  EXPECT_GT(searcher.root().visits, 100);
  EXPECT_EQ(searcher.root().visits, static_cast<double>(searcher.search.snapshot().simulations));
}

// The clock ends a batch in its middle: only short playouts have ended by then, so none of them
// counts, and nothing is left of the way to any leaf.
TEST(Batch, IsDroppedAsAWholeIfItDoesNotEnd) {
  for (const select::Formula formula : {select::Formula::uct, select::Formula::amaf}) {
    Parameters plan = batch_plan(32);
    plan.select.formula = formula;
    plan.playout.strategy = playout::Technique::mast;
    using M = Row<Bush>;
    M model(Bush{.moves = 5});
    ToyLeafPlayer<M> player(model, plan);
    tree::Tree<toy::RowState> tree(2, {});
    Mcts<M> mcts(model, tree, plan, Role{0}, Rng(1, 0));
    batch::LeafBatch<M> batch(mcts, tree, plan.batch);
    mcts.make_root(model.initial());
    int left = 20;
    batch.simulate(player, 32, 1, [&] { return left-- > 0; });
    const tree::Node& root = tree[tree.root()];
    EXPECT_EQ(root.visits, 0);
    EXPECT_EQ(root.block->pending(2), 0);
    for (const tree::Entry& entry : root.block->entries(2)) {
      EXPECT_EQ(entry.visits, 0);
      EXPECT_EQ(entry.pending, 0);
      EXPECT_EQ(entry.sum, 0);
    }
    EXPECT_EQ(root.amaf, nullptr);
    EXPECT_EQ(mcts.strategy().lessons(), 0U);
    EXPECT_EQ(mcts.done().simulations, 0U);
    batch.simulate(player, 32, 1, [] { return true; });
    EXPECT_EQ(root.visits, 32);
    EXPECT_EQ(mcts.strategy().lessons(), 32U);
  }
}

// With two objects left, taking both ends the game in the tree: that weighs as much as a leaf that
// is played out four times.
TEST(Batch, WaysThatEndInTheTreeWeighAsOthers) {
  BatchSearcher<Row<Nim>> searcher(Row<Nim>({.pile = 2}), batch_plan(8, 4));
  searcher.think(320);
  EXPECT_EQ(searcher.root().visits, 320);
  for (const tree::Entry& entry : searcher.entries(searcher.root(), 0)) {
    EXPECT_GT(entry.visits, 0);
    EXPECT_EQ(std::fmod(entry.visits, 4), 0);
  }
}

// Two threads, one after the other: the second learns from what the first one did.
TEST(Threads, LearnFromEachOthersPlayouts) {
  Parameters plan;
  plan.playout.strategy = playout::Technique::mast;
  plan.select.formula = select::Formula::history;
  using M = Row<Bush>;
  M model(Bush{.moves = 5});
  tree::Tree<toy::RowState> tree(2, {});
  LessonExchange exchange(2);
  Mcts<M> first(model, tree, plan, Role{0}, Rng(1, 0));
  Mcts<M> second(model, tree, plan, Role{0}, Rng(1, 1));
  first.set_exchange(&exchange, 0);
  second.set_exchange(&exchange, 1);
  first.make_root(model.initial());
  for (int i = 0; i < 100; ++i) first.simulate();
  EXPECT_EQ(first.strategy().lessons(), 100U);
  EXPECT_EQ(second.strategy().lessons(), 0U);
  second.simulate();
  EXPECT_EQ(second.strategy().lessons(), 101U);
  first.simulate();
  EXPECT_EQ(first.strategy().lessons(), 102U);
}

// Choices of later roles stand in rows of their own: so does what is under way there.
TEST(Batch, WhatIsUnderWayCountsInTheRowsOfLaterRoles) {
  Parameters plan;
  plan.select.simultaneous = select::Simultaneous::sequential;
  using M = Row<Matrix>;
  M model(Matrix{.goals = {{60, 20}, {30, 80}}});
  tree::Tree<toy::RowState> tree(2, {});
  Mcts<M> mcts(model, tree, plan, Role{0}, Rng(1, 0));
  mcts.make_root(model.initial());
  Descent<toy::RowState> descent;
  mcts.begin(descent, 1);
  mcts.step(descent);
  const tree::Node& root = tree[tree.root()];
  EXPECT_EQ(root.block->pending(2), 1);
  for (const tree::Entry& entry : root.block->entries(2, 1)) EXPECT_EQ(entry.pending, 0);
  float pending = 0;
  tree::LaterMap::for_each(root.later, [&](std::uint64_t, const tree::Counted* row) {
    for (std::size_t i = 0; i < 2; ++i) pending += row[i].pending;
  });
  EXPECT_EQ(pending, 1);
  mcts.take_back(descent);
  EXPECT_EQ(root.visits, 0);
  EXPECT_EQ(root.block->pending(2), 0);
}

// Who answers the questions of descents does not matter, nor whether all of them are answered in
// the same way.
TEST(Batch, AnsweredQuestionsMakeTheSameTree) {
  for (const std::uint32_t width : {2U, 5U, 16U}) {
    for (const select::Formula formula : {select::Formula::uct, select::Formula::amaf}) {
      Parameters plan = batch_plan(width);
      plan.select.formula = formula;
      const Predictable<Bush> game(Bush{.moves = 4, .depth = 4});
      BatchSearcher<Predictable<Bush>> alone(game, plan);
      BatchSearcher<Predictable<Bush>> asked(game, plan);
      asked.player.answers_all = true;
      BatchSearcher<Predictable<Bush>> some(game, plan);
      some.player.fewest_answered = std::max(2U, width / 2);
      for (auto* searcher : {&alone, &asked, &some}) searcher->think(600);
      EXPECT_EQ(alone.player.answered, 0U);
      EXPECT_GT(asked.player.answered, some.player.answered);
      EXPECT_GT(some.player.answered, 0U);
      EXPECT_EQ(some.all_statistics(), asked.all_statistics());
      expect_whole(asked);
    }
  }
}

// What is learned before the game must not depend on the speed of the machine.
TEST(Batch, APolicyIsPreparedByNumberNotByTheClock) {
  Parameters plan = batch_plan(16);
  plan.playout.strategy = playout::Technique::ppa;
  plan.playout.ppa.prelude = 300;
  BatchSearcher<Row<Bush>> searcher(Row<Bush>(), plan, Role{1});
  searcher.player.was_timed = true;
  searcher.follow({1, 0});
  EXPECT_GT(searcher.player.widest, 1U);
  EXPECT_FALSE(searcher.player.was_timed);
}

TEST(Batch, SolvesNim) {
  Parameters plan = batch_plan(16);
  plan.solver = true;
  for (std::uint64_t pile = 1; pile <= 12; ++pile) {
    BatchSearcher<Row<Nim>> searcher(Row<Nim>(Nim{.pile = pile}), plan);
    searcher.think(100'000);
    ASSERT_TRUE(searcher.search.finished());
    EXPECT_EQ(searcher.search.snapshot().payoffs[0], pile % 4 != 0 ? 1 : 0);
    if (pile > 3) {
      EXPECT_GT(searcher.player.widest, 1U);
    }
  }
}

TEST(Batch, EveryStrategyLearnsFromBatches) {
  for (const playout::Technique strategy :
       {playout::Technique::mast, playout::Technique::nst, playout::Technique::ppa}) {
    for (const bool replies : {false, true}) {
      Parameters plan = batch_plan(16);
      plan.playout.strategy = strategy;
      plan.playout.replies = replies;
      plan.select.formula = select::Formula::amaf;
      BatchSearcher<Row<Nim>> searcher(Row<Nim>(Nim{.pile = 7}), plan);
      searcher.think(4000);
      EXPECT_GT(searcher.player.widest, 1U);
      EXPECT_EQ(searcher.best(), 3U) << static_cast<int>(strategy);
      expect_whole(searcher);
    }
  }
}

// ---- One seed decides all.

std::vector<Parameters> many_plans() {
  std::vector<Parameters> plans(1);
  const auto add = [&](const auto& change) { change(plans.emplace_back()); };
  add([](Parameters& plan) { plan.select.formula = select::Formula::amaf; });
  add([](Parameters& plan) { plan.select.formula = select::Formula::history; });
  add([](Parameters& plan) { plan.select.formula = select::Formula::flat; });
  add([](Parameters& plan) { plan.select.unvisited.by = select::Unvisited::urgency; });
  add([](Parameters& plan) { plan.select.sufficiency.kind = select::Sufficiency::adaptive; });
  add([](Parameters& plan) { plan.playout.strategy = playout::Technique::nst; });
  add([](Parameters& plan) {
    plan.playout = {.strategy = playout::Technique::mast, .draw = {.by = playout::Draw::gibbs}};
  });
  add([](Parameters& plan) { plan.playout = {.strategy = playout::Technique::ppa}; });
  add([](Parameters& plan) {
    plan.playout = {.strategy = playout::Technique::nst, .replies = true};
  });
  add([](Parameters& plan) { plan.memory.backup = backup::Rule::uct2; });
  add([](Parameters& plan) { plan.memory.backup = backup::Rule::uct3; });
  add([](Parameters& plan) { plan.memory.transpositions = false; });
  add([](Parameters& plan) { plan.solver = true; });
  return plans;
}

TEST(Determinism, TheSameSeedMakesTheSameTree) {
  for (const Parameters& plan : many_plans()) {
    const Row<Bush> game(Bush{.moves = 4, .depth = 8});
    Searcher<Row<Bush>> first(game, plan, Role{0}, 3);
    Searcher<Row<Bush>> second(game, plan, Role{0}, 3);
    Searcher<Row<Bush>> other(game, plan, Role{0}, 4);
    for (auto* searcher : {&first, &second, &other}) searcher->think(500);
    EXPECT_EQ(first.all_statistics(), second.all_statistics());
    EXPECT_NE(first.all_statistics(), other.all_statistics());
  }
}

TEST(Determinism, ThinkingTwiceIsThinkingOnce) {
  for (const Parameters& plan : many_plans()) {
    const Row<Bush> game(Bush{.moves = 4, .depth = 8});
    Searcher<Row<Bush>> twice(game, plan);
    Searcher<Row<Bush>> once(game, plan);
    twice.think(123);
    (void)twice.search.snapshot();  // looking changes nothing
    twice.think(377);
    once.think(500);
    EXPECT_EQ(twice.all_statistics(), once.all_statistics());
  }
}

// ---- Memory

TEST(Memory, BoundHoldsAndTheGameGoesOn) {
  constexpr std::size_t bound = std::size_t{1} << 20U;
  for (Parameters plan : many_plans()) {
    for (const bool plain : {true, false}) {
      plan.memory.megabytes = 1;
      plan.playout.end.max_length = 100;
      if (!plain) {
        plan.batch.size.width = 16;
        plan.batch.size.share = infinity;
      }
      BatchSearcher<Row<Bush>> searcher(Row<Bush>(Bush{.moves = 30, .depth = 40}), plan);
      for (std::uint32_t step = 0; step < 6; ++step) {
        searcher.think(3000);
        EXPECT_EQ(searcher.search.snapshot().simulations, 3000U);
        EXPECT_LE(searcher.tree().memory_bytes(), bound + 4096);  // what the last node needed
        const std::size_t role = step % 2;
        const auto move = static_cast<std::uint32_t>(searcher.search.best(Role(role)).value());
        EXPECT_TRUE(move >= 1 && move <= 30);
        if (role == 0) {
          searcher.follow({move, 0});
        } else {
          searcher.follow({0, move});
        }
        EXPECT_LE(searcher.tree().memory_bytes(), bound / 4 * 3 + 4096);
      }
    }
  }
}

// Joint children and rows of later roles are part of it.
TEST(Memory, BoundHoldsWhereRolesMoveAtTheSameTime) {
  constexpr std::size_t bound = std::size_t{1} << 20U;
  std::vector<std::vector<int>> goals(30, std::vector<int>(30, 50));
  for (const select::Simultaneous how :
       {select::Simultaneous::decoupled, select::Simultaneous::sequential}) {
    Parameters plan;
    plan.memory.megabytes = 1;
    plan.memory.transpositions = false;
    plan.select.simultaneous = how;
    MatrixSearch searcher(Row<Matrix>({.goals = goals, .steps = 5}), plan);
    searcher.think(20'000);
    EXPECT_EQ(searcher.root().visits, 20'000);
    EXPECT_LE(searcher.tree().memory_bytes(), bound + 16'384);
    EXPECT_GT(searcher.tree().memory_bytes(), bound / 2);
  }
}

}  // namespace
}  // namespace palamedes::search
