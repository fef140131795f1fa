#include "search/tree/node.h"

#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "model/limits.h"

namespace palamedes::search::tree {
namespace {

TEST(AmafKey, IsDifferentForAllRolesAndMoves) {
  constexpr std::uint32_t last = (1U << 24U) - 1;
  std::set<std::uint32_t> keys;
  for (std::size_t role = 0; role < model::max_roles; ++role) {
    for (const std::uint32_t move : {0U, 1U, last}) {
      const std::uint32_t key = amaf_key(role, Move{move});
      EXPECT_NE(key, no_key);
      EXPECT_TRUE(keys.insert(key).second) << role << ", " << move;
    }
  }
}

TEST(AmafKey, IsNoneWhereTheMoveDoesNotFit) {
  EXPECT_EQ(amaf_key(0, Move{1U << 24U}), no_key);
  EXPECT_EQ(amaf_key(5, Move{0xffffffffU}), no_key);
}

// A node in which each of so many roles has four moves.
class FourMoves {
 public:
  explicit FourMoves(std::size_t roles) : roles_(roles) {
    node_.block = Block::make(roles, roles * 4, arena_);
    for (std::size_t role = 0; role < roles; ++role) {
      node_.block->ends(roles)[role] = static_cast<std::uint32_t>(role * 4 + 4);
    }
    for (std::size_t i = 0; i < roles * 4; ++i) {
      node_.block->entries(roles)[i] = Entry{};
      node_.block->entries(roles)[i].move = Move{static_cast<std::uint32_t>(i % 4)};
    }
    node_.decider = several;
  }
  [[nodiscard]] std::uint64_t key(std::uint32_t first, std::uint32_t last) const {
    std::vector<std::uint32_t> taken(roles_, 3);
    taken.front() = first;
    taken.back() = last;
    return joint_key(*node_.block, roles_, taken.data());
  }
  void set_child(std::uint64_t key, NodeId child) {
    JointMap::at(node_.joint, key, arena_) = child + 1;
  }
  [[nodiscard]] NodeId child(std::uint32_t first, std::uint32_t last) const {
    std::vector<Move> moves(roles_, Move{3});
    moves.front() = Move{first};
    moves.back() = Move{last};
    return find_child(node_, roles_, moves);
  }

 private:
  std::size_t roles_;
  Arena arena_;
  Node node_;
};

TEST(JointKey, IsTheNumberOfTheJointMove) {
  FourMoves node(31);
  EXPECT_EQ(node.key(3, 3), std::uint64_t{1} << 62U);
  EXPECT_EQ(node.key(3, 2), (std::uint64_t{1} << 62U) - 1);
  node.set_child(node.key(3, 2), 7);
  EXPECT_EQ(node.child(3, 2), 7U);
  EXPECT_EQ(node.child(3, 3), no_node);
  EXPECT_EQ(node.child(3, 4), no_node);  // there is no such move
}

// 4^33 joint moves: those that differ in the first role alone would have one number modulo 2^64.
TEST(JointKey, IsNoneWhereItDoesNotFit) {
  FourMoves node(33);
  EXPECT_EQ(node.key(3, 3), no_key);
  EXPECT_EQ(node.child(3, 3), no_node);
  EXPECT_NE(node.key(0, 2), no_key);
}

}  // namespace
}  // namespace palamedes::search::tree
