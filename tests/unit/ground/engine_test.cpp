// Semi-naive evaluation: every instance once, and every limit with its reason.

#include "ground/engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/ground/ground_testing.h"

namespace palamedes::ground {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

// An engine whose tables are named, with rules and facts in text.
class Workshop {
 public:
  explicit Workshop(const GroundLimits& limits = {}) : engine(pool, limits) {}

  std::uint32_t table(std::string_view name, std::uint32_t width, TableClass table_class) {
    const std::uint32_t number = engine.add_table(width, table_class);
    tables_.emplace(name, number);
    return number;
  }
  void add(std::string_view text) {
    const gdl::Rules rules = gdl::rules_of(text);
    for (const gdl::Clause& clause : rules.clauses) {
      engine.add_rule(clause, [&](const gdl::Atom& atom) {
        return tables_.at(std::string(rules.symbols.name(atom.relation)));
      });
    }
  }
  // Constants are numbers here: their terms are made from their own names.
  void seed(std::uint32_t table, std::initializer_list<int> values) {
    std::vector<gdl::TermId> row;
    for (const int value : values) row.push_back(term(value));
    engine.seed(table, row);
  }
  gdl::TermId term(int value) {
    return pool.intern(symbols_.intern("n" + std::to_string(value)), {});
  }
  [[nodiscard]] std::size_t visible(std::uint32_t table) const {
    return engine.table(table).visible_rows().size();
  }
  // Instances as lists of numbers: head, then conditions.
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> instances() const {
    std::vector<std::vector<std::uint32_t>> result;
    const auto& words = engine.rules().words;
    for (std::size_t i = 0; i < words.size();) {
      auto& rule = result.emplace_back();
      rule.push_back(words[i]);
      const std::uint32_t count = words[i + 1];
      for (std::uint32_t k = 0; k < count; ++k) rule.push_back(words[i + 2 + k]);
      i += 2 + count;
    }
    return result;
  }

  gdl::TermPool pool;
  Engine engine;

 private:
  std::map<std::string, std::uint32_t> tables_;
  gdl::SymbolTable symbols_;
};

void expect_all_different(const Workshop& workshop) {
  const auto list = workshop.instances();
  EXPECT_EQ(std::set(list.begin(), list.end()).size(), list.size());
}

TEST(Engine, SelfJoinsFindEachInstanceOnce) {
  Workshop workshop;
  const auto p = workshop.table("p", 2, TableClass::dynamic);
  const auto q = workshop.table("q", 2, TableClass::dynamic);
  workshop.add("(<= (q ?x ?z) (p ?x ?y) (p ?y ?z))");
  workshop.seed(p, {1, 2});
  workshop.seed(p, {2, 3});
  workshop.seed(p, {3, 3});
  ASSERT_TRUE(workshop.engine.run());
  // 12+23, 23+33, 33+33
  EXPECT_EQ(workshop.engine.rules().count, 3U);
  EXPECT_EQ(workshop.visible(q), 3U);  // 13, 23, 33
  expect_all_different(workshop);
}

TEST(Engine, CompleteGraphsHaveAllInstances) {
  Workshop workshop;
  const auto p = workshop.table("p", 2, TableClass::dynamic);
  workshop.table("q", 2, TableClass::dynamic);
  workshop.table("triangle", 3, TableClass::dynamic);
  workshop.add(
      "(<= (q ?x ?z) (p ?x ?y) (p ?y ?z)) (<= (triangle ?x ?y ?z) (p ?x ?y) (p ?y ?z) (p ?z ?x))");
  for (int x = 0; x < 4; ++x) {
    for (int y = 0; y < 4; ++y) workshop.seed(p, {x, y});
  }
  ASSERT_TRUE(workshop.engine.run());
  EXPECT_EQ(workshop.engine.rules().count, 64U + 64U);
  expect_all_different(workshop);
}

TEST(Engine, LateTuplesMeetEarlierOnes) {
  Workshop workshop;
  const auto p = workshop.table("p", 2, TableClass::dynamic);
  workshop.table("q", 2, TableClass::dynamic);
  workshop.add("(<= (q ?x ?z) (p ?x ?y) (p ?y ?z))");
  // The same nine edges, in three runs.
  for (int x = 0; x < 3; ++x) {
    for (int y = 0; y < 3; ++y) workshop.seed(p, {x, y});
    ASSERT_TRUE(workshop.engine.run());
  }
  EXPECT_EQ(workshop.engine.rules().count, 27U);
  expect_all_different(workshop);
}

TEST(Engine, RecursionReachesEverything) {
  Workshop workshop;
  const auto edge = workshop.table("edge", 2, TableClass::dynamic);
  const auto path = workshop.table("path", 2, TableClass::dynamic);
  workshop.add("(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (path ?x ?y) (path ?y ?z))");
  for (int i = 0; i < 5; ++i) workshop.seed(edge, {i, i + 1});
  ASSERT_TRUE(workshop.engine.run());
  EXPECT_EQ(workshop.visible(path), 15U);
  // One rule per edge, one per x < y < z among six nodes.
  EXPECT_EQ(workshop.engine.rules().count, 5U + 20U);
  expect_all_different(workshop);
}

TEST(Engine, BodiesKeepTheOrderOfTheClause) {
  Workshop workshop;
  const auto a = workshop.table("a", 1, TableClass::dynamic);
  const auto b = workshop.table("b", 2, TableClass::dynamic);
  const auto h = workshop.table("h", 1, TableClass::dynamic);
  workshop.add("(<= (h ?x) (b ?x ?y) (a ?y))");
  workshop.seed(a, {2});
  workshop.seed(b, {1, 2});
  ASSERT_TRUE(workshop.engine.run());
  EXPECT_THAT(workshop.instances(), ElementsAre(ElementsAre(workshop.engine.atom_of(h, 0),
                                                            2 * workshop.engine.atom_of(b, 0),
                                                            2 * workshop.engine.atom_of(a, 0))));
}

TEST(Engine, FixedAndGuardTuplesEnterNoRule) {
  Workshop workshop;
  const auto fixed = workshop.table("fixed", 1, TableClass::fixed);
  const auto guard = workshop.table("guard", 1, TableClass::guard);
  const auto a = workshop.table("a", 1, TableClass::dynamic);
  const auto h = workshop.table("h", 1, TableClass::dynamic);
  workshop.seed(fixed, {1});
  workshop.seed(fixed, {2});
  ASSERT_TRUE(workshop.engine.run());
  workshop.engine.complete(fixed);
  workshop.add("(<= (h ?x) (guard ?x) (fixed ?x) (a ?x)) (<= (guard ?x) (a ?x))");
  workshop.seed(a, {1});
  workshop.seed(a, {3});
  ASSERT_TRUE(workshop.engine.run());
  EXPECT_EQ(workshop.visible(guard), 2U);
  EXPECT_EQ(workshop.visible(h), 1U);
  ASSERT_EQ(workshop.instances().size(), 1U);
  EXPECT_EQ(workshop.instances()[0].size(), 2U);
  EXPECT_EQ(workshop.engine.atom_of(guard, 0), no_row);
}

TEST(Engine, NegationIsDecidedWhereFixedAndWrittenDownWhereNot) {
  Workshop workshop;
  const auto fixed = workshop.table("fixed", 1, TableClass::fixed);
  const auto a = workshop.table("a", 1, TableClass::dynamic);
  const auto b = workshop.table("b", 1, TableClass::dynamic);
  const auto h = workshop.table("h", 1, TableClass::dynamic);
  workshop.seed(fixed, {1});
  ASSERT_TRUE(workshop.engine.run());
  workshop.engine.complete(fixed);
  workshop.add("(<= (h ?x) (a ?x) (not (fixed ?x)) (not (b ?x)))");
  workshop.seed(a, {1});
  workshop.seed(a, {2});
  ASSERT_TRUE(workshop.engine.run());
  EXPECT_EQ(workshop.visible(h), 1U);
  // b(2) was never derived, but the rule names it.
  ASSERT_EQ(workshop.engine.table(b).row_count(), 1U);
  EXPECT_FALSE(workshop.engine.table(b).derived(0));
  EXPECT_THAT(
      workshop.instances(),
      ElementsAre(ElementsAre(workshop.engine.atom_of(h, 0), 2 * workshop.engine.atom_of(a, 1),
                              2 * workshop.engine.atom_of(b, 0) + 1)));
}

TEST(Engine, DistinctAndFunctions) {
  Workshop workshop;
  const auto a = workshop.table("a", 1, TableClass::dynamic);
  const auto pairs = workshop.table("pairs", 1, TableClass::dynamic);
  const auto left = workshop.table("left", 1, TableClass::dynamic);
  workshop.add(
      "(<= (pairs (pair ?x ?y)) (a ?x) (a ?y) (distinct ?x ?y)) (<= (left ?x) (pairs (pair ?x "
      "?y)))");
  for (int i = 0; i < 4; ++i) workshop.seed(a, {i});
  ASSERT_TRUE(workshop.engine.run());
  EXPECT_EQ(workshop.visible(pairs), 12U);
  EXPECT_EQ(workshop.visible(left), 4U);
  EXPECT_EQ(workshop.engine.rules().count, 24U);
}

TEST(Engine, VariablesTwiceInOneCondition) {
  Workshop workshop;
  const auto p = workshop.table("p", 2, TableClass::dynamic);
  const auto h = workshop.table("h", 1, TableClass::dynamic);
  workshop.add("(<= (h ?x) (p ?x ?x))");
  workshop.seed(p, {1, 2});
  workshop.seed(p, {2, 2});
  ASSERT_TRUE(workshop.engine.run());
  EXPECT_EQ(workshop.visible(h), 1U);
}

TEST(Engine, TablesFeedOthers) {
  Workshop workshop;
  const auto next = workshop.table("next", 1, TableClass::dynamic);
  const auto truth = workshop.table("true", 1, TableClass::dynamic);
  workshop.table("after", 2, TableClass::fixed);
  workshop.engine.feed(next, truth);
  workshop.add(
      "(after a b) (after b c) (after c a) (<= (next ?y) (true ?x) (after ?x ?y)) (next a)");
  ASSERT_TRUE(workshop.engine.run());
  EXPECT_EQ(workshop.visible(truth), 3U);
  EXPECT_EQ(workshop.engine.rules().count, 4U);
}

// Twenty values four times over: 160,000 instances.
void count_far(Workshop& workshop) {
  const auto d = workshop.table("d", 1, TableClass::dynamic);
  workshop.table("p", 4, TableClass::dynamic);
  workshop.add("(<= (p ?a ?b ?c ?e) (d ?a) (d ?b) (d ?c) (d ?e))");
  for (int i = 0; i < 20; ++i) workshop.seed(d, {i});
}

TEST(EngineLimits, None) {
  Workshop workshop;
  count_far(workshop);
  EXPECT_TRUE(workshop.engine.run());
  EXPECT_EQ(workshop.engine.rules().count, 160'000U);
  EXPECT_EQ(workshop.engine.stop_reason(), "");
  EXPECT_FALSE(workshop.engine.stopped_by_rules());
}

TEST(EngineLimits, Rules) {
  Workshop workshop({.max_rules = 10'000});
  count_far(workshop);
  EXPECT_FALSE(workshop.engine.run());
  EXPECT_EQ(workshop.engine.stop_reason(), "10000 ground rules, the limit of --max-rules");
  EXPECT_TRUE(workshop.engine.stopped_by_rules());
  EXPECT_EQ(workshop.engine.rules().count, 10'001U);  // one too many, and no more
  EXPECT_FALSE(workshop.engine.run());                // and it stays stopped
}

TEST(EngineLimits, Time) {
  Workshop workshop({.seconds = 0});
  count_far(workshop);
  EXPECT_FALSE(workshop.engine.run());
  EXPECT_EQ(workshop.engine.stop_reason(), "0 seconds, the limit of --time-limit");
  EXPECT_FALSE(workshop.engine.stopped_by_rules());
}

TEST(EngineLimits, Memory) {
  Workshop workshop({.memory_bytes = std::size_t{2} << 20U});
  count_far(workshop);
  EXPECT_FALSE(workshop.engine.run());
  EXPECT_EQ(workshop.engine.stop_reason(), "2 MB of memory, the limit of --memory-limit");
}

TEST(EngineLimits, Terms) {
  Workshop workshop({.max_terms = 10'000});
  const auto n = workshop.table("n", 1, TableClass::dynamic);
  workshop.add("(<= (n (s ?x)) (n ?x))");
  workshop.seed(n, {0});
  EXPECT_FALSE(workshop.engine.run());
  EXPECT_EQ(workshop.engine.stop_reason(), "10000 terms, the limit of --max-terms");
}

}  // namespace
}  // namespace palamedes::ground
