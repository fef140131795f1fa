#include "net/print.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "gdl/load.h"
#include "ground/grounder.h"
#include "net/build.h"
#include "net/passes/passes.h"

namespace palamedes::net {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::string_view thesis_order = "opt1,opt0,opt2,opt3";

PropNet net_of(const std::string& text, bool names = true) {
  const auto game = gdl::load(text, "test");
  EXPECT_TRUE(game);
  auto rules = ground::ground(*game, {});
  EXPECT_TRUE(rules);
  return build(std::move(*rules), {.names = names});
}

PropNet net_of_sheet(const std::string& name, bool names = true) {
  const auto text = read_text(PALAMEDES_SOURCE_DIR "/tests/sheets/" + name, 1'000'000);
  EXPECT_TRUE(text) << name;
  return text ? net_of(*text, names) : PropNet{};
}

// constants, base, input, legal, goal, terminal, other, transitions, and, or, not, links, total
std::vector<std::size_t> numbers(const Census& c) {
  return {c.constants,   c.base, c.input, c.legal, c.goal,  c.terminal, c.other,
          c.transitions, c.ands, c.ors,   c.nots,  c.links, c.total()};
}

std::vector<std::vector<std::size_t>> way_of(PropNet net) {
  std::vector<std::vector<std::size_t>> way = {numbers(net.census())};
  for (const passes::PassReport& report :
       passes::run_passes(net, *passes::parse_passes(thesis_order))) {
    way.push_back(numbers(report.after));
  }
  return way;
}

TEST(Lights, ComponentsAsInFigure43) {
  // Per light: base, transition, an empty view (the thesis's name for the proposition that collects
  // what leads to the next state), OR of move and base, input, legal, NOT. Once: terminal and goal,
  // which share their AND, and the two constants. 2 * 7 + 3 + 2 = 19.
  // Links per light: transition to base, view to transition, OR to view, two to OR, base to NOT,
  // NOT to legal: 7. Once: two to AND, one each to terminal and goal: 4. 2 * 7 + 4 = 18. Opt1 takes
  // the two views away, each with one link. Nothing is constant, nothing is unread.
  EXPECT_THAT(way_of(net_of_sheet("two_lights.kif")),
              ElementsAre(ElementsAre(2, 2, 2, 2, 1, 1, 2, 2, 1, 2, 2, 18, 19),
                          ElementsAre(2, 2, 2, 2, 1, 1, 0, 2, 1, 2, 2, 16, 17),
                          ElementsAre(2, 2, 2, 2, 1, 1, 0, 2, 1, 2, 2, 16, 17),
                          ElementsAre(2, 2, 2, 2, 1, 1, 0, 2, 1, 2, 2, 16, 17),
                          ElementsAre(2, 2, 2, 2, 1, 1, 0, 2, 1, 2, 2, 16, 17)));
}

TEST(Lights, EveryPassFindsItsPart) {
  // Built: AND(repair, NOT p) and AND(p, always); OR of three for the next p; NOT p and NOT always.
  // Links: bases 2, transitions 2, views 2, OR 3, ANDs 4, NOTs 2, legal 2, terminal 1, goal 1.
  // Opt1: both views. Opt0: no constant is connected yet.
  // Opt2: (on always) is TRUE and goes with its transition; NOT always is FALSE, so repair is never
  // legal and never done: three more; AND(repair, NOT p) is FALSE and leaves the OR with two
  // inputs; AND(p, always) is p. Seven go. Links: base, transition, terminal, goal, legal (from
  // TRUE), NOT p 1 each, OR 2. Opt3: nobody reads NOT p any more.
  EXPECT_THAT(way_of(net_of_sheet("blown_bulb.kif")),
              ElementsAre(ElementsAre(2, 2, 2, 2, 1, 1, 2, 2, 2, 1, 2, 19, 19),
                          ElementsAre(2, 2, 2, 2, 1, 1, 0, 2, 2, 1, 2, 17, 17),
                          ElementsAre(2, 2, 2, 2, 1, 1, 0, 2, 2, 1, 2, 17, 17),
                          ElementsAre(2, 1, 1, 1, 1, 1, 0, 1, 0, 1, 1, 8, 10),
                          ElementsAre(2, 1, 1, 1, 1, 1, 0, 1, 0, 1, 0, 7, 9)));
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

TEST(Print, ListsEveryComponentWithWhatItReads) {
  const std::string text = to_text(net_of_sheet("two_lights.kif"));
  EXPECT_EQ(count(text, "\n"), 19U);
  EXPECT_THAT(text, AllOf(HasSubstr("constant    TRUE\n"), HasSubstr("(next (on p))"),
                          HasSubstr("<- (true (on p)), (true (on q))\n"),
                          HasSubstr("input       (does player (turnon p))\n")));
}

TEST(Print, WhatTheGameIsAskedAboutHasANameAnyway) {
  const std::string text = to_text(net_of_sheet("two_lights.kif", false));
  EXPECT_THAT(text, AllOf(HasSubstr("(true (on p))"), HasSubstr("(does player (turnon q))"),
                          HasSubstr("(legal player (turnon q))"), HasSubstr("(goal player 100)"),
                          HasSubstr("terminal    terminal"), HasSubstr("<- other#")));
  EXPECT_THAT(text, Not(HasSubstr("(next (on p))")));
}

TEST(Print, LeavesOutWhatWasRemoved) {
  PropNet net = net_of_sheet("blown_bulb.kif");
  passes::run_passes(net, *passes::parse_passes(thesis_order));
  const std::string text = to_text(net);
  EXPECT_EQ(count(text, "\n"), 9U);
  // The name of a fluent that became constant is not given to the constant.
  EXPECT_THAT(text, AllOf(HasSubstr("constant    TRUE\n"), Not(HasSubstr("always"))));
  EXPECT_EQ(count(to_dot(net, "x"), " [shape="), 9U);
}

TEST(Print, DrawsEveryComponentAndLink) {
  const PropNet net = net_of_sheet("two_lights.kif");
  const std::string dot = to_dot(net, "two \"lights\" \\ day");
  EXPECT_THAT(dot, testing::StartsWith("digraph \"two \\\"lights\\\" \\\\ day\" {\n"));
  EXPECT_THAT(dot, testing::EndsWith("}\n"));
  EXPECT_EQ(count(dot, " [shape="), 19U);
  EXPECT_EQ(count(dot, " -> "), 18U);
  EXPECT_EQ(count(dot, "shape=box"), 10U);
  EXPECT_EQ(count(dot, "shape=doublecircle"), 2U);
  EXPECT_EQ(count(dot, "shape=circle"), 5U);
  EXPECT_EQ(count(dot, "style=filled"), 0U);
  EXPECT_EQ(count(to_dot(net_of_sheet("blown_bulb.kif"), "x"), "style=filled"), 1U);
}

TEST(Print, DifferenceNamesWhatAPassDid) {
  const PropNet before = net_of_sheet("blown_bulb.kif");
  PropNet after = before;
  passes::remove_anonymous(after);
  NetChange change = difference(before, after);
  EXPECT_EQ(change.removed.size(), 2U);
  EXPECT_THAT(change.added, IsEmpty());
  // Both transitions read what the views read before.
  ASSERT_EQ(change.rewired.size(), 2U);
  for (const ComponentId id : change.rewired) {
    EXPECT_EQ(after.components[id].type, ComponentType::transition);
  }
  const ComponentId gate = after.add(ComponentType::not_gate);
  change = difference(before, after);
  EXPECT_THAT(change.added, ElementsAre(gate));
  EXPECT_THAT(difference(after, after).removed, IsEmpty());
}

}  // namespace
}  // namespace palamedes::net
