#include "base/graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace palamedes {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

const auto anywhere = [](std::uint32_t) { return true; };

TEST(StrongComponents, ComeAfterWhatTheyLeadTo) {
  // 0 -> 1 <-> 2 -> 3, 4 alone with a loop
  const auto components = strong_components({{1}, {2}, {1, 3}, {}, {4}});
  ASSERT_EQ(components.size(), 4U);
  EXPECT_THAT(components[0], ElementsAre(3));
  EXPECT_THAT(components[1], UnorderedElementsAre(1, 2));
  EXPECT_THAT(components[2], ElementsAre(0));
  EXPECT_THAT(components[3], ElementsAre(4));
}

TEST(StrongComponents, OfNothingAreNone) { EXPECT_TRUE(strong_components({}).empty()); }

TEST(StrongComponents, NeedNoStackForLongChains) {
  constexpr std::uint32_t length = 1'000'000;
  Edges chain(length);
  for (std::uint32_t i = 0; i + 1 < length; ++i) chain[i] = {i + 1};
  EXPECT_EQ(strong_components(chain).size(), length);
  chain.back() = {0};
  EXPECT_EQ(strong_components(chain).size(), 1U);
}

RC_GTEST_PROP(StrongComponents, AreMutualReachability, ()) {
  const auto size = *rc::gen::inRange<std::uint32_t>(1, 9);
  const Edges edges = *rc::gen::container<Edges>(
      size,
      rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, size)));
  std::vector<std::size_t> component(size, 0);
  const auto components = strong_components(edges);
  for (std::size_t c = 0; c < components.size(); ++c) {
    for (const std::uint32_t node : components[c]) component[node] = c;
  }
  PathFinder finder(edges);
  std::vector<std::vector<bool>> reaches(size, std::vector<bool>(size, false));
  for (std::uint32_t from = 0; from < size; ++from) {
    finder.search(from, anywhere);
    for (std::uint32_t to = 0; to < size; ++to) reaches[from][to] = finder.has_reached(to);
  }
  for (std::uint32_t a = 0; a < size; ++a) {
    for (std::uint32_t b = 0; b < size; ++b) {
      RC_ASSERT((component[a] == component[b]) == (reaches[a][b] && reaches[b][a]));
      if (reaches[a][b]) RC_ASSERT(component[b] <= component[a]);
    }
  }
}

TEST(PathFinder, FindsTheShortestWay) {
  const Edges edges = {{1, 2}, {3}, {4}, {4}, {5}, {}};
  PathFinder finder(edges);
  finder.search(0, anywhere);
  EXPECT_THAT(finder.path_to(4), ElementsAre(0, 2, 4));
  EXPECT_THAT(finder.path_to(0), ElementsAre(0));
  finder.search(3, anywhere);
  EXPECT_FALSE(finder.has_reached(0));
  EXPECT_THAT(finder.path_to(5), ElementsAre(3, 4, 5));
}

TEST(PathFinder, StopsWhereItMayNotPass) {
  const Edges edges = {{1}, {2}, {0}};
  PathFinder finder(edges);
  finder.search(0, [](std::uint32_t node) { return node != 1; });
  EXPECT_TRUE(finder.has_reached(1));
  EXPECT_FALSE(finder.has_reached(2));
  // The start itself is always passed.
  finder.search(1, [](std::uint32_t node) { return node != 1; });
  EXPECT_TRUE(finder.has_reached(0));
}

}  // namespace
}  // namespace palamedes
