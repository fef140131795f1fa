#include "search/tree/tree.h"

#include <array>

#include <gtest/gtest.h>

#include "unit/search/toy_games.h"

namespace palamedes::search::tree {
namespace {

using toy::RowState;

constexpr auto nothing = [](Node&) {};

RowState state(std::uint64_t value) { return toy::Toy<toy::Nim, RowState>::state(value); }

template <typename State>
NodeId add(Tree<State>& tree, const State& state, std::uint64_t hash) {
  const auto found = tree.find_or_create(state, hash, nothing);
  EXPECT_TRUE(found.created);
  return found.node;
}
NodeId add(Tree<RowState>& tree, std::uint64_t value) { return add(tree, state(value), value); }

// No node: there is no room.
NodeId try_to_add(Tree<RowState>& tree, std::uint64_t value) {
  return tree.find_or_create(state(value), value, nothing).node;
}

bool has(const Tree<RowState>& tree, std::uint64_t value) {
  return tree.find(state(value), value) != no_node;
}

// A role's moves; their children come later.
std::span<Entry> expand(Tree<RowState>& tree, NodeId id, std::uint32_t moves) {
  Block* const block = Block::make(1, moves, tree.arena());
  block->ends(1)[0] = moves;
  for (Entry& entry : block->entries(1)) entry = Entry{};
  tree[id].block = block;
  tree[id].decider = 0;
  return block->entries(1);
}

TEST(Tree, FindsTranspositionsByTheWholeState) {
  Tree<RowState> tree(1, {});
  const NodeId first = add(tree, state(1), 77);
  const NodeId second = add(tree, state(2), 77);  // same hash, another state
  EXPECT_NE(first, second);
  EXPECT_EQ(tree.find(state(1), 77), first);
  EXPECT_EQ(tree.find(state(2), 77), second);
  EXPECT_EQ(tree.find(state(3), 77), no_node);
  const auto again = tree.find_or_create(state(2), 77, nothing);
  EXPECT_FALSE(again.created);
  EXPECT_EQ(again.node, second);
  EXPECT_EQ(tree.size(), 2U);
  RowState kept;
  tree.get_state(first, kept);
  EXPECT_EQ(kept, state(1));
}

TEST(Tree, WithoutTranspositionsEveryWayHasItsNode) {
  Tree<RowState> tree(1, {.transpositions = false});
  EXPECT_NE(add(tree, 1), add(tree, 1));
  EXPECT_EQ(tree.size(), 2U);
}

TEST(Tree, KeepsStatesOfAnyKind) {
  Tree<toy::PlainState> tree(1, {});
  const NodeId id = add(tree, toy::PlainState{5}, 5);
  toy::PlainState kept;
  tree.get_state(id, kept);
  EXPECT_EQ(kept.value, 5U);
  EXPECT_EQ(tree.find({5}, 5), id);
  EXPECT_EQ(tree.find({6}, 5), no_node);
}

TEST(Tree, FindsAllNodesWhenTheTableGrows) {
  Tree<RowState> tree(1, {});
  for (std::uint64_t value = 0; value < 5000; ++value) add(tree, value);
  for (std::uint64_t value = 0; value < 5000; ++value) EXPECT_TRUE(has(tree, value));
}

// Thesis 2.5.4: before a new turn those go that have not been visited in the last b turns.
TEST(Tree, NodesExpireAfterTurnsWithoutAVisit) {
  Tree<RowState> tree(1, {});
  const NodeId root = add(tree, 0);
  tree.set_root(root);
  add(tree, 1);                               // visited in turn 0 only
  const NodeId visited_later = add(tree, 2);  // and in turn 1
  tree.next_turn(root, 2);                    // turn 1 begins
  EXPECT_EQ(tree.turn(), 1U);
  EXPECT_TRUE(has(tree, 1));
  tree[visited_later].turn = tree.turn();
  tree.next_turn(root, 2);  // turn 2: turns 1 and 0 were the last two
  EXPECT_TRUE(has(tree, 1));
  tree.next_turn(root, 2);  // turn 3: turns 2 and 1
  EXPECT_FALSE(has(tree, 1));
  EXPECT_TRUE(has(tree, 2));
  tree.next_turn(root, 2);
  EXPECT_FALSE(has(tree, 2));
  EXPECT_TRUE(has(tree, 0));  // the root stays
  EXPECT_EQ(tree.size(), 1U);
}

TEST(Tree, WithExpiryZeroOnlyTheRootStays) {
  Tree<RowState> tree(1, {});
  const NodeId root = add(tree, 0);
  tree.set_root(root);
  add(tree, 1);
  tree.next_turn(root, 0);
  EXPECT_EQ(tree.size(), 1U);
}

TEST(Tree, TurnsWithNothingToSearchMakeNothingOlder) {
  Tree<RowState> tree(1, {});
  const NodeId root = add(tree, 0);
  tree.set_root(root);
  add(tree, 1);
  for (int turn = 0; turn < 10; ++turn) tree.next_turn(root, 1, false);
  EXPECT_TRUE(has(tree, 1));
}

TEST(Tree, LinksToNodesThatWentAreForgotten) {
  Tree<RowState> tree(1, {});
  const NodeId root = add(tree, 0);
  tree.set_root(root);
  const NodeId child = add(tree, 1);
  expand(tree, root, 2)[1].child = child;
  tree.next_turn(root, 0);
  EXPECT_EQ(tree[root].block->entries(1)[1].child, no_node);
}

// 0 -> 1 -> 2, 0 -> 3, and 2 -> 1 as a circle; 1 becomes the root
TEST(Tree, WithoutTranspositionsWhatCanBeReachedStays) {
  Tree<RowState> tree(1, {.transpositions = false});
  std::array<NodeId, 4> ids{};
  for (std::uint64_t value = 0; value < 4; ++value) ids.at(value) = add(tree, value);
  tree.set_root(ids[0]);
  expand(tree, ids[0], 2)[0].child = ids[1];
  tree[ids[0]].block->entries(1)[1].child = ids[3];
  expand(tree, ids[1], 1)[0].child = ids[2];
  expand(tree, ids[2], 1)[0].child = ids[1];
  tree.next_turn(ids[1], 0);
  EXPECT_EQ(tree.size(), 2U);
  EXPECT_TRUE(tree[ids[1]].used);
  EXPECT_TRUE(tree[ids[2]].used);
  EXPECT_FALSE(tree[ids[0]].used);
  EXPECT_FALSE(tree[ids[3]].used);
  // freed places are taken again
  const NodeId next = add(tree, 9);
  EXPECT_TRUE(next == ids[0] || next == ids[3]);
}

// Formula 2.10 on all that a node keeps.
TEST(Tree, DecayShrinksSumsAndVisits) {
  Tree<RowState> tree(1, {});
  const NodeId root = add(tree, 0);
  tree.set_root(root);
  Entry& entry = expand(tree, root, 2)[1];
  entry.visits = 10;
  entry.sum = 4;
  tree[root].visits = 12;
  tree[root].block->totals()[0] = 6;
  AmafMap::at(tree[root].amaf, amaf_key(0, Move{3}), tree.arena()) = {8, 2};
  auto*& row = LaterMap::at(tree[root].later, 1, tree.arena());
  row = static_cast<Counted*>(tree.arena().allocate(2 * sizeof(Counted)));
  row[0].visits = 20;
  row[0].sum = 5;
  tree.decay(0.25);
  EXPECT_DOUBLE_EQ(entry.visits, 2.5);
  EXPECT_DOUBLE_EQ(entry.sum, 1);
  EXPECT_DOUBLE_EQ(tree[root].visits, 3);
  EXPECT_DOUBLE_EQ(tree[root].block->totals()[0], 1.5);
  const AmafStatistic* const amaf = AmafMap::find(tree[root].amaf, amaf_key(0, Move{3}));
  EXPECT_FLOAT_EQ(amaf->visits, 2);
  EXPECT_FLOAT_EQ(amaf->sum, 0.5F);
  EXPECT_DOUBLE_EQ(row[0].visits, 5);
  EXPECT_DOUBLE_EQ(row[0].sum, 1.25);
}

TEST(Tree, ReleasesEverything) {
  Tree<RowState> tree(1, {});
  const std::size_t empty = tree.arena().used_bytes();
  for (int round = 0; round < 3; ++round) {
    for (std::uint64_t value = 0; value < 2000; ++value) {
      const NodeId id = add(tree, value);
      expand(tree, id, 1 + value % 30);
      Node& node = tree[id];
      JointMap::at(node.joint, 1, tree.arena()) = 0;
      AmafMap::at(node.amaf, amaf_key(0, Move{1}), tree.arena()).visits = 1;
      auto*& row = LaterMap::at(node.later, 1, tree.arena());
      row = static_cast<Counted*>(tree.arena().allocate((1 + value % 30) * sizeof(Counted)));
      node.known = static_cast<float*>(tree.arena().allocate(sizeof(float)));
    }
    EXPECT_GT(tree.arena().used_bytes(), empty);
    tree.clear();
    EXPECT_EQ(tree.size(), 0U);
    EXPECT_EQ(tree.arena().used_bytes(), empty);
    EXPECT_EQ(tree.root(), no_node);
  }
}

TEST(Tree, MakesNoNodesWithoutRoom) {
  constexpr std::size_t most = 100'000;
  Tree<RowState> tree(1, {.max_bytes = most});
  const NodeId root = tree.make_root(state(0), 0, nothing);
  std::uint64_t value = 0;
  while (try_to_add(tree, ++value) != no_node) {
    ASSERT_LE(tree.memory_bytes(), most);
  }
  // a node has 72 bytes, its state 16, its places in the table up to 24
  EXPECT_GT(tree.size(), most / 130);
  EXPECT_FALSE(tree.has_room());
  // those that are there are still found, and a root is always made
  EXPECT_EQ(tree.find_or_create(state(1), 1, nothing).node, tree.find(state(1), 1));
  EXPECT_NE(tree.make_root(state(1'000'000), 1'000'000, nothing), root);
}

TEST(Tree, CrampedTreesKeepWhatIsBelowTheRoot) {
  constexpr std::size_t most = 100'000;
  Tree<RowState> tree(1, {.max_bytes = most});
  const NodeId root = tree.make_root(state(0), 0, nothing);
  const NodeId child = add(tree, 1);
  expand(tree, root, 1)[0].child = child;
  std::uint64_t value = 1;
  while (try_to_add(tree, ++value) != no_node) {
  }
  tree.next_turn(root, 2);
  EXPECT_EQ(tree.size(), 2U);
  EXPECT_TRUE(has(tree, 1));
  EXPECT_TRUE(tree.has_room());
}

// All are below the root, and the more they are visited the longer they stay.
TEST(Tree, CrampedTreesLoseTheLeastVisitedFirst) {
  constexpr std::size_t most = 200'000;
  Tree<RowState> tree(1, {.max_bytes = most});
  const NodeId root = tree.make_root(state(0), 0, nothing);
  const std::span<Entry> entries = expand(tree, root, 2000);
  for (std::uint64_t value = 1;; ++value) {
    const NodeId node = try_to_add(tree, value);
    if (node == no_node) break;
    tree[node].visits = value <= 10 ? 100 : 1;
    entries[value - 1].child = node;
  }
  tree.next_turn(root, 2);
  EXPECT_EQ(tree.size(), 11U);
  for (std::uint64_t kept = 1; kept <= 10; ++kept) EXPECT_TRUE(has(tree, kept));
}

TEST(Arena, GivesFreedBlocksOutAgain) {
  Arena arena;
  void* const block = arena.allocate(100);
  EXPECT_EQ(arena.used_bytes(), 112U);  // multiples of 16
  arena.release(block, 100);
  EXPECT_EQ(arena.used_bytes(), 0U);
  auto* const again = static_cast<std::byte*>(arena.allocate(110));
  EXPECT_EQ(again, block);
  EXPECT_TRUE(std::all_of(again, again + 110, [](std::byte byte) { return byte == std::byte{0}; }));
}

// Blocks of one size make way for blocks of all other sizes, again and again.
TEST(Arena, DoesNotGrowWhenSizesChange) {
  constexpr std::size_t limit = 4U << 20U;
  Arena arena(limit);
  for (const std::size_t size : {16, 1600, 48, 992, 320, 2048, 16}) {
    std::vector<void*> blocks;
    while (arena.used_bytes() + size <= limit / 8 * 7) blocks.push_back(arena.allocate(size));
    EXPECT_LE(arena.reserved_bytes(), limit) << size;
    for (void* const block : blocks) arena.release(block, size);
    EXPECT_EQ(arena.used_bytes(), 0U);
    arena.merge();
  }
}

TEST(Arena, CutsLargeFreeBlocksAtTheLimit) {
  Arena arena(1U << 20U);
  std::vector<void*> blocks;
  for (int i = 0; i < 1024; ++i) blocks.push_back(arena.allocate(1024));
  for (void* const block : blocks) arena.release(block, 1024);
  for (int i = 0; i < 2048; ++i) {
    auto* const small = static_cast<std::byte*>(arena.allocate(512));
    EXPECT_EQ(small[0], std::byte{0});
    std::fill(small, small + 512, std::byte{1});
  }
  EXPECT_EQ(arena.reserved_bytes(), 1U << 20U);
  EXPECT_FALSE(arena.exceeds_limit());
  EXPECT_NE(arena.allocate(16), nullptr);
  EXPECT_TRUE(arena.exceeds_limit());
}

TEST(SmallMap, KeepsWhatItGrows) {
  Arena arena;
  using Map = SmallMap<std::uint64_t, std::uint64_t>;
  Map* map = nullptr;
  EXPECT_EQ(Map::find(map, 1), nullptr);
  for (std::uint64_t key = 1; key <= 1000; ++key) Map::at(map, key, arena) = key * key;
  EXPECT_EQ(Map::size(map), 1000U);
  for (std::uint64_t key = 1; key <= 1000; ++key) EXPECT_EQ(*Map::find(map, key), key * key);
  EXPECT_EQ(Map::find(map, 1001), nullptr);
  std::uint64_t sum = 0;
  Map::for_each(map, [&](std::uint64_t key, std::uint64_t) { sum += key; });
  EXPECT_EQ(sum, 500'500U);
  Map::release(map, arena);
  EXPECT_EQ(arena.used_bytes(), 0U);
}

TEST(SmallMap, IsPackedUntilAnotherKeyComes) {
  Arena arena;
  using Map = SmallMap<std::uint32_t, float>;
  Map* map = nullptr;
  const auto slots = Map::make_packed(map, 10, arena);
  for (std::uint32_t i = 0; i < 10; ++i) slots[i] = {100 - i, static_cast<float>(i)};
  EXPECT_EQ(arena.used_bytes(), 96U);  // 8 + 10 * 8, in pieces of 16
  const auto sum = [&] {
    float total = 0;
    Map::for_each(map, [&](std::uint32_t, float value) { total += value; });
    return total;
  };
  EXPECT_EQ(Map::size(map), 10U);
  EXPECT_EQ(sum(), 45);
  ASSERT_NE(Map::find(map, 91), nullptr);
  EXPECT_EQ(*Map::find(map, 91), 9);
  EXPECT_EQ(Map::find(map, 90), nullptr);
  Map::at(map, 95, arena) += 1;
  Map::at(map, 90, arena) = 7;
  EXPECT_EQ(Map::size(map), 11U);
  EXPECT_EQ(sum(), 53);
  EXPECT_EQ(*Map::find(map, 95), 6);
  EXPECT_EQ(*Map::find(map, 90), 7);
  Map::release(map, arena);
  EXPECT_EQ(arena.used_bytes(), 0U);
}

}  // namespace
}  // namespace palamedes::search::tree
