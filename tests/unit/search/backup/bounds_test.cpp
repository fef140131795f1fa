// Bounds of payoffs against an exhaustive search of small random trees. Which outcomes are
// consistent with good play is defined in search/backup/solver.h.

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "unit/search/search_testing.h"

namespace palamedes::search {
namespace {

enum class Sums : std::uint8_t { constant, general };
enum class Choosing : std::uint8_t { in_turn, at_once };

// A tree written down; the value of a state is its number.
template <std::size_t Roles>
struct WrittenTree {
  static constexpr std::size_t roles = Roles;
  struct Place {
    std::array<int, Roles> goals{};
    std::array<std::uint32_t, Roles> moves{};  // of each role
    std::vector<std::uint64_t> children;       // by joint move, the last role's changes fastest
  };
  std::shared_ptr<std::vector<Place>> places = std::make_shared<std::vector<Place>>();

  [[nodiscard]] static std::uint64_t initial() { return 0; }
  [[nodiscard]] const Place& at(std::uint64_t value) const { return (*places)[value]; }
  [[nodiscard]] bool terminal(std::uint64_t value) const { return at(value).children.empty(); }
  [[nodiscard]] int goal(std::uint64_t value, std::size_t role) const {
    return at(value).goals[role];
  }
  void legal(std::uint64_t value, std::size_t role, model::MoveList& moves) const {
    for (std::uint32_t i = 0; i < at(value).moves[role]; ++i) moves.push_back(Move{i});
  }
  [[nodiscard]] std::uint64_t next(std::uint64_t value, std::span<const Move> joint) const {
    std::size_t number = 0;
    for (std::size_t role = 0; role < Roles; ++role) {
      number = number * at(value).moves[role] + index_of(joint[role]);
    }
    return at(value).children[number];
  }
};

template <std::size_t Roles>
class TreeMaker {
 public:
  TreeMaker(std::uint64_t seed, Sums sums, Choosing choosing)
      : rng_(seed), sums_(sums), choosing_(choosing) {
    add(4);
  }
  [[nodiscard]] const WrittenTree<Roles>& tree() const { return tree_; }

 private:
  std::uint64_t add(int depth) {
    const std::uint64_t number = tree_.places->size();
    tree_.places->emplace_back();
    typename WrittenTree<Roles>::Place place;
    const bool ends = depth == 0 || (depth < 4 && rng_.below(4) == 0);
    if (ends) {
      make_goals(place.goals);
    } else {
      std::size_t joint = 1;
      const std::size_t mover = rng_.below(Roles);
      for (std::size_t role = 0; role < Roles; ++role) {
        const bool chooses = choosing_ == Choosing::at_once ? rng_.below(3) > 0 : role == mover;
        place.moves[role] = chooses ? 2 + rng_.below(choosing_ == Choosing::at_once ? 1 : 2) : 1;
        joint *= place.moves[role];
      }
      for (std::size_t i = 0; i < joint; ++i) place.children.push_back(add(depth - 1));
    }
    (*tree_.places)[number] = place;
    return number;
  }
  void make_goals(std::array<int, Roles>& goals) {
    constexpr std::array<int, 4> values = {0, 30, 70, 100};
    for (int& goal : goals) goal = values[rng_.below(values.size())];
    if (sums_ == Sums::constant) goals[1] = 100 - goals[0];
  }

  Rng rng_;
  Sums sums_;
  Choosing choosing_;
  WrittenTree<Roles> tree_;
};

template <std::size_t Roles>
using Outcomes = std::set<std::array<int, Roles>>;

template <std::size_t Roles>
class Exhaustive {
 public:
  explicit Exhaustive(const WrittenTree<Roles>& tree)
      : tree_(tree), outcomes_(tree.places->size()) {
    for (std::uint64_t value = outcomes_.size(); value-- > 0;) find(value);  // children come later
  }
  [[nodiscard]] const Outcomes<Roles>& at(std::uint64_t value) const { return outcomes_[value]; }
  [[nodiscard]] int lowest(std::uint64_t value, std::size_t role) const {
    int lowest = 100;
    for (const auto& goals : outcomes_[value]) lowest = std::min(lowest, goals[role]);
    return lowest;
  }
  [[nodiscard]] int highest(std::uint64_t value, std::size_t role) const {
    int highest = 0;
    for (const auto& goals : outcomes_[value]) highest = std::max(highest, goals[role]);
    return highest;
  }

 private:
  void find(std::uint64_t value) {
    const auto& place = tree_.at(value);
    if (place.children.empty()) {
      outcomes_[value].insert(place.goals);
      return;
    }
    std::array<int, Roles> sure{};
    for (std::size_t role = 0; role < Roles; ++role) sure[role] = what_is_sure(place, role);
    for (const std::uint64_t child : place.children) {
      for (const auto& goals : outcomes_[child]) {
        bool possible = true;
        for (std::size_t role = 0; role < Roles; ++role) {
          possible = possible && (place.moves[role] == 1 || goals[role] >= sure[role]);
        }
        if (possible) outcomes_[value].insert(goals);
      }
    }
  }
  int what_is_sure(const typename WrittenTree<Roles>::Place& place, std::size_t role) const {
    std::vector<int> least(place.moves[role], 100);
    for (std::size_t joint = 0; joint < place.children.size(); ++joint) {
      std::size_t number = joint;
      std::size_t own = 0;
      for (std::size_t each = Roles; each-- > 0;) {
        if (each == role) own = number % place.moves[each];
        number /= place.moves[each];
      }
      least[own] = std::min(least[own], lowest(place.children[joint], role));
    }
    return *std::max_element(least.begin(), least.end());
  }

  const WrittenTree<Roles>& tree_;
  std::vector<Outcomes<Roles>> outcomes_;
};

struct Found {
  int proven_roots = 0;  // for the role that asks
  int narrow = 0;        // bounds that are less than all
};

// At every moment of the search, of all nodes.
template <std::size_t Roles>
Found check(std::uint64_t seed, Sums sums, Choosing choosing) {
  const TreeMaker<Roles> maker(seed, sums, choosing);
  const WrittenTree<Roles>& tree = maker.tree();
  const Exhaustive<Roles> exhaustive(tree);
  Searcher<Row<WrittenTree<Roles>>> searcher(Row<WrittenTree<Roles>>(tree), solver_plan());
  tree::PayoffFacts facts;
  if (sums == Sums::constant) facts.sum = 100;
  searcher.search.set_facts(facts);
  Found found;
  for (int moment = 0; moment < 60 && !searcher.search.finished(); ++moment) {
    searcher.think(moment < 20 ? 1 : 20);
    found.narrow = 0;
    for (std::uint64_t value = 0; value < tree.places->size(); ++value) {
      const tree::Node* const node = searcher.find(value);
      if (node == nullptr) continue;
      EXPECT_FALSE(exhaustive.at(value).empty());
      for (std::size_t role = 0; role < Roles; ++role) {
        const tree::Bound bound = backup::bound_of(searcher.tree(), *node, role);
        EXPECT_LE(tree::hundredths(bound.low), exhaustive.lowest(value, role)) << seed;
        EXPECT_GE(tree::hundredths(bound.high), exhaustive.highest(value, role)) << seed;
        if (node->block != nullptr && bound != tree::Bound{}) ++found.narrow;
      }
    }
  }
  if (!searcher.search.finished()) return found;
  ++found.proven_roots;
  // the move that is played is one that leads to what is proven
  const int proven = tree::hundredths(searcher.search.snapshot().payoffs[0]);
  const auto& root = tree.at(0);
  std::size_t joint_of_others = 1;
  for (std::size_t role = 1; role < Roles; ++role) joint_of_others *= root.moves[role];
  for (std::size_t i = 0; i < joint_of_others && root.moves[0] > 1; ++i) {
    const std::uint64_t child = root.children[searcher.best() * joint_of_others + i];
    EXPECT_GE(exhaustive.lowest(child, 0), proven) << seed;
  }
  return found;
}

template <std::size_t Roles>
Found check_many(Sums sums, Choosing choosing) {
  Found all;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Found found = check<Roles>(seed, sums, choosing);
    all.proven_roots += found.proven_roots;
    all.narrow += found.narrow;
  }
  return all;
}

// Where nothing is left open by somebody's indifference, all is proven in the end.
TEST(Bounds, EncloseWhatGoodPlayCanLeadTo) {
  EXPECT_EQ(check_many<2>(Sums::constant, Choosing::in_turn).proven_roots, 60);
  EXPECT_GT(check_many<2>(Sums::general, Choosing::in_turn).proven_roots, 30);
  EXPECT_GT(check_many<3>(Sums::general, Choosing::in_turn).proven_roots, 20);
  EXPECT_GT(check_many<4>(Sums::general, Choosing::in_turn).proven_roots, 20);
}

TEST(Bounds, EncloseWhatSimultaneousMovesCanLeadTo) {
  EXPECT_GT(check_many<2>(Sums::constant, Choosing::at_once).proven_roots, 10);
  EXPECT_GT(check_many<2>(Sums::general, Choosing::at_once).narrow, 100);
  EXPECT_GT(check_many<3>(Sums::general, Choosing::at_once).narrow, 100);
}

// Role 2 is indifferent on the left, where role 0 may get 100 or nothing. On the right role 0 has
// 40 for sure. The first of the equal choices must not pass for what role 2 will do.
TEST(Bounds, NobodyKnowsHowTheIndifferentChoose) {
  const std::array<int, 3> good = {100, 0, 50};
  const std::array<int, 3> bad = {0, 0, 50};
  const std::array<int, 3> safe = {40, 0, 0};
  for (const bool good_first : {true, false}) {
    const auto first = good_first ? good : bad;
    const auto second = good_first ? bad : good;
    const toy::ThreeRoles game{.goals = {{first, second, first, second, safe, safe, safe, safe}}};
    ThreeRolesSearch searcher(Row<toy::ThreeRoles>(game), solver_plan());
    searcher.think(1000);
    EXPECT_FALSE(searcher.search.finished());
    EXPECT_FALSE(searcher.search.snapshot().proven);
    const tree::Bound root = backup::bound_of(searcher.tree(), searcher.root(), 0);
    EXPECT_FLOAT_EQ(root.low, 0.4F);
    EXPECT_FLOAT_EQ(root.high, 1);
  }
}

// The first line wins against everything, so the game need not be played.
TEST(Bounds, ProveSimultaneousMovesByDominance) {
  MatrixSearch searcher(Row<toy::Matrix>({.goals = {{0, 100, 40}, {100, 100, 100}, {30, 0, 100}}}),
                        solver_plan());
  searcher.think(1000);
  EXPECT_TRUE(searcher.search.finished());
  const Snapshot snapshot = searcher.search.snapshot();
  EXPECT_EQ(snapshot.payoffs, (std::vector{1.0, 0.0}));
  EXPECT_EQ(searcher.best(), 1U);
  EXPECT_EQ(snapshot.moves[0][0].exact, 1.0);
  EXPECT_LT(snapshot.simulations, 100U);
}

// Matching pennies has no sure move: nobody is promised anything.
TEST(Bounds, ProveNothingWhereChanceIsBest) {
  MatrixSearch searcher(Row<toy::Matrix>(), solver_plan());
  searcher.think(1000);
  EXPECT_FALSE(searcher.search.finished());
  EXPECT_EQ(searcher.search.snapshot().simulations, 1000U);
}

// Goals of 20 and 60 are all there is: 60 need not be beaten by 100.
TEST(Bounds, BeginWithTheGoalsThatThereAre) {
  SlopeSearch searcher(Row<toy::Slope>({.goals = {20, 60, 60, 60, 60, 60, 60, 60, 20}}),
                       solver_plan());
  tree::PayoffFacts facts;
  facts.ranges = {{0.2F, 0.6F}};
  searcher.search.set_facts(facts);
  searcher.think(1000);
  EXPECT_TRUE(searcher.search.finished());
  EXPECT_LT(searcher.search.snapshot().simulations, 30U);
}

// A sum that was taken for constant and is not: what it proved goes when somebody sees it.
TEST(Bounds, ForgetWhatAWrongSumProved) {
  WrittenTree<2> written;
  using Place = WrittenTree<2>::Place;
  // role 0 chooses; after 0 it ends with 60:40, after 1 role 1 chooses between 0:100 and 100:100
  *written.places = {Place{.moves = {2, 1}, .children = {1, 2}}, Place{.goals = {60, 40}},
                     Place{.moves = {1, 2}, .children = {3, 4}}, Place{.goals = {0, 100}},
                     Place{.goals = {100, 100}}};
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Searcher<Row<WrittenTree<2>>> searcher(Row<WrittenTree<2>>(written), solver_plan(), Role{0},
                                           seed);
    ASSERT_TRUE(searcher.tree().facts().sum.has_value());
    searcher.think(200);
    if (searcher.tree().facts().sum) continue;  // proved before 100:100 was seen
    EXPECT_FALSE(searcher.search.finished());
    EXPECT_EQ(backup::bound_of(searcher.tree(), searcher.root(), 0), (tree::Bound{0.6F, 1}));
    return;
  }
  FAIL() << "no search has seen that the sum is not constant";
}

}  // namespace
}  // namespace palamedes::search
